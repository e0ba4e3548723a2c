/** A description from the OpenAPI document: paragraphs, with names in back quotes. */
export function Words({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <div class="words">
      {text.split(/\n{2,}/).map((paragraph) => (
        <p>{paragraph.split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}</p>
      ))}
    </div>
  );
}

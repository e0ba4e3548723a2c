/** A program file to read. The text itself scrolls. */
export function FileText({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it by the arrow keys.
    <pre class="file" tabIndex={0} dir="ltr">
      {text}
    </pre>
  );
}

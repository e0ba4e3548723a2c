import type { ComponentChildren } from 'preact';
import type { LocalizedText } from '../../domain/programs/program-settings.ts';
import type { PageContext } from './page-context.ts';
import { ProgramText, ProgramWords } from './program-words.tsx';
import { Section } from './section.tsx';

/** The program's answers to questions, and its terms. All are folded, at the end of the page. */
export function AboutSection({ page }: { page: PageContext }) {
  const { questions = [], terms } = page.view.program.settings;
  if (questions.length === 0 && terms === undefined) return null;
  return (
    <Section id="about" title={page.say('page_about', {})}>
      <div class="card">
        {questions.map(({ question, answer }, index) => (
          <Fold key={index} page={page} text={answer}>
            <ProgramWords page={page} text={question} />
          </Fold>
        ))}
        {terms !== undefined && (
          <Fold page={page} text={terms}>
            {page.say('page_terms', {})}
          </Fold>
        )}
      </div>
    </Section>
  );
}

/** A folded text, with the words that unfold it. */
function Fold({
  page,
  text,
  children,
}: {
  page: PageContext;
  text: LocalizedText;
  children: ComponentChildren;
}) {
  return (
    <details class="more answer">
      <summary>{children}</summary>
      <ProgramText page={page} text={text} />
    </details>
  );
}

import { describe, expect, it } from 'vitest';
import { compactCss } from '../../src/http/shared/read-styles.ts';
import { STYLES } from '../../src/http/shared/styles.ts';

describe('a style sheet as it is sent', () => {
  it('has no comments, and no white space but where it means something', () => {
    const written = `/* Why. */
.a,
.b > p:first-child {
  /* Why this. */
  color: var(--ink);
  block-size: calc(100vh - 1rem);
}

@media (min-width: 34rem) and (max-width: 75.99rem) {
  .c .d:not(.e) {
    margin: 0 1rem;
  }
}
`;
    expect(compactCss(written)).toBe(
      '.a,.b > p:first-child{color:var(--ink);block-size:calc(100vh - 1rem)}@media (min-width:34rem) and (max-width:75.99rem){.c .d:not(.e){margin:0 1rem}}',
    );
  });

  it('leaves texts as they are', () => {
    expect(compactCss('a::after {\n  content: " : { , } ";\n}')).toBe('a::after{content:" : { , } "}');
  });

  it('is the one of the page', () => {
    expect(STYLES).toMatch(/^:root\{color-scheme:light dark;/);
    expect(STYLES).not.toContain('\n');
  });
});

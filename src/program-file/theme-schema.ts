import { Type } from '@sinclair/typebox';
import { COLOUR_PATTERN, count, FONT_FAMILY_PATTERN, object } from './schema-values.ts';

function colour(description: string) {
  return Type.Optional(Type.String({ pattern: COLOUR_PATTERN, description, examples: ['#2d3a8c'] }));
}

const colours = (description: string) =>
  Type.Optional(
    object(
      {
        background: colour('The ground of the page.'),
        surface: colour('The ground of cards on it.'),
        text: colour('Text on both.'),
        muted: colour('Text of less weight on both.'),
        accent: colour('Grounds of what matters most, buttons, focus; it must stand out from both grounds.'),
        on_accent: colour('Text on the accent.'),
      },
      { description },
    ),
  );

export const ThemeSchema = object(
  {
    accent: colour(
      "The store's colour, for light and dark; in the dark a shade of it that can be seen is taken where it cannot.",
    ),
    light: colours('Colours for light surroundings.'),
    dark: colours('Colours for visitors who prefer dark ones.'),
    font_family: Type.Optional(
      Type.String({
        pattern: FONT_FAMILY_PATTERN,
        maxLength: 255,
        description: 'A CSS list of fonts that visitors have; none is loaded.',
        examples: ['Georgia, "Times New Roman", serif'],
      }),
    ),
    corner_radius: Type.Optional(
      count('Of cards and buttons, in CSS pixels; 14 unless said otherwise.', { minimum: 0, maximum: 32 }),
    ),
    logo: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 20_000,
        description:
          'Shown in place of the name: a PNG, JPEG or WebP image of at most 12 KiB, as a path from this file or as a data: URI.',
        examples: ['logo.png'],
      }),
    ),
    logo_dark: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 20_000,
        description:
          'The logo for visitors who prefer dark, or the same one again; without it the logo stands on the light ground for them. Both together have at most 12 KiB.',
        examples: ['logo-dark.png'],
      }),
    ),
    banner: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 140_000,
        description:
          'A picture across the head of the page: a PNG, JPEG or WebP image of at most 96 KiB, as a path from this file or as a data: URI. Its middle is shown, where the window is narrow.',
        examples: ['banner.webp'],
      }),
    ),
    css: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 8_192,
        description:
          "A style sheet after the page's own, of at most 8 KiB: a path from this file, or the style sheet itself. It loads nothing: no @import, and no url() but of a data: image.",
        examples: ['page.css'],
      }),
    ),
  },
  {
    description:
      'How the loyalty page looks. Colours that are not given go with those that are; a contrast below WCAG 2.2 AA is refused.',
  },
);

import { Type } from '@sinclair/typebox';
import { COLOUR_PATTERN, count, FONT_FAMILY_PATTERN, object } from './schema-values.ts';

function colour(description: string) {
  return Type.Optional(Type.String({ pattern: COLOUR_PATTERN, description, examples: ['#2d3a8c'] }));
}

const colours = (description: string) =>
  Type.Optional(
    object(
      {
        background: colour('The background of the page.'),
        surface: colour('The background of cards on the page.'),
        text: colour('Text on the page and on cards.'),
        muted: colour('Less important text on the page and on cards.'),
        accent: colour(
          'The colour of buttons, of the focus and of the most important areas. It needs contrast to the page and to cards.',
        ),
        on_accent: colour('Text on the accent.'),
      },
      { description },
    ),
  );

export const ThemeSchema = object(
  {
    accent: colour(
      "The store's colour, in the light and the dark theme. If it has too little contrast in the dark theme, another shade is used there.",
    ),
    light: colours('The colours of the light theme.'),
    dark: colours('The colours of the dark theme.'),
    font_family: Type.Optional(
      Type.String({
        pattern: FONT_FAMILY_PATTERN,
        maxLength: 255,
        description: "A CSS list of fonts on the visitors' devices. The page loads no font.",
        examples: ['Georgia, "Times New Roman", serif'],
      }),
    ),
    corner_radius: Type.Optional(
      count('The radius of the corners of cards and buttons, in CSS pixels. Default: 14.', {
        minimum: 0,
        maximum: 32,
      }),
    ),
    logo: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 20_000,
        description:
          'An image in place of the name: PNG, JPEG or WebP, at most 12 KiB, as a path from this file or as a data: URI.',
        examples: ['logo.png'],
      }),
    ),
    logo_dark: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 20_000,
        description:
          'The logo of the dark theme. It may be the same image. Default: the logo on a light background. Both together have at most 12 KiB.',
        examples: ['logo-dark.png'],
      }),
    ),
    banner: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 140_000,
        description:
          'A picture across the top of the page: PNG, JPEG or WebP, at most 96 KiB, as a path from this file or as a data: URI. A narrow window shows its middle.',
        examples: ['banner.webp'],
      }),
    ),
    css: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 8_192,
        description:
          "A style sheet that applies after the page's own: a path from this file, or the style sheet itself, at most 8 KiB. It must load nothing: no @import, and url() only for data: images.",
        examples: ['page.css'],
      }),
    ),
  },
  {
    description:
      'The look of the loyalty page. The server derives colours that are not given. It refuses a contrast below WCAG 2.2 AA.',
  },
);

/** WCAG 2.2 level AA: text on its ground (1.4.3), and everything that people need to find or use a control (1.4.11). */
export const TEXT_CONTRAST = 4.5;
export const CONTROL_CONTRAST = 3;

/** Red, green and blue, 0 to 255. */
type Channels = readonly [number, number, number];

/** `colour` is `#rrggbb`. */
function channels(colour: string): Channels {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 0xff, value & 0xff];
}

/** Relative luminance, 0 (black) to 1 (white), as WCAG 2.2 defines it (https://www.w3.org/TR/WCAG22/#dfn-relative-luminance). */
function luminance(colour: string): number {
  const [red, green, blue] = channels(colour).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours in either order, from 1 to 21 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio). */
export function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

export function isDark(colour: string): boolean {
  return contrast(colour, '#ffffff') > contrast(colour, '#000000');
}

/** Mixes two colours channel by channel. `share`: the part of the first, from 0 to 1; the rest is of the second. */
export function mix(one: string, other: string, share: number): string {
  const [a, b] = [channels(one), channels(other)];
  const mixed = a.map((channel, i) => Math.round(channel * share + b[i]! * (1 - share)));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/**
 * The colour itself if `willDo` is true for it, otherwise its nearest such shade or tint; undefined if there is none.
 */
export function nearestShade(colour: string, willDo: (shade: string) => boolean): string | undefined {
  for (let step = 0; step <= 50; step += 1) {
    const share = 1 - step / 50;
    const found = ['#000000', '#ffffff'].map((end) => mix(colour, end, share)).find(willDo);
    if (found !== undefined) return found;
  }
  return undefined;
}

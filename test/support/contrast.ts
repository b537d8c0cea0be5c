// Contrast of colors as WCAG 2 defines it; colors are `#rrggbb`.

/** Red, green and blue, 0 to 255. */
const channels = (color: string): readonly number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/**
 * Relative luminance, 0 (black) to 1 (white): the channels of sRGB made linear, and weighed by what the eye sees of
 * each.
 */
function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = channels(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/**
 * Contrast of two colors, 1 to 21, in whatever order they come. Text of usual size needs 4.5 (success criterion 1.4.3).
 */
export function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** A color over a ground, with an opacity of 0 to 1. */
export function over(color: string, ground: string, opacity: number): string {
  const below = channels(ground);
  const mixed = channels(color).map((channel, i) => Math.round(opacity * channel + (1 - opacity) * (below[i] ?? 0)));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

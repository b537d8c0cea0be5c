import type { DivergenceCode, TraceDivergence } from './divergence.ts';

/** Length limit of a text of a trace; longer ones are cut. */
const MAX_SHOWN = 60;

const cut = (text: string): string =>
  text === '' ? '-' : text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;

/** Codes whose part is sufficient. */
const PLAIN: ReadonlySet<DivergenceCode> = new Set([
  'node-missing',
  'node-extra',
  'list-actions',
  'decision-actions',
  'step-repeated',
]);

/** Names what differs: `state castling`. */
export const divergenceName = ({ code, part }: Pick<TraceDivergence, 'code' | 'part'>): string =>
  PLAIN.has(code) ? part : code.replace(/^prev-/, 'previous-').replaceAll('-', ' ');

/** Describes a difference by both texts, or by its own words: `e2e4 instead of d2d4`. */
export function divergenceWords({ found, expected, message, part }: TraceDivergence): string {
  const words = message ?? (expected === '' && part === 'syntax' ? found : undefined);
  return words ?? `${cut(found)} instead of ${cut(expected)}`;
}

import type { Completion } from '../../authoring.ts';
import { NAGS, nagMeaning, nagOf, SUFFIXES } from '../nags.ts';

/** Name, snippet of what follows it, what it says. */
const COMMANDS: readonly (readonly [name: string, value: string, detail: string])[] = [
  ['clk', '${1:0:05:00}', 'time left on the clock'],
  ['emt', '${1:0:00:05}', 'time spent on the move'],
  ['eval', '${1:0.25}', 'evaluation in pawns, or #3 for a mate'],
  ['csl', '${1:Ge4}', 'coloured squares: G, R, Y or B and a square'],
  ['cal', '${1:Ge2e4}', 'coloured arrows: G, R, Y or B and two squares'],
  ['pfen', '${1:model} ${2:?}', 'a predicted position: label and FEN'],
];

/** Commands inside of a comment, when `[`, `[%` or the beginning of a name stands before the cursor. */
export function completeCommands(text: string, offset: number): Completion[] {
  const typed = /\[(?:%[a-z]*)?$/.exec(text.slice(Math.max(0, offset - 8), offset))?.[0];
  if (typed === undefined) return [];
  // editors close brackets on their own
  const end = text.charAt(offset) === ']' ? offset + 1 : offset;
  return COMMANDS.filter(([name]) => `[%${name}`.startsWith(typed)).map(([name, value, detail]) => ({
    label: `[%${name}`,
    kind: 'command',
    range: { start: offset - typed.length, end },
    text: `[%${name} ${value}]`,
    isSnippet: true,
    detail,
  }));
}

/** Numeric Annotation Glyphs, when `$` and perhaps digits stand there. */
export function completeNags(start: number, end: number, typed: string): Completion[] {
  return NAGS.filter((nag) => `$${nag}`.startsWith(typed)).map((nag) => {
    const { glyph = '', meaning = '' } = nagMeaning(nag) ?? {};
    const detail = glyph === '' ? meaning : `${glyph} ${meaning}`;
    return { label: `$${nag}`, kind: 'glyph', range: { start, end }, text: `$${nag}`, detail };
  });
}

/** The suffixes of a move, when one is begun. */
export function completeSuffixes(start: number, end: number, typed: string): Completion[] {
  return SUFFIXES.filter((suffix) => suffix.startsWith(typed)).map((suffix) => ({
    label: suffix,
    kind: 'glyph',
    range: { start, end },
    text: suffix,
    detail: nagMeaning(nagOf(suffix) ?? 0)?.meaning ?? '',
  }));
}

import { plural } from '../../../base/text/plural.ts';
import { isBlacks, numberText } from '../numbering.ts';
import type { Change } from './change.ts';
import { type Line, missingBefore } from './line.ts';
import type { Ranked } from './rank.ts';

/** `12.` or `12...` before a place of a line. */
export const nameOf = ({ numbering }: Line, place: number): string => numberText(numbering, place + 1);

/** `12.Rfe1 (not Rde1): all 41 moves behind it are legal`: what a repair does, and what proves it. */
export function titleOf(line: Line, { change, reached, words, contradictions, isWhole }: Ranked): string {
  const what = whatOf(line, change, words);
  const { entries } = line;
  const first = change.at + change.removed;
  const count = reached - first;
  const shift = change.steps.length - change.removed;
  const proof = isWhole
    ? count === 0
      ? 'no move follows it'
      : count === 1
        ? 'the move behind it is legal'
        : `all ${count} moves behind it are legal`
    : `the next ${plural(count, 'move')} can be played, up to ${nameOf(line, reached + shift)}${entries[reached]!.word.text}`;
  const doubt =
    contradictions === 0
      ? ''
      : `; ${plural(contradictions, 'number or sign', 'numbers or signs')} contradict${contradictions === 1 ? 's' : ''} it`;
  return `${what}: ${proof}${doubt}`;
}

/** What a change does: `12.Rfe1 (not Rde1)`, `Insert 12...Nf6`. */
function whatOf(line: Line, { kind, at, removed }: Change, words: readonly string[]): string {
  const { entries, numbering } = line;
  const text = (i: number): string => entries[i]!.word.text;
  const named = (place: number, all: readonly string[]): string =>
    all
      .map((word, i) => (i > 0 && isBlacks(numbering, place + i + 1) ? word : `${nameOf(line, place + i)}${word}`))
      .join(' ');
  switch (kind) {
    case 'replace':
    case 'split':
      return `${named(at, words)} (not ${text(at)})`;
    case 'insert':
      return `Insert ${named(at, words)}`;
    case 'delete': {
      const all = entries.slice(at, at + removed).map(({ word }) => word.text);
      // by its own number, where it has one
      const own = entries[at]!.numbers.at(-1);
      return `Delete ${named(own === undefined ? at : at + missingBefore(own, numbering, at), all)}`;
    }
    case 'swap':
      return `Swap ${named(at, [text(at)])} and ${named(at + removed - 1, [text(at + removed - 1)])}`;
  }
}

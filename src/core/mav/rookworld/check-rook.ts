import { plural } from '../../base/text/plural.ts';
import type { Range } from '../../base/text/range.ts';
import type { Diagnostic } from '../../notation/diagnostics/diagnostic.ts';
import { diagnostic } from '../../notation/diagnostics/diagnostic.ts';
import { type Position, positionOf } from '../check/example-model.ts';
import type { Faults } from '../fixing.ts';
import type { Word } from '../syntax.ts';
import { checkRookPolicy } from './check-policy.ts';
import { checkRookStep } from './check-step.ts';
import { readRookLines } from './read-rook.ts';
import { rookChess } from './step.ts';
import type { RookLine } from './syntax.ts';

/** What is wrong with a line of RookWorld, in no order. A line without an answer is a prompt. */
export function checkRookLine(line: RookLine): Diagnostic[] {
  if (line.kind === 'unknown')
    return [
      diagnostic(
        'MAV_ROOK_LINE',
        line.range,
        'neither P: FEN M: moves E: values B: best nor A: FEN+action+history+FEN+reward+terminated+truncated',
      ),
    ];
  const faults: Faults = [];
  const position = rookPosition(line.fen, faults);
  if (line.kind === 'policy') checkRookPolicy(line, position, faults);
  else checkRookStep(line, position, faults);
  return faults;
}

/** What is wrong with a text of RookWorld, line by line, and the number of its examples. */
export function checkRookText(
  text: string,
  isCancelled: () => boolean,
): { readonly found: Diagnostic[]; readonly games: number } {
  const found: Diagnostic[] = [];
  let games = 0;
  for (const line of readRookLines(text)) {
    if (isCancelled()) break;
    const game = line.kind === 'unknown' ? undefined : games++;
    for (const one of sortedByPlace(checkRookLine(line))) found.push(game === undefined ? one : { ...one, game });
  }
  return { found, games };
}

const sortedByPlace = (all: Diagnostic[]): Diagnostic[] =>
  all.sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);

const FIELDS = 6;

/** The position of a FEN of six fields; what is none is a fault. */
function rookPosition({ text, range }: Word, faults: Faults): Position | undefined {
  const reading = rookChess().read(text, 'FEN');
  const count = text === '' ? 0 : text.split(/\s+/).length;
  const error = reading.error ?? (count === FIELDS ? undefined : `${plural(count, 'FEN field')} instead of ${FIELDS}`);
  if (error !== undefined) faults.push(diagnostic('MAV_BAD_FEN', whole(range), `not a position: ${error}`));
  return positionOf(rookChess(), reading);
}

/** A range that can be seen. */
const whole = ({ start, end }: Range): Range => ({ start, end: Math.max(end, start + 1) });

import { plural } from '../../base/text/counts.ts';
import type { Range } from '../../base/text/range.ts';
import { type Diagnostic, diagnostic } from '../../notation/diagnostic.ts';
import type { ValuedList } from '../check/engine-values.ts';
import { type MavPosition, positionFromReading } from '../check/example-model.ts';
import { illegalReasonSuffix } from '../check/illegal-reason.ts';
import { type Faults, replacementFix } from '../quick-fixes.ts';
import type { ActionValue, Command, MavDialect, MavWord } from '../syntax.ts';
import { toBucket } from '../values.ts';
import { checkRookStep } from './check-environment.ts';
import {
  isRookPrompt,
  ROOK_LIST,
  type RookField,
  type RookLine,
  type RookPolicy,
  readRookLines,
} from './rook-lines.ts';
import { pawnsToWin, rookGame } from './write-rook.ts';

/** Returns the diagnostics of a line of RookWorld, unsorted. A line without an answer is a prompt. */
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

/** Returns the diagnostics of a text of RookWorld, line by line, and the number of its examples. */
export function checkRookText(
  text: string,
  isCancelled: () => boolean,
): { readonly found: Diagnostic[]; readonly games: number } {
  const found: Diagnostic[] = [];
  let games = 0;
  for (const line of readRookLines(text)) {
    if (isCancelled()) break;
    const game = line.kind === 'unknown' ? undefined : games++;
    for (const finding of sortedByPlace(checkRookLine(line)))
      found.push(game === undefined ? finding : { ...finding, game });
  }
  return { found, games };
}

const sortedByPlace = (all: Diagnostic[]): Diagnostic[] =>
  all.sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);

const FIELDS = 6;

/** Returns the position of a FEN of six fields; reports an error otherwise. */
function rookPosition({ text, range }: MavWord, faults: Faults): MavPosition | undefined {
  const reading = rookGame().read(text, 'FEN');
  const count = text === '' ? 0 : text.split(/\s+/).length;
  const error = reading.error ?? (count === FIELDS ? undefined : `${plural(count, 'FEN field')} instead of ${FIELDS}`);
  if (error !== undefined) faults.push(diagnostic('MAV_BAD_FEN', whole(range), `not a position: ${error}`));
  return positionFromReading(rookGame(), reading);
}

/** Returns a visible range: at least one character. */
const whole = ({ start, end }: Range): Range => ({ start, end: Math.max(end, start + 1) });

const NUMBER = /^[+-]?\d+(?:\.\d+)?$/;
/** Largest absolute value, in pawns: mates are 999.99. */
const MOST = 1000;

/** Reports errors in an answer of the policy: its list, its values, its best action, and their consistency. */
function checkRookPolicy(line: RookPolicy, position: MavPosition | undefined, faults: Faults): void {
  if (isRookPrompt(line)) return;
  const { moves, values, best } = line;
  const missing = [moves ?? 'M:', values ?? 'E:', best?.text === '' ? 'B:' : (best ?? 'B:')].filter(
    (part) => typeof part === 'string',
  );
  if (missing.length > 0)
    faults.push(diagnostic('MAV_ROOK_LINE', line.range, `the answer of the policy lacks ${missing.join(' and ')}`));
  const isListed = moves !== undefined && !moves.isWithheld && checkMoves(moves, position, faults);
  const numbers = values === undefined || values.isWithheld ? undefined : readNumbers(values, faults);
  const count = moves?.words.length ?? 0;
  const isPaired = isListed && numbers !== undefined && numbers.length === count;
  if (moves?.isWithheld === false && values?.isWithheld === false && values.words.length !== count)
    faults.push(
      diagnostic(
        'MAV_NO_VALUE',
        values.range,
        `${plural(values.words.length, 'value')} for ${plural(count, 'action')}`,
      ),
    );
  if (best === undefined || best.text === '') return;
  if (position !== undefined && !position.allows(best.text)) {
    const reason = illegalReasonSuffix(position, best.text);
    faults.push(diagnostic('MAV_BEST_ILLEGAL', best.range, `the best action ${best.text} is illegal${reason}`));
  } else if (isListed) checkBest(line, isPaired ? numbers : undefined, position, faults);
}

/** Reports illegal, repeated, missing and extra actions of the list; returns true if there are none. */
function checkMoves({ words, range }: RookField, position: MavPosition | undefined, faults: Faults): boolean {
  const before = faults.length;
  const seen = new Set<string>();
  for (const { text, range: place } of words) {
    if (seen.has(text)) faults.push(diagnostic('MAV_DUPLICATE_ACTION', place, `${text} is listed twice`));
    else if (position?.allows(text) === false)
      faults.push(diagnostic('MAV_ILLEGAL_ACTION', place, `${text} is illegal${illegalReasonSuffix(position, text)}`));
    seen.add(text);
  }
  if (position === undefined) return faults.length === before;
  const wanted = Math.min(ROOK_LIST, position.sure.size);
  if (words.length !== wanted)
    faults.push(
      diagnostic(
        'MAV_ACTION_COUNT',
        range,
        `${plural(words.length, 'action')} instead of ${wanted}, the best five or all`,
      ),
    );
  return faults.length === before;
}

/** Returns the values as numbers; reports those that are none and returns undefined. */
function readNumbers({ words }: RookField, faults: Faults): readonly number[] | undefined {
  const numbers = words.map(({ text }) => (NUMBER.test(text) ? Number(text) : Number.NaN));
  let isWhole = true;
  for (const [i, { text, range }] of words.entries()) {
    const value = numbers[i] ?? Number.NaN;
    if (Math.abs(value) <= MOST) continue;
    isWhole = false;
    faults.push(diagnostic('MAV_ROOK_VALUE', range, `${text} is not a value in pawns from -${MOST} to ${MOST}`));
  }
  return isWhole ? numbers : undefined;
}

/**
 * Reports a best action that is not in the list or lacks its highest value. Values are those of the side to move, but
 * the published data uses Black's lowest as the best (`moves[-1] if is_black_turn`): that is a lesser finding.
 */
function checkBest(
  { moves, best, values }: RookPolicy,
  numbers: readonly number[] | undefined,
  position: MavPosition | undefined,
  faults: Faults,
): void {
  if (best === undefined || moves === undefined) return;
  const { text, range } = best;
  const at = moves.words.findIndex((word) => word.text === text);
  if (at < 0) {
    faults.push(diagnostic('MAV_BEST_UNLISTED', range, `the best action ${text} is not in the list`));
    return;
  }
  const own = numbers?.[at];
  if (numbers === undefined || own === undefined) return;
  const highest = Math.max(...numbers);
  if (own === highest) return;
  const better = moves.words[numbers.indexOf(highest)]?.text ?? '';
  const comparison = `${text} has the value ${values?.words[at]?.text}, ${better} has ${values?.words[numbers.indexOf(highest)]?.text}`;
  const isPublished = position?.fields.side === 'b' && own === Math.min(...numbers);
  faults.push(
    isPublished
      ? diagnostic(
          'MAV_BEST_NOT_HIGHEST',
          range,
          `${comparison}: the lowest is Black's best in the published data alone`,
        )
      : diagnostic('MAV_BEST_NOT_HIGHEST', range, comparison, {
          severity: 'warning',
          ...replacementFix(better, range),
        }),
  );
}

/** Yields the policy lists of a text, for a value source to judge, each with the index of its example. */
export function* rookLists(
  text: string,
  dialect: MavDialect,
): Generator<{ readonly list: ValuedList; readonly game: number }> {
  let game = -1;
  for (const line of readRookLines(text)) {
    if (line.kind === 'unknown') continue;
    game++;
    const list = line.kind === 'policy' ? valuedList(line, dialect) : undefined;
    if (list !== undefined) yield { list, game };
  }
}

function valuedList({ fen, moves, values }: RookPolicy, dialect: MavDialect): ValuedList | undefined {
  const { automaton } = rookGame();
  const parsed = automaton.parse(fen.text);
  if (!parsed.ok || moves === undefined || moves.isWithheld) return undefined;
  const command: Command = { kind: 'top', name: `top_${ROOK_LIST}`, k: ROOK_LIST, range: moves.range };
  const actions = moves.words.map((move, i): ActionValue => {
    const value = values?.words[i];
    const number = value === undefined ? Number.NaN : Number(value.text);
    const bucket = Number.isFinite(number) ? toBucket(pawnsToWin(number), dialect) : undefined;
    return { range: move.range, move, value, bucket };
  });
  const body = { kind: 'list', actions, isElided: false } as const;
  return {
    position: { game: 'chess', state: automaton.print(parsed.value) },
    nameOf: (action) => action,
    line: { range: moves.range, isClosed: true, command, body },
    body,
  };
}

import { plural } from '../../base/text/plural.ts';
import { diagnostic } from '../../notation/diagnostics/diagnostic.ts';
import type { Position } from '../check/example-model.ts';
import { becauseOf } from '../check/illegal-reason.ts';
import type { Faults } from '../fixing.ts';
import { writes } from '../fixing.ts';
import { isRookPrompt, ROOK_LIST, type RookField, type RookPolicy } from './syntax.ts';

const NUMBER = /^[+-]?\d+(?:\.\d+)?$/;
/** Mates are as far from 0 as this, in pawns. */
const MOST = 1000;

/** What is wrong with an answer of the policy: its list, its values, its best action, and whether they fit each other. */
export function checkRookPolicy(line: RookPolicy, position: Position | undefined, faults: Faults): void {
  if (isRookPrompt(line)) return;
  const { moves, values, best } = line;
  const missing = [moves ?? 'M:', values ?? 'E:', best?.text === '' ? 'B:' : (best ?? 'B:')].filter(
    (part) => typeof part === 'string',
  );
  if (missing.length > 0)
    faults.push(diagnostic('MAV_ROOK_LINE', line.range, `the answer of the policy lacks ${missing.join(' and ')}`));
  const isListed = moves !== undefined && !moves.isWithheld && checkMoves(moves, position, faults);
  const numbers = values === undefined || values.isWithheld ? undefined : numbersOf(values, faults);
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
    const why = becauseOf(position, best.text);
    faults.push(diagnostic('MAV_BEST_ILLEGAL', best.range, `the best action ${best.text} is illegal${why}`));
  } else if (isListed) checkBest(line, isPaired ? numbers : undefined, position, faults);
}

/** Whether the list has legal actions, each once, and as many as it should; true where nothing is wrong. */
function checkMoves({ words, range }: RookField, position: Position | undefined, faults: Faults): boolean {
  const before = faults.length;
  const seen = new Set<string>();
  for (const { text, range: place } of words) {
    if (seen.has(text)) faults.push(diagnostic('MAV_DUPLICATE_ACTION', place, `${text} is listed twice`));
    else if (position?.allows(text) === false)
      faults.push(diagnostic('MAV_ILLEGAL_ACTION', place, `${text} is illegal${becauseOf(position, text)}`));
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

/** The values as numbers; undefined where one is none, which is a fault. */
function numbersOf({ words }: RookField, faults: Faults): readonly number[] | undefined {
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
 * Whether the best action is one of the list, and has its highest value. Values are those of the side to move, but the published data
 * takes Black's lowest as the best (`moves[-1] if is_black_turn`): that is told, and is no fault.
 */
function checkBest(
  { moves, best, values }: RookPolicy,
  numbers: readonly number[] | undefined,
  position: Position | undefined,
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
  const says = `${text} has the value ${values?.words[at]?.text}, ${better} has ${values?.words[numbers.indexOf(highest)]?.text}`;
  const isPublished = position?.fields.side === 'b' && own === Math.min(...numbers);
  faults.push(
    isPublished
      ? diagnostic('MAV_BEST_NOT_HIGHEST', range, `${says}: the lowest is Black's best in the published data alone`)
      : diagnostic('MAV_BEST_NOT_HIGHEST', range, says, { severity: 'warning', ...writes(better, range) }),
  );
}

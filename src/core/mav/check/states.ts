import { diagnostic, type Related } from '../../diagnostics/diagnostic.ts';
import type { Faults } from '../faults.ts';
import { fixing } from '../fixing.ts';
import type { MavGame } from '../games.ts';
import { DIGITS_ASSUMED, differences, type FieldDifference, isOfDigits } from './compare-fields.ts';
import { type PlacedState, type Position, successor } from './example-model.ts';
import { stateEdit } from './fixes.ts';
import type { JudgedExample } from './judged-example.ts';

/** Checks 6 to 10: what the states say, whether they agree, and whether they follow. What follows from a wrong one goes with it. */
export function checkStates({ model, before, truth }: JudgedExample, faults: Faults): Related[] {
  const consequences: Related[] = [];
  const { game, previous, previousAction, current } = model;
  if (game === undefined) return consequences;
  for (const placed of [...previous, ...current, ...model.final]) checkReading(game, placed, faults);
  // a state that does not follow is named below, and so disagrees with one that does
  const isNamed = before !== undefined && truth !== undefined && current.some((p) => differsFrom(p, truth).length > 0);
  for (const slot of isNamed ? [previous, model.final] : [previous, current, model.final])
    checkAgreement(game, slot, faults);
  if (before === undefined || previousAction === undefined) return consequences;
  const { word } = previousAction;
  if (truth === undefined)
    faults.push(diagnostic('MAV_PREVIOUS_ACTION', word.range, `${word.text} is not legal in the previous state`));
  else for (const placed of current) reportWrong(placed, truth, 'MAV_WRONG_STATE', word.text, faults, consequences);
  return consequences;
}

/** Check 11: the last state is where the best action leads. */
export function checkFinal({ model: { final, best }, truth, printed }: JudgedExample, faults: Faults): void {
  if (best === undefined) return;
  const expected = truth === undefined ? undefined : successor(truth, best.action);
  const followed = printed === undefined ? undefined : successor(printed, best.action);
  for (const placed of final) {
    if (expected !== undefined && differsFrom(placed, expected).length === 0) continue;
    // Right by the model's own board: then the fault is that of the board.
    if (followed !== undefined && differsFrom(placed, followed).length === 0) continue;
    const target = expected ?? followed;
    if (target !== undefined) reportWrong(placed, target, 'MAV_WRONG_FINAL_STATE', best.word.text, faults);
  }
}

function checkReading({ isAssumed }: MavGame<unknown>, { word, form, reading }: PlacedState, faults: Faults): void {
  if (reading.error === undefined) return;
  const assumed = isAssumed ? ' (the format is assumed)' : '';
  faults.push(
    form === 'FEN'
      ? diagnostic('MAV_BAD_FEN', word.range, `not a position: ${reading.error}`)
      : diagnostic('MAV_BAD_STATE', word.range, `not a state: ${reading.error}${assumed}`),
  );
}

/** The states of one position say the same. */
function checkAgreement(game: MavGame<unknown>, [first, ...others]: readonly PlacedState[], faults: Faults): void {
  if (first === undefined) return;
  for (const placed of others) {
    const { word, reading } = placed;
    const [different] = differences(game, reading.fields, first.reading.fields);
    if (different === undefined) continue;
    const isAssumed = isOfDigits(different, placed) || isOfDigits(different, first);
    const message = `%${first.line.command.name} and this disagree: ${different.message.replace('true', 'there')}${isAssumed ? DIGITS_ASSUMED : ''}`;
    faults.push(
      diagnostic('MAV_STATES_DIFFER', word.range, message, {
        ...(isAssumed && { severity: 'warning' }),
        related: [{ range: first.word.range, message: 'the other one' }],
      }),
    );
  }
}

/**
 * What a state says otherwise than each of the states that may be true; the one that is nearest to it counts. What an
 * earlier state left open (castling rights, counters) nobody can be wrong about.
 */
export function differsFrom({ reading }: PlacedState, position: Position): FieldDifference[] {
  const { game, hasCounters, hasCastling } = position;
  let allowed: string | undefined;
  const isOpen = ({ field }: FieldDifference): boolean => {
    if (field !== 'castling rights') return !hasCounters && (field === 'halfmove clock' || field === 'fullmove number');
    if (hasCastling) return false;
    allowed ??= [...position.states()].map((state) => game.fieldsOf(state).castling ?? '').join('');
    const rights = allowed;
    return (reading.fields.castling ?? '').split('').every((right) => right === '-' || rights.includes(right));
  };
  let nearest: FieldDifference[] | undefined;
  for (const state of position.states()) {
    const fields = state === position.state ? position.fields : game.fieldsOf(state);
    const found = differences(game, reading.fields, fields).filter((difference) => !isOpen(difference));
    if (nearest === undefined || found.length < nearest.length) nearest = found;
    if (nearest.length === 0) break;
  }
  return nearest ?? [];
}

const isGrave = ({ field }: FieldDifference): boolean => field === 'board' || field === 'side to move';

/** Whether a state has another board or side to move than the true one. */
export const isGravelyWrong = (placed: PlacedState, truth: Position): boolean =>
  differsFrom(placed, truth).some(isGrave);

/** Reports what is wrong with a state. */
function reportWrong(
  placed: PlacedState,
  truth: Position,
  code: 'MAV_WRONG_STATE' | 'MAV_WRONG_FINAL_STATE',
  action: string,
  faults: Faults,
  related: Related[] = [],
): void {
  const { fields } = placed.reading;
  const found = differsFrom(placed, truth);
  if (found.length === 0) return;
  const what = found.map(({ message }) => message).join('; ');
  const { range } = placed.word;
  const fix = fixing('Write the true state', [stateEdit(placed, truth)]);
  if (fields.board !== undefined && found.some(isGrave)) {
    faults.push(diagnostic(code, range, `not the state after ${action}: ${what}`, { related, ...fix }));
    return;
  }
  const assumed = found.some((d) => isOfDigits(d, placed)) ? DIGITS_ASSUMED : '';
  faults.push(diagnostic('MAV_WRONG_FIELD', range, `after ${action}: ${what}${assumed}`, fix));
}

import { diagnostic, type Related } from '../../diagnostics/diagnostic.ts';
import type { Faults } from '../faults.ts';
import type { MavGame } from '../games.ts';
import { differences, type FieldDifference } from './compare-fields.ts';
import { type ExampleModel, fullest, type PlacedState, type Position, positionOf, successor } from './example-model.ts';

/** The positions of an example that its list and its last state are held against. */
export interface Positions {
  /** The true position; undefined when it is not known. */
  readonly truth: Position | undefined;
  /** The printed one, where it differs from the true one or the true one is not known. */
  readonly printed: Position | undefined;
  /** The diagnostic of a wrong printed position gets what follows from it. */
  readonly consequences: Related[];
}

/** Checks 6 to 10: what the states say, whether they agree, and whether they follow. */
export function checkStates(model: ExampleModel, faults: Faults): Positions {
  const consequences: Related[] = [];
  const { game, previous, previousAction, current } = model;
  if (game === undefined) return { truth: undefined, printed: undefined, consequences };
  for (const placed of [...previous, ...current, ...model.final]) checkReading(game, placed, faults);
  for (const slot of [previous, current, model.final]) checkAgreement(game, slot, faults);
  const before = fullest(previous);
  const printed = fullest(current);
  const own = printed === undefined ? undefined : positionOf(game, printed.reading);
  if (before === undefined || previousAction === undefined) return { truth: own, printed: undefined, consequences };
  const start = positionOf(game, before.reading);
  const truth = start && successor(start, previousAction.action);
  if (truth === undefined) {
    const { word } = previousAction;
    faults.push(diagnostic('MAV_PREVIOUS_ACTION', word.range, `${word.text} is not legal in the previous state`));
    return { truth: undefined, printed: own, consequences };
  }
  let isWrong = false;
  for (const placed of current)
    isWrong = reportWrong(placed, truth, 'MAV_WRONG_STATE', previousAction.word.text, faults, consequences) || isWrong;
  return { truth, printed: isWrong ? own : undefined, consequences };
}

/** Check 11: the last state is where the best action leads. */
export function checkFinal({ final, best }: ExampleModel, { truth, printed }: Positions, faults: Faults): void {
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
  for (const { word, reading } of others) {
    const [different] = differences(game, reading.fields, first.reading.fields);
    if (different === undefined) continue;
    const message = `%${first.line.command.name} and this disagree: ${different.message.replace('true', 'there')}`;
    faults.push(
      diagnostic('MAV_STATES_DIFFER', word.range, message, {
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
    const found = differences(game, reading.fields, game.fieldsOf(state)).filter((found) => !isOpen(found));
    if (nearest === undefined || found.length < nearest.length) nearest = found;
    if (nearest.length === 0) break;
  }
  return nearest ?? [];
}

/** Reports what is wrong with a state; whether its board or side is. */
function reportWrong(
  placed: PlacedState,
  truth: Position,
  code: 'MAV_WRONG_STATE' | 'MAV_WRONG_FINAL_STATE',
  action: string,
  faults: Faults,
  related: Related[] = [],
): boolean {
  const { fields } = placed.reading;
  const found = differsFrom(placed, truth);
  const grave = found.filter(({ field }) => field === 'board' || field === 'side to move');
  if (fields.board !== undefined && grave.length > 0) {
    const message = `not the state after ${action}: ${found.map((d) => d.message).join('; ')}`;
    faults.push(diagnostic(code, placed.word.range, message, { related }));
  } else if (found.length > 0)
    faults.push(
      diagnostic('MAV_WRONG_FIELD', placed.word.range, `after ${action}: ${found.map((d) => d.message).join('; ')}`),
    );
  return grave.length > 0;
}

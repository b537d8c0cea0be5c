import { type Diagnostic, diagnostic, type Related } from '../../notation/diagnostic.ts';
import type { MavGame } from '../games.ts';
import { type Faults, fixWith, replacementFix } from '../quick-fixes.ts';
import type { MavDialect } from '../syntax.ts';
import { fullestState, type MavPosition, type MavState, positionFromReading, successor } from './example-model.ts';
import { intendedAction, refusalReason } from './illegal-reason.ts';
import { findCheckedStates, type JudgedExample } from './judged-example.ts';
import { readStrictly, saysRights } from './native-digits.ts';
import {
  DIGITS_ASSUMED,
  differencesFrom,
  fieldDifferences,
  isDigitsDifference,
  isGraveDifference,
  isRightsDifference,
} from './state-comparison.ts';
import { stateEdit } from './state-fixes.ts';

/** Checks 6 to 10: what the states say, whether they agree, and whether they follow. What follows from a wrong one goes with it. */
export function checkStates({ model, before, truth, node, meant }: JudgedExample, faults: Faults): Related[] {
  const consequences: Related[] = [];
  const { game, previous, previousAction, current } = model;
  if (game === undefined) return consequences;
  for (const slot of [previous, current, model.final]) for (const placed of slot) checkReading(game, placed, faults);
  // a state that does not follow is named below, and so disagrees with one that does
  const isNamed =
    before !== undefined && truth !== undefined && current.some((p) => differencesFrom(p, truth).length > 0);
  checkAgreement(game, previous, faults);
  // what follows agrees
  if (before === undefined || truth === undefined) checkAgreement(game, current, faults);
  if (previousAction === undefined || before === undefined) return consequences;
  const { word } = previousAction;
  // of a node that is reached otherwise the action is reported there
  const isTold = node !== undefined && node.path.at(-1) !== previousAction.action;
  if (meant !== undefined) {
    const message = `what follows is legal and right behind ${game.spell(meant)}, not behind ${word.text}`;
    faults.push(diagnostic('MAV_PREVIOUS_ACTION', word.range, message));
  } else if (truth === undefined && !isTold) {
    const other = intendedAction(before, word.text);
    const message =
      other === undefined ? `${word.text} is not legal in the previous state` : refusalReason(before, word.text);
    const fix = other === undefined ? {} : replacementFix(other, word.range);
    faults.push(diagnostic('MAV_PREVIOUS_ACTION', word.range, message, fix));
  }
  if (meant === undefined && truth !== undefined && isNamed)
    reportWrong({ game, slot: current, from: before, truth }, 'MAV_WRONG_STATE', word.text, faults, consequences);
  return consequences;
}

/** Check 11: the last state is where the best action leads. */
export function checkFinal(
  { model: { game, current, final, best }, truth, printed }: JudgedExample,
  faults: Faults,
): void {
  if (game === undefined || final.length === 0) return;
  const expected = truth === undefined || best === undefined ? undefined : successor(truth, best.action);
  if (expected !== undefined && final.every((placed) => differencesFrom(placed, expected).length === 0)) return;
  const own = fullestState(current);
  const start = own && positionFromReading(game, own.reading);
  // right by the model's own board, or by its counters: then the fault is there
  const followed = [printed, start].flatMap((from) => (from && best && successor(from, best.action)) ?? []);
  const target = expected ?? followed[0];
  const wrong =
    target === undefined
      ? []
      : final.filter((placed) => [target, ...followed].every((way) => differencesFrom(placed, way).length > 0));
  if (wrong.length === 0)
    checkAgreement(
      game,
      final.filter((placed) => !followed.some((way) => isOnly(placed, way, target))),
      faults,
    );
  if (target !== undefined && best !== undefined)
    reportWrong(
      { game, slot: wrong, from: truth ?? start, truth: target },
      'MAV_WRONG_FINAL_STATE',
      best.word.text,
      faults,
    );
}

/** True if a state follows in one way, and not in another. */
const isOnly = (placed: MavState, way: MavPosition, target: MavPosition | undefined): boolean =>
  target !== undefined && differencesFrom(placed, way).length === 0 && differencesFrom(placed, target).length > 0;

function checkReading({ isAssumed }: MavGame<unknown>, { word, form, reading }: MavState, faults: Faults): void {
  if (reading.error === undefined) return;
  const assumed = isAssumed ? ' (the format is assumed)' : '';
  faults.push(
    form === 'FEN'
      ? diagnostic('MAV_BAD_FEN', word.range, `not a position: ${reading.error}`)
      : diagnostic('MAV_BAD_STATE', word.range, `not a state: ${reading.error}${assumed}`),
  );
}

/**
 * Castling rights and en passant squares that the digits of native states have lost or made up, where nothing says that the digits
 * are used so: hints.
 *
 * @param told what is found of the same states otherwise
 */
export function checkDigits(judged: JudgedExample, dialect: MavDialect, told: readonly Diagnostic[]): Diagnostic[] {
  const strict = readStrictly(judged, dialect);
  if (strict === judged) return [];
  return findCheckedStates(strict).flatMap(({ placed, truth, line }) => {
    const { word } = placed;
    if (!placed.word.text.includes('|') || !saysRights(placed) || !truth.hasCastling) return [];
    if (told.some(({ range }) => range.start === word.range.start)) return [];
    const wrong = differencesFrom(placed, truth);
    const lost = wrong.filter(isRightsDifference);
    if (lost.length === 0 || wrong.some(isGraveDifference)) return [];
    const action = line.at(-1)?.action ?? '';
    const message = `after ${truth.game.spell(action)}: ${lost.map((one) => one.message).join('; ')}${DIGITS_ASSUMED}`;
    const fix = fixWith('Write the true state', [stateEdit(placed, truth)]);
    return [diagnostic('MAV_WRONG_FIELD', word.range, message, { severity: 'info', ...fix })];
  });
}

/** The states of one position say the same. */
function checkAgreement(game: MavGame<unknown>, slot: readonly MavState[], faults: Faults): void {
  if (slot.length < 2) return;
  // one that cannot be read is reported
  const [first, ...others] = slot.filter(({ reading }) => reading.error === undefined);
  if (first === undefined) return;
  for (const placed of others) {
    const { word, reading } = placed;
    const [different] = fieldDifferences(game, reading.fields, first.reading.fields);
    if (different === undefined) continue;
    const isAssumed = isDigitsDifference(different, placed) || isDigitsDifference(different, first);
    const message = `this disagrees with %${first.line.command.name}: ${different.message.replace('true', 'there')}${isAssumed ? DIGITS_ASSUMED : ''}`;
    faults.push(
      diagnostic('MAV_STATES_DIFFER', word.range, message, {
        ...(isAssumed && { severity: 'warning' }),
        related: [{ range: first.word.range, message: 'the other one' }],
      }),
    );
  }
}

/** What is said of a state that an action was to change. */
export const UNCHANGED = 'it is the state before it, unchanged';

/** States of one position that follows from another. */
interface Derived {
  readonly game: MavGame<unknown>;
  readonly slot: readonly MavState[];
  /** Where the action was played; undefined where that is not known. */
  readonly from: MavPosition | undefined;
  readonly truth: MavPosition;
}

/** Reports what is wrong with the states of one position. Of two that have the same wrong one is reported. */
function reportWrong(
  { game, slot, from, truth }: Derived,
  code: 'MAV_WRONG_STATE' | 'MAV_WRONG_FINAL_STATE',
  action: string,
  faults: Faults,
  related: Related[] = [],
): void {
  const wrong = slot.filter(
    (placed) => placed.reading.error === undefined && differencesFrom(placed, truth).length > 0,
  );
  const isSame = (a: MavState, b: MavState): boolean =>
    fieldDifferences(game, a.reading.fields, b.reading.fields).length === 0;
  for (const [i, placed] of wrong.entries()) {
    if (wrong.slice(0, i).some((other) => isSame(placed, other))) continue;
    const alike = wrong.filter((other, at) => at >= i && isSame(placed, other));
    for (const { word } of alike.slice(1)) related.push({ range: word.range, message: 'says the same' });
    const { range } = placed.word;
    const found = differencesFrom(placed, truth);
    const what = found.map(({ message }) => message).join('; ');
    const edits = alike.map((other) => stateEdit(other, truth));
    const fix = fixWith(edits.length === 1 ? 'Write the true state' : 'Write the true states', edits);
    if (placed.reading.fields.board !== undefined && found.some(isGraveDifference)) {
      const isUnchanged = from !== undefined && differencesFrom(placed, from).length === 0;
      const said = isUnchanged ? UNCHANGED : what;
      faults.push(diagnostic(code, range, `not the state after ${action}: ${said}`, { related, ...fix }));
      continue;
    }
    const assumed = found.some((d) => isDigitsDifference(d, placed)) ? DIGITS_ASSUMED : '';
    faults.push(diagnostic('MAV_WRONG_FIELD', range, `after ${action}: ${what}${assumed}`, fix));
  }
}

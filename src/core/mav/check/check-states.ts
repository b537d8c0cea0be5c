import { type Diagnostic, diagnostic, type Related } from '../../notation/diagnostic.ts';
import type { MavGame } from '../games.ts';
import { type Faults, fixWith, replacementFix } from '../quick-fixes.ts';
import type { MavDialect } from '../syntax.ts';
import { fullestState, type MavPosition, type MavState, positionFromReading, successor } from './example-model.ts';
import { intendedAction, refusalReason } from './illegal-reason.ts';
import { findCheckedStates, type JudgedExample } from './judged-example.ts';
import { hasRights, readStrictly } from './native-digits.ts';
import {
  DIGITS_ASSUMED,
  differencesFrom,
  fieldDifferences,
  isDigitsDifference,
  isGraveDifference,
  isRightsDifference,
} from './state-comparison.ts';
import { stateEdit } from './state-fixes.ts';

/**
 * Checks 6 to 10: the states are readable, agree with each other, and follow from the previous one. Consequences of a
 * wrong state are added to its finding.
 */
export function checkStates({ model, before, truth, node, meant }: JudgedExample, faults: Faults): Related[] {
  const consequences: Related[] = [];
  const { game, previous, previousAction, current } = model;
  if (game === undefined) return consequences;
  for (const slot of [previous, current, model.final]) for (const placed of slot) checkReading(game, placed, faults);
  // A state that does not follow is reported below, and therefore disagrees with one that does.
  const isNamed =
    before !== undefined && truth !== undefined && current.some((p) => differencesFrom(p, truth).length > 0);
  checkAgreement(game, previous, faults);
  // States that follow from the previous one agree.
  if (before === undefined || truth === undefined) checkAgreement(game, current, faults);
  if (previousAction === undefined || before === undefined) return consequences;
  const { word } = previousAction;
  // If the node is reached by another action, the trace check reports it.
  const isReported = node !== undefined && node.path.at(-1) !== previousAction.action;
  if (meant !== undefined) {
    const message = `what follows is legal and right behind ${game.spell(meant)}, not behind ${word.text}`;
    faults.push(diagnostic('MAV_PREVIOUS_ACTION', word.range, message));
  } else if (truth === undefined && !isReported) {
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

/** Check 11: the last state is the one after the best action. */
export function checkFinal(
  { model: { game, current, final, best }, truth, printed }: JudgedExample,
  faults: Faults,
): void {
  if (game === undefined || final.length === 0) return;
  const expected = truth === undefined || best === undefined ? undefined : successor(truth, best.action);
  if (expected !== undefined && final.every((placed) => differencesFrom(placed, expected).length === 0)) return;
  const own = fullestState(current);
  const start = own && positionFromReading(game, own.reading);
  // Correct by the model's own board or counters: then the error is there.
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

/** Returns true if a state matches one position but not another. */
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
 * Returns hints about castling rights and en passant squares that the digits of native states have lost or invented, if
 * it is unknown whether the digits are used so.
 *
 * @param otherFindings other findings of the same states
 */
export function checkDigits(
  judged: JudgedExample,
  dialect: MavDialect,
  otherFindings: readonly Diagnostic[],
): Diagnostic[] {
  const strict = readStrictly(judged, dialect);
  if (strict === judged) return [];
  return findCheckedStates(strict).flatMap(({ placed, truth, line }) => {
    const { word } = placed;
    if (!placed.word.text.includes('|') || !hasRights(placed) || !truth.hasCastling) return [];
    if (otherFindings.some(({ range }) => range.start === word.range.start)) return [];
    const wrong = differencesFrom(placed, truth);
    const lost = wrong.filter(isRightsDifference);
    if (lost.length === 0 || wrong.some(isGraveDifference)) return [];
    const action = line.at(-1)?.action ?? '';
    const message = `after ${truth.game.spell(action)}: ${lost.map((difference) => difference.message).join('; ')}${DIGITS_ASSUMED}`;
    const fix = fixWith('Write the true state', [stateEdit(placed, truth)]);
    return [diagnostic('MAV_WRONG_FIELD', word.range, message, { severity: 'info', ...fix })];
  });
}

/** Checks that the states of one position agree. */
function checkAgreement(game: MavGame<unknown>, slot: readonly MavState[], faults: Faults): void {
  if (slot.length < 2) return;
  // Unreadable states are reported already.
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

/** Message about a state that should have changed by an action. */
export const UNCHANGED = 'it is the state before it, unchanged';

/** States of one position that follows from another. */
interface Derived {
  readonly game: MavGame<unknown>;
  readonly slot: readonly MavState[];
  /** Position in which the action was played; undefined if unknown. */
  readonly from: MavPosition | undefined;
  readonly truth: MavPosition;
}

/** Reports errors in the states of one position. Two states with the same error give one finding. */
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

import { plural } from '../../base/text/counts.ts';
import type { Range } from '../../base/text/range.ts';
import { INITIAL_FEN } from '../../games/chess/state.ts';
import { diagnostic } from '../../notation/diagnostic.ts';
import { pliesBefore } from '../author/prompt-position.ts';
import type { MavPosition } from '../check/example-model.ts';
import { illegalReasonSuffix } from '../check/illegal-reason.ts';
import { type FieldDifference, fieldDifferences, isGraveDifference } from '../check/state-comparison.ts';
import type { StateReading } from '../games.ts';
import { type Faults, replacementFix } from '../quick-fixes.ts';
import type { MavWord } from '../syntax.ts';
import { ROOK_HISTORY, ROOK_REWARDS, type RookStep } from './rook-lines.ts';
import { type RookOutcome, rookGame, rookOutcome } from './write-rook.ts';

const ACTION = /^[a-h][1-8][a-h][1-8][nbrq]?$/;

/**
 * Reports errors in an example of the environment: its history, the state after the action, and the end of the game.
 */
export function checkRookStep(line: RookStep, position: MavPosition | undefined, faults: Faults): void {
  const { action, next } = line;
  checkFields(line, faults);
  if (action === undefined || position === undefined) return;
  const reading = next === undefined ? undefined : rookGame().read(next.text, 'FEN');
  const outcome = rookOutcome(position.state, action.text);
  const isHistoryRight = checkHistory(line, action, position, faults);
  if (next === undefined || reading === undefined) return;
  if (outcome.isTruncated && line.truncated !== undefined && line.truncated.text !== '1') {
    faults.push(
      diagnostic(
        'MAV_PREVIOUS_ACTION',
        action.range,
        `${action.text} is illegal${illegalReasonSuffix(position, action.text)}`,
      ),
    );
    return;
  }
  // The history may name the action that leads to the state: then the action is the mistake.
  const meant = isHistoryRight ? undefined : line.history.at(-1)?.text;
  const isOfHistory =
    meant !== undefined && meant !== action.text && isState(reading, rookOutcome(position.state, meant).state, meant);
  if (isOfHistory) return;
  // Truncated at a legal action: the other fields of a truncated line follow from that.
  if (!outcome.isTruncated && line.truncated?.text === '1' && isState(reading, position.state, '')) {
    faults.push(
      diagnostic(
        'MAV_ROOK_END',
        line.truncated.range,
        `${action.text} is legal, so truncated is 0 and the state follows`,
      ),
    );
    return;
  }
  checkNext(next, reading, outcome.state, action.text, faults);
  checkEnd(line, outcome, faults);
}

/** Reports missing and extra fields. */
function checkFields(
  { range, fen, action, history, next, reward, terminated, truncated, rest }: RookStep,
  faults: Faults,
): void {
  if (rest !== undefined)
    faults.push(diagnostic('MAV_ROOK_LINE', rest, 'more than the seven fields of the environment'));
  if (action === undefined || history.length === 0) {
    const place = { start: fen.range.end, end: Math.max(range.end, fen.range.end + 1) };
    const what = action === undefined ? 'an action and a history' : 'a history';
    faults.push(diagnostic('MAV_ROOK_LINE', place, `the prompt of the environment lacks ${what}`));
  }
  const names = ['the state', 'the reward', 'terminated', 'truncated'];
  const missing = [next, reward, terminated, truncated].flatMap((word, i) =>
    word === undefined || word.text === '' ? (names[i] ?? []) : [],
  );
  if (next !== undefined && missing.length > 0)
    faults.push(diagnostic('MAV_ROOK_LINE', range, `the answer of the environment lacks ${missing.join(' and ')}`));
}

/**
 * Returns true if the history ends with the action, has at most ten moves, and leads to the position where that can be
 * determined.
 */
function checkHistory(
  { history, historyRange }: RookStep,
  action: MavWord,
  position: MavPosition,
  faults: Faults,
): boolean {
  const before = faults.length;
  if (historyRange === undefined || history.length === 0) return true;
  const last = history.at(-1);
  const report = (range: Range, message: string): void =>
    void faults.push(diagnostic('MAV_ROOK_HISTORY', range, message));
  if (history.length > ROOK_HISTORY)
    report(historyRange, `${history.length} moves, more than the last ${ROOK_HISTORY}`);
  if (last !== undefined && last.text !== action.text)
    report(last.range, `the history ends with ${last.text}, the action is ${action.text}`);
  const earlier = history.slice(0, -1);
  const bad = earlier.find(({ text }) => !ACTION.test(text));
  if (bad !== undefined) report(bad.range, `${bad.text} is not a move`);
  else if (earlier.length > 0 && history.length <= ROOK_HISTORY) {
    const fault = historyFault(earlier, position);
    if (fault !== undefined) report(fault.range, fault.message);
  }
  return faults.length === before;
}

/**
 * Returns the reason why moves do not lead to a position: by all of them if the game is known from its start, else by
 * the piece that the last one moved. Undefined if they do.
 */
function historyFault(
  moves: readonly MavWord[],
  position: MavPosition,
): { readonly range: Range; readonly message: string } | undefined {
  const { automaton } = rookGame();
  if (pliesBefore('chess', position.state) === moves.length) {
    const first = automaton.parse(INITIAL_FEN);
    let state = first.ok ? first.value : position.state;
    for (const { text, range } of moves) {
      const outcome = rookOutcome(state, text);
      if (outcome.isTruncated) return { range, message: `${text} is illegal where the history has it` };
      state = outcome.state;
    }
    if (automaton.key(state) === automaton.key(position.state)) return undefined;
    const { start } = moves[0]?.range ?? { start: 0 };
    return { range: { start, end: moves.at(-1)?.range.end ?? start }, message: 'these moves do not lead to the state' };
  }
  const last = moves.at(-1);
  if (last === undefined) return undefined;
  const piece = pieceAt(position, last.text.slice(2, 4));
  const isOpponents = position.fields.side === 'w' ? /[a-z]/.test(piece) : /[A-Z]/.test(piece);
  return isOpponents ? undefined : { range: last.range, message: `no piece came to ${last.text.slice(2, 4)} last` };
}

const pieceAt = ({ fields: { board = '' } }: MavPosition, square: string): string => board.charAt(at(square));

/** Returns the index of a square on a board from a8. */
const at = (square: string): number => square.charCodeAt(0) - 97 + 8 * (8 - Number(square.charAt(1)));

/** Returns true if a text agrees with a state in all fields that it has. */
const isState = (reading: StateReading<unknown>, state: unknown, action: string): boolean =>
  reading.error === undefined && wrongFields(reading, state, action).length === 0;

/** Returns the fields of a reading that differ from a state. */
function wrongFields({ fields }: StateReading<unknown>, state: unknown, action: string): FieldDifference[] {
  return fieldDifferences(rookGame(), fields, rookGame().fieldsOf(state, action));
}

function checkNext(
  { text, range }: MavWord,
  reading: StateReading<unknown>,
  truth: unknown,
  action: string,
  faults: Faults,
): void {
  const game = rookGame();
  const fix = replacementFix(game.write(truth, 'FEN'), range, 'Write the true state');
  const count = text.split(/\s+/).length;
  const error = reading.error ?? (count === 6 ? undefined : `${plural(count, 'FEN field')} instead of 6`);
  if (error !== undefined) {
    faults.push(diagnostic('MAV_BAD_FEN', range, `not a position: ${error}`, fix));
    return;
  }
  const found = wrongFields(reading, truth, action);
  if (found.length === 0) return;
  const what = found.map(({ message }) => message).join('; ');
  faults.push(
    found.some(isGraveDifference)
      ? diagnostic('MAV_WRONG_STATE', range, `not the state after ${action}: ${what}`, fix)
      : diagnostic('MAV_WRONG_FIELD', range, `after ${action}: ${what}`, fix),
  );
}

/** Reports wrong reward and end flags in one finding. */
function checkEnd({ reward, terminated, truncated }: RookStep, outcome: RookOutcome, faults: Faults): void {
  const isRepetition = outcome.canBeRepeated && terminated?.text === '1' && Number(reward?.text) === ROOK_REWARDS.draw;
  const truth = isRepetition ? { ...outcome, reward: ROOK_REWARDS.draw, isTerminated: true } : outcome;
  const wanted = [
    { word: reward, name: 'reward', value: truth.reward },
    { word: terminated, name: 'terminated', value: truth.isTerminated ? 1 : 0 },
    { word: truncated, name: 'truncated', value: truth.isTruncated ? 1 : 0 },
  ];
  const wrong = wanted.flatMap(({ word, name, value }) =>
    word === undefined || word.text === '' || Number(word.text) === value
      ? []
      : [{ range: word.range, message: `${name} ${word.text}, true ${value}` }],
  );
  const [first] = wrong;
  if (first === undefined) return;
  const range = { start: first.range.start, end: wrong.at(-1)?.range.end ?? first.range.end };
  faults.push(diagnostic('MAV_ROOK_END', range, wrong.map(({ message }) => message).join('; ')));
}

import { plural } from '../../base/text/counts.ts';
import { type Diagnostic, diagnostic, type Related } from '../../notation/diagnostic.ts';
import { type Faults, fixWith, replacementFix } from '../quick-fixes.ts';
import type { Command, MavLine } from '../syntax.ts';
import { type MavPosition, normalizeAction } from './example-model.ts';
import { intendedAction, refusalReason } from './illegal-reason.ts';
import type { JudgedExample } from './judged-example.ts';
import { isCountRight, type JudgedAction, judgeList, type ListJudgment } from './list-judgment.ts';
import { findLoop, loopFinding } from './loops.ts';
import { differencesFrom } from './state-comparison.ts';
import { deletion } from './state-fixes.ts';

/** Fewest actions that show of which state a list is. */
const LEAST = 3;
/** Largest share of the actions that may be legal in the current state, and smallest share in the previous one. */
const FEW = 0.2;
const MOST = 0.8;

/**
 * Returns the finding that a list has the actions of the state before the previous action, in place of all findings
 * about its actions; undefined for other lists. In games where both players have the same actions a list of the previous
 * state has one wrong action, which is reported by itself.
 *
 * @param judged the list in its true state
 */
function previousListFinding(
  list: MavLine,
  { before, model }: JudgedExample,
  judged: Extract<ListJudgment, { kind: 'list' }>,
): Diagnostic | undefined {
  const { previousAction } = model;
  const { listed, hits } = judged;
  if (before === undefined || previousAction === undefined || listed.size < LEAST || hits > FEW * listed.size)
    return undefined;
  const names = new Set(judged.actions.map(({ written }) => normalizeAction(before, written.move.text)));
  const legal = [...names].filter((name) => before.allows(name)).length;
  if (legal < MOST * names.size) return undefined;
  const here = hits === 0 ? 'none' : String(hits);
  const message = `the answer is for the state before ${previousAction.word.text}: ${legal} of ${names.size} actions are legal there, ${here} here`;
  return diagnostic('MAV_PREVIOUS_ANSWER', list.range, message, {
    related: [{ range: previousAction.word.range, message: 'the action that is left out' }],
  });
}

/** Returns true if an example prints the state before the previous action as the one after it. */
export function printsPrevious({ before, printed, model: { current, previousAction } }: JudgedExample): boolean {
  if (before === undefined || previousAction === undefined || printed === undefined) return false;
  return current.length > 0 && current.every((placed) => differencesFrom(placed, before).length === 0);
}

/** Most names in a message; further ones are counted. */
const MAX_NAMES = 8;

export const listNames = (moves: readonly string[]): string =>
  moves.slice(0, MAX_NAMES).join(', ') + (moves.length > MAX_NAMES ? ` and ${moves.length - MAX_NAMES} more` : '');

/** Suffixes of messages: the error exists on the printed board, too; the illegal action is legal there. */
export const ALSO_PRINTED = '; also on the printed board';
export const LEGAL_PRINTED = '; legal on the printed board';

type ActionList = Extract<ListJudgment, { kind: 'list' }>;

/** A list with its judgments. */
interface OnBoards {
  readonly list: MavLine;
  /** Judgment on the true position; on the printed one if the true one is unknown. */
  readonly judged: ListJudgment;
  /** Judgment on the printed board if it differs. */
  readonly printed: ListJudgment | undefined;
}

/**
 * Checks 12, 13 and 16: a list against the true position. An illegal action that is legal on the printed board follows
 * from that board: it is a hint, and a consequence of the wrong state. The same holds for everything else that is right
 * there.
 */
export function checkActions(list: MavLine, example: JudgedExample, consequences: Related[], faults: Faults): void {
  const { truth, printed } = example;
  const position = truth ?? printed;
  const judged = position && judgeList(list, position);
  if (position === undefined || judged === undefined) return;
  const other = truth === undefined || printed === undefined ? undefined : judgeList(list, printed);
  const boards = { list, judged, printed: other };
  const old = judged.kind === 'list' ? previousListFinding(list, example, judged) : undefined;
  if (old !== undefined) {
    // The state that is printed unchanged is reported, and its answer follows from it.
    if (printsPrevious(example)) consequences.push({ range: old.range, message: old.message });
    else faults.push(old);
    return;
  }
  if (judged.kind === 'terminal') checkTerminal(boards, position, consequences, faults);
  else if (judged.kind === 'over') checkOver(boards, judged.outcome, consequences, faults);
  else checkEach(boards, judged, consequences, faults);
}

/** Reports an error of the whole list, or a consequence of the printed board if the list is right there. */
function report(fault: Diagnostic, { printed }: OnBoards, isSame: boolean, consequences: Related[], faults: Faults) {
  if (printed === undefined) faults.push(fault);
  else if (isSame) faults.push({ ...fault, message: fault.message + ALSO_PRINTED });
  else consequences.push({ range: fault.range, message: `${fault.message}; right on the printed board` });
}

function checkTerminal(boards: OnBoards, { sure }: MavPosition, consequences: Related[], faults: Faults): void {
  const { list, judged, printed } = boards;
  const { body, command } = list;
  if (judged.kind !== 'terminal' || judged.isRight || body.kind !== 'terminal') return;
  const isSame = printed?.kind === 'terminal' && !printed.isRight;
  const { outcome } = judged;
  const { result } = body;
  const fault =
    outcome === undefined
      ? diagnostic('MAV_NOT_TERMINAL', list.range, `the game is not over: ${sure.size} actions are legal`)
      : diagnostic(
          'MAV_WRONG_RESULT',
          result.range,
          `the result is ${outcome}, not ${result.text || 'nothing'}`,
          result.text === ''
            ? replacementFix(
                ` invalid : "${outcome}"`,
                { start: command.range.end, end: result.range.end },
                `Write ${outcome}`,
              )
            : replacementFix(outcome, result.range),
        );
  report(fault, boards, isSame, consequences, faults);
}

function checkOver(boards: OnBoards, outcome: string, consequences: Related[], faults: Faults): void {
  const { list, printed } = boards;
  const { body, command, range } = list;
  if (body.kind !== 'list') return;
  const message = `the game is over: [%${command.name} invalid : "${outcome}"]`;
  const { actions, isElided } = body;
  const [first, last] = [actions.at(0), actions.at(-1)];
  const isWhole = first !== undefined && last !== undefined && !isElided;
  const fix = isWhole
    ? replacementFix(`invalid : "${outcome}"`, { start: first.range.start, end: last.range.end })
    : {};
  report(diagnostic('MAV_TERMINAL', range, message, fix), boards, printed?.kind === 'over', consequences, faults);
}

/** Most actions in another notation that are reported one by one if no listed action is legal. */
const MAX_SEPARATE = 2;

function checkEach(boards: OnBoards, judged: ActionList, consequences: Related[], faults: Faults): void {
  const { list, printed } = boards;
  const { command } = list;
  const { actions, hits, position } = judged;
  const isLegalPrinted = (i: number): boolean => printed?.kind === 'list' && printed.actions[i]?.isLegal === true;
  const loop = findLoop(actions.map(({ name }) => name));
  if (loop === undefined && hits === 0 && actions.length > MAX_SEPARATE) {
    const follows = actions.filter((_, i) => isLegalPrinted(i));
    const wrong = actions.filter((_, i) => !isLegalPrinted(i));
    const also = printed === undefined ? '' : ALSO_PRINTED;
    faults.push(...noneLegal(list, wrong, position, also));
    for (const found of noneLegal(list, follows, position, LEGAL_PRINTED)) {
      consequences.push({ range: found.range, message: found.message });
      faults.push({ ...found, severity: 'info' });
    }
    return;
  }
  if (loop !== undefined) {
    const cycle = actions.slice(loop.start, loop.start + loop.period);
    const illegal = cycle.filter((action, i) => !action.isLegal && !isLegalPrinted(loop.start + i));
    faults.push(
      loopFinding(
        actions.map(({ written }) => written),
        loop,
        illegal.map(({ written }) => written.move.text),
      ),
    );
  }
  const again = actions.filter(({ isRepeated }, i) => isRepeated && i < (loop?.start ?? actions.length));
  const meant = meantAction(command.k, judged, list);
  for (const [i, action] of actions.slice(0, loop?.start).entries()) {
    if (action.isRepeated && (again.length > MAX_AGAIN || !again.includes(action))) continue;
    const found = actionFault(action, actions[i - 1], meant, list, judged);
    if (found === undefined) continue;
    const isConsequence = found.code === 'MAV_ILLEGAL_ACTION' && isLegalPrinted(i);
    if (printed === undefined) faults.push(found);
    else if (isConsequence) {
      const message = found.message + LEGAL_PRINTED;
      consequences.push({ range: found.range, message });
      faults.push({ ...found, message, severity: 'info' });
    } else faults.push({ ...found, message: found.message + ALSO_PRINTED });
  }
  if (again.length > MAX_AGAIN) {
    const names = listNames(again.map(({ written }) => written.move.text));
    const message = `${again.length} actions are already listed: ${names}`;
    faults.push(diagnostic('MAV_DUPLICATE_ACTION', again[0]?.written.move.range ?? list.range, message));
  }
  // A looping model does not reach the missing actions.
  if (loop !== undefined) return;
  // A repeated action stands for another.
  const isCounted = [actions.length, hits].some((count) => isCountRight(count, command.k, position));
  const isReported = meant !== undefined || (command.k !== 'all' && isCounted && actions.length > hits);
  const count = isReported ? undefined : countFault(list, judged);
  const isSame = printed?.kind === 'list' && countFault(list, printed)?.code === count?.code;
  if (count !== undefined) report(count, boards, isSame, consequences, faults);
}

/** Most repeated actions that are reported one by one. */
const MAX_AGAIN = 3;

/** Returns the finding for one action of a list; undefined if it is right. */
function actionFault(
  { written, isLegal, isRepeated }: JudgedAction,
  before: JudgedAction | undefined,
  meant: string | undefined,
  { body, command }: MavLine,
  { position, listed }: ActionList,
): Diagnostic | undefined {
  if (isLegal && !isRepeated) return undefined;
  const { move } = written;
  const remove = fixWith(`Delete ${move.text}`, [deletion(written, before?.written)]);
  const spelled = meant === undefined ? undefined : position.game.spell(meant);
  const instead = spelled === undefined ? '' : `; ${spelled} is missing`;
  const write = spelled === undefined ? undefined : replacementFix(spelled, move.range);
  const isOpen = body.kind === 'list' && body.isElided;
  const canHave = (count: number): boolean => isOpen || isCountRight(count, command.k, position);
  if (isRepeated) {
    const message = `${move.text} is already listed${instead}`;
    return diagnostic('MAV_DUPLICATE_ACTION', move.range, message, write ?? (canHave(listed.size) ? remove : {}));
  }
  const meantHere = intendedAction(position, move.text);
  const rewrite = meantHere === undefined ? write : replacementFix(meantHere, move.range);
  const message = `${refusalReason(position, move.text)}${meantHere === undefined ? instead : ''}`;
  // Deleting it would be an error if that number of actions is requested.
  const isLess = canHave(listed.size - 1);
  return diagnostic('MAV_ILLEGAL_ACTION', move.range, message, rewrite ?? (isLess ? remove : {}));
}

/**
 * Returns the findings for actions of a list in which none is legal: one for each. Actions in another notation, which
 * are one mistake, give one together.
 *
 * @param also suffix about the printed board
 */
function noneLegal(list: MavLine, actions: readonly JudgedAction[], position: MavPosition, also: string): Diagnostic[] {
  const written = actions.map(({ written: { move } }) => move);
  const edits = written.flatMap(({ range, text }) => {
    const newText = intendedAction(position, text);
    return newText === undefined ? [] : [{ range, newText }];
  });
  const [first] = edits;
  if (first === undefined || edits.length < written.length || written.length <= MAX_SEPARATE)
    return written.map(({ range, text }) =>
      diagnostic('MAV_ILLEGAL_ACTION', range, refusalReason(position, text) + also),
    );
  const { range, body } = list;
  const isAll = body.kind === 'list' && actions.length === body.actions.length;
  const what = isAll ? `none of these ${actions.length} actions are` : `${actions.length} actions are not`;
  const names = listNames(written.map(({ text }) => text));
  const message = `${what} in the notation of actions, in which the first is ${first.newText}: ${names}${also}`;
  return [diagnostic('MAV_ILLEGAL_ACTION', range, message, fixWith('Write them as actions', edits))];
}

/** Returns the action that a wrong one of a complete list stands for: the only missing one if exactly one is wrong. */
function meantAction(k: Command['k'], judged: ActionList, { body }: MavLine): string | undefined {
  const { actions, hits, listed, position } = judged;
  const isOne = body.kind === 'list' && !body.isElided && actions.length - hits === 1;
  if (!isOne || k === undefined || (k !== 'all' && k < position.possible.size)) return undefined;
  const missing = [...position.sure].filter((action) => !listed.has(action));
  return missing.length === 1 ? missing[0] : undefined;
}

/** Returns the finding that a list has another length than requested, or lacks actions of all. */
function countFault({ body, command: { name, k }, range }: MavLine, judged: ActionList): Diagnostic | undefined {
  const { hits, listed, missing, isCounted, position } = judged;
  if (body.kind !== 'list' || body.isElided) return undefined;
  const { sure } = position;
  if (k === 'all') {
    if (missing.length === 0) return undefined;
    const share = (of: number): string => (hits / Math.max(1, of)).toFixed(2);
    const message = `${plural(missing.length, 'legal action is', 'legal actions are')} missing: ${listNames(missing.map(position.game.spell))} (precision ${share(listed.size)}, recall ${share(hits + missing.length)})`;
    return diagnostic('MAV_MISSING_ACTIONS', range, message);
  }
  if (k === undefined || isCounted) return undefined;
  const explanation = k > sure.size ? `${sure.size} are legal` : `%${name} requests ${k}`;
  return diagnostic('MAV_ACTION_COUNT', range, `${plural(listed.size, 'action')}, but ${explanation}`);
}

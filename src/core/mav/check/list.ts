import { plural } from '../../base/text/plural.ts';
import type { Code } from '../../notation/diagnostics/codes.ts';
import { type Diagnostic, diagnostic, type Fix, type Related } from '../../notation/diagnostics/diagnostic.ts';
import { isDrawnByRule } from '../drawn.ts';
import { type Faults, fixing, writes } from '../fixing.ts';
import type { ActionValue, Command, Line, LineBody, MavDialect } from '../syntax.ts';
import { BUCKETS, isBucket } from '../values.ts';
import { nameAt, type Position, successor } from './example-model.ts';
import { deletion, stateEdit } from './fixes.ts';
import { becauseOf, meantBy, refusal } from './illegal-reason.ts';
import type { JudgedExample } from './judged-example.ts';

/** More names than these are counted. */
const MAX_NAMES = 8;

const named = (moves: readonly string[]): string =>
  moves.slice(0, MAX_NAMES).join(', ') + (moves.length > MAX_NAMES ? ` and ${moves.length - MAX_NAMES} more` : '');

/** Checks 12 to 17: the list of actions and the best action. What follows from a wrong state is not held against them. */
export function checkList(judged: JudgedExample, consequences: Related[], dialect: MavDialect, faults: Faults): void {
  const { model, truth, printed } = judged;
  const { game, list, best } = model;
  if (list !== undefined) {
    const from = faults.length;
    if (game !== undefined) judge(list, judged, consequences, faults);
    // what is no action of the list lacks no value
    const others = new Set(faults.slice(from).map(({ range }) => range));
    const isAction = ({ move, value }: ActionValue): boolean => value !== undefined || !others.has(move.range);
    const isOver = faults.some(({ code }) => code === 'MAV_TERMINAL');
    if (list.body.kind === 'list' && !isOver) checkValues(list.body.actions.filter(isAction), dialect, faults);
  }
  if (best === undefined || game === undefined) return;
  const { word } = best;
  const isListed =
    list?.body.kind === 'list' && list.body.actions.some(({ move }) => model.nameOf(move.text) === best.action);
  // what is reported of it in the list, or of the whole list, is not reported again
  const isTold = isListed && faults.some(({ code }) => code === 'MAV_ILLEGAL_ACTION' || code === 'MAV_TERMINAL');
  const isLegal = (position: Position): boolean => position.allows(nameAt(position, word.text));
  if (truth !== undefined && !isLegal(truth)) {
    if (printed !== undefined && isLegal(printed))
      consequences.push({ range: word.range, message: `${word.text} is illegal here but legal on the printed board` });
    else {
      const meant = meantBy(truth, word.text);
      const message = refusal(truth, word.text, also(printed));
      const fix = meant === undefined ? bestFix(judged) : writes(meant, word.range);
      if (!isTold) faults.push(diagnostic('MAV_BEST_ILLEGAL', word.range, message, fix));
      return;
    }
  } else if (truth === undefined && printed !== undefined && !isLegal(printed)) {
    const message = `${word.text} is not legal on the printed board${becauseOf(printed, nameAt(printed, word.text))}`;
    if (!isTold) faults.push(diagnostic('MAV_BEST_ILLEGAL', word.range, message, bestFix(judged)));
    return;
  }
  if (list?.body.kind === 'list') checkBest(list, list.body, judged, faults);
}

const also = (printed: Position | undefined): string => (printed === undefined ? '' : ', nor on the printed board');

function checkValues(actions: readonly ActionValue[], dialect: MavDialect, faults: Faults): void {
  for (const { range, move, value, bucket } of actions) {
    if (value === undefined) faults.push(diagnostic('MAV_NO_VALUE', range, `${move.text} has no value`));
    else if (bucket === undefined || !isBucket(bucket, dialect)) {
      const last = dialect.base + BUCKETS - 1;
      faults.push(
        diagnostic('MAV_BUCKET', value.range, `${value.text} is not a bucket from ${dialect.base} to ${last}`),
      );
    }
  }
}

/** The list against the true position, and where that makes it wrong against the printed one. */
function judge(list: Line, { truth, printed }: JudgedExample, consequences: Related[], faults: Faults): void {
  const judged = truth ?? printed;
  if (judged === undefined) return;
  const found: Faults = [];
  judgeOn(list, judged, found);
  if (found.length === 0) return;
  if (truth === undefined || printed === undefined) {
    faults.push(...found);
    return;
  }
  const own: Faults = [];
  judgeOn(list, printed, own);
  for (const fault of found) {
    const same = own.find(({ code, range }) => code === fault.code && range.start === fault.range.start);
    if (same === undefined)
      consequences.push({ range: fault.range, message: `${fault.message}; right on the printed board` });
    else faults.push({ ...fault, message: `${fault.message}; also on the printed board` });
  }
}

/** All actions of a list are illegal, or written in another notation. */
function noneLegal(range: Line['range'], actions: readonly ActionValue[], position: Position): Diagnostic {
  const written = actions.map(({ move }) => move);
  const edits = written.flatMap(({ range: at, text }) => {
    const newText = meantBy(position, text);
    return newText === undefined ? [] : [{ range: at, newText }];
  });
  const isNotation = edits.length === written.length;
  const why = isNotation ? `in the notation of actions, in which the first is ${edits[0]?.newText}` : 'legal here';
  const message = `none of these ${written.length} actions are ${why}: ${named(written.map(({ text }) => text))}`;
  return diagnostic('MAV_ILLEGAL_ACTION', range, message, isNotation ? fixing('Write them as actions', edits) : {});
}

function judgeOn(list: Line, position: Position, faults: Faults): void {
  const { body, command } = list;
  const { automaton } = position.game;
  const outcome = automaton.outcome(position.state);
  if (body.kind === 'terminal') {
    if (outcome === undefined && body.result.text === '1/2-1/2' && isDrawnByRule(position)) return;
    if (outcome === undefined)
      faults.push(
        diagnostic('MAV_NOT_TERMINAL', list.range, `the game is not over: ${position.sure.size} actions are legal`),
      );
    else if (body.result.text !== outcome)
      faults.push(
        diagnostic(
          'MAV_WRONG_RESULT',
          body.result.range,
          `the result is ${outcome}, not ${body.result.text || 'nothing'}`,
          body.result.text === ''
            ? writes(
                ` invalid : "${outcome}"`,
                { start: command.range.end, end: body.result.range.end },
                `Write ${outcome}`,
              )
            : writes(outcome, body.result.range),
        ),
      );
    return;
  }
  if (body.kind !== 'list') return;
  if (outcome !== undefined) {
    const message = `the game is over: [%${command.name} invalid : "${outcome}"]`;
    const text = `invalid : "${outcome}"`;
    const { actions, isElided } = body;
    const [first, last] = [actions.at(0), actions.at(-1)];
    const isWhole = first !== undefined && last !== undefined && !isElided;
    const fix = isWhole ? writes(text, { start: first.range.start, end: last.range.end }) : {};
    faults.push(diagnostic('MAV_TERMINAL', list.range, message, fix));
    return;
  }
  const names = body.actions.map(({ move }) => nameAt(position, move.text));
  const different = new Set(names);
  const legal = [...different].filter((name) => position.allows(name)).length;
  const illegal = different.size - legal;
  if (names.length > MAX_SEPARATE && legal === 0) {
    faults.push(noneLegal(list.range, body.actions, position));
    return;
  }
  const seen = new Set<string>();
  // one for one
  const isOne = !body.isElided && names.length - legal === 1;
  const meant = isOne ? meantAction(command.k, different, position) : undefined;
  // One less is a fault of its own where so many are asked for.
  const canBeLess = body.isElided || command.k === 'all' || isCountRight(different.size - 1, command.k, position);
  const isEnough = body.isElided || command.k === 'all' || isCountRight(different.size, command.k, position);
  for (const [i, action] of body.actions.entries()) {
    const { move } = action;
    const name = names[i] ?? move.text;
    const remove = fixing(`Delete ${move.text}`, [deletion(action, body.actions[i - 1])]);
    const spelled = meant === undefined ? undefined : position.game.spell(meant);
    const instead = spelled === undefined ? '' : `; ${spelled} is missing`;
    const write = spelled === undefined ? undefined : writes(spelled, move.range);
    if (seen.has(name)) {
      const message = `${move.text} is already listed${instead}`;
      faults.push(diagnostic('MAV_DUPLICATE_ACTION', move.range, message, write ?? (isEnough ? remove : {})));
    } else if (!position.allows(name)) {
      const meantHere = meantBy(position, move.text);
      const rewrite = meantHere === undefined ? write : writes(meantHere, move.range);
      const message = `${refusal(position, move.text)}${meantHere === undefined ? instead : ''}`;
      faults.push(diagnostic('MAV_ILLEGAL_ACTION', move.range, message, rewrite ?? (canBeLess ? remove : {})));
    }
    seen.add(name);
  }
  // one that is listed twice stands for another
  const isCounted = [names.length, legal].some((count) => isCountRight(count, command.k, position));
  const isTold = meant !== undefined || (command.k !== 'all' && isCounted && names.length > legal);
  if (!body.isElided && !isTold) checkCount(list.range, command, seen, illegal, position, faults);
}

/** Illegal actions up to so many are reported one by one, where no other is listed. */
const MAX_SEPARATE = 2;

/** The action that one of a list of all is written in place of: the only one that is missing where one is strange. */
function meantAction(k: Command['k'], listed: ReadonlySet<string>, position: Position): string | undefined {
  if (k === undefined || (k !== 'all' && k < position.possible.size)) return undefined;
  const missing = [...position.sure].filter((action) => !listed.has(action));
  return missing.length === 1 ? missing[0] : undefined;
}

/** True if a list of so many different actions is as long as it is to be. */
function isCountRight(count: number, k: Command['k'], { sure, possible }: Position): boolean {
  if (k === undefined || k === 'all' || k === 0) return true;
  const least = Math.min(k, sure.size);
  return count === least || (count > least && count <= Math.min(k, possible.size));
}

function checkCount(
  range: Line['range'],
  { name, k }: Command,
  seen: ReadonlySet<string>,
  illegal: number,
  position: Position,
  faults: Faults,
): void {
  const { sure } = position;
  if (k === 'all') {
    const missing = [...sure].filter((action) => !seen.has(action));
    if (missing.length === 0) return;
    const hits = seen.size - illegal;
    const share = (of: number): string => (hits / Math.max(1, of)).toFixed(2);
    const message = `${plural(missing.length, 'legal action is', 'legal actions are')} missing: ${named(missing.map(position.game.spell))} (precision ${share(seen.size)}, recall ${share(hits + missing.length)})`;
    faults.push(diagnostic('MAV_MISSING_ACTIONS', range, message));
    return;
  }
  if (k === undefined || isCountRight(seen.size, k, position)) return;
  const why = k > sure.size ? `${sure.size} are legal` : `%${name} requests ${k}`;
  faults.push(diagnostic('MAV_ACTION_COUNT', range, `${plural(seen.size, 'action')}, but ${why}`));
}

/** What a list lacks an action by. */
const LACKING: ReadonlySet<Code> = new Set([
  'MAV_ILLEGAL_ACTION',
  'MAV_DUPLICATE_ACTION',
  'MAV_ACTION_COUNT',
  'MAV_MISSING_ACTIONS',
]);

/** What makes the value of an action none. */
const VOID: ReadonlySet<Code> = new Set(['MAV_ILLEGAL_ACTION', 'MAV_BUCKET']);

/** The best action is one of the list, and of the highest value. */
function checkBest(
  list: Line,
  { actions, isElided }: Extract<LineBody, { readonly kind: 'list' }>,
  judged: JudgedExample,
  faults: Faults,
): void {
  const { nameOf, best: placed } = judged.model;
  if (placed === undefined) return;
  const best = placed.word.text;
  const own = actions.find(({ move }) => nameOf(move.text) === placed.action);
  if (own === undefined) {
    // a list that lacks actions, or has others in their place, is told to
    const isTold = faults.some(({ code, range }) => LACKING.has(code) && range.start >= list.range.start);
    if (!isElided && !isTold)
      faults.push(
        diagnostic('MAV_BEST_UNLISTED', placed.word.range, `${best} is not in the list`, {
          related: [{ range: list.range, message: 'the list' }],
          ...bestFix(judged),
        }),
      );
    return;
  }
  // an illegal action and what is no bucket are told already, and are not what the best one is measured by
  const told = new Set(faults.filter(({ code }) => VOID.has(code)).map(({ range }) => range.start));
  const counts = ({ move, value }: ActionValue): boolean =>
    !told.has(move.range.start) && !(value !== undefined && told.has(value.range.start));
  if (!counts(own)) return;
  const highest = actions.filter(counts).reduce((a, b) => ((b.bucket ?? -1) > (a.bucket ?? -1) ? b : a), own);
  if (own.bucket === undefined || highest.bucket === undefined || highest.bucket <= own.bucket) return;
  faults.push(
    diagnostic(
      'MAV_BEST_NOT_HIGHEST',
      placed.word.range,
      `${best} has bucket ${own.bucket}, ${highest.move.text} has ${highest.bucket}`,
      {
        related: [{ range: highest.range, message: 'the highest value' }],
        ...bestFix(judged),
      },
    ),
  );
}

/**
 * A finding's extra with the fix that makes the legal action of the highest value the best one, and moves the states behind it
 * along. Without one where no legal action of the list has a value.
 */
function bestFix({ model, truth, printed }: JudgedExample): { readonly fixes?: readonly Fix[] } {
  const { best, list, final } = model;
  const position = truth ?? printed;
  if (best === undefined || list?.body.kind !== 'list' || position === undefined) return {};
  const legal = list.body.actions.filter(
    ({ move, bucket }) => bucket !== undefined && position.allows(nameAt(position, move.text)),
  );
  const [first, ...others] = legal;
  if (first === undefined) return {};
  const { move } = others.reduce((a, b) => ((b.bucket ?? 0) > (a.bucket ?? 0) ? b : a), first);
  const after = successor(position, nameAt(position, move.text));
  if (move.text === best.word.text || after === undefined) return {};
  const states = final
    .map((placed) => stateEdit(placed, after))
    .filter((edit, i) => edit.newText !== final[i]?.word.text);
  // a state behind the list may stand before the action
  const edits = [{ range: best.word.range, newText: move.text }, ...states];
  return fixing(
    `Write ${move.text}`,
    edits.sort((a, b) => a.range.start - b.range.start),
  );
}

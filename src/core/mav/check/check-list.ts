import { type Diagnostic, diagnostic, type Fix, type Related } from '../../notation/diagnostic.ts';
import type { Code } from '../../notation/diagnostic-codes.ts';
import { type Faults, fixWith, replacementFix } from '../quick-fixes.ts';
import type { ActionValue, LineBody, MavDialect, MavLine } from '../syntax.ts';
import { BUCKETS, isBucket } from '../values.ts';
import { type MavPosition, normalizeAction, successor } from './example-model.ts';
import { illegalReasonSuffix, intendedAction, refusalReason } from './illegal-reason.ts';
import type { JudgedExample } from './judged-example.ts';
import { ALSO_PRINTED, checkActions, LEGAL_PRINTED, printsPrevious } from './list-findings.ts';
import { stateEdit } from './state-fixes.ts';

/**
 * Checks 12 to 17: the list of actions and the best action. Consequences of a wrong state are not counted as errors of
 * the list.
 */
export function checkList(judged: JudgedExample, consequences: Related[], dialect: MavDialect, faults: Faults): void {
  const { model, truth, printed } = judged;
  const { game, list, best } = model;
  if (list !== undefined) {
    const from = faults.length;
    if (game !== undefined) checkActions(list, judged, consequences, faults);
    // An illegal or repeated action does not also lack a value.
    const others = new Set(faults.slice(from).map(({ range }) => range));
    const isAction = ({ move, value }: ActionValue): boolean => value !== undefined || !others.has(move.range);
    const isOver = faults.some(({ code }) => code === 'MAV_TERMINAL');
    if (list.body.kind === 'list' && !isOver) checkValues(list.body.actions.filter(isAction), dialect, faults);
  }
  if (best === undefined || game === undefined) return;
  const { word } = best;
  const isListed =
    list?.body.kind === 'list' && list.body.actions.some(({ move }) => model.nameOf(move.text) === best.action);
  // The list or this entry of it is reported already.
  const isReported = printsPrevious(judged) || (isListed && faults.some(({ code }) => OF_BEST.has(code)));
  const isLegal = (position: MavPosition): boolean => position.allows(normalizeAction(position, word.text));
  if (truth !== undefined && !isLegal(truth)) {
    if (printed !== undefined && isLegal(printed)) {
      const message = refusalReason(truth, word.text) + LEGAL_PRINTED;
      consequences.push({ range: word.range, message });
      if (!isReported) faults.push(diagnostic('MAV_BEST_ILLEGAL', word.range, message, { severity: 'info' }));
    } else {
      const meant = intendedAction(truth, word.text);
      const message = refusalReason(truth, word.text) + (printed === undefined ? '' : ALSO_PRINTED);
      const fix = meant === undefined ? bestFix(judged) : replacementFix(meant, word.range);
      if (!isReported) faults.push(diagnostic('MAV_BEST_ILLEGAL', word.range, message, fix));
      return;
    }
  } else if (truth === undefined && printed !== undefined && !isLegal(printed)) {
    const message = `${word.text} is not legal on the printed board${illegalReasonSuffix(printed, normalizeAction(printed, word.text))}`;
    if (!isReported) faults.push(diagnostic('MAV_BEST_ILLEGAL', word.range, message, bestFix(judged)));
    return;
  }
  if (list?.body.kind === 'list') checkBest(list, list.body, judged, faults);
}

/** Codes of a list that explain an illegal best action of it. */
const OF_BEST: ReadonlySet<Code> = new Set(['MAV_ILLEGAL_ACTION', 'MAV_TERMINAL', 'MAV_LOOP', 'MAV_PREVIOUS_ANSWER']);

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

/** Codes of lists that lack actions. */
const LACKING: ReadonlySet<Code> = new Set([
  'MAV_ILLEGAL_ACTION',
  'MAV_DUPLICATE_ACTION',
  'MAV_LOOP',
  'MAV_PREVIOUS_ANSWER',
  'MAV_ACTION_COUNT',
  'MAV_MISSING_ACTIONS',
]);

/** Codes of actions whose value doesn't count. */
const VOID: ReadonlySet<Code> = new Set(['MAV_ILLEGAL_ACTION', 'MAV_BUCKET']);

/** Part of the message about a best action with the lowest value of its list. */
export const LOWEST = ', the lowest';
/** Fewest actions of a list of which one is named the lowest. */
const LEAST_ACTIONS = 3;

/** Checks that the best action is in the list and has its highest value. */
function checkBest(
  list: MavLine,
  { actions, isElided }: Extract<LineBody, { readonly kind: 'list' }>,
  judged: JudgedExample,
  faults: Faults,
): void {
  const { nameOf, best: placed } = judged.model;
  if (placed === undefined) return;
  const best = placed.word.text;
  const own = actions.find(({ move }) => nameOf(move.text) === placed.action);
  if (own === undefined) {
    // A list that lacks actions, or has others in their place, is reported already.
    const isReported = faults.some(({ code, range }) => LACKING.has(code) && range.start >= list.range.start);
    if (!isElided && !isReported)
      faults.push(
        diagnostic('MAV_BEST_UNLISTED', placed.word.range, `${best} is not in the list`, {
          related: [{ range: list.range, message: 'the list' }],
          ...bestFix(judged),
        }),
      );
    return;
  }
  // Illegal actions and invalid buckets are reported already and don't count as the highest value.
  const isVoid = ({ code, severity }: Diagnostic): boolean => VOID.has(code) && severity === 'error';
  const reported = new Set(faults.filter(isVoid).map(({ range }) => range.start));
  const counts = ({ move, value }: ActionValue): boolean =>
    !reported.has(move.range.start) && !(value !== undefined && reported.has(value.range.start));
  if (!counts(own)) return;
  const highest = actions.filter(counts).reduce((a, b) => ((b.bucket ?? -1) > (a.bucket ?? -1) ? b : a), own);
  if (own.bucket === undefined || highest.bucket === undefined || highest.bucket <= own.bucket) return;
  const { bucket: least } = own;
  const isLowest =
    actions.length >= LEAST_ACTIONS && actions.every(({ bucket }) => bucket === undefined || bucket >= least);
  faults.push(
    diagnostic(
      'MAV_BEST_NOT_HIGHEST',
      placed.word.range,
      `${best} has bucket ${least}${isLowest ? LOWEST : ''}, ${highest.move.text} has ${highest.bucket}`,
      {
        related: [{ range: highest.range, message: 'the highest value' }],
        ...bestFix(judged),
      },
    ),
  );
}

/**
 * Returns the extra fields of a finding with the fix that writes the legal action of the highest value as the best one,
 * and adapts the states after it. Empty if no legal action of the list has a value.
 */
function bestFix({ model, truth, printed }: JudgedExample): { readonly fixes?: readonly Fix[] } {
  const { best, list, final } = model;
  const position = truth ?? printed;
  if (best === undefined || list?.body.kind !== 'list' || position === undefined) return {};
  const legal = list.body.actions.filter(
    ({ move, bucket }) => bucket !== undefined && position.allows(normalizeAction(position, move.text)),
  );
  const [first, ...others] = legal;
  if (first === undefined) return {};
  const { move } = others.reduce((a, b) => ((b.bucket ?? 0) > (a.bucket ?? 0) ? b : a), first);
  const after = successor(position, normalizeAction(position, move.text));
  if (move.text === best.word.text || after === undefined) return {};
  const states = final
    .map((placed) => stateEdit(placed, after))
    .filter((edit, i) => edit.newText !== final[i]?.word.text);
  // A state below the list may stand before the action.
  const edits = [{ range: best.word.range, newText: move.text }, ...states];
  return fixWith(
    `Write ${move.text}`,
    edits.sort((a, b) => a.range.start - b.range.start),
  );
}

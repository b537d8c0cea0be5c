import type { Example } from '../syntax.ts';
import { differences } from './compare-fields.ts';
import { differsFrom, isGravelyWrong } from './differs-from.ts';
import {
  type ExampleModel,
  fullest,
  nameAt,
  type PlacedState,
  type Position,
  positionOf,
  successor,
} from './example-model.ts';
import { meantPreviousAction } from './meant-action.ts';
import type { TraceNode } from './trace-model.ts';

/** An example with the positions that it is judged on. */
export interface JudgedExample {
  readonly example: Example;
  readonly model: ExampleModel;
  /** Before the previous action; undefined when it is not given. */
  readonly before: Position | undefined;
  /** `truth` is known by rule, or where there is nothing to check it by what is printed. */
  readonly truth: Position | undefined;
  /** The printed position where it differs from the true one, or that is not known. */
  readonly printed: Position | undefined;
  /** Of a trace: its node. */
  readonly node: TraceNode | undefined;
  /** The previous action that everything else is about, where the written one is another. */
  readonly meant?: string;
}

/**
 * Finds out the positions of an example. Of several states that may come before it (printed ones, and that of its parent in a
 * trace) the one counts that its own state follows from.
 *
 * @param known of a node of a trace: the position of its parent, or its own where that is told by its children
 */
export function judgedExample(
  example: Example,
  model: ExampleModel,
  node?: TraceNode,
  known: { readonly parent?: Position | undefined; readonly own?: Position | undefined } = {},
): JudgedExample {
  const { game, previous, previousAction, current } = model;
  const base = { example, model, node };
  if (game === undefined) return { ...base, before: undefined, truth: undefined, printed: undefined };
  const follows = (position: Position | undefined): boolean =>
    position !== undefined && !current.some((placed) => isGravelyWrong(placed, position));
  const shown = fullest(current);
  const own = shown && positionOf(game, shown.reading);
  const judged = (before: Position | undefined, truth: Position | undefined): JudgedExample => ({
    ...base,
    before,
    truth,
    printed: follows(truth) ? undefined : own,
  });
  if (known.own !== undefined) return judged(undefined, known.own);
  const first = fullest(previous);
  // of two that say the same position the other one says less of it
  const isOther = (placed: PlacedState): boolean =>
    first !== undefined && differences(game, placed.reading.fields, first.reading.fields).length > 0;
  const starts = first === undefined ? [] : [first, ...previous.filter(isOther)];
  const [start, ...others] = starts.flatMap(({ reading }) => positionOf(game, reading) ?? []);
  if (previousAction === undefined || (start === undefined && known.parent === undefined))
    return { ...base, before: start, truth: likeliest(model), printed: undefined };
  // Of a node whose path ends with another action the state may follow from that one: what is wrong is then the action alone.
  const named = node?.path.at(-1);
  const ways = [previousAction.action, ...(named !== undefined && named !== previousAction.action ? [named] : [])];
  const candidates = [known.parent, start, ...others].filter((one) => one !== undefined);
  const found: JudgedExample[] = [];
  for (const before of candidates)
    for (const action of current.length > 0 ? ways : ways.slice(0, 1)) {
      const truth = successor(before, action);
      if (!follows(truth)) continue;
      const one = judged(before, truth);
      found.push(one);
      if (candidates.length === 1) break;
    }
  // of several one that follows in all that is said
  const whole = ({ truth }: JudgedExample): boolean =>
    truth !== undefined && current.every((placed) => differsFrom(placed, truth).length === 0);
  const [best] = found.length > 1 ? [...found.filter(whole), ...found] : found;
  const [before] = candidates;
  const { truth } = best ?? { truth: before && successor(before, previousAction.action) };
  const meant = node === undefined ? meantPreviousAction(model, best?.before ?? before, truth) : undefined;
  if (meant !== undefined) return { ...judged(best?.before ?? before, meant.truth), meant: meant.action };
  return best ?? judged(before, truth);
}

/**
 * The position that an example prints; of two that disagree the one in which more of its actions are legal, from which its last
 * states follow, or of which it lists all actions.
 */
function likeliest({ game, current, list, best, final }: ExampleModel): Position | undefined {
  const first = fullest(current);
  if (first === undefined || game === undefined) return undefined;
  const own = positionOf(game, first.reading);
  const other = current.find((placed) => own !== undefined && placed !== first && isGravelyWrong(placed, own));
  const second = other && positionOf(game, other.reading);
  if (own === undefined || second === undefined) return own;
  const actions = list?.body.kind === 'list' ? list.body.actions.map(({ move }) => move.text) : [];
  if (best !== undefined) actions.push(best.word.text);
  const legalIn = (position: Position): number =>
    actions.filter((action) => position.allows(nameAt(position, action))).length;
  const followIn = (position: Position): number => {
    const after = best && successor(position, nameAt(position, best.word.text));
    return after === undefined ? 0 : final.filter((placed) => !isGravelyWrong(placed, after)).length;
  };
  const listed = list?.body.kind === 'list' && !list.body.isElided ? list.body.actions.length : 0;
  const isAll = list?.command.k === 'all' || (list?.command.k ?? 0) > listed;
  const leftIn = (position: Position): number => (isAll ? Math.abs(position.sure.size - listed) : 0);
  const ahead = legalIn(second) - legalIn(own) || followIn(second) - followIn(own) || leftIn(own) - leftIn(second);
  return ahead > 0 ? second : own;
}

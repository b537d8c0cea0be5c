import { plural } from '../../base/text/counts.ts';
import type { Range } from '../../base/text/range.ts';
import { formatScore } from '../../metrics/score-format.ts';
import { PART_SEPARATOR, withLabel } from '../../metrics/wording.ts';
import { checkExample } from '../check/check-example.ts';
import type { ExampleModel, MavPosition } from '../check/example-model.ts';
import { type CheckedState, findCheckedStates, type JudgedExample } from '../check/judged-example.ts';
import { isListRight, type ListScores, listScores } from '../check/list-judgment.ts';
import { isStateRight } from '../check/state-comparison.ts';
import type { MavDialect } from '../syntax.ts';
import type { MavView } from '../view.ts';
import {
  bestActionText,
  judgedPositions,
  type ListLocation,
  listScoresText,
  listSentences,
} from './list-comparison.ts';
import { statePredictions } from './section-states.ts';
import { findRootCause, type MavLens, syntaxFaults, traceLens } from './trace-lens.ts';

/** Facts of an example or a trace for the sums of a file. */
export type MavFact =
  | { readonly of: 'example'; readonly list: ListScores | undefined; readonly isBestLegal: boolean | undefined }
  | { readonly of: 'trace'; readonly isShapeRight: boolean };

export interface MavLenses {
  readonly lenses: readonly MavLens[];
  readonly sums: MavSums;
}

/**
 * Returns the lenses of a section: above an example the scores of its list and best action by the rules and the number
 * of exact states, above a trace its first error. Inexact states are scored elsewhere, as predictions.
 */
export function mavLenses(view: MavView, dialect: MavDialect): MavLenses {
  const lenses: MavLens[] = [];
  const sums = new MavSums();
  const trace = traceLens(view, dialect);
  const states = exactStates(view);
  if (trace !== undefined) {
    lenses.push(trace.lens);
    if (trace.isShapeRight !== undefined) sums.addFact({ of: 'trace', isShapeRight: trace.isShapeRight });
  }
  view.examples.forEach((judged, i) => {
    const found = exampleLens(view, judged, i, dialect, states.get(i));
    if (found === undefined) return;
    lenses.push(found.lens);
    sums.addFact(found.fact);
  });
  return { lenses, sums };
}

function exampleLens(
  view: MavView,
  judged: JudgedExample,
  index: number,
  dialect: MavDialect,
  states: ExactStates | undefined,
): { lens: MavLens; fact: MavFact } | undefined {
  const { model, example } = judged;
  const [position, printed] = judgedPositions(judged);
  if (position === undefined) return undefined;
  const parts: string[] = [];
  const tooltip: string[] = [];
  // The lens of a trace shows syntax errors.
  const cause = findRootCause([
    ...(view.trace === undefined ? syntaxFaults(view) : []),
    ...checkExample(judged, dialect),
  ]);
  if (cause !== undefined && !COVERED.has(cause.about)) {
    parts.push(`first error: ${cause.about}`);
    if (cause.follow > 0) parts.push(`${cause.follow} follow`);
    tooltip.push(`First error: ${cause.first.message}.`);
  }
  const list = listScores(model, position);
  if (list !== undefined && model.list !== undefined) {
    const onPrinted = printed === undefined ? undefined : listScores(model, printed);
    const words = listScoresText(list);
    const other = onPrinted === undefined ? words : listScoresText(onPrinted);
    const also = other === words ? '' : `; on the printed board ${other}`;
    parts.push(withLabel(`%${model.list.command.name}`, words + also));
    tooltip.push(...listSentences(list));
  }
  const best = bestActionText(judged, position, printed);
  if (best !== undefined) parts.push(best.text);
  if (states !== undefined && states.exact > 0) parts.push(statesText(states));
  if (followsPrinted(judged, printed)) parts.push('final state follows the printed board');
  const missing = cutOff(model);
  if (missing.length > 0) parts.push(`cut off before ${missing[0]}`);
  if (parts.length === 0) return undefined;
  if (judged.truth === undefined) parts.push('true position unknown; judged on the printed board');
  else if (model.previousAction === undefined) {
    parts.push('input, not judged');
    tooltip.push('The state is input and is not judged.');
  }
  const isWrong = cause !== undefined || (list !== undefined && !isListRight(list)) || best?.isLegal === false;
  return {
    lens: {
      range: example.header.range,
      title: parts.join(PART_SEPARATOR),
      tooltip: tooltip.join('\n'),
      isWrong,
      ...whereTo(index, model, cause?.first.range, states),
    },
    fact: { of: 'example', list, isBestLegal: best?.isLegal },
  };
}

/** Returns the target of a click: the list, else the first error, else the states. */
function whereTo(
  index: number,
  { list }: ExampleModel,
  error: Range | undefined,
  states: ExactStates | undefined,
): Pick<MavLens, 'place' | 'target'> {
  if (list !== undefined) return { place: { position: 2 * index, label: `%${list.command.name}` } };
  if (error !== undefined) return { target: error };
  return states === undefined ? {} : { place: states.first };
}

/** The states of an example that follow by rule from others. */
interface ExactStates {
  count: number;
  exact: number;
  readonly first: ListLocation;
}

/** Returns the counts by index of the example. */
function exactStates(view: MavView): ReadonlyMap<number, ExactStates> {
  const found = new Map<number, ExactStates>();
  for (const { position, label, fen, trueFen } of statePredictions(view)) {
    const example = Math.floor(position / 2);
    const states = found.get(example) ?? { count: 0, exact: 0, first: { position, label } };
    states.count++;
    if (fen === trueFen) states.exact++;
    found.set(example, states);
  }
  return found;
}

function statesText({ count, exact }: ExactStates): string {
  if (exact < count) return `${exact} of ${count} states exact`;
  return count === 1 ? 'state exact' : 'states exact';
}

/** Subjects that the parts of a lens cover already. */
const COVERED: ReadonlySet<string> = new Set(['list', 'best action']);

/** Returns the commands that an unfinished output lacks. */
function cutOff({ example: { header, lines }, list, best }: ExampleModel): string[] {
  if (list === undefined && best === undefined) return [];
  const wanted = header.commands.filter(({ kind }) => kind !== 'unknown');
  return wanted.slice(lines.length).map(({ name }) => `%${name}`);
}

/** Returns true if the last state is wrong, but right by the model's own board, which then has the error. */
function followsPrinted(judged: JudgedExample, printed: MavPosition | undefined): boolean {
  if (printed === undefined || judged.model.final.length === 0) return false;
  const finals = (example: JudgedExample): CheckedState[] =>
    findCheckedStates(example).filter(({ slot }) => slot === 'final');
  if (finals(judged).every(({ placed, truth }) => isStateRight(placed, truth))) return false;
  const own = finals({ ...judged, truth: printed });
  return own.length > 0 && own.every(({ placed, truth }) => isStateRight(placed, truth));
}

/** Names of counts and sums. */
const SUMS = [
  'examples',
  'bests',
  'legal',
  'lists',
  'precision',
  'recalls',
  'recall',
  'f1s',
  'f1',
  'traces',
  'shapes',
] as const;
type Sum = (typeof SUMS)[number];

/** Sums over the examples and traces of a file, added section by section after every edit of files with thousands. */
export class MavSums {
  readonly #sums = Object.fromEntries(SUMS.map((name) => [name, 0])) as Record<Sum, number>;

  addFact(fact: MavFact): void {
    const sums = this.#sums;
    if (fact.of === 'trace') {
      sums.traces++;
      if (fact.isShapeRight) sums.shapes++;
      return;
    }
    const { list, isBestLegal } = fact;
    sums.examples++;
    if (isBestLegal !== undefined) sums.bests++;
    if (isBestLegal === true) sums.legal++;
    if (list?.kind !== 'list') return;
    const add = (count: Sum, sum: Sum, value: number | null): void => {
      if (value === null) return;
      sums[count]++;
      sums[sum] += value;
    };
    add('lists', 'precision', list.precision);
    add('recalls', 'recall', list.recall);
    add('f1s', 'f1', list.f1);
  }

  addAll(other: MavSums): void {
    const [sums, more] = [this.#sums, other.#sums];
    for (const name of SUMS) sums[name] += more[name];
  }

  /** Line of a file; undefined for fewer than two examples or traces. */
  get text(): string | undefined {
    const sums = this.#sums;
    if (sums.examples + sums.traces < 2) return undefined;
    const parts: string[] = [];
    const mean = (of: Sum, number: Sum): string => formatScore(sums[of] / sums[number]);
    if (sums.examples > 0) parts.push(plural(sums.examples, 'example'));
    if (sums.bests > 0) parts.push(`best action legal ${sums.legal} of ${sums.bests}`);
    if (sums.lists > 0) parts.push(`lists: mean precision ${mean('precision', 'lists')}`);
    if (sums.recalls > 0) parts.push(`top_all: mean recall ${mean('recall', 'recalls')} F1 ${mean('f1', 'f1s')}`);
    if (sums.traces > 0) parts.push(plural(sums.traces, 'trace'), `shape right ${sums.shapes} of ${sums.traces}`);
    return parts.join(PART_SEPARATOR);
  }
}

import { formatScore } from '../../metrics/score-format.ts';
import { DOT, labelled } from '../../metrics/wording.ts';
import type { Range } from '../../text/range.ts';
import { checkExample } from '../check/example.ts';
import type { ExampleModel, Position } from '../check/example-model.ts';
import type { JudgedExample } from '../check/judged-example.ts';
import type { MavDialect } from '../values.ts';
import type { MavView } from '../view.ts';
import { isRight } from './compared-state.ts';
import type { ListPlace } from './list-comparison.ts';
import { isListRight, type ListScores, listScores } from './list-scores.ts';
import { bestText, listSentences, listText, statesOf } from './list-words.ts';
import { type CheckedState, checkedStates } from './positions.ts';
import { rootCause } from './root-cause.ts';
import { traceLens } from './trace-lens.ts';

/** What stands above an example, a state or a trace. */
export interface MavLens {
  /** Counts from the start of the section. */
  readonly range: Range;
  readonly title: string;
  readonly tooltip: string;
  readonly isWrong: boolean;
  /** What a click compares: the position of its list, by the command. */
  readonly place?: ListPlace;
  /** Where a click goes instead: to the first error of a trace. */
  readonly target?: Range;
}

/** What is summed up over examples and traces. */
export type MavFact =
  | { readonly of: 'example'; readonly list: ListScores | undefined; readonly isBestLegal: boolean | undefined }
  | { readonly of: 'trace'; readonly isShapeRight: boolean };

export interface MavLenses {
  readonly lenses: readonly MavLens[];
  readonly sums: MavSums;
}

/**
 * The lenses of a section: above an example what its list and best action are worth by the rules, above a trace whose fault
 * it is (experience.md). States are scored elsewhere, as predictions.
 */
export function mavLenses(view: MavView, dialect: MavDialect): MavLenses {
  const lenses: MavLens[] = [];
  const sums = new MavSums();
  const trace = traceLens(view, dialect);
  if (trace !== undefined) {
    lenses.push(trace.lens);
    sums.addFact({ of: 'trace', isShapeRight: trace.isShapeRight });
  }
  view.examples.forEach((judged, i) => {
    const found = exampleLens(view, judged, i, dialect);
    if (found === undefined) return;
    lenses.push(found.lens);
    sums.addFact(found.fact);
  });
  return { lenses, sums };
}

function exampleLens(
  { section, trace }: MavView,
  judged: JudgedExample,
  index: number,
  dialect: MavDialect,
): { lens: MavLens; fact: MavFact } | undefined {
  const { model, example } = judged;
  const [position, printed] = statesOf(judged);
  if (position === undefined) return undefined;
  const parts: string[] = [];
  const tooltip: string[] = [];
  // Faults of the syntax are told by the lens of a trace.
  const cause = rootCause([...(trace === undefined ? section.faults : []), ...checkExample(judged, dialect)]);
  if (cause !== undefined && !TOLD.has(cause.about)) {
    parts.push(`first error: ${cause.about}`);
    if (cause.follow > 0) parts.push(`${cause.follow} follow`);
    tooltip.push(`First error: ${cause.first.message}.`);
  }
  const list = listScores(model, position);
  if (list !== undefined && model.list !== undefined) {
    const onPrinted = printed === undefined ? undefined : listScores(model, printed);
    const words = listText(list);
    const other = onPrinted === undefined ? words : listText(onPrinted);
    const also = other === words ? '' : `; on the printed board ${other}`;
    parts.push(labelled(`%${model.list.command.name}`, words + also));
    tooltip.push(...listSentences(list));
  }
  const best = bestText(judged, position, printed);
  if (best !== undefined) parts.push(best.text);
  if (followsPrinted(judged, printed)) parts.push('final state follows the printed board');
  const missing = cutOff(model);
  if (missing.length > 0) parts.push(`cut off before ${missing[0]}`);
  if (parts.length === 0) return undefined;
  if (judged.truth === undefined) parts.push('truth not known, judged on the printed board');
  else if (model.previousAction === undefined) {
    parts.push('input, not judged');
    tooltip.push('The state is the input, and is not judged.');
  }
  const isWrong = cause !== undefined || (list !== undefined && !isListRight(list)) || best?.isLegal === false;
  return {
    lens: {
      range: example.header.range,
      title: parts.join(DOT),
      tooltip: tooltip.join('\n'),
      isWrong,
      ...(model.list === undefined
        ? cause !== undefined && { target: cause.first.range }
        : { place: { position: 2 * index, label: `%${model.list.command.name}` } }),
    },
    fact: { of: 'example', list, isBestLegal: best?.isLegal },
  };
}

/** What the parts of a lens say anyway. */
const TOLD: ReadonlySet<string> = new Set(['list', 'best action']);

/** The commands that an output which was begun does not come to. */
function cutOff({ example: { header, lines }, list, best }: ExampleModel): string[] {
  if (list === undefined && best === undefined) return [];
  const wanted = header.commands.filter(({ kind }) => kind !== 'unknown');
  return wanted.slice(lines.length).map(({ name }) => `%${name}`);
}

/** Whether the last state is wrong, and right by the model's own board: then the fault is that of the board. */
function followsPrinted(judged: JudgedExample, printed: Position | undefined): boolean {
  if (printed === undefined || judged.model.final.length === 0) return false;
  const finals = (one: JudgedExample): CheckedState[] => checkedStates(one).filter(({ slot }) => slot === 'final');
  if (finals(judged).every(({ placed, truth }) => isRight(placed, truth))) return false;
  const own = finals({ ...judged, truth: printed });
  return own.length > 0 && own.every(({ placed, truth }) => isRight(placed, truth));
}

/** What is summed up over the examples and traces of a file, section by section. */
export class MavSums {
  readonly #examples = new Sum();
  readonly #traces = new Sum();
  readonly #best = new Sum();
  readonly #precision = new Sum();
  readonly #recall = new Sum();
  readonly #f1 = new Sum();

  addFact(fact: MavFact): void {
    if (fact.of === 'trace') {
      this.#traces.add(fact.isShapeRight ? 1 : 0);
      return;
    }
    const { list, isBestLegal } = fact;
    this.#examples.add(1);
    if (isBestLegal !== undefined) this.#best.add(isBestLegal ? 1 : 0);
    if (list?.kind !== 'list') return;
    this.#precision.add(list.precision);
    if (list.recall !== null) this.#recall.add(list.recall);
    if (list.f1 !== null) this.#f1.add(list.f1);
  }

  addAll(other: MavSums): void {
    this.#examples.addAll(other.#examples);
    this.#traces.addAll(other.#traces);
    this.#best.addAll(other.#best);
    this.#precision.addAll(other.#precision);
    this.#recall.addAll(other.#recall);
    this.#f1.addAll(other.#f1);
  }

  /** The line of a file; undefined where there is no more than one example or trace. */
  get text(): string | undefined {
    const [examples, traces, best] = [this.#examples, this.#traces, this.#best];
    const [precision, recall, f1] = [this.#precision, this.#recall, this.#f1];
    if (examples.count + traces.count < 2) return undefined;
    const parts: string[] = [];
    const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;
    if (examples.count > 0) parts.push(count(examples.count, 'example'));
    if (best.count > 0) parts.push(`best action legal ${best.total} of ${best.count}`);
    if (precision.count > 0) parts.push(`lists: mean precision ${formatScore(precision.mean)}`);
    if (recall.count > 0) parts.push(`top_all: mean recall ${formatScore(recall.mean)} F1 ${formatScore(f1.mean)}`);
    if (traces.count > 0) parts.push(count(traces.count, 'trace'), `shape right ${traces.total} of ${traces.count}`);
    return parts.join(DOT);
  }
}

class Sum {
  count = 0;
  total = 0;

  add(value: number): void {
    this.count++;
    this.total += value;
  }

  addAll({ count, total }: Sum): void {
    this.count += count;
    this.total += total;
  }

  get mean(): number {
    return this.total / this.count;
  }
}

import type { TextEdit } from '../../base/text/range.ts';
import { type Diagnostic, diagnostic } from '../../notation/diagnostic.ts';
import type { Code } from '../../notation/diagnostic-codes.ts';
import { fixWith } from '../quick-fixes.ts';
import type { ActionValue, Example, MavDialect, MavSection, TraceStep } from '../syntax.ts';
import { bucketToken, flipBucket, isBucket, toBucket } from '../values.ts';
import { type MavView, mavView } from '../view.ts';
import { FROM_ZERO, PROBABILITIES, probabilityIn } from './spelling-habits.ts';

/** Message about values of the other side. */
export const OTHER_SIDE =
  "values look like the other side's: turned over (65 - b) they agree with what is chosen and expanded";
const NOT_TURNED =
  "the decisions repeat the values of their nodes, which are the other side's: they must be turned over (65 - b)";

/** Codes that wrong values of a trace lead to. */
const OF_VALUES: ReadonlySet<Code> = new Set([
  'MAV_BUCKET',
  'MAV_BEST_NOT_HIGHEST',
  'TRACE_EXPANSION_CHOICE',
  'TRACE_LEAF_DECISION',
  'TRACE_LEAF_CHOICE',
  'TRACE_DECISION_VALUE',
  'TRACE_SELECTION',
]);

/** Fewest findings, values or lists that show a habit. */
const LEAST = 2;
/** Share of the values that show it. */
const MOST = 0.8;
/** Largest share of the findings that remain if a trace is read as it is meant. */
const REST = 0.25;

/** A way in which the values of a trace may be meant. */
interface Reading {
  readonly finding: () => Diagnostic;
  readonly dialect?: MavDialect;
  /** Returns the bucket of a value; the place is a list of actions, or a decision. */
  readonly bucketOf?: (value: ActionValue, place: Place) => number | undefined;
  /** Findings that the form of the values leads to. */
  readonly ignores?: ReadonlySet<Code>;
}

/** Findings about probabilities: they are no tokens, and a rounded one may be in the next bucket of its flip. */
const OF_PROBABILITIES: ReadonlySet<Code> = new Set(['MAV_LOOSE_VALUE', 'TRACE_DECISION_VALUE']);

type Place = 'list' | 'decision';

/**
 * Returns the findings of a trace, with one for values that are all wrong in the same way: values of the other side, in
 * all places, in the lists or in the decisions, buckets from 0, and probabilities. A way is accepted if the trace has
 * hardly any finding about its values when it is read so; what remains is reported beside it.
 *
 * @param check returns the findings of a view
 */
export function readValuesAsMeant(
  view: MavView,
  found: readonly Diagnostic[],
  dialect: MavDialect,
  check: (view: MavView, dialect: MavDialect) => readonly Diagnostic[],
): readonly Diagnostic[] {
  const wrong = found.filter(({ code }) => OF_VALUES.has(code)).length;
  if (view.trace === undefined || wrong < LEAST) return found;
  const repeated = mergeUnturned(view, found);
  if (repeated !== undefined) return repeated;
  let [least, best] = [REST * wrong + 1e-9, found];
  for (const { finding, dialect: other = dialect, bucketOf, ignores } of readings(view, found, dialect)) {
    const section = bucketOf === undefined ? view.section : withBuckets(view.section, bucketOf);
    const left = check(mavView(view.text, section, other), other).filter(({ code }) => !ignores?.has(code));
    const count = left.filter(({ code }) => OF_VALUES.has(code)).length;
    if (count > least) continue;
    least = count - 0.5;
    best = [finding(), ...left.map((remaining) => asWritten(remaining, found))];
  }
  return best;
}

/** Returns a finding with the words that it has for the values as they are written. */
const asWritten = (finding: Diagnostic, found: readonly Diagnostic[]): Diagnostic =>
  found.find(({ code, range }) => code === finding.code && range.start === finding.range.start) ?? finding;

function* readings(view: MavView, found: readonly Diagnostic[], dialect: MavDialect): Generator<Reading> {
  const values = [...sectionValues(view.section)].filter(({ action: { value } }) => value !== undefined);
  const [first] = values;
  const range = first?.action.value?.range ?? { start: 0, end: 0 };
  const chances = values.filter(({ action }) => action.bucket === undefined && chanceOf(action) !== undefined);
  if (chances.length >= MOST * values.length) {
    const bucketOf = (action: ActionValue): number | undefined => {
      const chance = chanceOf(action);
      return chance === undefined ? action.bucket : toBucket(chance, dialect);
    };
    const edits = chances.flatMap(({ action }): TextEdit[] =>
      action.value === undefined
        ? []
        : [{ range: action.value.range, newText: bucketToken(bucketOf(action) ?? dialect.base, dialect) }],
    );
    const fix = fixWith('Write the buckets of these probabilities', edits);
    const message = `${chances.length} of ${values.length} values are no buckets: ${PROBABILITIES}`;
    yield { bucketOf, ignores: OF_PROBABILITIES, finding: () => diagnostic('MAV_BUCKET', range, message, fix) };
    return;
  }
  if (dialect.base === 1)
    yield { dialect: { ...dialect, base: 0 }, finding: () => diagnostic('MAV_BUCKET', range, FROM_ZERO) };
  const hasBest = found.filter(({ code }) => code === 'MAV_BEST_NOT_HIGHEST').length >= LEAST;
  if (!hasBest) return;
  const turned = ({ bucket }: ActionValue): number | undefined =>
    bucket === undefined || !isBucket(bucket, dialect) ? bucket : flipBucket(bucket, dialect);
  const finding = (): Diagnostic => diagnostic('MAV_VALUE_HABIT', range, OTHER_SIDE);
  yield { finding, bucketOf: turned };
  yield { finding, bucketOf: (action, place) => (place === 'list' ? turned(action) : action.bucket) };
}

const chanceOf = ({ value }: ActionValue): number | undefined =>
  value === undefined ? undefined : probabilityIn(value.text);

/**
 * Merges the findings of decisions that repeat the values of their nodes as they are; undefined if fewer than two do, or
 * others are wrong in another way.
 */
function mergeUnturned({ trace }: MavView, found: readonly Diagnostic[]): readonly Diagnostic[] | undefined {
  const wrong = new Map(
    found.flatMap((finding) => (finding.code === 'TRACE_DECISION_VALUE' ? [[finding.range.start, finding]] : [])),
  );
  let same = 0;
  const follows = new Set<Diagnostic>();
  for (const { decision, children, nameOf } of trace?.nodes.values() ?? []) {
    const before = same;
    for (const { move, value, bucket } of decision?.actions ?? []) {
      const selection = children.find(({ path }) => path.at(-1) === nameOf(move.text))?.decision?.selection;
      if (selection?.kind !== 'action' || value === undefined || bucket === undefined) continue;
      const finding = wrong.get(value.range.start);
      if (finding === undefined || bucket !== selection.action.bucket) continue;
      same++;
      follows.add(finding);
    }
    if (same === before) continue;
    for (const finding of found)
      if (finding.code === 'TRACE_SELECTION' && isWithin(finding, decision?.selection)) follows.add(finding);
  }
  const first = found.find((finding) => follows.has(finding) && finding.code === 'TRACE_DECISION_VALUE');
  if (first === undefined || same < LEAST || same < MOST * wrong.size) return undefined;
  const edits = [...follows].flatMap(({ code, fixes }) =>
    code === 'TRACE_DECISION_VALUE' ? (fixes?.[0]?.edits ?? []) : [],
  );
  const habit = diagnostic('MAV_VALUE_HABIT', first.range, NOT_TURNED, fixWith('Turn the values over', edits));
  return found.flatMap((finding) => (finding === first ? [habit] : follows.has(finding) ? [] : [finding]));
}

const isWithin = ({ range }: Diagnostic, outer: Pick<Diagnostic, 'range'> | undefined): boolean =>
  outer !== undefined && range.start >= outer.range.start && range.end <= outer.range.end;

/** Yields the actions of lists and decisions, in text order. */
export function* sectionValues({
  item,
}: MavSection): Generator<{ readonly action: ActionValue; readonly place: Place }> {
  for (const step of item?.kind === 'trace' ? item.steps : item === undefined ? [] : [item]) {
    const example = step.kind === 'example' ? step : step.kind === 'evaluation' ? step.example : undefined;
    for (const { body } of example?.lines ?? [])
      if (body.kind === 'list') for (const action of body.actions) yield { action, place: 'list' };
    if (step.kind !== 'decision') continue;
    for (const action of step.actions) yield { action, place: 'decision' };
    if (step.selection?.kind === 'action') yield { action: step.selection.action, place: 'decision' };
  }
}

/** Returns a section whose values have other buckets. */
function withBuckets(section: MavSection, bucketOf: NonNullable<Reading['bucketOf']>): MavSection {
  const { item } = section;
  if (item?.kind !== 'trace') return section;
  const mapped = (action: ActionValue, place: Place): ActionValue => ({ ...action, bucket: bucketOf(action, place) });
  const ofExample = (example: Example): Example => ({
    ...example,
    lines: example.lines.map((line) =>
      line.body.kind === 'list'
        ? { ...line, body: { ...line.body, actions: line.body.actions.map((action) => mapped(action, 'list')) } }
        : line,
    ),
  });
  const ofStep = (step: TraceStep): TraceStep => {
    if (step.kind === 'evaluation')
      return step.example === undefined ? step : { ...step, example: ofExample(step.example) };
    if (step.kind === 'expansion') return step;
    const { selection } = step;
    return {
      ...step,
      actions: step.actions.map((action) => mapped(action, 'decision')),
      selection:
        selection?.kind === 'action' ? { ...selection, action: mapped(selection.action, 'decision') } : selection,
    };
  };
  return { ...section, item: { ...item, steps: item.steps.map(ofStep) } };
}

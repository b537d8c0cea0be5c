import type { TextEdit } from '../../base/text/range.ts';
import { type Diagnostic, diagnostic } from '../../notation/diagnostic.ts';
import { isToken } from '../lexer.ts';
import { fixWith } from '../quick-fixes.ts';
import type { ActionValue, Example, MavDialect, MavLine, MavWord, TraceStep } from '../syntax.ts';
import { BUCKETS, bucketToken, isBucket, toBucket } from '../values.ts';
import type { MavView } from '../view.ts';

/** Number of invalid buckets that make a habit. */
const HABIT = 3;

/** A number from 0 to 1 with a decimal point, or 0 or 1; also in place of the number of a token, `<ctrl0.53>`. */
const PROBABILITY = /^(?:(0?\.\d+|1\.0+|[01])|<(?:ctrl|val_)(0?\.\d+|1\.0+)>)$/;

/** Returns the probability that a value gives in place of a bucket; undefined for other values. */
export function probabilityIn(text: string): number | undefined {
  const [, plain, inToken] = PROBABILITY.exec(text) ?? [];
  const number = plain ?? inToken;
  return number === undefined ? undefined : Number(number);
}

/** Messages about the form of values. */
export const PROBABILITIES = 'they look like probabilities';
export const FROM_ZERO = 'values look like buckets from 0, which --mav-dialect base0 reads';
/** An engine's score in pawns or centipawns. */
const SCORE = /^[+-]\d+(?:\.\d+)?$/;
const PERCENT = /^\d+(?:\.\d+)?\s?%$/;

/** Describes the common form of values that are not buckets; undefined if it is unknown. */
export function describeValueForm(texts: readonly string[]): string | undefined {
  if (texts.every((text) => PROBABILITY.test(text))) return PROBABILITIES;
  if (texts.every((text) => SCORE.test(text))) return "they look like an engine's scores in pawns or centipawns";
  return texts.every((text) => PERCENT.test(text)) ? 'they look like percentages' : undefined;
}

/**
 * Merges habits of a section's values into one finding at the first of them: no values, three or more invalid buckets,
 * with their form, and three or more actions without a value.
 *
 * @param examples of the section
 */
export function mergeValueHabits(
  found: readonly Diagnostic[],
  examples: readonly Example[],
  dialect: MavDialect,
): readonly Diagnostic[] {
  const missing = mergeMissingValues(found, examples);
  const wrong = missing.filter(({ code }) => code === 'MAV_BUCKET');
  if (wrong.length < HABIT) return missing;
  const starts = new Set(wrong.map(({ range }) => range.start));
  const listed = examples.flatMap(({ lines }) =>
    lines.flatMap(({ body }) => (body.kind === 'list' ? body.actions : [])),
  );
  const values = listed.filter(({ value }) => value !== undefined && starts.has(value.range.start));
  const [first, ...others] = wrong;
  if (first === undefined) return missing;
  const merged = together(first, values, listed, dialect);
  return missing.flatMap((finding) => (finding === first ? [merged] : others.includes(finding) ? [] : [finding]));
}

function together(
  { range }: Diagnostic,
  values: readonly ActionValue[],
  listed: readonly ActionValue[],
  dialect: MavDialect,
): Diagnostic {
  const { base } = dialect;
  const texts = values.map(({ value }) => value?.text ?? '');
  const range64 = `buckets from ${base} to ${base + BUCKETS - 1}`;
  const count = `${values.length} of ${listed.length} values are not ${range64}`;
  const report = (looks: string, fix = {}): Diagnostic => diagnostic('MAV_BUCKET', range, `${count}: ${looks}`, fix);
  if (texts.every((text) => PROBABILITY.test(text))) {
    const edits = values.flatMap(({ value }): TextEdit[] =>
      value === undefined
        ? []
        : [{ range: value.range, newText: bucketToken(toBucket(probabilityIn(value.text) ?? 0, dialect), dialect) }],
    );
    return report(describeValueForm(texts) ?? '', fixWith('Write the buckets of these probabilities', edits));
  }
  if (texts.every((text) => SCORE.test(text)))
    return report("they look like an engine's scores in pawns or centipawns");
  if (texts.every((text) => PERCENT.test(text))) return report('they look like percentages');
  const isFromZero = base === 1 && !listed.some(({ bucket }) => bucket === BUCKETS);
  if (isFromZero && values.every(({ bucket }) => bucket === 0)) return report(FROM_ZERO);
  const some = texts.slice(0, HABIT).join(', ');
  return report(`${some}${texts.length > HABIT ? ' and so on' : ''}`);
}

/**
 * Replaces the findings of all actions without a value by one hint if no action of the section's lists has a value: a
 * model does not forget them all, but a decoder that drops special tokens does.
 */
function mergeMissingValues(found: readonly Diagnostic[], examples: Iterable<Example>): readonly Diagnostic[] {
  if (!found.some(({ code }) => code === 'MAV_NO_VALUE')) return found;
  const lists = [...examples].flatMap(({ lines }) => lines.filter(({ body }) => body.kind === 'list'));
  const actions = lists.flatMap(({ body }) => (body.kind === 'list' ? body.actions : []));
  const [first] = lists;
  if (first === undefined || actions.some(({ value }) => value !== undefined)) return found;
  const what = actions.length === 1 ? 'the only action has no value' : `none of ${actions.length} actions has a value`;
  const message = `${what}: control tokens may have been stripped in decoding`;
  return [...found.filter(({ code }) => code !== 'MAV_NO_VALUE'), diagnostic('MAV_NO_VALUES', first.range, message)];
}

/** A loosely spelled value of an example or a trace, and its correction. */
interface Loose {
  readonly written: string;
  readonly edit: TextEdit;
}

/**
 * Returns findings for values whose bucket is clear but that are not written as control tokens, or not with the
 * expected colon and marks: one finding for all of the same spelling, since a tokenizer or a habit writes them all that
 * way. Bare numbers in all places are a hint: they may be the format of a self-trained model.
 */
export function looseValues({ text, section }: MavView, dialect: MavDialect): Diagnostic[] {
  const { item } = section;
  if (item === undefined) return [];
  const ways = new Map<string, Loose[]>();
  let count = 0;
  const add = (way: string, loose: Loose): void => {
    const same = ways.get(way);
    if (same === undefined) ways.set(way, [loose]);
    else same.push(loose);
  };
  const look = ({ range, move, value, bucket }: ActionValue, quote: string): void => {
    if (value === undefined || bucket === undefined || !isBucket(bucket, dialect)) return;
    count++;
    const start = move.range.end;
    const before = text.slice(start, value.range.start);
    const after = text.slice(value.range.end, range.end);
    const isPlaced = /^\s*:\s*"?$/.test(before) && before.endsWith('"') === (after === '"');
    if (isPlaced && isToken(value)) return;
    const token = bucketToken(bucket, dialect);
    const way = `${isPlaced ? '' : before + after}${value.text.replace(/\d+/, '1')}`;
    const newText = quote === '' ? `:${token}` : ` : "${token}"`;
    add(way, {
      written: isPlaced ? value.text : text.slice(move.range.start, range.end),
      edit: isPlaced ? { range: value.range, newText: token } : { range: { start, end: range.end }, newText },
    });
  };
  for (const step of item.kind === 'trace' ? item.steps : [item]) lookAt(step, look);
  const ends = item.kind === 'example' ? item.lines.flatMap((line) => looseEnd(text, line)) : [];
  return [...ends, ...[...ways].map(([way, all]) => looseFinding(all, way === '1' && all.length === count))];
}

function lookAt(step: TraceStep | Example, look: (action: ActionValue, quote: string) => void): void {
  if (step.kind === 'decision') {
    for (const action of step.actions) look(action, '"');
    if (step.selection?.kind === 'action') look(step.selection.action, '"');
  }
  const example = step.kind === 'example' ? step : step.kind === 'evaluation' ? step.example : undefined;
  for (const { body } of example?.lines ?? [])
    if (body.kind === 'list') for (const action of body.actions) look(action, '');
}

/** Returns the finding that a terminal state is not written `invalid : "1-0"`, if its result is clear. */
function looseEnd(text: string, { command, body }: MavLine): Diagnostic[] {
  if (body.kind !== 'terminal' || !/^(?:1-0|0-1|1\/2-1\/2)$/.test(body.result.text)) return [];
  const { start, end } = body.result.range;
  const isMarked = text[end] === '"';
  const from = command.range.end + text.slice(command.range.end, start).toLowerCase().lastIndexOf('invalid');
  const before = text.slice(from, start);
  if (/^invalid[ \t]*:[ \t]*"?$/i.test(before) && before.endsWith('"') === isMarked) return [];
  const range = { start: from, end: isMarked ? end + 1 : end };
  const right = `invalid : "${body.result.text}"`;
  return [looseFinding([{ written: text.slice(range.start, range.end), edit: { range, newText: right } }], false)];
}

function looseFinding(all: readonly Loose[], isHint: boolean): Diagnostic {
  const [first, ...others] = all as [Loose, ...Loose[]];
  const right = first.edit.newText.trim();
  const more = others.length === 0 ? '' : `, and ${others.length} more alike`;
  return diagnostic('MAV_LOOSE_VALUE', first.edit.range, `${first.written} must be written ${right}${more}`, {
    ...(isHint && { severity: 'info' }),
    fixes: [
      {
        title: others.length === 0 ? `Write ${right}` : 'Write Control Tokens',
        edits: all.map(({ edit }) => edit),
        safe: true,
      },
    ],
  });
}

/** A chess action; capital letters are read as lower case. */
const ACTION = /^[a-h][1-8][a-h][1-8][nbrq]?$/i;

/**
 * Returns the hint that chess actions have capital letters (`a7a8Q`), with a fix for all of them: one per section,
 * since a model or a converter writes them all that way. A tokenizer has other tokens for them.
 */
export function looseActions({ section, examples }: MavView): Diagnostic[] {
  const { item } = section;
  if (item === undefined || examples[0]?.model.game?.hasFen !== true) return [];
  const words = [...actionWords(item)]
    .filter(({ text }) => ACTION.test(text) && text !== text.toLowerCase())
    .sort((a, b) => a.range.start - b.range.start);
  const [first, ...others] = words;
  if (first === undefined) return [];
  const right = first.text.toLowerCase();
  const more = others.length === 0 ? '' : `, and ${others.length} more alike`;
  const edits = words.map(({ range, text }) => ({ range, newText: text.toLowerCase() }));
  const title = others.length === 0 ? `Write ${right}` : `Write ${right} (all ${words.length})`;
  return [
    diagnostic('MAV_LOOSE_ACTION', first.range, `${first.text} must be written ${right}${more}`, {
      fixes: [{ title, edits, safe: true }],
    }),
  ];
}

/** Yields the actions of an example or a trace, except those in the names of its nodes. */
function* actionWords(item: NonNullable<MavView['section']['item']>): Generator<MavWord> {
  if (item.kind === 'example') {
    yield* exampleWords(item);
    return;
  }
  for (const step of item.steps) {
    if (step.kind === 'evaluation' && step.example !== undefined) yield* exampleWords(step.example);
    if (step.kind !== 'decision') continue;
    for (const { move } of step.actions) yield move;
    if (step.selection?.kind === 'action') yield step.selection.action.move;
  }
}

function* exampleWords({ lines }: Example): Generator<MavWord> {
  for (const { body } of lines) {
    if (body.kind === 'move') yield body.move;
    if (body.kind === 'list') for (const { move } of body.actions) yield move;
  }
}

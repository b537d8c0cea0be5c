import {
  type AnswerCandidate,
  CANDIDATE_FORMS,
  READING_OUTCOMES,
  READING_RULES,
  ROLES,
  type StatedField,
} from '../core/answers/answer-reading.ts';
import type { PageSample } from '../core/evaluation/report/list/listed-sample.ts';
import type { LengthGroup } from '../core/evaluation/report/report.ts';
import { columnsIn, SAMPLE_COLUMNS } from '../core/evaluation/sample/columns.ts';
import type { SquareBlame } from '../core/metrics/blame.ts';
import { type ReadingView, STATED_FIELDS } from './answer-reading.ts';
import type { SampleDetail } from './report-messages.ts';
import type { StoredAnswer } from './state.ts';

// The samples of an exported page: columns of numbers and one table of texts, read by the page's script.

/** The samples of an exported page. */
export interface ExportedSamples {
  /** Depth of p and r. */
  readonly m: number;
  readonly lengths: readonly LengthGroup[];
  /** Samples in order, numbered from 0. */
  readonly details: readonly SampleDetail[];
}

/** Columns of the list. Texts are stored in the table of texts, numbers and flags (0 or 1) directly. */
const LISTED = columnsIn('page');
const TEXTS = LISTED.filter((name) => SAMPLE_COLUMNS[name].type === 'text');
const NUMBERS = LISTED.filter((name) => SAMPLE_COLUMNS[name].type !== 'text');

const ANSWER_TEXTS = [
  'label',
  'prompt',
  'raw',
  'reasoning',
  'finishReason',
  'at',
  'fault',
  'source',
] as const satisfies readonly (keyof StoredAnswer)[];

type Place = TextPlace;
type Packed = readonly (readonly (Place | number | null)[])[];
type PackedBlame = readonly (readonly [Place, Place, Place, number | null, Place, Place])[] | null;
/** Tokens, seconds, attempts, and a flag for a request about other moves. */
type PackedFacts = readonly (number | null)[];

/** The data of a page, as stored in JSON. */
export interface PackedSamples {
  readonly version: 3;
  readonly m: number;
  readonly lengths: readonly LengthGroup[];
  readonly texts: PackedTexts;
  /** Columns in the order of `TEXTS` and `NUMBERS`. */
  readonly listed: { readonly texts: Packed; readonly numbers: Packed };
  readonly verdicts: readonly Place[];
  readonly moves: readonly (readonly [Place, Place] | null)[];
  readonly blame: readonly PackedBlame[];
  /** Columns in the order of `ANSWER_TEXTS`; null for a sample without an answer. */
  readonly answers: Packed;
  readonly facts: readonly (PackedFacts | null)[];
  readonly readings: readonly (PackedReading | null)[];
  /** Empty for an answer without reasoning, or without a state in it. */
  readonly drafts: readonly (readonly PackedCandidate[])[];
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const numberOf = (value: unknown): number | null =>
  typeof value === 'number' ? value : typeof value === 'boolean' ? Number(value) : null;
const valueOf = (name: keyof PageSample, value: Place): number | boolean | null =>
  SAMPLE_COLUMNS[name].type === 'flag' ? value === 1 : value;

/** Packs samples into columns; texts that many samples share are stored once. */
export function packSamples({ m, lengths, details }: ExportedSamples): PackedSamples {
  const { texts, placeOf } = packTexts(textsIn(details));
  const place = (text: string | null): Place => (text === null ? null : placeOf(text));
  return {
    version: 3,
    m,
    lengths,
    texts,
    listed: {
      texts: TEXTS.map((name) => details.map(({ listed }) => place(textOf(listed[name])))),
      numbers: NUMBERS.map((name) => details.map(({ listed }) => numberOf(listed[name]))),
    },
    verdicts: details.map(({ verdictText }) => place(verdictText)),
    moves: details.map(({ lastMove }) => lastMove && ([place(lastMove[0]), place(lastMove[1])] as const)),
    blame: details.map(
      ({ blame }) =>
        blame &&
        blame.map(
          ({ square, predicted, actual, ply, san, move }) =>
            [place(square), place(predicted), place(actual), ply, place(san), place(move)] as const,
        ),
    ),
    answers: ANSWER_TEXTS.map((name) => details.map(({ answer }) => place(answer?.[name] ?? null))),
    facts: details.map(({ answer }) => answer && packedFacts(answer)),
    readings: details.map(({ answer }) => (answer?.reading ? packReading(answer.reading, placeOf) : null)),
    drafts: details.map(({ answer }) => (answer?.drafts ?? []).map((item) => packCandidate(item, placeOf))),
  };
}

function* textsIn(details: readonly SampleDetail[]): Generator<string> {
  for (const { listed, verdictText, lastMove, blame, answer } of details) {
    const own = [
      ...TEXTS.map((name) => textOf(listed[name])),
      verdictText,
      ...(lastMove ?? []),
      ...(blame ?? []).flatMap(({ square, predicted, actual, san, move }) => [square, predicted, actual, san, move]),
      ...ANSWER_TEXTS.map((name) => answer?.[name] ?? null),
      ...readingTexts(answer?.reading ?? null, answer?.drafts ?? []),
    ];
    for (const text of own) if (text !== null) yield text;
  }
}

const packedFacts = ({ tokens, seconds, attempts, otherMoves }: StoredAnswer): PackedFacts => [
  tokens === null ? 0 : 1,
  tokens?.prompt ?? null,
  tokens?.completion ?? null,
  seconds,
  attempts,
  otherMoves ? 1 : 0,
];

/** Unpacks samples; undefined for data of another version. */
export function unpackSamples(packed: PackedSamples): ExportedSamples | undefined {
  if (packed.version !== 3) return undefined;
  const texts = unpackTexts(packed.texts);
  const text = (place: Place | undefined): string | null =>
    place === null || place === undefined ? null : (texts[place] ?? '');
  const details = packed.verdicts.map((verdict, i): SampleDetail => {
    const listed = Object.fromEntries([
      ...TEXTS.map((name, column) => [name, text(packed.listed.texts[column]?.[i])] as const),
      ...NUMBERS.map((name, column) => [name, valueOf(name, packed.listed.numbers[column]?.[i] ?? null)] as const),
    ]) as unknown as PageSample;
    const move = packed.moves[i] ?? null;
    return {
      sample: i,
      listed,
      verdictText: text(verdict) ?? '',
      lastMove: move && [text(move[0]) ?? '', text(move[1]) ?? ''],
      blame: blameOf(packed.blame[i] ?? null, text),
      answer: answerOf(packed, i, text),
    };
  });
  return { m: packed.m, lengths: packed.lengths, details };
}

function blameOf(packed: PackedBlame, text: (place: Place) => string | null): SquareBlame[] | null {
  return (
    packed &&
    packed.map(([square, predicted, actual, ply, san, move]) => ({
      square: text(square) ?? '',
      predicted: text(predicted),
      actual: text(actual),
      ply,
      san: text(san),
      move: text(move),
    }))
  );
}

function answerOf(
  { answers, facts, readings, drafts }: PackedSamples,
  i: number,
  text: (place: Place | undefined) => string | null,
): StoredAnswer | null {
  const known = facts[i] ?? null;
  if (known === null) return null;
  const [hasTokens, prompt = null, completion = null, seconds = null, attempts = null, other] = known;
  const reading = readings[i] ?? null;
  const texts = Object.fromEntries(ANSWER_TEXTS.map((name, column) => [name, text(answers[column]?.[i])]));
  return {
    ...(texts as unknown as Pick<StoredAnswer, (typeof ANSWER_TEXTS)[number]>),
    reading: reading && unpackReading(reading, text),
    drafts: (drafts[i] ?? []).map((item) => unpackCandidate(item, text)),
    tokens: hasTokens === 1 ? { prompt, completion } : null,
    seconds,
    attempts,
    otherMoves: other === 1,
  };
}

// Readings of answers as columns of an exported page: numbers, and indices into its table of texts.

/** Index of a text in the table; null stands for null. */
type TextPlace = number | null;

/** Start, end, state, form, role, a bit for each stated field, then start and end of the cue. */
type PackedCandidate = readonly (TextPlace | number | null)[];

/** Outcome, chosen candidate, rule, reason, number of candidates left out, candidates. */
type PackedReading = readonly [
  outcome: number,
  taken: number | null,
  rule: number | null,
  reason: TextPlace,
  more: number,
  candidates: readonly PackedCandidate[],
];

/** Returns the texts of a reading and of drafts. */
const readingTexts = (reading: ReadingView | null, drafts: readonly AnswerCandidate[]): string[] => [
  ...(reading?.reason === undefined ? [] : [reading.reason]),
  ...[...(reading?.candidates ?? []), ...drafts].map(({ state }) => state),
];

const packReading = (
  { outcome, candidates, taken, rule, reason, more }: ReadingView,
  placeOf: (text: string) => TextPlace,
): PackedReading => [
  READING_OUTCOMES.indexOf(outcome),
  taken ?? null,
  rule === undefined ? null : READING_RULES.indexOf(rule),
  reason === undefined ? null : placeOf(reason),
  more,
  candidates.map((item) => packCandidate(item, placeOf)),
];

const packCandidate = (
  { range, form, state, stated, role, cue }: AnswerCandidate,
  placeOf: (text: string) => TextPlace,
): PackedCandidate => [
  range.start,
  range.end,
  placeOf(state),
  CANDIDATE_FORMS.indexOf(form),
  ROLES.indexOf(role),
  stated.reduce((bits, field) => bits | (1 << STATED_FIELDS.indexOf(field)), 0),
  ...(cue === undefined ? [] : [cue.start, cue.end]),
];

function unpackReading(
  [outcome, taken, rule, reason, more, candidates]: PackedReading,
  text: (place: TextPlace) => string | null,
): ReadingView {
  const [known, reasonText] = [rule === null ? undefined : READING_RULES[rule], text(reason)];
  return {
    outcome: READING_OUTCOMES[outcome] ?? 'none',
    candidates: candidates.map((item) => unpackCandidate(item, text)),
    ...(taken === null ? {} : { taken }),
    ...(known === undefined ? {} : { rule: known }),
    ...(reasonText === null ? {} : { reason: reasonText }),
    more,
  };
}

function unpackCandidate(
  [start = 0, end = 0, state = null, form = 0, role = 0, bits = 0, cueStart, cueEnd]: PackedCandidate,
  text: (place: TextPlace) => string | null,
): AnswerCandidate {
  const cue = typeof cueStart === 'number' && typeof cueEnd === 'number' ? { start: cueStart, end: cueEnd } : undefined;
  return {
    range: { start: start ?? 0, end: end ?? 0 },
    form: CANDIDATE_FORMS[form ?? 0] ?? 'fen',
    state: text(state) ?? '',
    stated: STATED_FIELDS.filter((_: StatedField, i) => ((bits ?? 0) & (1 << i)) !== 0),
    role: ROLES[role ?? 0] ?? 'plain',
    ...(cue === undefined ? {} : { cue }),
  };
}

/**
 * Texts in order, each without the prefix that it shares with the text before: prompts about one game are nearly equal.
 */
interface PackedTexts {
  /** Length of the prefix that a text shares with the one before, in UTF-16 units. */
  readonly shared: readonly number[];
  readonly rest: readonly string[];
}

/** Packs texts into a table without duplicates, with a function that returns the index of a text. */
export function packTexts(all: Iterable<string>): {
  readonly texts: PackedTexts;
  readonly placeOf: (text: string) => number;
} {
  const sorted = [...new Set(all)].sort();
  const places = new Map(sorted.map((text, place) => [text, place]));
  const shared = sorted.map((text, i) => commonLength(sorted[i - 1] ?? '', text));
  const rest = sorted.map((text, i) => text.slice(shared[i]));
  return { texts: { shared, rest }, placeOf: (text) => places.get(text) ?? 0 };
}

/** Unpacks the texts of a table, in its order. */
export function unpackTexts({ shared, rest }: PackedTexts): string[] {
  let before = '';
  return rest.map((text, i) => {
    before = before.slice(0, shared[i] ?? 0) + text;
    return before;
  });
}

function commonLength(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length;
}

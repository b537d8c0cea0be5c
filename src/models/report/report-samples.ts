import { type AnswerCandidate, getTakenCandidate } from '../../core/answers/answer-reading.ts';
import { plural } from '../../core/base/text/counts.ts';
import { type Range, shiftRange } from '../../core/base/text/range.ts';
import type { PageAnswers, PageScript } from '../../core/evaluation/report/html/page.ts';
import { listSamples } from '../../core/evaluation/report/list/list-samples.ts';
import { PositionTable } from '../../core/evaluation/report/list/position-table.ts';
import { ALL_SAMPLES, FAILURES } from '../../core/evaluation/report/list/sample-query.ts';
import { SampleTable } from '../../core/evaluation/report/list/sample-table.ts';
import type { LengthGroup } from '../../core/evaluation/report/report.ts';
import type { ReportRun } from '../../core/evaluation/report/report-sample.ts';
import { isComparedWorld } from '../../core/metrics/comparison-rules.ts';
import type { ReadingView } from '../../protocol/answer-reading.ts';
import { type ExportedSamples, packSamples } from '../../protocol/exported-samples.ts';
import type { SampleDetail } from '../../protocol/report-messages.ts';
import type { StandaloneLine, StoredAnswer } from '../../protocol/state.ts';
import { SECRETS } from '../secrets.ts';
import type { ExportedChoice } from './report-page.ts';
import type { RunSource } from './run-source.ts';
import { type ReportedSample, RunAnswers, sampleDetail } from './sample-details.ts';
import { type PgnLine, type ReportGameSample, sampleState } from './sample-game.ts';
import type { ScoredRun } from './score-run.ts';

/**
 * All samples of scored runs, in the order of the runs: as a list, as positions, and individually with their answers.
 */
export class ReportSamples {
  readonly table: SampleTable;
  readonly lengths: readonly LengthGroup[];
  readonly #samples: readonly Pick<ReportedSample, 'run' | 'sample'>[];
  readonly #answers: ReadonlyMap<ReportRun, { readonly source: RunSource; readonly lines: RunAnswers }>;
  #positions: PositionTable | undefined;

  /** @param lengths groups of game lengths */
  constructor(scored: readonly ScoredRun[], lengths: readonly LengthGroup[]) {
    const runs = scored.map(({ run }) => run);
    this.lengths = lengths;
    this.table = new SampleTable(listSamples(runs), lengths);
    this.#samples = runs.flatMap((run) => run.samples.map((sample) => ({ run, sample })));
    this.#answers = new Map(scored.map(({ run, source }) => [run, { source, lines: new RunAnswers(source) }]));
  }

  get positions(): PositionTable {
    this.#positions ??= new PositionTable(this.table.samples);
    return this.#positions;
  }

  /** Returns the sample with a number, and its run; undefined if there is none. */
  at(
    number: number,
  ): (Pick<ReportedSample, 'run' | 'sample'> & { readonly source: RunSource | undefined }) | undefined {
    const found = this.#samples[number];
    return found && { ...found, source: this.#answers.get(found.run)?.source };
  }

  async detail(number: number): Promise<SampleDetail | undefined> {
    const listed = this.table.samples[number];
    const found = this.#samples[number];
    if (listed === undefined || found === undefined) return undefined;
    return await sampleDetail({ number, listed, ...found }, this.#answers.get(found.run)?.lines);
  }

  /**
   * Returns the game of a sample for the state view; undefined if there is none, as for a walk of a world.
   *
   * @param m depth of p and r
   * @param found the game in its PGN, if that was found
   */
  async state(number: number, m: number, found: PgnLine | undefined): Promise<StandaloneLine | undefined> {
    const chosen = this.#sampleAt(number);
    if (chosen === undefined) return undefined;
    const { game } = chosen.sample;
    const all = this.#samples.flatMap(({ sample }, i) => (sample.game === game ? (this.#sampleAt(i) ?? []) : []));
    return await sampleState(chosen, all, m, found);
  }

  #sampleAt(number: number): ReportGameSample | undefined {
    const listed = this.table.samples[number];
    const found = this.#samples[number];
    if (listed === undefined || found === undefined) return undefined;
    const { run, sample } = found;
    return isGameSample(sample) ? { listed, run, sample, answers: this.#answers.get(run)?.lines } : undefined;
  }
}

const isGameSample = (sample: ReportedSample['sample']): sample is ReportGameSample['sample'] =>
  !isComparedWorld(sample.variant);

/** Limit of the failures in a page, the worst of them. */
export const MAX_FAILURES = 10_000;
/**
 * Limit of the characters of answers, reasoning and prompts in a page: with the other data of as many samples it stays below 25 MB.
 */
const MAX_CHARACTERS = 14_000_000;

/** Samples of a page, with a note on what is left out. */
export interface PageSamples extends ExportedSamples {
  /** Note for the reader: which answers the page holds, and which it leaves out. */
  readonly note: string;
}

/** Returns the answers for a page of a report, packed, with the page's script. */
export async function pageAnswers(
  samples: ReportSamples,
  choice: Exclude<ExportedChoice, 'none'>,
  m: number,
  page: PageScript,
): Promise<PageAnswers> {
  // Redacted before packing: packing splits texts, and with them the patterns of secrets.
  const { note, ...exported } = await samplesForPage(samples, choice, m, (text) => SECRETS.redact(text));
  return { ...page, data: packSamples(exported), note };
}

/**
 * Returns the samples for a page of a report, in order.
 *
 * @param redact removes secrets from a text
 */
export async function samplesForPage(
  samples: ReportSamples,
  choice: Exclude<ExportedChoice, 'none'>,
  m: number,
  redact: (text: string) => string,
): Promise<PageSamples> {
  const { table, lengths } = samples;
  const wanted = table.numbers(choice === 'all' ? ALL_SAMPLES : { ...FAILURES, by: null });
  const numbers = (choice === 'all' ? wanted : wanted.slice(0, MAX_FAILURES)).sort();
  const found: SampleDetail[] = [];
  for (const number of numbers) {
    const detail = await samples.detail(number);
    if (detail !== undefined) found.push({ ...detail, sample: found.length });
  }
  const most = longest(found, Math.max(MAX_CHARACTERS, MAX_CHARACTERS * (found.length / MAX_FAILURES)));
  let shortened = 0;
  const details = found.map((detail) => {
    const { answer } = detail;
    if (answer === null) return detail;
    const short = shortAnswer(answer, most, redact);
    if (short.isShort) shortened++;
    return { ...detail, answer: short.answer };
  });
  const whole = `${choice === 'all' ? 'All' : 'What the models got wrong:'} ${details.length.toLocaleString('en')} of ${plural(table.samples.length, 'answer')}`;
  const left = wanted.length - details.length;
  const parts = [
    ...(left > 0 ? [`${left.toLocaleString('en')} better ones are left out (--answers all has them)`] : []),
    ...(shortened > 0
      ? [
          `of ${plural(shortened, 'long answer')} the parts furthest from the state are left out (over ${most.toLocaleString('en')} characters)`,
        ]
      : []),
  ];
  return { m, lengths, details, note: `${[whole, ...parts].join('; ')}.` };
}

/**
 * Returns the length limit of a text, in characters, so that all texts together stay within `budget`; Infinity if all may stay whole.
 */
function longest(details: readonly SampleDetail[], budget: number): number {
  const lengths = details
    .flatMap(({ answer }) => [answer?.raw?.length ?? 0, answer?.reasoning?.length ?? 0])
    .sort((a, b) => a - b);
  const prompts = new Set(details.map(({ answer }) => answer?.prompt ?? ''));
  let left = budget - [...prompts].reduce((sum, { length }) => sum + length, 0);
  for (const [i, length] of lengths.entries()) {
    const share = Math.max(0, Math.floor(left / (lengths.length - i)));
    // Shorter texts stay whole; the others share the rest.
    if (length > share) return Math.max(400, share);
    left -= length;
  }
  return Number.POSITIVE_INFINITY;
}

function shortAnswer(
  answer: StoredAnswer,
  most: number,
  redact: (text: string) => string,
): { readonly answer: StoredAnswer; readonly isShort: boolean } {
  const { prompt, reasoning } = answer;
  const raw = answer.raw === null ? null : redact(answer.raw);
  // In a text without its secret the states have other ranges.
  const reading = raw === answer.raw ? answer.reading : null;
  const kept = raw === null ? null : around(raw, reading && (getTakenCandidate(reading)?.range ?? null), most);
  const thoughts = reasoning === null ? null : redact(reasoning);
  const thought = thoughts === null ? null : around(thoughts, null, most);
  return {
    answer: {
      ...answer,
      prompt: prompt === null ? null : redact(prompt),
      raw: kept?.text ?? null,
      reading: reading && kept && readingWithin(reading, kept),
      reasoning: thought?.text ?? null,
      drafts:
        thought === null || thoughts !== reasoning ? [] : answer.drafts.flatMap((draft) => within(draft, thought)),
    },
    isShort: kept?.text.length !== raw?.length || thought?.text.length !== reasoning?.length,
  };
}

/** Part of a text from `from` to `to`, which in `text` is shifted by `by` characters. */
interface Excerpt {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly by: number;
}

/**
 * Returns up to `most` characters of a text around a range of it, or its end without a range; the characters left out are counted in their
 * place.
 */
function around(text: string, range: Range | null, most: number): Excerpt {
  if (text.length <= most) return { text, from: 0, to: text.length, by: 0 };
  const end = range === null ? text.length : Math.min(text.length, Math.max(range.end, range.start) + most / 4);
  const to = whole(text, Math.max(most, Math.floor(end)));
  const from = whole(text, Math.min(Math.max(0, to - most), range?.start ?? text.length));
  const gap = (length: number): string =>
    length === 0 ? '' : `[… ${length.toLocaleString('en')} characters left out …]`;
  const before = from === 0 ? '' : `${gap(from)}\n`;
  const after = to === text.length ? '' : `\n${gap(text.length - to)}`;
  return { text: before + text.slice(from, to) + after, from, to, by: before.length - from };
}

/**
 * Returns a candidate with its range in an excerpt; none if it was left out, or begins before it. A cue that was left out is dropped.
 */
function within({ cue, range, ...rest }: AnswerCandidate, { from, to, by }: Excerpt): AnswerCandidate[] {
  if (range.start < from || range.start >= to) return [];
  return [
    {
      ...rest,
      range: shiftRange({ start: range.start, end: Math.min(to, range.end) }, by),
      ...(cue === undefined || cue.start < from || cue.end > to ? {} : { cue: shiftRange(cue, by) }),
    },
  ];
}

/** Returns a reading with the candidates that are in an excerpt; the others are counted. */
function readingWithin(reading: ReadingView, excerpt: Excerpt): ReadingView {
  const { candidates, taken, more, ...rest } = reading;
  const kept = candidates.map((candidate) => within(candidate, excerpt));
  const before = kept.slice(0, taken ?? 0).flat().length;
  const left = kept.filter(({ length }) => length === 0).length;
  return {
    ...rest,
    candidates: kept.flat(),
    ...(taken === undefined || kept[taken]?.length === 0 ? {} : { taken: before }),
    more: more + left,
  };
}

/** Returns an offset that does not split a character. */
const whole = (text: string, at: number): number => (/[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at - 1 : at);

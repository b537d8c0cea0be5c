import { isBaseline } from '../../core/evaluation/report/report-sample.ts';
import { staleText, type TextComparison } from '../../core/metrics/comparison.ts';
import { formatScore, subscript } from '../../core/metrics/score-format.ts';
import { type SummaryInput, summarizePredictions } from '../../core/metrics/summary.ts';
import { VERDICTS } from '../../core/metrics/verdict.ts';
import {
  aggregateLine,
  conventionText,
  foldedLine,
  hasNoBoard,
  meanLine,
  notedLabel,
  noteText,
  PART_SEPARATOR,
  precisionSentence,
  recallSentence,
  sentenceLine,
  verdictPhrase,
  withLabel,
} from '../../core/metrics/wording.ts';
import { withoutSample } from '../../core/notation/predictions/prediction.ts';
import type { ComparePlace } from '../../protocol/lsp.ts';
import type { Scores } from '../scoring/scores.ts';
import type { Group, LensEntry, LensOptions, LensText } from './lens.ts';

/** The default reason for an unknown state. */
export const UNKNOWN = 'the true state is not known';

const placeOf = ({ placed: { prediction, game } }: LensEntry, label?: string): ComparePlace => ({
  game,
  ply: prediction.ply,
  path: prediction.path,
  ...(label !== undefined && { label }),
});

export const firstPlace = ([first]: readonly LensEntry[]): Pick<LensText, 'place'> =>
  first === undefined ? {} : { place: placeOf(first) };

/** Titles of lenses, from the known scores. */
export class LensWords {
  readonly #options: Pick<LensOptions, 'm' | 'scores'>;
  readonly #exact: Scores;
  readonly #none: Scores;

  constructor(options: Pick<LensOptions, 'm' | 'scores'>) {
    this.#options = options;
    const all = (score: number): Scores => {
      const scores = new Array<number>(options.m).fill(score);
      const vacuous = { p: false, r: false };
      return { m: options.m, p: scores, r: scores, samples: null, standardError: null, conditional: null, vacuous };
    };
    this.#exact = all(1);
    this.#none = all(0);
  }

  single(entry: LensEntry): LensText {
    const { label, note, unknown } = entry.placed.prediction;
    const place = placeOf(entry, label);
    const { text } = entry;
    const name = notedLabel(label, note);
    if (text === undefined) return { title: withLabel(name, `not scored: ${unknown ?? UNKNOWN}`), place };
    const found = this.#scores(entry);
    const known = typeof found === 'object' ? { ...found, verdict: text.verdict, errors: text.errors } : found;
    const title = withLabel(name, sentenceLine(text, known, this.#options.m));
    const tip = tooltip(text, typeof found === 'object' ? found : undefined);
    const lines = [...(note === undefined ? [] : [noteText(note)]), ...(tip === '' ? [] : [tip])];
    return { title, place, tooltip: lines.join('\n') };
  }

  folded(group: Readonly<Group>): LensText {
    const { m } = this.#options;
    const [first] = group;
    const series = [...new Set(group.map(({ placed }) => withoutSample(placed.prediction.label)))];
    const baselines = series.filter(isBaseline).length;
    const title = foldedLine(
      {
        models: series.length - baselines,
        baselines,
        answers: group.length,
        exact: group.filter(({ text }) => text?.verdict === 'exact').length,
        doubtful: doubtfulAmong(group),
        worst: this.#foldedWorst(group),
        unknown: first.text === undefined ? (first.placed.prediction.unknown ?? UNKNOWN) : undefined,
      },
      m,
    );
    return { title, place: placeOf(first), tooltip: group.map((entry) => this.single(entry).title).join('\n') };
  }

  worst(group: readonly LensEntry[]): LensText {
    const models = group.filter((entry) => !isOfBaseline(entry));
    return this.single(this.#worstOf(models.length > 0 ? models : group));
  }

  aggregate(label: string, group: readonly LensEntry[]): LensText {
    const inputs = group.flatMap((entry): SummaryInput[] => {
      if (entry.text === undefined) return [];
      const scores = this.#scores(entry);
      return [scores === undefined || scores === 'failed' ? entry.text : { ...entry.text, p: scores.p, r: scores.r }];
    });
    const summary = summarizePredictions(inputs);
    const { m } = this.#options;
    return {
      title: meanLine(label, summary, { unscored: group.length - inputs.length, doubtful: doubtfulAmong(group) }, m),
      tooltip: aggregateLine(label, summary, m),
      ...firstPlace(group),
    };
  }

  /**
   * Returns the worst entry; null if no model is wrong, undefined until all scores are known: a later one may be worse.
   */
  #foldedWorst(group: readonly LensEntry[]): { label: string; line: string } | null | undefined {
    const wrong = group.filter((entry) => entry.text?.verdict !== 'exact' && !isOfBaseline(entry));
    if (wrong.length === 0) return null;
    if (wrong.some((entry) => this.#scores(entry) === undefined)) return undefined;
    const worst = this.#worstOf(wrong);
    const p = this.#p(worst);
    const score = p === undefined ? 'not computed' : formatScore(p);
    // At the front, since the window cuts off the end of a long line.
    const { label: name, note } = worst.placed.prediction;
    const label = `${notedLabel(name, note)} (p${subscript(this.#options.m)} ${score})`;
    return { label, line: worst.text?.sentence ?? '' };
  }

  /** Returns the entry with the lowest p_m, then the worse verdict, then the first. */
  #worstOf(group: readonly LensEntry[]): LensEntry {
    const rank = (entry: LensEntry): number => this.#p(entry) ?? 2;
    const verdict = ({ text }: LensEntry): number => (text === undefined ? 0 : VERDICTS.indexOf(text.verdict));
    return group.reduce((a, b) => ((rank(b) - rank(a) || verdict(b) - verdict(a)) < 0 ? b : a));
  }

  #p(entry: LensEntry): number | undefined {
    const scores = this.#scores(entry);
    return scores === 'failed' ? undefined : scores?.p.at(-1);
  }

  #scores({ text, key }: LensEntry): Scores | 'failed' | undefined {
    if (text?.verdict === 'exact') return this.#exact;
    if (text?.verdict === 'unread') return 'failed';
    if (text !== undefined && hasNoBoard(text)) return this.#none;
    return key === undefined ? undefined : this.#options.scores(key);
  }
}

const doubtfulAmong = (group: readonly LensEntry[]): number =>
  group.filter(({ placed }) => placed.prediction.note === 'doubtful').length;

const isOfBaseline = ({ placed }: LensEntry): boolean => isBaseline(placed.prediction.label);

/** Formats the errors besides the sentence, the content of the wrong squares, and a plain sentence each for p and r. */
function tooltip(text: TextComparison, scores: Scores | undefined): string {
  const { stale, wrongSquares, squares, squaresRight } = text;
  const lines: string[] = [];
  const verdict = verdictPhrase(text);
  if (!hasNoBoard(text) && verdict !== text.sentence)
    lines.push(wrongSquares.length > 0 ? `${verdict}${PART_SEPARATOR}${squaresRight}/${squares}` : verdict);
  if (stale !== null && wrongSquares.length > 0) lines.push(staleText(stale));
  if (!text.valid) lines.push(conventionText(text));
  else if (scores !== undefined) {
    const format = (of: readonly number[]): string =>
      formatScore(of.at(-1) ?? 0, { estimate: scores.samples !== null });
    lines.push(precisionSentence(scores.m, format(scores.p)), recallSentence(scores.m, format(scores.r)));
  }
  return lines.join('\n');
}

import { isBaseline } from '../../core/evaluation/report/report-sample.ts';
import { staleText, type TextComparison } from '../../core/metrics/comparison.ts';
import {
  answerLine,
  type LensAnswer,
  type LensMean,
  meanLine,
  positionLine,
  worstAnswer,
} from '../../core/metrics/lens-wording.ts';
import { formatScore } from '../../core/metrics/score-format.ts';
import { type SummaryInput, summarizePredictions } from '../../core/metrics/summary.ts';
import {
  aggregateLine,
  conventionText,
  hasNoBoard,
  notedLabel,
  noteText,
  PART_SEPARATOR,
  precisionSentence,
  recallSentence,
  verdictPhrase,
} from '../../core/metrics/wording.ts';
import { withoutSample } from '../../core/notation/predictions/prediction.ts';
import type { ComparePlace } from '../../protocol/lsp.ts';
import type { Scores } from '../scoring/scores.ts';
import type { Group, LensOptions, LensText, PredictionEntry } from './lens.ts';

/** The default reason for an unknown state. */
export const UNKNOWN = 'the true state is not known';

const placeOf = ({ placed: { prediction, game } }: PredictionEntry): ComparePlace => ({
  game,
  ply: prediction.ply,
  path: prediction.path,
  label: prediction.label,
});

/** An answer with its entry. */
interface EntryAnswer extends LensAnswer {
  readonly entry: PredictionEntry;
}

/** Titles of lenses, from the known scores. */
export class LensWords {
  readonly #options: Pick<LensOptions, 'm' | 'scores' | 'names'>;
  readonly #exact: Scores;
  readonly #none: Scores;

  constructor(options: Pick<LensOptions, 'm' | 'scores' | 'names'>) {
    this.#options = options;
    const all = (score: number): Scores => {
      const scores = new Array<number>(options.m).fill(score);
      const vacuous = { p: false, r: false };
      return { m: options.m, p: scores, r: scores, samples: null, standardError: null, conditional: null, vacuous };
    };
    this.#exact = all(1);
    this.#none = all(0);
  }

  /** Returns all answers at a position in one line. */
  position(group: Readonly<Group>): LensText {
    const [first, ...others] = group;
    const answers: [EntryAnswer, ...EntryAnswer[]] = [
      this.#answer(first),
      ...others.map((entry) => this.#answer(entry)),
    ];
    const worst = worstAnswer(answers);
    const title = positionLine(answers, worst, this.#options.m);
    const lines = [this.#tooltip(worst), ...answers.filter((one) => one !== worst).map((one) => this.#line(one))];
    return { title, place: placeOf(worst.entry), tooltip: lines.filter((line) => line !== '').join('\n') };
  }

  /** Returns the worst answer at a position alone. */
  worst(group: Readonly<Group>): LensText {
    const [first, ...others] = group;
    const worst = worstAnswer([this.#answer(first), ...others.map((entry) => this.#answer(entry))]);
    return { title: this.#line(worst), place: placeOf(worst.entry), tooltip: this.#tooltip(worst) };
  }

  /** Returns the short name of a prediction's model, with the note of the prediction, and its line without the name. */
  chip(entry: PredictionEntry): { readonly name: string; readonly line: string } {
    const answer = this.#answer(entry);
    return { name: answer.name, line: this.#line({ ...answer, name: '' }) };
  }

  /**
   * Returns the mean scores of models.
   *
   * @param of what they are of: `this game`
   * @param series predictions by label, one label or more
   */
  means(of: string, series: readonly (readonly [string, readonly PredictionEntry[]])[]): LensText {
    const { m } = this.#options;
    const means = series.map(([label, group]): LensMean & { readonly label: string } => {
      const inputs = group.flatMap((entry): SummaryInput[] => {
        if (entry.text === undefined) return [];
        const scores = this.#scores(entry);
        return [scores === undefined || scores === 'failed' ? entry.text : { ...entry.text, p: scores.p, r: scores.r }];
      });
      const summary = summarizePredictions(inputs);
      return {
        label,
        name: this.#name(label),
        summary,
        unscored: group.length - inputs.length,
        doubtful: doubtfulAmong(group),
      };
    });
    const tooltip = means.map(({ label, summary }) => aggregateLine(label, summary, m)).join('\n');
    const place = series[0]?.[1][0];
    return { title: meanLine(of, means, m), tooltip, ...(place !== undefined && { place: placeOf(place) }) };
  }

  #name(series: string): string {
    return this.#options.names.get(series) ?? series;
  }

  #answer(entry: PredictionEntry): EntryAnswer {
    const { text } = entry;
    const { label, note, unknown } = entry.placed.prediction;
    const series = withoutSample(label);
    const found = this.#scores(entry);
    const scores =
      typeof found === 'object' && text !== undefined
        ? { ...found, verdict: text.verdict, errors: text.errors }
        : undefined;
    const name = this.#name(series);
    return {
      entry,
      name: notedLabel(`${name}${label.slice(series.length)}`, note),
      series: name,
      isBaseline: isBaseline(label),
      text,
      scores: scores ?? (found === 'failed' ? found : undefined),
      unknown: unknown ?? UNKNOWN,
    };
  }

  #line(answer: EntryAnswer): string {
    return answerLine(answer, this.#options.m);
  }

  /** Returns the whole label of an answer, its note and more about it; the lens names only its short form. */
  #tooltip({ entry, name, text }: EntryAnswer): string {
    const { label, note } = entry.placed.prediction;
    const found = this.#scores(entry);
    const tip = text === undefined ? '' : tooltip(text, typeof found === 'object' ? found : undefined);
    const whole = notedLabel(label, note);
    return [
      ...(whole === name ? [] : [whole]),
      ...(note === undefined ? [] : [noteText(note)]),
      ...(tip === '' ? [] : [tip]),
    ].join('\n');
  }

  #scores({ text, key }: PredictionEntry): Scores | 'failed' | undefined {
    if (text?.verdict === 'exact') return this.#exact;
    if (text?.verdict === 'unread') return 'failed';
    if (text !== undefined && hasNoBoard(text)) return this.#none;
    return key === undefined ? undefined : this.#options.scores(key);
  }
}

const doubtfulAmong = (group: readonly PredictionEntry[]): number =>
  group.filter(({ placed }) => placed.prediction.note === 'doubtful').length;

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

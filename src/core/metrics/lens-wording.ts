import type { TextComparison } from './comparison.ts';
import { unstatedText } from './fen-reading.ts';
import { formatScore, subscript } from './score-format.ts';
import type { Summary } from './summary.ts';
import { VERDICTS } from './verdict.ts';
import {
  forgivenScores,
  GRADE_SIGNS,
  gradeAnswer,
  hasNoBoard,
  PART_SEPARATOR,
  type ScoredPart,
  scoreParts,
  VERDICT_NAMES,
  WITHOUT_EDIT,
  withLabel,
} from './wording.ts';

/** Separator between the models of a lens. */
const MODEL_SEPARATOR = ' | ';
/** Maximum number of models in a lens besides the first; more are counted. */
const MAX_OTHERS = 6;
/** Maximum number of means in a lens; more are counted. */
const MAX_MEANS = 8;

/** An answer of a model at a position. */
export interface LensAnswer {
  /**
   * Name of the model as it is shown, with the number of the sample and the note: `gpt-4o#2 (doubtful)`; empty for lines
   * without a name.
   */
  readonly name: string;
  /** Name of the model alone: its samples are counted together. */
  readonly series: string;
  readonly isBaseline: boolean;
  /** Undefined if the true state is unknown. */
  readonly text: TextComparison | undefined;
  /** Undefined while they are computed; `failed`: they cannot be computed. */
  readonly scores: ScoredPart | 'failed' | undefined;
  /** Reason of an unknown true state. */
  readonly unknown: string;
}

/**
 * Returns a sentence in fewer words, for a line that names the model before it: `bishop still on b4, missed 3.Bb5` for
 * `thinks the bishop is still on b4: missed 3.Bb5`.
 */
export const briefSentence = (sentence: string): string =>
  sentence.replace(/^thinks (?:the )?([^:;]+?) is still ([^:;]+): missed /, '$1 still $2, missed ');

/**
 * Returns the line of one answer, numbers first, so that a narrow window cuts only words: `p₄ 0.56 · r₄ 0.53 · edit 7 ·
 * gpt-4o: bishop still on b4, missed 3.Bb5`. An exact one is `o3-mini ✓`; for an answer that is no state, the 0 is named
 * a convention.
 *
 * @param m depth of the scores
 */
export function answerLine(answer: LensAnswer, m: number): string {
  const { name, text, scores, unknown } = answer;
  const named = (words: string): string => (name === '' ? words : withLabel(name, words));
  if (text === undefined) return named(`not scored: ${unknown}`);
  if (text.verdict === 'exact') return name === '' ? text.sentence : `${name} ${GRADE_SIGNS.exact}`;
  if (text.verdict === 'unread') return named(text.sentence);
  const parts = numberParts(text, scores, m);
  if (!WITHOUT_EDIT.has(text.verdict)) parts.push(`edit ${text.editDistance}`);
  parts.push(named(briefSentence(text.sentence)));
  const unstated = text.verdict === 'partial' ? '' : unstatedText(text.unstated);
  if (unstated !== '') parts.push(unstated);
  return parts.join(PART_SEPARATOR);
}

function numberParts(text: TextComparison, scores: LensAnswer['scores'], m: number): string[] {
  const d = subscript(m);
  const byConvention = `p${d} and r${d} 0 by convention`;
  if (hasNoBoard(text)) return [byConvention];
  if (scores === undefined) return [`p${d} …`];
  if (scores === 'failed') return [`p${d} not computed`];
  return !text.valid && forgivenScores(scores) === undefined ? [byConvention] : scoreParts(scores);
}

/**
 * Returns all answers at a position in one line, the worst first: `p₄ 0.56 · r₄ 0.53 · edit 7 · gpt-4o: bishop still on
 * b4, missed 3.Bb5 | o3-mini ✓ | gemini ≈ clocks`. Baselines come last, samples of a model are counted.
 *
 * @param answers in the order of the text, one or more
 * @param worst the one that leads
 * @param m depth of the scores
 */
export function positionLine(answers: readonly LensAnswer[], worst: LensAnswer, m: number): string {
  const series = new Map<string, LensAnswer[]>();
  for (const answer of [...answers.filter((one) => !one.isBaseline), ...answers.filter((one) => one.isBaseline)]) {
    const known = series.get(answer.series);
    if (known === undefined) series.set(answer.series, [answer]);
    else known.push(answer);
  }
  if (answers.length > 1 && answers.every(({ text }) => text === undefined))
    return [`not scored: ${worst.unknown}`, capped([...series.keys()], MAX_OTHERS)].join(PART_SEPARATOR);
  const others = [...series].flatMap(([name, samples]) => {
    const [only] = samples;
    if (only !== undefined && samples.length === 1) return only === worst ? [] : [markedName(only)];
    const exact = samples.filter(({ text }) => text?.verdict === 'exact').length;
    return [`${name} ${exact} of ${samples.length} ${GRADE_SIGNS.exact}`];
  });
  const line = answerLine(worst, m);
  return others.length === 0 ? line : [line, capped(others, MAX_OTHERS)].join(MODEL_SEPARATOR);
}

/** Words for what differs in answers that name the true position. */
const NEAR_WORDS: Readonly<Record<string, string>> = { clocks: 'clocks', partial: 'in part', notation: 'notation' };

/** Returns an answer in a mark and a word or number: `o3-mini ✓`, `gemini ≈ clocks`, `gpt-4o ✗ 0.30`. */
function markedName({ name, text, scores }: LensAnswer): string {
  if (text === undefined) return `${name} not scored`;
  const grade = gradeAnswer(text);
  const marked = `${name} ${GRADE_SIGNS[grade]}`;
  switch (grade) {
    case 'exact':
      return marked;
    case 'near':
      return `${marked} ${NEAR_WORDS[text.cause.id] ?? VERDICT_NAMES[text.verdict]}`;
    case 'none':
      return `${marked} ${VERDICT_NAMES[text.verdict]}`;
    case 'wrong': {
      const estimate = typeof scores === 'object' && scores.samples !== null;
      const p = typeof scores === 'object' ? formatScore(scores.p.at(-1) ?? 0, { estimate }) : undefined;
      return scores === 'failed' ? marked : `${marked} ${p ?? '…'}`;
    }
  }
}

/** Returns a list with the number of those that have no room. */
function capped(items: readonly string[], most: number): string {
  const more = items.length - most;
  const shown = more > 0 ? [...items.slice(0, most), `and ${more} more`] : items;
  return shown.join(MODEL_SEPARATOR);
}

/**
 * Returns the answer that a lens leads with: that with the lowest p_m among models, then with the worse verdict, then
 * the first; a baseline only where there are no models.
 */
export function worstAnswer<Answer extends LensAnswer>(answers: readonly [Answer, ...Answer[]]): Answer {
  const models = answers.filter(({ isBaseline }) => !isBaseline);
  const p = ({ scores }: Answer): number => (typeof scores === 'object' ? (scores.p.at(-1) ?? 0) : 2);
  const verdict = ({ text }: Answer): number => (text === undefined ? VERDICTS.length : VERDICTS.indexOf(text.verdict));
  const isPending = models.some(({ text, scores }) => text !== undefined && scores === undefined);
  const difference = (a: Answer, b: Answer): number => (isPending ? 0 : p(a) - p(b)) || verdict(a) - verdict(b);
  const [first] = answers;
  return (models.length > 0 ? models : answers).reduce((a, b) => (difference(b, a) < 0 ? b : a), models[0] ?? first);
}

/** Mean scores of a model in a game or a file. */
export interface LensMean {
  /** Name of the model, as it is shown. */
  readonly name: string;
  readonly summary: Summary;
  /** Number of further predictions with an unknown true state. */
  readonly unscored: number;
  /** Number of doubtful ones among all. */
  readonly doubtful: number;
}

/**
 * Returns the mean scores of models in one line that says what they are of: `this game · mean p₄, r₄: gpt-4o 0.41, 0.38
 * | o3-mini 0.80, 0.79 (7 of 9 scored)`.
 */
export function meanLine(of: string, means: readonly LensMean[], m: number): string {
  const d = subscript(m);
  return `${of}${PART_SEPARATOR}mean p${d}, r${d}: ${capped(means.map(meanText), MAX_MEANS)}`;
}

function meanText({ name, summary: { n, scored, meanP, meanR }, unscored, doubtful }: LensMean): string {
  const remarks = [
    ...(scored > 0 && scored < n ? [`${scored} of ${n} scored`] : []),
    ...(unscored > 0 && n > 0 ? [`${unscored} not scored`] : []),
    ...(doubtful > 0 ? [`${doubtful} doubtful`] : []),
  ];
  const scores =
    n === 0 ? 'not scored' : meanP === null || meanR === null ? '…' : `${formatScore(meanP)}, ${formatScore(meanR)}`;
  return `${name} ${scores}${remarks.length === 0 ? '' : ` (${remarks.join(', ')})`}`;
}

import { type Interval, MIN_CLUSTERS } from '../../base/stats/confidence-interval.ts';
import { plural, roundShareSum } from '../../base/text/counts.ts';
import { SQUARE } from '../../metrics/comparison-rules.ts';
import { formatScore, SCORE_DIGITS, subscript } from '../../metrics/score-format.ts';
import { VERDICTS, type Verdict } from '../../metrics/verdict.ts';
import { costText } from './cost.ts';
import type { CellFigures, LengthGroup, Report, SeriesFigures, WorstSample } from './report.ts';
import { scoringNote } from './report-scoring.ts';
import { servedSentences } from './served.ts';

/** Placeholder for a missing value. */
export const NO_FIGURE = '–';

/** Verdicts in the order of reports: the best first. */
export const BEST_FIRST: readonly Verdict[] = [...VERDICTS].reverse();

/** Formats a group of lengths: `21–40`, `over 100`, or the one ply of a group. */
export const groupName = ({ from, to }: LengthGroup): string =>
  to === null ? `over ${from - 1}` : from === to ? String(from) : `${from}–${to}`;

/** Returns the decimals of a percentage where scores have `digits`: both show the same steps. */
const percentDigits = (digits: number): number => Math.max(0, digits - 2);

/**
 * Formats a share as a percentage: `0 %` and `100 %` only when exactly so.
 *
 * @param digits decimals of the share as a score, here and below: 2 give `71 %`, 4 give `71.24 %`
 */
export function percent(share: number, digits = SCORE_DIGITS): string {
  if (share === 0 || share === 1) return `${100 * share} %`;
  const decimals = percentDigits(digits);
  const rounded = (100 * share).toFixed(decimals);
  const step = 10 ** -decimals;
  if (Number(rounded) === 0) return `<${step.toFixed(decimals)} %`;
  return Number(rounded) === 100 ? `>${(100 - step).toFixed(decimals)} %` : `${rounded} %`;
}

/** Formats a percentage with its interval: `42 % (39–45)`. */
export const percentInterval = (interval: Interval | null, digits = SCORE_DIGITS): string =>
  interval === null
    ? NO_FIGURE
    : withSpan(
        percent(interval.value, digits),
        span(interval, (share) => (100 * share).toFixed(percentDigits(digits))),
      );

/** Formats a value of 0..1 with its interval: `0.42 (0.39–0.45)`. */
export const scoreInterval = (interval: Interval | null | undefined, digits = SCORE_DIGITS): string =>
  interval === null || interval === undefined
    ? NO_FIGURE
    : withSpan(
        formatScore(interval.value, { digits }),
        span(interval, (end) => formatScore(end, { digits })),
      );

/** Appends an interval to a value, unless there is none, or both ends read as the value does. */
const withSpan = (value: string, ends: string | undefined): string =>
  ends === undefined || value.replace(' %', '') === ends ? value : `${value} (${ends})`;

const clamped = (value: number): number => Math.max(0, Math.min(1, value));

/** Formats the two ends of an interval within 0..1, or the one text of both; undefined where there are none. */
function span({ low, high }: Interval, text: (value: number) => string): string | undefined {
  if (low === null || high === null) return undefined;
  const [from, to] = [text(clamped(low)), text(clamped(high))];
  return from === to ? from : `${from}–${to}`;
}

/** Formats a value with enough digits for a logarithmic scale: `0.00043 (0.0002–0.001)`. */
export const smallInterval = (interval: Interval | null | undefined, digits = SCORE_DIGITS): string =>
  interval === null || interval === undefined
    ? NO_FIGURE
    : withSpan(
        small(interval.value, digits, digits),
        span(interval, (end) => small(end, digits, digits - 1)),
      );

function small(value: number, digits: number, significant: number): string {
  if (value >= 0.01 || value <= 0) return formatScore(value, { digits });
  return value >= 1e-4
    ? String(Number(value.toPrecision(significant)))
    : value.toExponential(significant - 1).replace('-', '−');
}

/** Formats a count with its interval: `6.2 (5.9–6.6)`. */
export function countInterval(interval: Interval | null, digits = SCORE_DIGITS): string {
  if (interval === null) return NO_FIGURE;
  const { value, low, high } = interval;
  const decimals = Math.max(1, digits - 1);
  const ends =
    low === null || high === null ? undefined : `${Math.max(0, low).toFixed(decimals)}–${high.toFixed(decimals)}`;
  return withSpan(value.toFixed(decimals), ends);
}

/** Decimals of a difference, and the unit of the values: scores by default. */
interface DifferenceOptions {
  readonly digits?: number | undefined;
  readonly isShare?: boolean;
}

/**
 * Formats a difference: `+0.12 (+0.08 to +0.16)`; of shares, in percentage points: `+12 (+8 to +16)`. A value other
 * than 0 does not read as 0, or an interval would contradict its p-value: `+0.02 (+0.004 to +0.04)`.
 */
export function differenceText(
  difference: Interval,
  { digits = SCORE_DIGITS, isShare = false }: DifferenceOptions = {},
): string {
  const [scale, decimals] = isShare ? [100, percentDigits(digits)] : [1, digits];
  const signed = (value: number): string => {
    const size = Math.abs(scale * value);
    if (size < 1e-9) return (0).toFixed(decimals);
    const text = Number(size.toFixed(decimals)) === 0 ? String(Number(size.toPrecision(1))) : size.toFixed(decimals);
    return `${value < 0 ? '−' : '+'}${text}`;
  };
  const { value, low, high } = difference;
  return withSpan(signed(value), low === null || high === null ? undefined : `${signed(low)} to ${signed(high)}`);
}

/** Formats a p-value: `0.03`, `<0.001`; a dash where nothing was tested. */
export const pValue = (p: number | null): string =>
  p === null ? NO_FIGURE : p < 0.001 ? '<0.001' : p > 0.999 ? '1' : p.toFixed(p < 0.1 ? 3 : 2);

/** Formats a score with its depth: `p₄`. */
export const depthName = (letter: 'p' | 'r' | 'f', m: number): string => `${letter}${subscript(m)}`;

/** Returns one sentence that sums up a model's answers, verdict before number. */
export function finding(
  { verdicts, scored, answers, failed, unscored, position }: CellFigures,
  { part = SQUARE, worlds, digits }: Pick<Report, 'part' | 'worlds' | 'digits'>,
): string {
  if (scored === 0) return failed > 0 ? `no answer: ${plural(failed, 'request')} failed` : 'nothing is scored';
  const { exact, notation, clocks, squares, side, none, format, unparsable, impossible } = verdicts;
  const right = roundShareSum((position?.value ?? 0) * answers);
  const bookkeeping = side + verdicts.castling + verdicts['en passant'];
  const unusable = format + unparsable + impossible;
  // Different answers to one prompt are fractions of one: then only shares can be stated, not counts.
  const isWhole = Object.values(verdicts).every(Number.isInteger);
  const repeats = scored - answers;
  const counted = plural(answers, repeats > 0 ? 'distinct answer' : 'answer');
  const all = repeats > 0 ? ` (${plural(scored, 'answer')}, ${plural(repeats, 'repeat')} counted once)` : '';
  const has = `${isWhole && answers === 1 ? 'has' : 'have'} the right ${worlds === true ? 'state' : 'position'}`;
  const parts = [
    isWhole
      ? `${right.toLocaleString('en')} of ${counted} ${has}${all}`
      : `${percent(right / answers, digits)} of ${plural(scored, 'answer')} ${has} (those to one prompt share its weight)`,
  ];
  const count = (n: number, one: string, many: string): void => {
    if (n > 0) parts.push(`${n.toLocaleString('en')} ${n === 1 ? one : many}`);
  };
  const also = (n: number, one: string, many: string): void => {
    if (isWhole) count(n, one, many);
    else if (n > 0) parts.push(`${percent(n / answers, digits)} ${many}`);
  };
  // In worlds the right state is the exact one.
  if (worlds !== true && right > 0) also(exact, 'is exact', 'are exact');
  also(notation, 'writes the position differently', 'write the position differently');
  also(clocks, 'differs only in the clocks', 'differ only in the clocks');
  also(verdicts.partial, 'is right as far as it is stated', 'are right as far as they are stated');
  const fields = 'the board right but the side to move, castling or en passant wrong';
  also(bookkeeping, `has ${fields}`, `have ${fields}`);
  also(squares, `has wrong ${part}s`, `have wrong ${part}s`);
  if (part === SQUARE) also(unusable, 'is not valid FEN', 'are not valid FEN');
  else also(unusable, 'is not a valid state', 'are not valid states');
  also(none, 'contains no state', 'contain no state');
  count(verdicts.unread, 'could not be read', 'could not be read');
  count(failed, 'request failed', 'requests failed');
  count(unscored, 'not scored', 'not scored');
  return parts.join('; ');
}

/**
 * Returns the sentence about a baseline that no model beats: `No model beats the baseline naive-tracker: it has the
 * right position in 96 % of the answers, gpt-4o in 71 %; its mean p₄ is 0.93, that of gpt-4o 0.66.` Empty where there
 * is none.
 */
export function unbeatenNote({
  unbeaten,
  m,
  worlds,
  digits,
}: Pick<Report, 'unbeaten' | 'm' | 'worlds' | 'digits'>): string {
  if (unbeaten === null) return '';
  const clauses = unbeaten.in.map(({ metric, model, value, baseline }) =>
    metric === 'position'
      ? `it has the right ${worlds === true ? 'state' : 'position'} in ${percent(baseline, digits)} of its answers, ${model} in ${percent(value, digits)}`
      : `its mean ${depthName('p', m)} is ${formatScore(baseline, { digits })}, that of ${model} ${formatScore(value, { digits })}`,
  );
  return `No model beats the baseline ${unbeaten.baseline.replace(/^baseline:/, '')}: ${clauses.join('; ')}.`;
}

/** Formats a number of samples: `243 samples`, or of an incomplete run `30 of 100 samples`. */
export const samplesText = (samples: number, planned: number | null = null): string =>
  planned === null || planned <= samples
    ? plural(samples, 'sample')
    : `${samples.toLocaleString('en')} of ${plural(planned, 'sample')}`;

/** Formats the counts of a report: `243 samples · 40 distinct positions · 2 independent games`. */
export const sampleCountsText = ({ asked: { samples, positions, clusters, planned } }: Pick<Report, 'asked'>): string =>
  [samplesText(samples, planned), plural(positions, 'distinct position'), plural(clusters, 'independent game')].join(
    ' · ',
  );

/**
 * Returns cautions for the reader: missing parts of runs, models that changed during a run, too few independent games.
 * Empty where there are none.
 */
export const cautions = (report: Pick<Report, 'asked' | 'gaps' | 'runs'>): string =>
  [...report.gaps, ...report.runs.flatMap(servedSentences), fewGamesNote(report) ?? '']
    .filter((text) => text !== '')
    .join(' ');

const fewGamesNote = ({ asked: { clusters } }: Pick<Report, 'asked'>): string | undefined =>
  clusters >= MIN_CLUSTERS
    ? undefined
    : `${plural(clusters, 'independent game')} ${clusters === 1 ? 'is' : 'are'} too few for intervals and tests: with fewer than ${MIN_CLUSTERS} none is honest, so the report has none.`;

/** Returns the total cost of the models, with the dates of their prices; empty without prices. */
export function costNote({ series }: Report): string {
  const costs = series.flatMap(({ all }) => all.cost ?? []);
  if (costs.length === 0) return '';
  const dates = [...new Set(costs.flatMap((cost) => cost.dates))].sort();
  const uncounted = costs.reduce((n, cost) => n + cost.uncounted, 0);
  const rest =
    uncounted === 0
      ? ''
      : ` ${plural(uncounted, 'request')} with unknown token counts ${uncounted === 1 ? 'is' : 'are'} not included.`;
  return `Cost: request tokens at the prices recorded in the runs (${dates.join(' and ')}); cached answers cost nothing.${rest}`;
}

/** Returns the costs of a model: over all lengths, then by group. */
export const costCells = ({ all, groups: own }: SeriesFigures, groups: readonly LengthGroup[]): string[] =>
  [...groups.map(({ from }) => own.find((group) => group.from === from)), all].map((cell) =>
    cell?.cost === undefined || cell.cost === null ? NO_FIGURE : costText(cell.cost),
  );

/** Returns the methods of the numbers in a report, as sentences. */
export function methodNotes(report: Report): string[] {
  const { m, series, seed, scoring } = report;
  const p = depthName('p', m);
  const estimates = series.reduce((n, { all }) => n + all.estimates, 0);
  const wilson = series.every(({ all }) => all.independent);
  return [
    scoringNote(m, p, depthName('r', m), estimates, scoring),
    'An answer without a valid state has p = r = 0. Failed requests and answers that could not be read are counted separately and in no other figure.',
    `${sampleCountsText(report)}. Games are independent if they share no position beyond the opening; prefixes of one game count as one. A prompt counts once for each sample number, however many games contain it.`,
    `Brackets are 95 % intervals: ${wilson ? "Wilson's for rates; for means" : "Wilson's for rates if no independent game gives two answers; otherwise"} quantiles of a beta distribution with the mean and variance of independent games and of one more, further out than all of them, so that they hold for scores that are nearly all 0 or 1.${wilson ? '' : ' Where a few games have most of the answers, these are wide: 98 to 99 % of them hold the mean.'} An edit distance that is the same in all games has none, nor has a figure of fewer than ${MIN_CLUSTERS} independent games, which has no test either.`,
    `${depthName('f', m)} is the harmonic mean of ${p} and ${depthName('r', m)} of each answer. A predicted mate or stalemate has a vacuous ${p} of 1, since nothing can be played from it, and an ${depthName('f', m)} of 0.`,
    ...(report.worlds === true
      ? []
      : [
          'Stale squares show what was true earlier in the game; "by chance" is the same share after shuffling the contents of the wrong squares.',
        ]),
    ...(series.some(({ trajectories }) => trajectories !== undefined)
      ? [
          "A walk is a game and the number of its sample, asked about at two half-moves or more; one with a failed request is incomplete and in no figure. Its intervals count independent games: Wilson's if each gives one walk, otherwise those of means.",
        ]
      : []),
    `Paired tests: the difference on the positions that both answered; p-values by flipping the signs of independent games (seed ${seed}), Holm-corrected over all tests of the metric. Their intervals invert the test: they exclude 0 exactly where p is below 0.05; where differences are skewed, the end of the long tail goes further out.`,
    `τ_b: Kendall's rank correlation of ${p} with the negated edit distance; its test allows for answers about one game.`,
  ];
}

/** Formats a place as editors and terminals recognize it: `games.pgn:12`. */
export const placeText = ({ file, line }: NonNullable<WorstSample['place']>): string => `${file}:${line}`;

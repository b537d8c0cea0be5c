import { plural } from '../base/text/counts.ts';
import type { Comparison, DepthPair, FieldError, TextComparison } from './comparison.ts';
import { SQUARE } from './comparison-rules.ts';
import { unstatedText } from './fen-reading.ts';
import { formatScore, subscript } from './score-format.ts';
import type { CauseId } from './sentence/causes.ts';
import type { Summary } from './summary.ts';
import { NO_FEN_PHRASE, VERDICTS, type Verdict } from './verdict.ts';

/** Separator between the parts of a line. */
export const PART_SEPARATOR = ' · ';

/** Maximum number of squares before `…`. */
const MAX_SQUARES = 6;

/** Parts of a comparison that the scores of a line need. */
export type ScoredPart = Pick<
  Comparison,
  'm' | 'p' | 'r' | 'samples' | 'standardError' | 'conditional' | 'vacuous' | 'verdict' | 'errors'
>;

/**
 * Returns the line of a prediction, verdict first: `4 squares wrong (b7 c7 d7 d2) · 60/64 · p₄ 0.42 · r₄ 0.38 · edit
 * 6`. The same words in lens, hover, compare view and reports.
 *
 * @param scores undefined while they are computed: the line then reads `p₄ …`
 * @param m depth to name while the scores are computed
 */
export function verdictLine(text: TextComparison, scores: ScoredPart | undefined, m: number = scores?.m ?? 4): string {
  const { verdict } = text;
  const parts = [verdictPhrase(text)];
  if (verdict === 'exact') return parts.join('');
  if (verdict === 'unread') return parts.join('');
  if (text.wrongSquares.length > 0) parts.push(`${text.squaresRight}/${text.squares}`);
  if (scores === undefined) parts.push(`p${subscript(m)} …`);
  else parts.push(...scoreParts(scores));
  if (!WITHOUT_EDIT.has(verdict)) parts.push(`edit ${text.editDistance}`);
  const unstated = verdict === 'partial' ? '' : unstatedText(text.unstated);
  if (unstated !== '') parts.push(unstated);
  return parts.join(PART_SEPARATOR);
}

const CONVENTION = 'p and r are 0 by convention: the prediction is not a state.';
const NOT_SCORED = 'not scored: it is not known which state the answer names.';

/** Returns the reason why a prediction that is no state has p = r = 0, or, unread, none. */
export const conventionText = ({ verdict }: Pick<TextComparison, 'verdict'>): string =>
  verdict === 'unread' ? NOT_SCORED : CONVENTION;

/** Returns true for an answer without a readable board: nothing needs to be computed. */
export const hasNoBoard = ({ verdict }: Pick<TextComparison, 'verdict'>): boolean =>
  verdict === 'none' || verdict === 'unread' || verdict === 'unparsable';

/** Verdicts without a FEN, for which an edit distance means little. */
export const WITHOUT_EDIT: ReadonlySet<Verdict> = new Set(['none', 'unparsable', 'format']);

/** Notes on a state with a doubtful reading, or one that a person chose. */
const NOTES = { doubtful: 'doubtful: the answer holds several states', 'by-hand': 'taken by hand' } as const;

/** Returns a line with the note on its state, if any. */
export const withNote = (line: string, note: keyof typeof NOTES | undefined): string =>
  note === undefined ? line : `${line}${PART_SEPARATOR}${NOTES[note]}`;

/** Returns a note as a sentence. */
export const noteText = (note: keyof typeof NOTES): string => NOTES[note];

const NOTE_WORDS = { doubtful: 'doubtful', 'by-hand': 'by hand' } as const;

/** Returns a model's name with the note in a word: `gpt-4o (doubtful)`, since lines may be cut at their end. */
export const notedLabel = (label: string, note: keyof typeof NOTES | undefined): string =>
  note === undefined ? label : `${label} (${NOTE_WORDS[note]})`;

/** Returns a line with the model's name before it: `gpt-4o: exact`. */
export const withLabel = (label: string, line: string): string => `${label}: ${line}`;

/** Returns the verdict in words, followed by all other mistakes. */
export function verdictPhrase(text: TextComparison): string {
  const { verdict, reason } = text;
  if (verdict === 'none' || verdict === 'unread') return reason ?? NO_FEN_PHRASE;
  const fields = text.errors.filter(isFieldError).filter((e) => e.predicted !== null);
  const phrases: string[] = [];
  if (!text.valid && reason !== null) phrases.push(reason);
  if (text.wrongSquares.length > 0) phrases.push(squaresPhrase(text.wrongSquares, text.part));
  if (phrases.length > 0) return [...phrases, ...tailPhrases(fields)].join(', ');
  // A difference without effect is named first only where the clocks alone differ besides.
  const first = fields.find(({ kind, harmless }) => harmless !== true && !isClock(kind)) ?? fields[0];
  if (first !== undefined) return [headPhrase(first, fields), ...tailPhrases(fields, first)].join(', ');
  if (text.truthReason !== null) return 'the true state is not valid';
  if (verdict === 'partial') return `right as far as stated, ${unstatedText(text.unstated)}`;
  return verdict === 'exact' ? verdict : 'same position, written differently';
}

function squaresPhrase(squares: readonly string[], part = SQUARE): string {
  const shown = squares.slice(0, MAX_SQUARES).join(' ');
  const more = squares.length > MAX_SQUARES ? ' …' : '';
  return `${plural(squares.length, part)} wrong (${shown}${more})`;
}

/** Returns the phrase of the field that names the verdict: all before it is right. */
function headPhrase(first: FieldError, fields: readonly FieldError[]): string {
  switch (first.kind) {
    case 'side':
      return 'board right, side to move wrong';
    case 'castling':
    case 'en passant': {
      const before = first.kind === 'castling' ? 'board and side' : 'board, side and castling';
      const right = first.harmless === true ? 'same position' : `${before} right`;
      return `${right}, ${fieldPhrase(first)} (${difference(first)})`;
    }
    default:
      return `same position, clocks differ (${fields.map((e) => `${e.kind} ${difference(e)}`).join('; ')})`;
  }
}

/** Returns short words for the wrong fields after the named one. */
function tailPhrases(fields: readonly FieldError[], named?: FieldError): string[] {
  const phrases: string[] = [];
  const namedClocks = named !== undefined && isClock(named.kind);
  for (const field of fields) {
    const { kind } = field;
    if (kind === named?.kind) continue;
    if (kind === 'side') phrases.push('side to move wrong');
    else if (!isClock(kind)) phrases.push(fieldPhrase(field));
    else if (!namedClocks && !phrases.includes('clocks differ')) phrases.push('clocks differ');
  }
  return phrases;
}

const fieldPhrase = ({ kind, harmless }: FieldError): string =>
  `${kind === 'castling' ? 'castling field' : 'en passant square'} ${harmless === true ? 'differs without effect' : 'wrong'}`;

const isClock = (kind: FieldError['kind']): boolean => kind === 'halfmove' || kind === 'fullmove';

const difference = ({ predicted, actual }: FieldError): string => `${predicted ?? 'missing'}, true ${actual}`;

/** Returns `p₄ 0 (true side: 1)` and `r₄ 0 (1)`; the parentheses appear when wrong fields hide a better board. */
export function scoreParts(scores: ScoredPart): string[] {
  const { m, vacuous } = scores;
  const [p, r] = [lastScore(scores, 'p'), lastScore(scores, 'r')];
  const forgiven = forgivenScores(scores);
  const bracketP = vacuous.p
    ? ' (no legal move to test)'
    : forgiven === undefined
      ? ''
      : ` (${forgiven.name} ${forgiven.p})`;
  const bracketR = forgiven === undefined ? '' : ` (${forgiven.r})`;
  return [`p${subscript(m)} ${p}${bracketP}`, `r${subscript(m)} ${r}${bracketR}`];
}

function lastScore({ p, r, samples, standardError }: ScoredPart, which: 'p' | 'r'): string {
  const error = standardError?.[which].at(-1);
  return formatScore((which === 'p' ? p : r).at(-1) ?? 0, {
    estimate: samples !== null,
    ...(error !== undefined && { standardError: error }),
  });
}

/** Returns the conditional scores worth naming: the true side if that is wrong and helps, else the board alone. */
export function forgivenScores(scores: ScoredPart): { name: string; p: string; r: string } | undefined {
  const { conditional } = scores;
  if (conditional === null) return undefined;
  const strict = formatPair(scores, scores.samples === null);
  const differs = (other: { p: string; r: string }): boolean => other.p !== strict.p || other.r !== strict.r;
  const trueSide = formatPair(conditional.trueSide, conditional.trueSide.exact);
  const sideWrong = scores.errors.some((e) => e.kind === 'side');
  if (sideWrong && scores.verdict !== 'format' && differs(trueSide)) return { name: 'true side:', ...trueSide };
  const boardOnly = formatPair(conditional.boardOnly, conditional.boardOnly.exact);
  return differs(boardOnly) ? { name: 'board-only', ...boardOnly } : undefined;
}

/** Formats the scores at the last depth. */
function formatPair(pair: DepthPair, exact: boolean): { p: string; r: string } {
  const options = { estimate: !exact };
  return { p: formatScore(pair.p.at(-1) ?? 0, options), r: formatScore(pair.r.at(-1) ?? 0, options) };
}

const FIELD_KINDS: ReadonlySet<string> = new Set(['side', 'castling', 'en passant', 'halfmove', 'fullmove']);
const isFieldError = (e: TextComparison['errors'][number]): e is FieldError => FIELD_KINDS.has(e.kind);

/** Returns one plain sentence about p_m, as a tooltip. */
export const precisionSentence = (m: number, score: string): string =>
  `p${subscript(m)}: ${m} random legal moves from the predicted position are all legal from the true one with probability ${score}.`;

/** Returns one plain sentence about r_m, as a tooltip. */
export const recallSentence = (m: number, score: string): string =>
  `r${subscript(m)}: ${m} random legal moves from the true position are all legal from the predicted one with probability ${score}.`;

/** Names of the verdicts in reports and aggregates. */
export const VERDICT_NAMES: Readonly<Record<Verdict, string>> = {
  none: 'no state',
  unread: 'unread',
  unparsable: 'unparsable',
  format: 'format wrong',
  impossible: 'impossible',
  squares: 'squares wrong',
  side: 'side wrong',
  castling: 'castling wrong',
  'en passant': 'en passant wrong',
  clocks: 'clocks differ',
  partial: 'stated in part',
  notation: 'written differently',
  exact: 'exact',
};

/** Returns the name of a verdict; for states whose parts are not squares with their own word: `cells wrong`. */
export const verdictName = (verdict: Verdict, part = SQUARE): string =>
  verdict === 'squares' ? `${part}s wrong` : VERDICT_NAMES[verdict];

/**
 * Returns the aggregate of one label, best verdict first: `gpt-4o · 24 · exact 5 · side wrong 9 · no state 1 · mean p₄
 * 0.41 r₄ 0.38`. While scores are missing the mean reads `of 7 scored`, or is left out.
 */
export function aggregateLine(label: string, summary: Summary, m: number): string {
  const { n, scored, verdicts, meanP, meanR, part } = summary;
  const parts = [label, String(n)];
  for (const verdict of [...VERDICTS].reverse()) {
    if (verdicts[verdict] > 0) parts.push(`${verdictName(verdict, part)} ${verdicts[verdict]}`);
  }
  if (meanP !== null && meanR !== null) {
    const of = scored < n ? ` of ${scored} scored` : '';
    parts.push(`mean p${subscript(m)} ${formatScore(meanP)} r${subscript(m)} ${formatScore(meanR)}${of}`);
  }
  return parts.join(PART_SEPARATOR);
}

/**
 * Marks of a prediction beside its text: `near` is the true position with other clocks, as far as it is stated, or
 * written differently; `none` is an answer without a readable board.
 */
export const GRADES = ['exact', 'near', 'wrong', 'none'] as const;
export type Grade = (typeof GRADES)[number];

/** The sign of each grade, which stands beside its color. */
export const GRADE_SIGNS: Readonly<Record<Grade, string>> = { exact: '✓', near: '≈', wrong: '✗', none: '?' };

const NEAR: ReadonlySet<CauseId> = new Set<CauseId>(['clocks', 'partial', 'notation']);

/** Returns the mark of a prediction by its verdict and cause. */
export function gradeAnswer({ verdict, cause }: Pick<TextComparison, 'verdict' | 'cause'>): Grade {
  if (verdict === 'exact') return 'exact';
  if (hasNoBoard({ verdict })) return 'none';
  return NEAR.has(cause.id) ? 'near' : 'wrong';
}

import type { Comparison, TextComparison } from './comparison.ts';
/** Between the parts of a line. */
export declare const DOT = " \u00B7 ";
/** What is needed for the scores' part of a line. */
export type ScoredPart = Pick<Comparison, 'm' | 'p' | 'r' | 'samples' | 'standardError' | 'conditional' | 'vacuous' | 'verdict' | 'errors'>;
/**
 * The one line of a prediction, verdict first (experience.md): `4 squares wrong (b7 c7 d7 d2) · 60/64 · p₄ 0.42 ·
 * r₄ 0.38 · edit 6`. The same words in lens, hover, compare view and reports.
 *
 * @param scores undefined while they are computed: the line then reads `p₄ …`
 * @param m depth to name while the scores are computed
 */
export declare function verdictLine(text: TextComparison, scores: ScoredPart | undefined, m?: number): string;
/** A line with the model's name before it: `gpt-4o: exact`. */
export declare const labelled: (label: string, line: string) => string;
/** The verdict in words, with whatever else is wrong behind it. */
export declare function verdictPhrase(text: TextComparison): string;
/** One plain sentence for p_m, as a tooltip. */
export declare const precisionSentence: (m: number, score: string) => string;
/** One plain sentence for r_m, as a tooltip. */
export declare const recallSentence: (m: number, score: string) => string;
//# sourceMappingURL=wording.d.ts.map
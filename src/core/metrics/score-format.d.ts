/** How a score was come by, as far as it shows. */
export interface ScoreFormat {
    /** Whether the score is an estimate; a bare 0 or 1 is then never claimed. */
    readonly estimate?: boolean;
    /** Standard error of an estimate; it is shown behind `±`. */
    readonly standardError?: number;
}
/**
 * A score 0..1 as lens, hover, compare view and reports write it: `0` and `1` only when exactly so, else `<0.01`,
 * `>0.99` or two decimals; an estimate with its standard error, `0.42 ±0.01`.
 */
export declare function formatScore(score: number, { estimate, standardError }?: ScoreFormat): string;
/** A whole number in subscript digits: `₄`. */
export declare const subscript: (n: number) => string;
//# sourceMappingURL=score-format.d.ts.map
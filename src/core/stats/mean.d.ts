/** Mean and spread of a sample. */
export interface MeanEstimate {
    /** Number of values. */
    readonly n: number;
    readonly mean: number;
    /** Sample standard deviation (n - 1); 0 for a single value. */
    readonly standardDeviation: number;
    /** Standard error of the mean, `standardDeviation / sqrt(n)`. */
    readonly standardError: number;
}
/** The arithmetic mean; undefined for no values. */
export declare function mean(values: ArrayLike<number>): number | undefined;
/** Mean, sample standard deviation and standard error of independent values; undefined for no values. */
export declare function meanEstimate(values: ArrayLike<number>): MeanEstimate | undefined;
//# sourceMappingURL=mean.d.ts.map
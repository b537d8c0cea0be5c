/** The least that long work needs to stop early. An `AbortSignal` is adapted to it outside of `core`. */
export interface Cancellation {
    readonly cancelled: boolean;
}
/** Never cancelled. */
export declare const NEVER: Cancellation;
//# sourceMappingURL=cancellation.d.ts.map
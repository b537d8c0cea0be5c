import type { FenReading } from './fen-reading.ts';
/** What a missing answer is called everywhere. */
export declare const NO_STATE = "no FEN in the answer";
/**
 * Why a text is no valid state, naming what is wrong and where: `5 FEN fields, one "-" missing`, `white has no king`,
 * `rank 3 has 9 squares`.
 *
 * @param fallback the parser's own reason, for what neither the text nor the board explains
 */
export declare function invalidReason(reading: FenReading, fallback: string): string;
//# sourceMappingURL=invalid-reason.d.ts.map
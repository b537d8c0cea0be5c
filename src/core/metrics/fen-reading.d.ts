import { type PlacementReading } from './placement.ts';
/** The FEN fields after the piece placement, in order (PGN standard 16.1.3.2 to 16.1.3.6). */
export declare const FEN_FIELDS: readonly ['side', 'castling', 'en passant', 'halfmove', 'fullmove'];
export type FenField = (typeof FEN_FIELDS)[number];
/** What is wrong with a FEN as text. Positions that the rules forbid are another matter: see `setup-faults.ts`. */
export type FenFault = 
/** No ranks at all. */
{
    readonly kind: 'no board';
} | {
    readonly kind: 'ranks';
    readonly count: number;
}
/** A rank (0 is rank 8) with more or fewer than eight squares. */
 | {
    readonly kind: 'rank';
    readonly rank: number;
    readonly squares: number;
} | {
    readonly kind: 'stray';
    readonly rank: number;
    readonly character: string;
}
/** White space between the squares or ranks of the piece placement. */
 | {
    readonly kind: 'spaced';
} | {
    readonly kind: 'missing';
    readonly field: FenField;
} | {
    readonly kind: 'malformed';
    readonly field: FenField;
    readonly text: string;
}
/** Text that belongs to no field. */
 | {
    readonly kind: 'extra';
    readonly text: string;
};
/** A FEN read as far as it can be; a fault in one part does not hide the others. */
export interface FenReading {
    /** The text, trimmed, each run of white space as one space. */
    readonly text: string;
    /** What stands for the piece placement: the first field as written, with the spaces taken out when it is spaced. */
    readonly placementText: string;
    readonly placement: PlacementReading;
    /** Number of fields, counting the piece placement as one. */
    readonly fieldCount: number;
    /** The other fields as written; undefined when missing. A malformed one is here too and has a fault. */
    readonly fields: Readonly<Record<FenField, string | undefined>>;
    /** In the order of the text: board, then fields. Empty exactly when the text is six well-formed fields. */
    readonly faults: readonly FenFault[];
}
/**
 * Trims and reads any run of white space as one space, as other tools re-wrap comments (experience.md, "The
 * annotation"; PGN standard 3.2.2 makes white space equal).
 */
export declare function collapseSpace(text: string): string;
/**
 * Reads a FEN tolerantly: five fields, missing counters, one `-` missing, spaces between squares or ranks, no slashes,
 * trailing text. Never fails; linear in the text.
 */
export declare function readFen(source: string): FenReading;
//# sourceMappingURL=fen-reading.d.ts.map
/** Which lenses are shown: all; aggregates alone; the worst prediction of each position alone; none. */
export declare const LENS_MODES: readonly ['all', 'summary', 'worst', 'off'];
export type LensMode = (typeof LENS_MODES)[number];
/** Whose side is at the bottom of a board; `mover` is the side to move. */
export declare const ORIENTATIONS: readonly ['white', 'black', 'mover'];
export type Orientation = (typeof ORIENTATIONS)[number];
/** Deepest m that lenses compute: the exact walk grows with the power of m. */
export declare const MAX_LENS_DEPTH = 6;
/** The settings that the language server reads, from the section `statelens`. */
export interface ServerSettings {
    /** `lens.mode` */
    readonly lensMode: LensMode;
    /** `lens.m`: depth of p_m and r_m, 1 to `MAX_LENS_DEPTH`. */
    readonly m: number;
    /** `board.orientation` */
    readonly orientation: Orientation;
}
export declare const DEFAULT_SETTINGS: ServerSettings;
/** Reads the section `statelens` as a client gives it; whatever is missing or wrong there has its default. */
export declare const readSettings: (section: unknown) => ServerSettings;
//# sourceMappingURL=settings.d.ts.map
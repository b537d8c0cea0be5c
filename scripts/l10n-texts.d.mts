/** A piece of a source file. */
export interface SourceText {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

/** Texts of the bundle in the order of the source; calls of `t` whose text is no literal; words that stand outside of `t`. */
export interface ReadTexts {
  readonly texts: readonly SourceText[];
  readonly unreadable: readonly SourceText[];
  readonly outside: readonly SourceText[];
}

export function textsOf(files: Readonly<Record<string, string>>): ReadTexts;

export function shownSource(): Readonly<Record<string, string>>;

export function otherSource(): Readonly<Record<string, string>>;

export function bundleOf(texts: readonly SourceText[]): Readonly<Record<string, string>>;

/** Texts in order, each without what it has in common with the one before: prompts about one game are mostly the same. */
export interface PackedTexts {
  /** Characters that a text shares with the beginning of the one before. */
  readonly shared: readonly number[];
  readonly rest: readonly string[];
}

/** A table of texts, each once, and where in it a text stands. */
export function packTexts(all: Iterable<string>): {
  readonly texts: PackedTexts;
  readonly placeOf: (text: string) => number;
} {
  const sorted = [...new Set(all)].sort();
  const places = new Map(sorted.map((text, place) => [text, place]));
  const shared = sorted.map((text, i) => commonLength(sorted[i - 1] ?? '', text));
  const rest = sorted.map((text, i) => text.slice(shared[i]));
  return { texts: { shared, rest }, placeOf: (text) => places.get(text) ?? 0 };
}

/** The texts of a table, in its order. */
export function unpackTexts({ shared, rest }: PackedTexts): string[] {
  let before = '';
  return rest.map((text, i) => {
    before = before.slice(0, shared[i] ?? 0) + text;
    return before;
  });
}

function commonLength(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length;
}

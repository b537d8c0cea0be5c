/** A comment of a PGN that holds nothing but a prediction, or the command alone in a longer one; a line of a FEN or walk file. */
const PREDICTION = /\{\s*\[%pfen\s[^\]]*\]\s*\}|\[%pfen\s[^\]]*\]|^#[ \t]*(?:pfen|pstate)[ \t].*$/gm;

/** Offsets `[start, end)` of the predictions written in a piece of a document, in order. */
export function predictionSpans(text: string): (readonly [start: number, end: number])[] {
  return Array.from(text.matchAll(PREDICTION), (match) => [match.index, match.index + match[0].length] as const);
}

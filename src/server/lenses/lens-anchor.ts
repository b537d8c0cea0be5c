/** Maximum number of lines between a move and its prediction. */
const MAX_LINES = 40;
/** Text before a prediction that begins its line. */
const BEFORE = /^[\s{[#;%]*$/;

/**
 * Returns the start of the line of the move or record that a prediction follows, so that the lens of a position stands
 * above its move, also while the lines of its predictions are folded; the prediction's own place where it shares a line
 * with moves, or follows the tags.
 *
 * @param at start of the first prediction of the position
 */
export function lensAnchor(text: string, at: number): number {
  let start = lineStart(text, at);
  if (!BEFORE.test(text.slice(start, at))) return at;
  for (let i = 0; i < MAX_LINES && start > 0; i++) {
    const end = start - 1;
    start = lineStart(text, end);
    const line = text.slice(start, end).trim();
    if (line.startsWith('[')) return at;
    if (line !== '' && !/^[{#;]/.test(line)) return start;
  }
  return at;
}

const lineStart = (text: string, at: number): number => (at <= 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1);

import { COMMENT, GLYPH, MOVE, NAG, NULL_MOVE, STRAY, SUFFIX, WHITESPACE } from '../tokens.ts';
import { type GameTree, tokenRange } from '../tree.ts';
import { type GameFindings, quoted } from './findings.ts';

/**
 * Signs after moves that some programs write for glyphs (PGN standard 10; above 139 those of ChessBase and SCID), as
 * books print them.
 */
const NUMBERS: ReadonlyMap<string, number> = new Map([
  ['□', 7],
  ['~', 13],
  ['inf', 13],
  ['+--', 20],
  ['--+', 21],
  ['⊙', 22],
  ['⨀', 22],
  ['○', 26],
  ['⟳', 32],
  ['↑', 36],
  ['→', 40],
  ['⇆', 132],
  ['⇄', 132],
  ['∆', 140],
  ['Δ', 140],
  ['△', 140],
  ['⌓', 142],
  ['RR', 145],
  ['N', 146],
  ['D', 220],
]);

function isSign(text: string, tree: GameTree, token: number): boolean {
  const { start, end } = tokenRange(tree, token);
  return end - start <= 3 && NUMBERS.has(text.slice(start, end));
}

/** True if a stray token is a sign that annotates the move before it. */
export function isForeignSign(text: string, tree: GameTree, token: number): boolean {
  const { kinds } = tree.chunk;
  const { start, end } = tokenRange(tree, token);
  if (!isSign(text, tree, token)) return false;
  let before = token - 1;
  while (before >= 0 && kinds[before] === WHITESPACE) before--;
  if (before < 0 || !(annotates(kinds[before]) || (kinds[before] === STRAY && isSign(text, tree, before))))
    return false;
  // `N f6` is more likely a split move
  let next = token + 1;
  while (next < kinds.length && kinds[next] === WHITESPACE) next++;
  const isLetter = end - start === 1 && /[A-Z]/.test(text.charAt(start));
  return !(
    isLetter &&
    next < kinds.length &&
    kinds[next] === MOVE &&
    /[a-h]/.test(text.charAt(tokenRange(tree, next).start))
  );
}

const annotates = (kind: number): boolean =>
  kind === MOVE || kind === NULL_MOVE || kind === SUFFIX || kind === NAG || kind === GLYPH || kind === COMMENT;

export function addForeignSign(text: string, tree: GameTree, token: number, findings: GameFindings): void {
  const range = tokenRange(tree, token);
  const sign = text.slice(range.start, range.end);
  const number = NUMBERS.get(sign) ?? 0;
  const message = `${quoted(sign)} is a program-specific sign for the glyph $${number}, which other tools do not understand`;
  findings.add('PGN_STRAY_TEXT', range, message, { severity: 'info' });
}

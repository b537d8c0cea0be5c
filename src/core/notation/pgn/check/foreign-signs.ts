import { COMMENT, GLYPH, MOVE, NAG, NULL_MOVE, STRAY, SUFFIX, WHITESPACE } from '../tokens.ts';
import { type GameTree, tokenRange } from '../tree.ts';
import { type GameFindings, quoted } from './findings.ts';

/**
 * Signs after moves that some programs write for glyphs (PGN standard 10; above 139 those of ChessBase and SCID), as
 * books print them.
 */
const NUMBERS: ReadonlyMap<string, number> = new Map([
  ['‼', 3],
  ['⁇', 4],
  ['⁉', 5],
  ['⁈', 6],
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
  ['⊕', 138],
  ['∆', 140],
  ['Δ', 140],
  ['△', 140],
  ['⌓', 142],
  ['RR', 145],
  ['N', 146],
  ['TN', 146],
  ['D', 220],
]);

/** True for a sign that some programs write for a glyph. */
export const isForeignText = (written: string): boolean => NUMBERS.has(written);

function isSign(text: string, tree: GameTree, token: number): boolean {
  const { start, end } = tokenRange(tree, token);
  return end - start <= 3 && NUMBERS.has(text.slice(start, end));
}

/** True if a stray token is a sign that annotates the move before it. */
export function isForeignSign(text: string, tree: GameTree, token: number): boolean {
  const { kinds } = tree.chunk;
  if (!isSign(text, tree, token)) return false;
  let before = token - 1;
  while (before >= 0 && kinds[before] === WHITESPACE) before--;
  return before >= 0 && (annotates(kinds[before]!) || (kinds[before] === STRAY && isSign(text, tree, before)));
}

/** The move that a letter may be the first part of, as in `N f6`; undefined if it can only be a sign. */
function splitMove(text: string, tree: GameTree, token: number): string | undefined {
  const { kinds } = tree.chunk;
  const { start, end } = tokenRange(tree, token);
  const next = kinds[token + 1] === WHITESPACE ? token + 2 : token + 1;
  if (end - start !== 1 || !/[NBRQK]/.test(text.charAt(start)) || kinds[next] !== MOVE) return undefined;
  const range = tokenRange(tree, next);
  const move = text.slice(range.start, range.end);
  return /^[a-h][1-8]|^x/.test(move) ? text.charAt(start) + move : undefined;
}

const annotates = (kind: number): boolean =>
  kind === MOVE || kind === NULL_MOVE || kind === SUFFIX || kind === NAG || kind === GLYPH || kind === COMMENT;

export function addForeignSign(text: string, tree: GameTree, token: number, findings: GameFindings): void {
  const range = tokenRange(tree, token);
  const sign = text.slice(range.start, range.end);
  const number = NUMBERS.get(sign) ?? 0;
  const message = `${quoted(sign)} is a program-specific sign for the glyph $${number}, which other tools do not understand`;
  const move = splitMove(text, tree, token);
  if (move === undefined) findings.add('PGN_STRAY_TEXT', range, message, { severity: 'info' });
  else findings.add('PGN_STRAY_TEXT', range, `${message}; or it belongs to ${move}`, { severity: 'warning' });
}

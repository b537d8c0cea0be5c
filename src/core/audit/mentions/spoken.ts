import type { MoveRun } from './mention.ts';
import { inDigits } from './plain.ts';

const SQUARE = '[a-h][1-8]';
const PIECE = 'king|queen|rook|bishop|knight|pawn';
const PROMOTION = `(?:,? (?:and )?promot(?:es|ing) to an? (?<promotion>queen|rook|bishop|knight))?`;
/** A move as people say it: `knight takes d4`, `e takes d5`, `rook a to d1`, `short castle`. */
const MOVE = `(?:(?<piece>${PIECE})(?: (?:on |from )?(?<from>${SQUARE}|[a-h]|[1-8])(?= (?:to|takes|captures) ))? (?:(?<takes>takes|captures)(?: on)? |to )?(?<to>${SQUARE})|(?<file>[a-h]) (?:takes|captures)(?: on)? (?<pawnTo>${SQUARE})|(?<piece2>rook|knight|bishop|queen) (?<from2>[a-h]|[1-8])(?<to2>${SQUARE})|castles?,? (?<wing>king-?side|queen-?side|short|long)|(?<wing2>short|long) castles?|(?<san>(?:[KQRBN](?:[a-h]|[1-8]|${SQUARE})?x?|[a-h]x)?${SQUARE}))${PROMOTION}(?<sign>,? (?:with )?check(?:mate)?)?`;
/** A line that is a move with who makes it, as captions and transcripts of speech have it. */
const LINE = new RegExp(
  String.raw`^(?<prefix>(?:\[[\d:.]{4,12}\] )?(?<label>[A-Z][\w ]{0,20}: )?(?:(?:okay|and|so|then),? ){0,2}(?:move \d{1,3},? )?(?<who>(?:white|black|I|you|he|she) (?:plays?|goes|answers?|moves?|replies with|responds with|continues with) |it(?:'s|’s) |(?:my|the) move is )?)${MOVE}(?<by> from (?:white|black))?(?=[.!]?[ \t]*$|[.!] )`,
  'gim',
);
const SAID = /\b(?:king|queen|rook|bishop|knight|pawn|takes|castles?)\b/i;
/** Labels of what might be played. */
const NO_SPEAKER =
  /^(?:note|idea|plan|threat|hint|tip|goal|aim|example|option|candidate|alternative|suggestion|variation|line|best|better|move|step|next|then|also|or|first|second|third)\b/i;
/** So many moves in words make a text one of speech. */
const FEW = 3;

/** The moves that a text gives in words, where it is a text of speech. */
export function findSpoken(written: string): MoveRun[] {
  const found: MoveRun[] = [];
  if (!SAID.test(written)) return found;
  const { text, map } = inDigits(written);
  let inWords = 0;
  for (const { 0: all, index, groups = {} } of text.matchAll(LINE)) {
    const { prefix = '', label, who, by, san } = groups;
    if (NO_SPEAKER.test(label ?? '') || (label === undefined && who === undefined && by === undefined)) continue;
    if (san === undefined) inWords++;
    const end = index + all.length - (by ?? '').length;
    const range = { start: map.toSource(index + prefix.length), end: map.toSource(end - 1) + 1 };
    found.push({
      kind: 'run',
      range,
      items: [{ range, san: sanOf(groups), number: undefined, isBlack: false }],
      continues: false,
      isContinued: false,
      hasCommas: false,
      isLineStart: false,
      isSpoken: true,
    });
  }
  return inWords < FEW ? [] : found;
}

const letterOf = (piece: string): string =>
  piece === 'pawn' ? '' : piece === 'knight' ? 'N' : piece.charAt(0).toUpperCase();

function sanOf(groups: Readonly<Record<string, string | undefined>>): string {
  const word = (name: string): string | undefined => groups[name]?.toLowerCase();
  const sign = word('sign');
  const signs = sign === undefined ? '' : sign.endsWith('mate') ? '#' : '+';
  const wing = word('wing') ?? word('wing2');
  if (wing !== undefined) return `${/^[ks]/.test(wing) ? 'O-O' : 'O-O-O'}${signs}`;
  const promotion = word('promotion');
  const suffix = `${promotion === undefined ? '' : `=${letterOf(promotion)}`}${signs}`;
  const { san } = groups;
  // captions have small letters: `bd2` is a bishop's move
  if (san !== undefined)
    return `${/^[A-H][1-8]$/.test(san) ? san.toLowerCase() : san.replace(/^[kqrbn](?=[a-h]?[1-8]?[a-h][1-8])/, (c) => c.toUpperCase())}${suffix}`;
  const two = word('piece2');
  if (two !== undefined) return `${letterOf(two)}${word('from2') ?? ''}${word('to2') ?? ''}${suffix}`;
  const file = word('file');
  if (file !== undefined) return `${file}x${word('pawnTo') ?? ''}${suffix}`;
  const takes = groups['takes'] === undefined ? '' : 'x';
  return `${letterOf(word('piece') ?? '')}${word('from') ?? ''}${takes}${word('to') ?? ''}${suffix}`;
}

import type { Range } from '../../../base/text/range.ts';
import { nagOf } from '../nags.ts';
import { bitsOf, CLOSE_PAREN, GLYPH, MOVE, NAG, NULL_MOVE, OPEN_PAREN, SUFFIX } from '../tokens.ts';
import { type GameTree, tokenRange } from '../tree.ts';
import { type GameFindings, quoted } from './findings.ts';
import { addForeignSign, isForeignText } from './foreign-signs.ts';

const TO_LOOK_AT = bitsOf(SUFFIX, NAG, GLYPH);
const MAX_NAG = 255;

/** Glyphs of which a move can have one: what its player did well, and how the position stands. */
const ALTERNATIVES: readonly ((nag: number) => boolean)[] = [
  (nag) => nag >= 1 && nag <= 6,
  (nag) => nag >= 10 && nag <= 21,
];
/** Three kinds of equality, for which most programs have one sign. */
const plain = (nag: number): number => (nag === 11 || nag === 12 ? 10 : nag);

/** Checks glyphs (PGN standard 8.2.3.8 and 10): their form, and whether those of one move contradict each other. */
export function checkGlyphs(text: string, tree: GameTree, findings: GameFindings): void {
  const { chunk } = tree;
  if ((chunk.has & TO_LOOK_AT) === 0) return;
  const { kinds } = chunk;
  /** The glyph of each group that the last move has. */
  let given: (GivenGlyph | undefined)[] = [];
  for (let t = 0; t < kinds.length; t++) {
    const kind = kinds[t];
    if (kind === MOVE || kind === NULL_MOVE || kind === OPEN_PAREN || kind === CLOSE_PAREN) {
      given = [];
      continue;
    }
    if (kind !== SUFFIX && kind !== NAG && kind !== GLYPH) continue;
    const range = tokenRange(tree, t);
    const written = text.slice(range.start, range.end);
    if (kind === NAG) checkNag(written, range, findings);
    else if (isForeignText(written)) addForeignSign(text, tree, t, findings);
    const nag = nagOf(written);
    if (kind === SUFFIX && nag === undefined) addUnknown(written, range, findings);
    else if (kind === SUFFIX && kinds[t - 1] === GLYPH) addJoined(text, tree, t, findings);
    if (nag === undefined) continue;
    const group = ALTERNATIVES.findIndex((isOne) => isOne(nag));
    if (group < 0) continue;
    const before = given[group];
    if (before === undefined) given[group] = { nag, range };
    else if (plain(before.nag) !== plain(nag)) addConflict(text, before, range, findings);
  }
}

interface GivenGlyph {
  readonly nag: number;
  readonly range: Range;
}

function checkNag(written: string, range: Range, findings: GameFindings): void {
  const { length } = written;
  const number = length > 1 && length < 12 ? Number(written.slice(1)) : Number.NaN;
  if (number > 0 && number <= MAX_NAG) return;
  if (number === 0) {
    findings.add('PGN_BAD_NAG', range, `${written} means that there is no annotation`, { severity: 'info' });
    return;
  }
  const message =
    length === 1
      ? 'this $ must be followed by a number from 0 to 255'
      : `${written.slice(0, 12)} is not a valid glyph: glyph numbers range from 0 to 255`;
  findings.add('PGN_BAD_NAG', range, message);
}

function addUnknown(written: string, range: Range, findings: GameFindings): void {
  const message = `${quoted(written)} is none of the six suffixes !, ?, !!, ??, !? and ?!, and other tools drop it or stop at it`;
  findings.add('PGN_UNKNOWN_GLYPH', range, message);
}

/** A suffix that touches an evaluation: `=?`. */
function addJoined(text: string, tree: GameTree, token: number, findings: GameFindings): void {
  const range = { start: tokenRange(tree, token - 1).start, end: tokenRange(tree, token).end };
  const message = `${quoted(text.slice(range.start, range.end))} is not a sign of PGN: it is read as an evaluation and a suffix of the move`;
  findings.add('PGN_UNKNOWN_GLYPH', range, message);
}

function addConflict(text: string, before: GivenGlyph, range: Range, findings: GameFindings): void {
  const [first, second] = [before.range, range].map(({ start, end }) => text.slice(start, end));
  const message = `${second} contradicts ${first}: a move has one of these glyphs`;
  findings.add('PGN_GLYPH_CONFLICT', range, message, {
    related: [{ range: before.range, message: 'the other glyph' }],
  });
}

import { pop } from './bits';
import { fillMap } from './fill-map';
import { BISHOPS, CHECKS, FULLMOVES, GAME_FRAMES, HALFMOVES, HASH, KNIGHTS, LINES, MAIN, MAIN_HASHES, MAP_A, MAX_MOVES, MOVES, MOVE_COUNT, NOTES, PAWNS, PLACES, PLIES, QUEENS, ROOKS, START, TURN } from './memory';
import { copyFrame } from './play';
import { check, played, playSan, readSan } from './san';
import { BLACK_WINS, clearTags, DRAW, plyCount, readTag, result as tagResult, resultAt, resultLength, UNDECIDED, WHITE_WINS } from './tags';
import { aim, isTarget, canCome } from './target';
import { behindTags, clearLineEnds, isBlank, isDigit, isLineEnd, lineEnd, lineEnds, nextGame } from './text';

const FRAME: usize = 96;
const MAX_DEPTH = 32;

// State of the line: the frame of its last position, and the one before its last move (0: no move yet).
let now: usize = 0;
let before: usize = 0;
let depth: i32 = 0;
let count: i32 = 0;
let plies: i32 = 0;
// Groups of glyphs of the last move: 1 those of the move, 2 those of the position.
let glyphs: i32 = 0;
// False if the game is only to be played: what a check would find in its end does not matter then.
let judges: bool = true;
// State of the search for a position: 1 it came, 0 it never does, 2 unknown.
let seeks: bool = false;
let reached: i32 = 2;

const COMMENTS: usize = NOTES;
const VARIATIONS: usize = NOTES + 4;
const GLYPHS: usize = NOTES + 8;
const CLOCKS: usize = NOTES + 12;
const EVALS: usize = NOTES + 16;

// @ts-ignore: decorator
@inline
function note(what: usize): void {
  store<i32>(what, load<i32>(what) + 1);
}

/** Returns the end of white space with at most one line end; 0 if there are more. */
function blanks(p: usize): usize {
  while (load<u8>(p) == 0x20) p++;
  if (!isLineEnd(load<u8>(p))) return p;
  p = lineEnd(p);
  if (p == 0) return 0;
  while (load<u8>(p) == 0x20) p++;
  return isLineEnd(load<u8>(p)) ? 0 : p;
}

function isSixty(p: usize): bool {
  return <u32>(load<u8>(p) - 0x30) < 6 && isDigit(p + 1);
}

/**
 * Returns the offset after a command at `p`, which is a `[`, if it is a clock or an evaluation in plain form; otherwise
 * 0.
 */
function command(p: usize): usize {
  // [%clk , [%eval
  if (load<u8>(p, 1) != 0x25) return 0;
  if (load<u32>(p, 2) == 0x206b6c63) {
    p += 6;
    note(CLOCKS);
    if (!isDigit(p)) return 0;
    while (isDigit(p)) p++;
    if (load<u8>(p) != 0x3a || !isSixty(p + 1) || load<u8>(p, 3) != 0x3a || !isSixty(p + 4)) return 0;
    p += 6;
    if (load<u8>(p) == 0x2e) {
      if (!isDigit(p + 1)) return 0;
      p++;
      while (isDigit(p)) p++;
    }
  } else if (load<u32>(p, 2) == 0x6c617665 && load<u8>(p, 6) == 0x20) {
    p += 7;
    note(EVALS);
    const isMate = load<u8>(p) == 0x23;
    if (isMate) p++;
    if (load<u8>(p) == 0x2d) p++;
    if (!isDigit(p)) return 0;
    while (isDigit(p)) p++;
    if (!isMate) {
      if (load<u8>(p) != 0x2e || !isDigit(p + 1)) return 0;
      p++;
      while (isDigit(p)) p++;
    }
  } else return 0;
  return load<u8>(p) == 0x5d ? p + 1 : 0;
}

/** Returns the offset after the comment at `p`, which is a `{`; 0 if it needs a full reading. */
function comment(p: usize): usize {
  note(COMMENTS);
  p++;
  while (true) {
    const c = load<u8>(p);
    if (c == 0x7d) return p + 1;
    if (c == 0x5b) {
      p = command(p);
      if (p == 0) return 0;
    } else if (c < 0x20) {
      p = lineEnd(p);
      if (p == 0) return 0;
      let next = p;
      while (load<u8>(next) == 0x20) next++;
      if (isLineEnd(load<u8>(next))) return 0;
    } else if (c == 0x7b || c == 0x7f || c == 0xff) return 0;
    else p++;
  }
}

/**
 * Returns the offset after the move number at `p` if it is that of the position, with one dot for White and three for
 * Black; otherwise 0.
 */
function moveNumber(p: usize): usize {
  let number = 0;
  for (let i = 0; isDigit(p); p++) {
    if (++i > 5) return 0;
    number = 10 * number + <i32>load<u8>(p) - 0x30;
  }
  if (load<u8>(p) != 0x2e || number != load<i32>(now, FULLMOVES)) return 0;
  p++;
  if (load<i32>(now, TURN)) {
    if (load<u16>(p) != 0x2e2e) return 0;
    p += 2;
  }
  return load<u8>(p) == 0x2e ? 0 : p;
}

/** Notes a glyph of the last move; false if it cannot accompany another one. */
function addGlyph(nag: i32): bool {
  const group = nag >= 1 && nag <= 6 ? 1 : nag >= 10 && nag <= 21 ? 2 : 0;
  if (glyphs & group) return false;
  glyphs |= group;
  return true;
}

/** Returns the offset after `$` and a number from 1 to 255 at `p`; otherwise 0. */
function numericGlyph(p: usize): usize {
  note(GLYPHS);
  let nag = 0;
  let i = 0;
  for (p++; isDigit(p); p++) {
    if (++i > 3) return 0;
    nag = 10 * nag + <i32>load<u8>(p) - 0x30;
  }
  return i > 0 && nag > 0 && nag < 256 && count > 0 && addGlyph(nag) ? p : 0;
}

/** Returns the offset after one of the six suffixes at `p`; otherwise 0. */
function suffix(p: usize): usize {
  note(GLYPHS);
  p++;
  const second = load<u8>(p);
  if (second == 0x21 || second == 0x3f) p++;
  addGlyph(1);
  return p;
}

/** Plays the move at `p`; returns the offset after it and its suffix, or 0. */
function playMove(p: usize): usize {
  const end = readSan(p);
  if (end == 0 || count == MAX_MOVES) return 0;
  const to = GAME_FRAMES + <usize>(count + 1) * FRAME;
  if (!playSan(now, to, load<u8>(CHECKS + (now - GAME_FRAMES) / FRAME) != 0)) return 0;
  store<i32>(MOVES + (<usize>count << 2), played);
  store<i32>(PLACES + (<usize>count << 2), <i32>p | (<i32>(end - p) << 24));
  if (depth == 0) {
    store<i32>(MAIN + (<usize>plies << 2), count);
    plies++;
    store<u64>(MAIN_HASHES + (<usize>plies << 3), load<u64>(to, HASH));
    const halfmoves = load<i32>(to, HALFMOVES);
    if (judges && halfmoves >= 16 && (halfmoves >= 150 || isFifth(halfmoves))) return 0;
  }
  count++;
  store<u8>(CHECKS + <usize>count, check);
  before = now;
  now = to;
  glyphs = 0;
  if (seeks && depth == 0 && (isTarget(to) || !canCome(to))) {
    reached = <i32>isTarget(to);
    return 0;
  }
  const c = load<u8>(end);
  return c == 0x21 || c == 0x3f ? suffix(end) : end;
}

// The bits of a hash that the check of repetitions compares (../../../../notation/pgn/check/automatic-draws.ts).
const COMPARED: u64 = 0xfffffffffffff;

/** Returns true if the last position of the main line occurred four times before. */
function isFifth(halfmoves: i32): bool {
  const last = MAIN_HASHES + (<usize>plies << 3);
  const hash = load<u64>(last);
  let times = 1;
  for (let i = 4; i <= halfmoves && i <= plies; i += 2) {
    if (((load<u64>(last - (<usize>i << 3)) ^ hash) & COMPARED) == 0) times++;
  }
  return times >= 5;
}

function openLine(): bool {
  if (before == 0 || depth == MAX_DEPTH) return false;
  const saved = LINES + (<usize>depth << 4);
  store<usize>(saved, now);
  store<usize>(saved, before, 8);
  note(VARIATIONS);
  now = before;
  before = 0;
  glyphs = 0;
  depth++;
  return true;
}

function closeLine(): bool {
  if (before == 0 || depth == 0) return false;
  depth--;
  const saved = LINES + (<usize>depth << 4);
  now = load<usize>(saved);
  before = load<usize>(saved, 8);
  glyphs = 0;
  return true;
}

/** Returns the offset of the result that ends the moves from `p` on; 0 if one of them needs a full reading. */
function playMoves(p: usize): usize {
  while (true) {
    p = blanks(p);
    if (p == 0) return 0;
    const c = load<u8>(p);
    if (c >= 0x31 && c <= 0x39) {
      if (depth == 0 && c == 0x31 && resultAt(p) != 0) return p;
      p = moveNumber(p);
      if (p == 0) return 0;
      p = blanks(p);
      if (p == 0) return 0;
      p = playMove(p);
    } else if (c > 0x40 && c != 0x7b) {
      p = playMove(p);
    } else if (c == 0x7b) {
      p = comment(p);
    } else if (c == 0x28) {
      if (!openLine()) return 0;
      p++;
      continue;
    } else if (c == 0x29) {
      if (!closeLine()) return 0;
      p++;
    } else if (c == 0x24) {
      p = numericGlyph(p);
    } else return depth == 0 && resultAt(p) != 0 ? p : 0;
    if (p == 0) return 0;
    const next = load<u8>(p);
    if (!isBlank(next) && next != 0x29) return 0;
  }
}

/** Returns true if neither side can mate with its material. */
function isDead(at: usize): bool {
  if (load<u64>(at, PAWNS) | load<u64>(at, ROOKS) | load<u64>(at, QUEENS)) return false;
  return pop(load<u64>(at, KNIGHTS)) + pop(load<u64>(at, BISHOPS)) <= 1 || load<u64>(at, KNIGHTS) == 0;
}

/** Returns true if the end on the board does not contradict the result. */
function fits(given: i32): bool {
  if (tagResult != 0 && tagResult != given) return false;
  if (plyCount >= 0 && plies > 0 && plyCount != plies) return false;
  if (plies == 0) return true;
  // the game ends with the move that leaves too little material
  if (isDead(now) && isDead(before)) return false;
  if (given == UNDECIDED || fillMap(now, MAP_A) > 0) return true;
  if (!load<u8>(CHECKS + (now - GAME_FRAMES) / FRAME)) return given == DRAW;
  return given == (load<i32>(now, TURN) ? WHITE_WINS : BLACK_WINS);
}

/** Sets the start position, with nothing read. */
function setUp(): void {
  copyFrame(START, GAME_FRAMES);
  store<u64>(MAIN_HASHES, load<u64>(START, HASH));
  memory.fill(NOTES, 0, 20);
  clearLineEnds();
  now = GAME_FRAMES;
  before = 0;
  depth = 0;
  count = 0;
  plies = 0;
  glyphs = 0;
}

/**
 * Reads and plays the game at `p`, if it is plainly written and needs no finding.
 *
 * @param end of the text, followed by zeros
 * @param isLast true if the text ends there; otherwise games may follow
 * @returns the start of the next game, or 0 for a game that needs a full reading
 */
export function readGame(p: usize, end: usize, isLast: bool): usize {
  if (load<u8>(p) != 0x5b) return 0;
  clearTags();
  setUp();
  judges = true;
  do {
    p = readTag(p);
    if (p == 0) return 0;
    p = lineEnd(p);
    if (p == 0) return 0;
  } while (load<u8>(p) == 0x5b);
  p = behindTags(p);
  if (p == 0) return 0;
  p = playMoves(p);
  if (p == 0) return 0;
  const given = resultAt(p);
  if (!fits(given)) return 0;
  p = nextGame(p + resultLength(given), end, isLast);
  return lineEnds == 3 ? 0 : p;
}

/**
 * Plays the moves at `p`, from the standard start, if all of them are legal and in export format, and leaves them in
 * the memory.
 *
 * @returns the offset of the result after them, or 0
 */
export function playGame(p: usize): usize {
  setUp();
  judges = false;
  p = playMoves(p);
  store<i32>(PLIES, plies);
  store<i32>(MOVE_COUNT, count);
  return p;
}

/**
 * Plays the main line of the moves at `p` from the standard start until the position at TARGET comes, or can no longer
 * come.
 *
 * @returns 1 if it comes, 0 if it does not, 2 if the moves need a full reading before that is known
 */
export function seekTarget(p: usize): i32 {
  aim();
  if (isTarget(START)) return 1;
  setUp();
  judges = false;
  seeks = true;
  reached = 2;
  if (playMoves(p) != 0) reached = 0;
  seeks = false;
  return reached;
}

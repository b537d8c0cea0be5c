import type { Position } from 'chessops/chess';
import { plural } from '../../../base/text/counts.ts';
import type { Range } from '../../../base/text/range.ts';
import { inCheck } from '../../../games/chess/attacks.ts';
import { FRAME, FULLMOVES, hasPiece, TURN } from '../../../games/chess/frame.ts';
import { hasNoMove } from '../../../games/chess/movegen.ts';
import {
  AMBIGUOUS,
  playSan,
  sanCapture,
  sanCastling,
  sanCheck,
  sanFile,
  sanRank,
  sanRole,
  withoutFile,
} from '../../../games/chess/san.ts';
import { isEnPassant, printSan } from '../../../games/chess/san-print.ts';
import type { MoveReason } from '../../../games/chess/san-reason.ts';
import { afterPass, variantMove, variantReason } from '../../../games/variants.ts';
import type { Fix } from '../../diagnostic.ts';
import type { Code } from '../../diagnostic-codes.ts';
import { characterClass, DOT } from '../characters.ts';
import { FAILED, failureReason, MAX_MOVES, moveText, PLAYED, type Replay, UNCHECKED } from '../replay.ts';
import type { Tag, VariantGame } from '../tags.ts';
import { CLOSE_PAREN, kindBits, MOVE_MARK, MOVE_NUMBER, NULL_MOVE, OPEN_PAREN, WHITESPACE } from '../tokens.ts';
import { type GameTree, nodeRange, tokenRange } from '../tree.ts';
import type { GameFindings } from './findings.ts';
import { checkMarks, hasCheckMark } from './move-marks.ts';
import { repairs } from './move-suggestions.ts';
import { addBoardResult } from './result.ts';
import { type Fault, formFaults, isMissingSign, STYLES, type Style } from './san-form.ts';

/** Maximum number of repairs per game; each requires a list of all moves. */
const MAX_REPAIRED = 100;

const FAILURES: Readonly<Record<MoveReason['kind'], Code>> = {
  illegal: 'PGN_ILLEGAL_MOVE',
  ambiguous: 'PGN_AMBIGUOUS_MOVE',
  over: 'PGN_MOVE_AFTER_END',
  promotion: 'PGN_MISSING_PROMOTION',
};

const trial = new Int32Array(2 * FRAME);

/**
 * Checks the moves of all lines. An unplayable move ends the check of its line; a playable one is compared with export
 * format (PGN standard 8.2.3), with `strict` also if another form is equivalent.
 *
 * @param until the move before which a parenthesis is missing: the positions from there on are those of other lines
 */
export function checkMoves(
  text: string,
  replayed: Replay,
  strict: boolean,
  findings: GameFindings,
  tags: readonly Tag[],
  until = Number.POSITIVE_INFINITY,
): void {
  const { tree, status, start, moves, codes, frames, letters } = replayed;
  const { chunk } = tree;
  if (start.state !== undefined && status.length > MAX_MOVES) {
    const range = tokenRange(tree, tree.moveToken[MAX_MOVES]!);
    findings.add('PGN_TOO_MANY_MOVES', range, `moves after the first ${MAX_MOVES} of a game are not checked`);
  }
  let forms: FormFindings | undefined;
  let failed = 0;
  const marks = (chunk.has & kindBits(MOVE_MARK)) !== 0;
  for (let m = 0; m < status.length && m < until; m++) {
    const token = tree.moveToken[m]!;
    if (chunk.kinds[token] === NULL_MOVE && status[m] !== FAILED) {
      const ply = tree.movePly[m]!;
      addNullMove(text, tree, token, ply, findings);
    } else if (status[m] === PLAYED) {
      const from = (tree.movePrevious[m]! + 1) * FRAME;
      if (codes[m]! >= 0 && isExport(frames, from, (m + 1) * FRAME, codes[m]!, moves[m]!)) continue;
      forms ??= new FormFindings(text, replayed);
      const faults = formFaults(moveText(text, tree, m), printSan(frames, from, moves[m]!), letters);
      // a separated check sign has its own finding
      forms.add(marks && hasCheckMark(text, tree, token) ? faults.filter((fault) => !isMissingSign(fault)) : faults, m);
    } else if (status[m] === FAILED && !addBoardResult(text, replayed, m, tags, findings))
      addFailure(text, replayed, m, failed++ < MAX_REPAIRED, findings);
  }
  forms?.report(findings, strict);
  if (marks) checkMarks(text, replayed, findings);
}

/** Reports a null move, for which most programs write `--` or `Z0`. */
function addNullMove(text: string, tree: GameTree, token: number, ply: number, findings: GameFindings): void {
  const range = tokenRange(tree, token);
  const written = text.slice(range.start, range.end);
  if (written !== '<>' && written.toLowerCase() !== 'pass') {
    findings.add('PGN_NULL_MOVE', range, 'a null move passes the turn', { ply });
    return;
  }
  const { kinds } = tree.chunk;
  const isApart = (kind: number | undefined): boolean =>
    kind === undefined || kind === WHITESPACE || kind === OPEN_PAREN || kind === CLOSE_PAREN;
  const message = `a null move passes the turn; -- is more widely supported than ${written}`;
  const isNumbered = kinds[token - 1] === MOVE_NUMBER && characterClass(text.charCodeAt(range.start - 1)) === DOT;
  const safe = (isNumbered || isApart(kinds[token - 1])) && isApart(kinds[token + 1]);
  findings.add('PGN_NULL_MOVE', range, message, {
    ply,
    fixes: [{ title: 'Write --', edits: [{ range, newText: '--' }], safe }],
  });
}

/** Returns true if a played move is certainly in export format; false if a closer check is needed. */
function isExport(words: Int32Array, from: number, to: number, code: number, move: number): boolean {
  const sign = inCheck(words, to) ? (hasNoMove(words, to) ? 2 : 1) : 0;
  if (sanCheck(code) !== sign) return false;
  if (sanCastling(code) !== 0) return true;
  const target = (move >>> 6) & 63;
  if (sanRole(code) === 0) return sanCapture(code) === (((move ^ target) & 7) !== 0);
  if (sanCapture(code) !== hasPiece(words, from, words[from + TURN]! ^ 1, target)) return false;
  if (sanRank(code) >= 0) return false;
  if (sanFile(code) < 0) return true;
  // a file is needed where the move would be ambiguous without it
  for (let i = 0; i < FRAME; i++) trial[i] = words[from + i]!;
  return playSan(trial, 0, FRAME, withoutFile(code)) === AMBIGUOUS;
}

function addFailure(text: string, replayed: Replay, m: number, repaired: boolean, findings: GameFindings): void {
  const { tree, status } = replayed;
  const reason = failureReason(text, replayed, m);
  const what = reason.kind === 'illegal' || reason.kind === 'over' ? 'illegal move ' : '';
  const related = uncheckedAfter(tree, status, m);
  const range = tokenRange(tree, tree.moveToken[m]!);
  const fixes = repaired
    ? repairs(text, replayed, m, reason.kind).map((san) => ({
        title: `Write ${san}`,
        edits: [{ range, newText: san }],
        safe: false,
      }))
    : [];
  findings.add(FAILURES[reason.kind], range, `${what}${numbered(replayed, text, m)}: ${reason.message}`, {
    ply: tree.movePly[m]!,
    ...(fixes.length > 0 && { fixes }),
    ...(related !== undefined && {
      related: [{ range: related, message: 'not checked, because the position here is unknown' }],
    }),
  });
}

/** Returns the moves after a failed one in its line. */
function uncheckedAfter(tree: GameTree, status: Uint8Array, failed: number): Range | undefined {
  let first = -1;
  let last = -1;
  for (let m = failed + 1; m < status.length && tree.moveToken[m]! < tree.nodeEnd[tree.moveNode[failed]!]!; m++) {
    if (tree.moveNode[m] !== tree.moveNode[failed] || status[m] !== UNCHECKED) continue;
    if (first < 0) first = m;
    last = m;
  }
  return first < 0
    ? undefined
    : { start: tokenRange(tree, tree.moveToken[first]!).start, end: tokenRange(tree, tree.moveToken[last]!).end };
}

/** Returns a move with its number by the position: `12... Nf6`. */
function numbered({ tree, frames: words }: Replay, text: string, move: number): string {
  const at = (tree.movePrevious[move]! + 1) * FRAME;
  return `${words[at + FULLMOVES]}${words[at + TURN] === 0 ? '.' : '...'} ${moveText(text, tree, move)}`;
}

/** Minimum number of moves written one way, with none otherwise, that count as a habit. */
const HABIT = 3;
/** Styles that prove nothing if a game never writes the sign. */
const HABITUAL: ReadonlySet<Style> = new Set<Style>([
  'no check sign',
  'no mate sign',
  'no capture sign',
  'small letter',
]);

interface Place {
  readonly fault: Fault;
  readonly move: number;
}

/**
 * Reports problems in the form of moves. If a game uses a form consistently, in three or more moves and without an
 * exception, there is one finding at the first of them, with the count and a fix for all: a database without check
 * signs has one mistake per game, not forty.
 */
class FormFindings {
  readonly #byStyle = new Map<Style, Place[]>();
  readonly #text: string;
  readonly #replayed: Replay;

  constructor(text: string, replayed: Replay) {
    this.#text = text;
    this.#replayed = replayed;
  }

  add(faults: readonly Fault[], move: number): void {
    for (const fault of faults) {
      const known = this.#byStyle.get(fault.style);
      if (known === undefined) this.#byStyle.set(fault.style, [{ fault, move }]);
      else known.push({ fault, move });
    }
  }

  /** Passes all collected problems to the findings of the game. */
  report(findings: GameFindings, strict: boolean): void {
    for (const [style, places] of this.#byStyle) {
      if (this.#isHabit(style, places.length)) this.#report(findings, places, strict, places.length >= HABIT);
      else for (const place of places) this.#report(findings, [place], strict, false);
    }
  }

  #isHabit(style: Style, count: number): boolean {
    const { letters, tree, status, isSmall } = this.#replayed;
    // Letters of a language are fixed together, or the remaining ones would be read in another language; so are small
    // letters, without which a bishop's would be a pawn's.
    if (style === 'small letter' && isSmall === true) return true;
    if (style === 'foreign letter' && letters !== undefined && letters.name !== '') return true;
    const otherwise = STYLES[style];
    if (otherwise === undefined || count < HABIT) return false;
    for (let m = 0; m < status.length; m++) if (otherwise.test(moveText(this.#text, tree, m))) return false;
    return true;
  }

  #report(findings: GameFindings, places: readonly Place[], strict: boolean, isHabit: boolean): void {
    const { tree } = this.#replayed;
    const { fault, move } = places[0]!;
    const written = moveText(this.#text, tree, move);
    const right = written.slice(0, fault.start) + fault.text + written.slice(fault.end);
    const others = places.length - 1;
    const edits = places.map(({ fault: { start, end, text }, move: m }) => {
      const at = tokenRange(tree, tree.moveToken[m]!).start;
      // a figurine may directly follow a $ or a glyph number, where a letter would become part of it
      const gap = start === 0 && /[$0-9A-Za-z]/.test(this.#text.charAt(at - 1)) ? ' ' : '';
      return { range: { start: at + start, end: at + end }, newText: gap + text };
    });
    const fix: Fix = {
      title: others === 0 ? `Write ${right}` : `Write ${right} and correct ${plural(others, 'more move')} of this game`,
      edits,
      safe: places.every((place) => this.#isSafe(place, isHabit)),
    };
    // a missing part cannot be marked, so the whole move is
    const whole = tokenRange(tree, tree.moveToken[move]!);
    const range =
      fault.start === fault.end ? whole : { start: whole.start + fault.start, end: whole.start + fault.end };
    const habit =
      others === 0
        ? ''
        : ` (${plural(others, 'more move')} of this game ${others === 1 ? 'is' : 'are'} written the same way)`;
    findings.add(fault.code, range, `${fault.reason}: write ${right}${habit}`, {
      ...(strict && fault.code === 'PGN_NEEDLESS_DISAMBIGUATION' && { severity: 'warning' }),
      ...(fault.code === 'PGN_GLUED_EVALUATION' && /^(?:[a-h]x)?[a-h][1-8]=/.test(written) && { severity: 'warning' }),
      fixes: [fix],
      ply: tree.movePly[move]!,
    });
  }

  /**
   * Returns false if the fix adds a glyph, or hides that the text contradicts the board: in a game that always omits a
   * sign, the missing signs prove nothing.
   */
  #isSafe({ fault, move }: Place, isHabit: boolean): boolean {
    const { code, style, start, end, isEvidence } = fault;
    const { letters, tree, frames, moves } = this.#replayed;
    if (code === 'PGN_GLUED_EVALUATION') return false;
    if (code === 'PGN_EN_PASSANT_MARK')
      return isEnPassant(frames, (tree.movePrevious[move]! + 1) * FRAME, moves[move]!);
    const written = moveText(this.#text, tree, move);
    if (style === 'foreign letter') {
      const letter = written.slice(start, end);
      return isHabit && letters !== undefined && letters.name !== '' && !'PNBRQK'.includes(letter);
    }
    // Among short moves, the origin of a piece implies that others could go there.
    if (style === 'long notation' && /^[KQRBN]/.test(written)) return isHabit && !isEvidence;
    return !isEvidence || (isHabit && HABITUAL.has(style));
  }
}

/**
 * Maximum number of moves checked in a variant game; its positions are objects, ten times as large as those of chess.
 */
export const MAX_VARIANT_MOVES = 20_000;

/**
 * Checks the moves of all lines against the rules of a variant (by chessops). Check and mate signs, notation and
 * results are not checked. A move that cannot be played ends the check of its line.
 */
export function checkVariant(text: string, tree: GameTree, { start, fen }: VariantGame, findings: GameFindings): void {
  if (!start.ok) {
    const range = fen?.valueRange ?? nodeRange(tree, 0);
    findings.add('PGN_BAD_FEN', range, `invalid FEN tag: ${start.error}`);
    return;
  }
  const count = Math.min(tree.moveToken.length, MAX_VARIANT_MOVES);
  if (count < tree.moveToken.length) {
    const range = tokenRange(tree, tree.moveToken[count]!);
    findings.add('PGN_TOO_MANY_MOVES', range, `moves after the first ${count} of a variant game are not checked`);
  }
  const positions: (Position | undefined)[] = [];
  for (let m = 0; m < count; m++) {
    const previous = tree.movePrevious[m]!;
    const before = previous < 0 ? start.value : positions[previous];
    positions.push(before === undefined ? undefined : after(text, tree, m, before, findings));
  }
}

/** Returns the position after a move; undefined, with a finding, if it cannot be played. */
function after(
  text: string,
  tree: GameTree,
  m: number,
  before: Position,
  findings: GameFindings,
): Position | undefined {
  if (tree.chunk.kinds[tree.moveToken[m]!] === NULL_MOVE) return afterPass(before);
  const written = moveText(text, tree, m);
  const move = variantMove(before, written);
  if (move !== undefined) {
    const position = before.clone();
    position.play(move);
    return position;
  }
  const { kind, message } = variantReason(before, written);
  const code =
    kind === 'ambiguous' ? 'PGN_AMBIGUOUS_MOVE' : kind === 'over' ? 'PGN_MOVE_AFTER_END' : 'PGN_ILLEGAL_MOVE';
  const number = `${before.fullmoves}${before.turn === 'white' ? '.' : '...'} ${written}`;
  const what = kind === 'ambiguous' ? '' : 'illegal move ';
  findings.add(code, tokenRange(tree, tree.moveToken[m]!), `${what}${number}: ${message}`, { ply: tree.movePly[m]! });
  return undefined;
}

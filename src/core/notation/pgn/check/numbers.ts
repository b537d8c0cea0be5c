import { plural } from '../../../base/text/plural.ts';
import type { Range, TextEdit } from '../../../base/text/range.ts';
import { FULLMOVES, TURN } from '../../../games/chess/frame.ts';
import { FAILED, PLAYED, type Replay } from '../replay.ts';
import type { Tag } from '../tags.ts';
import { ESCAPE, LINE_COMMENT, MOVE_NUMBER, OPEN_COMMENT, STRAY } from '../tokens.ts';
import { type GameTree, MOVETEXT, tokenEnd, tokenRange } from '../tree.ts';
import type { GameFindings } from './findings.ts';

/** Consecutive wrong numbers: one mistake. */
interface Run {
  readonly token: number;
  readonly move: number;
  /** The text to write for the first. */
  readonly right: string;
  /** The written number minus the right one. */
  readonly shift: number;
  readonly edits: TextEdit[];
  /** False if a number also has the wrong side: a move may be missing. */
  safe: boolean;
  /** True if the line cannot be played further: a move is missing, which has a finding, rather than a number wrong. */
  broken: boolean;
}

/**
 * Checks move numbers against the moves after them (PGN standard 8.2.2). Any number of dots is accepted, including
 * none, but one dot is White's and three are Black's. A game from a FEN may count from one; so may a variation.
 * Consecutive wrong numbers are one finding.
 */
export function checkNumbers(text: string, replayed: Replay, tags: readonly Tag[], findings: GameFindings): void {
  if (replayed.start.state === undefined) return;
  const { tree, status } = replayed;
  const { chunk, offset } = tree;
  const { kinds, starts } = chunk;
  const { words } = replayed.start.state;
  const before = 2 * words[FULLMOVES] + words[TURN] - 1;
  let check: NumberCheck | undefined;
  for (let m = 0; m < status.length; m++) {
    if (status[m] === FAILED) check?.fail(m);
    if (status[m] !== PLAYED) continue;
    let dotted = false;
    let t = tree.moveToken[m] - 1;
    if (t >= 0 && kinds[t] <= ESCAPE) t--;
    const near = t;
    for (; t >= 0 && mayPrecede(kinds[t]); t--) {
      if (kinds[t] !== MOVE_NUMBER) continue;
      // a number without dots is a move number only directly before a move
      if (t < near && !dotted && isDigit(text, offset + starts[t + 1] - 1)) continue;
      // most are `12.` before White's move; the rest is checked in detail
      const plies = before + tree.movePly[m];
      if (
        check === undefined &&
        (plies & 1) === 0 &&
        isPlain(text, offset + starts[t], offset + starts[t + 1], plies >>> 1)
      )
        continue;
      check ??= new NumberCheck(text, replayed, tags);
      dotted = check.judge(m, t, dotted);
    }
  }
  check?.report(findings);
}

/** True if a text is a number and one dot or none. */
function isPlain(text: string, start: number, end: number, number: number): boolean {
  let written = 0;
  for (let i = start; i < end; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x2e) return i === end - 1 && written === number;
    if (c < 0x30 || c > 0x39) return false;
    written = 10 * written + c - 0x30;
  }
  return written === number;
}

function isDigit(text: string, at: number): boolean {
  const c = text.charCodeAt(at);
  return c >= 0x30 && c <= 0x39;
}

const mayPrecede = (kind: number): boolean =>
  kind === MOVE_NUMBER || kind <= ESCAPE || (kind >= LINE_COMMENT && kind <= OPEN_COMMENT);

const ELLIPSIS = 0x2026;
/** Minimum number of Black's moves numbered as White's, with none otherwise, that count as a habit. */
const HABIT = 3;

class NumberCheck {
  readonly #text: string;
  readonly #tree: GameTree;
  readonly #firstNumber: number;
  readonly #firstTurn: number;
  /** True if the first number of the game may differ from that of the position. */
  readonly #fromFen: boolean;
  /** The permitted offset between the numbers in a node and those of the position. */
  readonly #allowed = new Map<number, number>();
  /** The run that continues in a node. */
  readonly #open = new Map<number, Run>();
  readonly #runs: Run[] = [];
  readonly #wrongDots: Run[] = [];
  #hasBlackDots = false;

  /** True if the game has tags but no Event: they may have been written among the moves of the previous game. */
  readonly #mayGoOn: boolean;
  /** True if words are among the moves: the numbers decide whether they take the place of a move. */
  readonly #hasWords: boolean;

  constructor(text: string, { tree, start }: Replay, tags: readonly Tag[]) {
    this.#text = text;
    this.#mayGoOn = tags.length > 0 && start.fen === undefined && tags.every(({ name }) => name !== 'Event');
    this.#tree = tree;
    this.#hasWords = tree.chunk.kinds.includes(STRAY);
    this.#firstNumber = start.state?.words[FULLMOVES] ?? 1;
    this.#firstTurn = start.state?.words[TURN] ?? 0;
    this.#fromFen = start.fen !== undefined;
  }

  /**
   * Checks a number token before a move. `dotted`: separate dots follow it (`12. ...`). Returns true if the token
   * itself is such dots.
   */
  judge(move: number, token: number, dotted: boolean): boolean {
    const { chunk, offset, movePly, moveNode } = this.#tree;
    const end = offset + tokenEnd(chunk, token);
    const start = offset + chunk.starts[token];
    let i = start;
    let written = 0;
    for (; i < end; i++) {
      const digit = this.#text.charCodeAt(i) - 0x30;
      if (digit < 0 || digit > 9) break;
      written = 10 * written + digit;
    }
    const plies = this.#firstTurn + movePly[move] - 1;
    const isBlack = (plies & 1) === 1;
    const dots = this.#text.charCodeAt(i) === ELLIPSIS ? 3 : end - i;
    const wrongDots = isBlack ? dots === 1 && i > start && !dotted : dots > 2;
    if (isBlack && dots > 1) this.#hasBlackDots = true;
    const expected = this.#firstNumber + (plies >>> 1);
    const node = moveNode[move];
    if (i > start && written !== expected) {
      const shift = written - expected;
      if (shift !== this.#shiftOf(node, move, written, shift)) {
        this.#addWrong(move, token, shift, { start, end: i }, expected, !wrongDots);
        return false;
      }
    }
    if (this.#open.size > 0 && i > start) this.#open.delete(node);
    if (!wrongDots) return i === start;
    const right = isBlack ? '...' : i > start ? '.' : '';
    // dots may be the only separator of two words
    const gap = right === '' && !/\s/.test(this.#text.charAt(start - 1)) ? ' ' : '';
    const edits = [{ range: { start: i, end }, newText: right + gap }];
    this.#wrongDots.push({
      token,
      move,
      right: this.#text.slice(start, i) + right,
      shift: 0,
      edits,
      safe: right !== '',
      broken: false,
    });
    return false;
  }

  /** The permitted offset of a move number; the first number of a line can set it. */
  #shiftOf(node: number, move: number, written: number, shift: number): number {
    const { movePly, movePrevious, nodeKind, nodeBase, nodeParent } = this.#tree;
    for (let n = node; n > 0 && this.#allowed.size > 0; n = nodeParent[n]) {
      const allowed = this.#allowed.get(n);
      if (allowed === shift) return allowed;
    }
    const isMain = nodeKind[node] === MOVETEXT;
    const mayBegin = isMain
      ? this.#fromFen && movePly[move] <= 2 && (written === 1 || this.#firstNumber <= 1)
      : written === 1 && movePrevious[move] === nodeBase[node];
    if (!mayBegin) return 0;
    this.#allowed.set(node, shift);
    return shift;
  }

  #addWrong(move: number, token: number, shift: number, range: Range, expected: number, safe: boolean): void {
    const { moveNode, nodeParent } = this.#tree;
    const node = moveNode[move];
    const edit = { range, newText: `${expected}` };
    const around = this.#open.get(nodeParent[node]);
    const run = this.#open.get(node) ?? (around?.shift === shift ? around : undefined);
    if (run === undefined) {
      const dots = this.#text.slice(range.end, tokenRange(this.#tree, token).end);
      const opened = { token, move, right: `${expected}${dots}`, shift, edits: [edit], safe, broken: false };
      this.#runs.push(opened);
      this.#open.set(node, opened);
    } else {
      run.edits.push(edit);
      run.safe &&= safe;
      this.#open.set(node, run);
    }
  }

  /** Records that a move cannot be played. */
  fail(move: number): void {
    const run = this.#open.get(this.#tree.moveNode[move]);
    if (run !== undefined) run.broken = true;
  }

  report(findings: GameFindings): void {
    for (const run of this.#runs) this.#report(run, findings);
    const dots = this.#wrongDots;
    if (dots.length >= HABIT && !this.#hasBlackDots) {
      this.#report({ ...dots[0], edits: dots.flatMap(({ edits }) => edits) }, findings);
    } else for (const one of dots) this.#report(one, findings);
  }

  #report({ token, move, right, shift, edits, safe, broken }: Run, findings: GameFindings): void {
    const { movePly } = this.#tree;
    const range = tokenRange(this.#tree, token);
    const plies = this.#firstTurn + movePly[move] - 1;
    const side = (plies & 1) === 1 ? 'Black' : 'White';
    const written = this.#text.slice(range.start, range.end);
    const others = edits.length - 1;
    const many = others === 0 ? '' : ` (and ${plural(others, 'more number')} after it)`;
    const number = this.#firstNumber + (plies >>> 1);
    const goesOn = this.#mayGoOn && shift > 0 && movePly[move] === 1;
    const message =
      shift === 0
        ? `${written} before a move of ${side}: write ${right === '' ? 'no dots' : right}${many}`
        : `${written} before ${side}'s move ${number}: write ${right}${many}${goesOn ? '; or the moves continue the previous game: a tag always starts a new one' : ''}`;
    const sorted = [...edits].sort((a, b) => a.range.start - b.range.start);
    const title = others > 0 ? `Renumber ${edits.length} moves` : right === '' ? `Delete ${written}` : `Write ${right}`;
    findings.add('PGN_WRONG_MOVE_NUMBER', range, broken ? `${message}; or a move before it is missing` : message, {
      ...(broken && { severity: 'info' }),
      fixes: [{ title, edits: sorted, safe: safe && !goesOn && !broken && !this.#hasWords }],
      ply: movePly[move],
    });
  }
}

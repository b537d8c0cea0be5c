import { plural } from '../../../base/text/counts.ts';
import type { TextEdit } from '../../../base/text/range.ts';
import { characterClass, DIGIT } from '../characters.ts';
import {
  agreesWithPosition,
  hasPlainNumbers,
  isolatedClaims,
  type NumberClaim,
  numberClaims,
} from '../move-numbers.ts';
import { PLAYED, type Replay } from '../replay.ts';
import type { Tag } from '../tags.ts';
import { GLUED_NUMBER, MOVE, MOVE_NUMBER, STRAY } from '../tokens.ts';
import { type GameTree, tokenRange } from '../tree.ts';
import { type GameFindings, quoted } from './findings.ts';

/** Consecutive wrong numbers: one mistake. */
interface Run {
  readonly claim: NumberClaim;
  /** The text to write for the first. */
  readonly right: string;
  readonly edits: TextEdit[];
  /** True if no move can be missing or doubled. */
  safe: boolean;
  /** True if the line cannot be played further: a move is missing, which has a finding, rather than a number wrong. */
  broken: boolean;
}

/**
 * Checks move numbers against the moves after them (PGN standard 8.2.2). Consecutive wrong numbers are one finding.
 * They can show that a move is missing or doubled, so that only a single one among right numbers is repaired without
 * review.
 */
export function checkNumbers(text: string, replayed: Replay, tags: readonly Tag[], findings: GameFindings): void {
  if (replayed.start.state === undefined || hasPlainNumbers(text, replayed)) return;
  const claims = numberClaims(text, replayed);
  if (!claims.every(agreesWithPosition)) new NumberCheck(text, replayed, tags, claims).report(findings);
}

/** Minimum number of Black's moves numbered as White's, with none otherwise, that count as a habit. */
const HABIT = 3;

class NumberCheck {
  readonly #text: string;
  readonly #replayed: Replay;
  readonly #claims: readonly NumberClaim[];
  readonly #isolated: ReadonlySet<NumberClaim>;
  /** The run that continues in a node. */
  readonly #open = new Map<number, Run>();
  readonly #runs: Run[] = [];
  readonly #wrongDots: Run[] = [];
  /** True if the game has tags but no Event: they may have been written among the moves of the previous game. */
  readonly #canContinue: boolean;
  /** True if there are words among the moves: the numbers decide if they take the place of a move. */
  readonly #hasWords: boolean;

  constructor(text: string, replayed: Replay, tags: readonly Tag[], claims: readonly NumberClaim[]) {
    const { tree, start, status } = replayed;
    this.#text = text;
    this.#replayed = replayed;
    this.#claims = claims;
    this.#isolated = isolatedClaims(claims, replayed);
    this.#canContinue = tags.length > 0 && start.fen === undefined && tags.every(({ name }) => name !== 'Event');
    this.#hasWords = tree.chunk.kinds.includes(STRAY);
    let next = 0;
    for (let m = 0; m < status.length; m++) {
      if (status[m] !== PLAYED) this.#fail(m);
      else
        for (let claim = claims[next]; claim !== undefined && claim.move <= m; claim = claims[++next])
          if (claim.move === m) this.#judge(claim);
    }
  }

  #judge(claim: NumberClaim): void {
    const node = this.#replayed.tree.moveNode[claim.move]!;
    if (claim.shift !== 0) {
      this.#addShifted(claim, node);
      return;
    }
    if (claim.written >= 0) this.#open.delete(node);
    if (!claim.wrongDots) return;
    const { start, digits, end, isBlack } = claim;
    const right = isBlack ? '...' : claim.written >= 0 ? '.' : '';
    // dots may be the only separator of two words
    const gap = right === '' && !/\s/.test(this.#text.charAt(start - 1)) ? ' ' : '';
    this.#wrongDots.push({
      claim,
      right: this.#text.slice(start, digits) + right,
      edits: [{ range: { start: digits, end }, newText: right + gap }],
      safe: right !== '' && this.#isolated.has(claim),
      broken: false,
    });
  }

  #addShifted(claim: NumberClaim, node: number): void {
    const { start, digits, end, expected, shift, wrongDots, isBlack } = claim;
    // the number and its dots are one mistake
    const dots = wrongDots ? (isBlack ? '...' : '.') : this.#text.slice(digits, end);
    const right = `${expected}${dots}`;
    const edit = { range: { start, end: wrongDots ? end : digits }, newText: wrongDots ? right : `${expected}` };
    const around = this.#open.get(this.#replayed.tree.nodeParent[node]!);
    const run = this.#open.get(node) ?? (around?.claim.shift === shift ? around : undefined);
    if (run !== undefined) {
      run.edits.push(edit);
      run.safe = false;
      this.#open.set(node, run);
      return;
    }
    const safe = this.#isolated.has(claim) && !wrongDots;
    const opened: Run = { claim, right, edits: [edit], safe, broken: false };
    this.#runs.push(opened);
    this.#open.set(node, opened);
  }

  /** Records that a move cannot be played. */
  #fail(move: number): void {
    const run = this.#open.get(this.#replayed.tree.moveNode[move]!);
    if (run !== undefined) run.broken = true;
  }

  report(findings: GameFindings): void {
    for (const run of this.#runs) this.#report(run, findings);
    const dots = this.#wrongDots;
    const hasBlackDots = this.#claims.some(({ isBlack, dots: count }) => isBlack && count > 1);
    const [first] = dots;
    if (first !== undefined && dots.length >= HABIT && !hasBlackDots) {
      const { status } = this.#replayed;
      const safe =
        dots.every(({ right }) => right !== '') && this.#runs.length === 0 && status.every((s) => s === PLAYED);
      this.#report({ ...first, edits: dots.flatMap(({ edits }) => edits), safe }, findings);
    } else for (const run of dots) this.#report(run, findings);
  }

  #report({ claim, right, edits, safe, broken }: Run, findings: GameFindings): void {
    const { tree } = this.#replayed;
    const { move, shift, expected, isBlack } = claim;
    const range = tokenRange(tree, claim.token);
    const side = isBlack ? 'Black' : 'White';
    const written = this.#text.slice(range.start, range.end);
    const others = edits.length - 1;
    const many = others === 0 ? '' : ` (and ${plural(others, 'more number')} after it)`;
    const ply = tree.movePly[move]!;
    const continuesGame = this.#canContinue && shift > 0 && ply === 1;
    const lacksPair = shift === 1 && others > 0 && !continuesGame && !broken;
    const message =
      shift === 0
        ? `${written} before a move of ${side}: write ${right === '' ? 'no dots' : right}${many}`
        : `${written} before ${side}'s move ${expected}: write ${right}${many}${continuesGame ? '; or the moves continue the previous game: a tag always starts a new one' : lacksPair ? '; or one move pair is missing before it' : ''}`;
    const sorted = [...edits].sort((a, b) => a.range.start - b.range.start);
    const title = others > 0 ? `Renumber ${edits.length} moves` : right === '' ? `Delete ${written}` : `Write ${right}`;
    findings.add('PGN_WRONG_MOVE_NUMBER', range, broken ? `${message}; or a move before it is missing` : message, {
      ...(broken && { severity: 'info' }),
      fixes: [{ title, edits: sorted, safe: safe && !continuesGame && !broken && !this.#hasWords }],
      ply,
    });
  }
}

/** Reports move numbers that touch a move (`2Nf3`, `e52.`): one finding per game, since it is a habit. */
export function checkGluedNumbers(text: string, tree: GameTree, findings: GameFindings): void {
  const { has, kinds } = tree.chunk;
  if ((has & GLUED_NUMBER) === 0) return;
  const edits: TextEdit[] = [];
  let first: { readonly start: number; readonly end: number } | undefined;
  for (let t = 0; t + 1 < kinds.length; t++) {
    const range = tokenRange(tree, t);
    const next = tokenRange(tree, t + 1);
    const isNumber = kinds[t] === MOVE_NUMBER && kinds[t + 1] === MOVE && isDigit(text, range.end - 1);
    const isMove = kinds[t] === MOVE && kinds[t + 1] === MOVE_NUMBER && isDigit(text, next.start);
    if (!isNumber && !isMove) continue;
    first ??= { start: range.start, end: next.end };
    edits.push({ range: { start: range.end, end: range.end }, newText: isNumber ? '. ' : ' ' });
  }
  if (first === undefined) return;
  const others = edits.length - 1;
  const many = others === 0 ? '' : ` (and ${others} more in this game)`;
  const word = text.slice(first.start, first.end);
  const isNumber = isDigit(text, first.start);
  const what = isNumber ? 'a move number and a move without a dot' : 'a move and a move number without a space';
  const message = `${quoted(word)} is ${what} between them${many}; other tools read one word`;
  const title = isNumber ? 'Write a dot and a space' : 'Write a space';
  const fixes = [{ title: others === 0 ? title : `Separate all ${edits.length} numbers`, edits, safe: true }];
  findings.add('PGN_GLUED_NUMBER', first, message, { fixes });
}

const isDigit = (text: string, at: number): boolean => characterClass(text.charCodeAt(at)) === DIGIT;

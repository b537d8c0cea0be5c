import { makeFen } from 'chessops/fen';
import { makeSan } from 'chessops/san';
import type { Move } from 'chessops/types';
import { makeUci } from 'chessops/util';
import { inCheck } from '../games/chess/attacks.ts';
import { FRAME, hasPiece, ROLE_KING, roleAt, TURN } from '../games/chess/frame.ts';
import { hasNoMove } from '../games/chess/movegen.ts';
import { isEnPassant, printSan } from '../games/chess/san-print.ts';
import { afterPass, variantMove } from '../games/variants.ts';
import { lineOpening, type NamedOpening } from '../notation/openings/openings.ts';
import { commandsIn } from '../notation/pgn/comment-commands.ts';
import { type GameChunk, isGame, readChunk } from '../notation/pgn/document.ts';
import { PlainGame, PlainReplay } from '../notation/pgn/plain-game.ts';
import { moveText, PLAYED, type Replay, replay } from '../notation/pgn/replay.ts';
import { gameStart, readTags, type Tag, tagNamed, type VariantGame } from '../notation/pgn/tags.ts';
import { COMMENT, LINE_COMMENT, NAG, NULL_MOVE, OPEN_COMMENT, SUFFIX } from '../notation/pgn/tokens.ts';
import { buildTree, type GameTree, MOVETEXT, tokenRange, VARIATION } from '../notation/pgn/tree.ts';
import { standardResult } from '../notation/pgn/words.ts';

/** Values of tags that mean "unknown" (PGN standard 8.1.1). */
const UNKNOWN = /^[\s?.-]*$/;

/** Rating; sites mark provisional ones with a question mark. */
const ELO = /^\s*(\d{1,4})\??\s*$/;

/** Number of annotations of each kind in a game, variations included. */
export interface Annotations {
  readonly comments: number;
  readonly variations: number;
  readonly nags: number;
  readonly clocks: number;
  readonly evals: number;
  readonly predictions: number;
}

/** Returns the result of mate or stalemate on the board; undefined for neither. */
const outcomeOf = ({ isMate, isStalemate }: Played, turn: number): string | undefined =>
  isMate ? (turn === 0 ? '0-1' : '1-0') : isStalemate ? '1/2-1/2' : undefined;

/** Facts about a game, each computed on first use: tags need no moves, and counts of moves and annotations no positions. */
export class GameFacts {
  readonly text: string;
  #chunk: GameChunk | undefined;
  readonly #plain: PlainGame | undefined;
  readonly #offset: number;
  #tree: GameTree | undefined;
  #tags: readonly Tag[] | undefined;
  #replay: Replay | undefined;
  #line: readonly number[] | undefined;
  #annotations: Annotations | undefined;
  #played: Played | undefined;
  #opening: NamedOpening | null | undefined;
  #variantLine: VariantLine | null | undefined;

  /**
   * @param source the tokens of the game, or the game in plain form
   * @param offset of the game in the text
   */
  constructor(text: string, source: GameChunk | PlainGame, offset: number) {
    this.text = text;
    this.#offset = offset;
    if (source instanceof PlainGame) this.#plain = source;
    else this.#chunk = source;
  }

  get tree(): GameTree {
    this.#chunk ??= readChunk(this.text, this.#offset);
    this.#tree ??= buildTree(this.#chunk, this.#offset);
    return this.#tree;
  }

  get tags(): readonly Tag[] {
    this.#tags ??= readTags(this.text, this.tree);
    return this.#tags;
  }

  /** Positions of the game. */
  get replay(): Replay {
    this.#replay ??= this.#plain?.play() ?? replay(this.text, this.tree, gameStart(this.text, this.tags));
    return this.#replay;
  }

  /** Replay of a game in plain form, which is faster than its tree; undefined for others. */
  get #plainReplay(): PlainReplay | undefined {
    const replayed = this.#plain === undefined ? undefined : this.replay;
    return replayed instanceof PlainReplay ? replayed : undefined;
  }

  #tagValue(name: string): string | undefined {
    return this.#plain === undefined ? tagNamed(this.tags, name)?.value : this.#plain.tag(name);
  }

  /**
   * Returns true if the main line reaches a position, by its frame without counters; undefined where only a replay can
   * decide that.
   */
  comesTo(target: Int32Array): boolean | undefined {
    return this.isReplayed ? undefined : this.#plain?.comesTo(target);
  }

  /** True if the game was replayed. */
  get isReplayed(): boolean {
    return this.#replay !== undefined;
  }

  /** Returns the value of a tag; undefined without one, and for a value that means "unknown", as a rating of 0 does. */
  tag(name: string): string | undefined {
    const value = this.#tagValue(name);
    if (value === undefined || UNKNOWN.test(value)) return undefined;
    return /Elo$/i.test(name) && /^\s*0+\??\s*$/.test(value) ? undefined : value;
  }

  /** Returns the rating of a player; undefined without one. */
  elo(side: 'White' | 'Black'): number | undefined {
    const digits = ELO.exec(this.tag(`${side}Elo`) ?? '')?.[1];
    return digits === undefined ? undefined : Number(digits);
  }

  /** Result in the tag, else the one after the moves. */
  get result(): string | undefined {
    const tag = this.#tagValue('Result');
    const claimed = tag === undefined ? undefined : standardResult(tag);
    if (claimed !== undefined || this.tree.result < 0) return claimed;
    const { start, end } = tokenRange(this.tree, this.tree.result);
    return standardResult(this.text.slice(start, end));
  }

  /** Moves of the main line, as written, by their number in the tree. */
  get line(): readonly number[] {
    this.#line ??= this.#plainReplay?.game.main ?? mainLine(this.tree);
    return this.#line;
  }

  /** Moves of the main line that can be played, up to the first that cannot. */
  get playedLine(): readonly number[] {
    if (this.#plainReplay !== undefined) return this.line;
    const { status } = this.replay;
    const end = this.line.findIndex((move) => status[move] !== PLAYED);
    return end < 0 ? this.line : this.line.slice(0, end);
  }

  /**
   * Main line of a game of a variant, which has no replay; undefined for chess and Chess960, and where the rules are
   * not known.
   */
  get variantLine(): VariantLine | undefined {
    if (this.#variantLine === undefined) {
      const { variantGame } = this.replay.start;
      this.#variantLine = variantGame === undefined ? null : variantLine(this.text, this.tree, this.line, variantGame);
    }
    return this.#variantLine ?? undefined;
  }

  /** True if the start is known and every move of the main line can be played; undefined where the rules are not known. */
  get legality(): boolean | undefined {
    const { start } = this.replay;
    if (start.unknownVariant !== undefined) return undefined;
    const variant = this.variantLine;
    if (variant !== undefined) return variant.start !== undefined && variant.san.length === this.line.length;
    return start.state !== undefined && this.playedLine.length === this.line.length;
  }

  /** True if every move of the main line can be played. */
  get isLegal(): boolean {
    return this.legality === true;
  }

  /** True if the positions or the played moves of the main line are known. */
  get hasStart(): boolean {
    return this.replay.start.state !== undefined || this.variantLine?.start !== undefined;
  }

  /** Returns the SAN of a played move, by the position. */
  san(move: number): string {
    const written = this.#plainReplay?.sanOf(move);
    if (written !== undefined) return written;
    const { frames, moves, tree } = this.replay;
    return printSan(frames, ((tree.movePrevious[move] ?? -1) + 1) * FRAME, moves[move] ?? -1);
  }

  get annotations(): Annotations {
    this.#annotations ??= this.#plainReplay?.annotations ?? countAnnotations(this.text, this.tree);
    return this.#annotations;
  }

  get played(): Played {
    this.#played ??= this.variantLine?.played ?? countPlayed(this.replay, this.playedLine);
    return this.#played;
  }

  /** Result by mate, stalemate or the rules of a variant on the board; undefined while the game could continue. */
  get boardResult(): string | undefined {
    if (this.variantLine !== undefined) return this.isLegal ? this.variantLine.result : undefined;
    const last = this.playedLine.at(-1) ?? -1;
    const turn = this.replay.frames[(last + 1) * FRAME + TURN];
    return this.isLegal ? outcomeOf(this.played, turn ?? 0) : undefined;
  }

  /** Opening by the positions of the main line, whatever the tags state. */
  get opening(): NamedOpening | undefined {
    this.#opening ??= lineOpening(this.replay.frames, this.playedLine) ?? null;
    return this.#opening ?? undefined;
  }
}

/** Returns the length and the facts of the game that starts at an offset of a text; without facts if none does. */
export function gameAt(text: string, at: number): { readonly length: number; readonly facts: GameFacts | undefined } {
  const plain = PlainGame.at(text, at);
  if (plain !== undefined) return { length: plain.length, facts: new GameFacts(text, plain, at) };
  const chunk = readChunk(text, at);
  return { length: chunk.length, facts: isGame(chunk) ? new GameFacts(text, chunk, at) : undefined };
}

function mainLine({ nodeKind, moveNode, moveToken }: GameTree): number[] {
  const main = nodeKind.indexOf(MOVETEXT);
  const line: number[] = [];
  for (let move = 0; move < moveToken.length; move++) if (moveNode[move] === main) line.push(move);
  return line;
}

function countAnnotations(text: string, tree: GameTree): Annotations {
  const found = { comments: 0, variations: 0, nags: 0, clocks: 0, evals: 0, predictions: 0 };
  for (const kind of tree.nodeKind) if (kind === VARIATION) found.variations++;
  const { kinds } = tree.chunk;
  for (const [token, kind] of kinds.entries()) {
    if (kind === NAG || kind === SUFFIX) found.nags++;
    if (kind !== COMMENT && kind !== LINE_COMMENT && kind !== OPEN_COMMENT) continue;
    found.comments++;
    const { start, end } = tokenRange(tree, token);
    const first = text.indexOf('[%', start);
    if (first < 0 || first >= end) continue;
    found.clocks += commandsIn(text, 'clk', start, end).length;
    found.evals += commandsIn(text, 'eval', start, end).length;
    found.predictions += commandsIn(text, 'pfen', start, end).length;
  }
  return found;
}

function countPlayed({ start, frames, moves }: Replay, line: readonly number[]): Played {
  const found = { castling: 0, enPassant: 0, promotions: 0, captures: 0, checks: 0 };
  let before = 0;
  for (const move of line) {
    const after = (move + 1) * FRAME;
    const played = moves[move] ?? -1;
    if (played >= 0) {
      const us = frames[before + TURN] ?? 0;
      const from = played & 63;
      const to = (played >>> 6) & 63;
      const isKing = roleAt(frames, before, from) === ROLE_KING;
      const ownTarget = hasPiece(frames, before, us, to);
      if (isKing && (ownTarget || Math.abs(from - to) === 2)) found.castling++;
      else if (isEnPassant(frames, before, played)) {
        found.enPassant++;
        found.captures++;
      } else if (hasPiece(frames, before, us ^ 1, to)) found.captures++;
      if (played >>> 12 !== 0) found.promotions++;
      if (inCheck(frames, after)) found.checks++;
    }
    before = after;
  }
  const isOver = start.state !== undefined && hasNoMove(frames, before);
  const isChecked = isOver && inCheck(frames, before);
  return { ...found, isMate: isChecked, isStalemate: isOver && !isChecked };
}

/** Counts of played moves on the main line, as far as it can be replayed. */
interface Played {
  readonly castling: number;
  readonly enPassant: number;
  readonly promotions: number;
  readonly captures: number;
  readonly checks: number;
  readonly isMate: boolean;
  readonly isStalemate: boolean;
}

/** Main line of a game with other rules than those of chess, up to the first move that cannot be played. */
interface VariantLine {
  /** FEN of the start; undefined where the FEN tag is invalid. */
  readonly start: string | undefined;
  /** Moves in SAN and in UCI, `--` and `0000` for null moves. */
  readonly san: readonly string[];
  readonly uci: readonly string[];
  readonly played: Played;
  /** Result by the rules of the variant; undefined while the game could continue. */
  readonly result: string | undefined;
}

const NOTHING = { castling: 0, enPassant: 0, promotions: 0, captures: 0, checks: 0, isMate: false, isStalemate: false };

/** Plays a main line by the rules of its variant (those of chessops, as the checks do). */
function variantLine(text: string, tree: GameTree, line: readonly number[], { start }: VariantGame): VariantLine {
  const san: string[] = [];
  const uci: string[] = [];
  if (!start.ok) return { start: undefined, san, uci, played: NOTHING, result: undefined };
  let position = start.value.clone();
  const played = { ...NOTHING };
  for (const m of line) {
    if (tree.chunk.kinds[tree.moveToken[m] ?? -1] === NULL_MOVE) {
      position = afterPass(position);
      san.push('--');
      uci.push('0000');
      continue;
    }
    const move = variantMove(position, moveText(text, tree, m));
    if (move === undefined) break;
    const name = makeSan(position, move);
    if (name.startsWith('O')) played.castling++;
    if (name.includes('x')) {
      played.captures++;
      if (!position.board.occupied.has(move.to)) played.enPassant++;
    }
    if (name.includes('=')) played.promotions++;
    san.push(name);
    uci.push(uciOf(move, name));
    position.play(move);
    if (position.isCheck()) played.checks++;
  }
  const outcome = position.outcome();
  const winner = outcome?.winner;
  return {
    start: makeFen(start.value.toSetup()),
    san,
    uci,
    played: { ...played, isMate: position.isCheckmate(), isStalemate: position.isStalemate() },
    result: outcome === undefined ? undefined : winner === undefined ? '1/2-1/2' : winner === 'white' ? '1-0' : '0-1',
  };
}

/**
 * Returns a move in UCI. Castling from the e-file is the king's two steps, as in chess; from another file the king goes
 * onto its rook.
 */
function uciOf(move: Move, san: string): string {
  const name = makeUci(move);
  if (!san.startsWith('O') || !name.startsWith('e')) return name;
  return `${name.slice(0, 2)}${san.startsWith('O-O-O') ? 'c' : 'g'}${name.charAt(1)}`;
}

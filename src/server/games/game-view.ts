import { LruMap } from '../../core/base/lru-map.ts';
import type { Range } from '../../core/base/text/range.ts';
import type { ChessVariant } from '../../core/games/chess/chess-variants.ts';
import { squareName } from '../../core/games/chess/moves.ts';
import { type ChessState, printChess } from '../../core/games/chess/state.ts';
import { type MoveSuccessors, nextMoves } from '../../core/notation/pgn/board-position.ts';
import type { GameChunk } from '../../core/notation/pgn/document.ts';
import { moveText, type Replay, readGame, stateAfter, type WholeGame } from '../../core/notation/pgn/replay.ts';
import { type Tag, tagNamed } from '../../core/notation/pgn/tags.ts';
import { tokenRange } from '../../core/notation/pgn/tree.ts';
import { LinePaths, type VariationStep } from '../../core/notation/pgn/tree-lookup.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { Section, SectionLocation } from '../documents/sections.ts';

/** A position of a game, with the move that led there. */
export interface PositionView {
  readonly fen: string;
  readonly state: ChessState;
  /** Plies from the start of the game. */
  readonly ply: number;
  /** The move as written, with its number; undefined at the start. */
  readonly move: string | undefined;
  readonly lastMove: readonly [string, string] | null;
}

/** A replayed game of a PGN; offsets count from its start. */
export class GameView implements WholeGame {
  readonly text: string;
  readonly replay: Replay;
  readonly tags: readonly Tag[];
  #next: MoveSuccessors | undefined;
  #paths: LinePaths | undefined;

  constructor(text: string, chunk?: GameChunk) {
    const { tags, replay } = readGame(text, chunk);
    this.text = text;
    this.tags = tags;
    this.replay = replay;
  }

  /** For each move, the moves that follow it. */
  get next(): MoveSuccessors {
    return (this.#next ??= nextMoves(this.replay.tree));
  }

  get paths(): LinePaths {
    return (this.#paths ??= new LinePaths(this.replay.tree));
  }

  /**
   * Returns the move at an offset, or whose comment is there (-1: the start, at a comment or FEN tag); undefined
   * elsewhere.
   */
  moveAt(offset: number): { readonly move: number; readonly range: Range } | undefined {
    const { tree } = this.replay;
    const has = ({ start, end }: Range): boolean => start <= offset && offset < end;
    const fen = tagNamed(this.tags, 'FEN');
    if (fen !== undefined && has(fen.range)) return { move: -1, range: fen.range };
    for (const [move, token] of tree.moveToken.entries()) {
      const range = tokenRange(tree, token);
      if (has(range)) return { move, range };
    }
    for (const [c, token] of tree.commentToken.entries()) {
      const range = tokenRange(tree, token);
      if (has(range)) return { move: tree.commentMove[c] ?? -1, range };
    }
    return undefined;
  }

  /** Returns the position after a move (-1: the start); undefined if it cannot be reached. */
  position(move: number): PositionView | undefined {
    const { tree } = this.replay;
    const state = stateAfter(this.replay, move);
    if (state === undefined) return undefined;
    return {
      fen: printChess(state),
      state,
      ply: tree.movePly[move] ?? 0,
      move: move < 0 ? undefined : this.#numbered(move),
      lastMove: this.lastMove(move),
    };
  }

  /** Returns the squares of a move that was played. */
  lastMove(move: number): readonly [string, string] | null {
    const played = this.replay.moves[move] ?? -1;
    return played < 0 ? null : [squareName(played & 63), squareName((played >>> 6) & 63)];
  }

  /** Returns the move that leads to a ply of a line; -1 for ply 0, undefined if there is none. */
  moveOf(ply: number, path: readonly VariationStep[]): number | undefined {
    if (ply === 0) return -1;
    const { tree } = this.replay;
    const node = this.paths.nodeAt(path);
    for (let m = 0; m < tree.moveNode.length; m++) if (tree.moveNode[m] === node && tree.movePly[m] === ply) return m;
    return undefined;
  }

  rangeOf(move: number): Range {
    const { tree } = this.replay;
    return tokenRange(tree, tree.moveToken[move] ?? 0);
  }

  san(move: number): string {
    return moveText(this.text, this.replay.tree, move);
  }

  get variant(): ChessVariant {
    return this.replay.start.variant;
  }

  /** The players by their tags: `Carlsen – Karjakin`. */
  get players(): string | undefined {
    const name = (tag: string): string => {
      const value = tagNamed(this.tags, tag)?.value.trim() ?? '';
      return value === '?' ? '' : value;
    };
    const [white, black] = [name('White'), name('Black')];
    return white === '' && black === '' ? undefined : `${white || '?'} – ${black || '?'}`;
  }

  /** The year of the tag Date, if it states one. */
  get year(): string | undefined {
    return /^\s*([12]\d{3})\b/.exec(tagNamed(this.tags, 'Date')?.value ?? '')?.[1];
  }

  /** The event, if the tag states one. */
  get event(): string | undefined {
    const value = tagNamed(this.tags, 'Event')?.value.trim() ?? '';
    return value === '' || value === '?' ? undefined : value;
  }

  /** Formats a move with its number in the position: `8...Ne4`. */
  #numbered(move: number): string {
    const fields = this.#fields(this.replay.tree.movePrevious[move] ?? -1);
    return `${fields[5]}${fields[1] === 'b' ? '...' : '.'}${this.san(move)}`;
  }

  #fields(move: number): string[] {
    const state = stateAfter(this.replay, move);
    return (state === undefined ? '' : printChess(state)).split(' ');
  }
}

/** Number of games that stay replayed. */
const KEPT = 8;

/** A game with its section. */
export interface SectionGame {
  readonly view: GameView;
  readonly placed: SectionLocation;
}

/** The most recently used replayed games: most requests concern the same game as the one before. */
export class Views {
  /** Views by section. Sections are replaced whole when their text changes, so each stands for one text. */
  readonly #views = new LruMap<Section, GameView>(KEPT);

  /** Returns the game of a PGN at an offset; undefined in other languages, and if nothing is read yet. */
  gameAt(document: ServerDocument, offset: number): SectionGame | undefined {
    if (document.sections.count === 0) return undefined;
    return this.game(document, document.sections.at(document.sections.indexAt(offset)));
  }

  /** Returns the game of a section of a PGN; undefined for a section that is not read. */
  game(document: ServerDocument, placed: SectionLocation): SectionGame | undefined {
    const { section } = placed;
    if (section.reading?.chunk === undefined) return undefined;
    const { chunk } = section.reading;
    return { view: this.#views.getOrMake(section, () => new GameView(document.sectionText(placed), chunk)), placed };
  }
}

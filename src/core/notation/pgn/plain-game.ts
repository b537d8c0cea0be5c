import { GameReader, type KernelGame } from '../../games/chess/kernel/game-reader.ts';
import { readSan } from '../../games/chess/san.ts';
import { readChunk } from './document.ts';
import type { Replay } from './replay.ts';
import { gameStart } from './tags.ts';
import { buildTree, type GameTree } from './tree.ts';

let reader: GameReader | null | undefined = null;

function theReader(): GameReader | undefined {
  if (reader === null) reader = GameReader.load();
  return reader;
}

/** Most moves of a game in the kernel. */
const NO_FAILURES = new Uint8Array(1024);

/** Number of tag searches before all tags are indexed. */
const FEW = 4;

/**
 * A game in plain form: tags, one per line, a blank line, moves in export format, a result. Queries are answered from
 * its text or by the kernel, without tokens and a tree, with the same results.
 */
export class PlainGame {
  readonly text: string;
  /** Offsets of the game, of its movetext, and of its end including the white space after it. */
  readonly start: number;
  readonly movetext: number;
  readonly end: number;
  #asked = 0;
  #tags: ReadonlyMap<string, string> | undefined;

  private constructor(text: string, start: number, movetext: number, end: number) {
    this.text = text;
    this.start = start;
    this.movetext = movetext;
    this.end = end;
  }

  /** Returns the plain game that starts at an offset of a text; undefined if it must be read in full. */
  static at(text: string, start: number): PlainGame | undefined {
    const found = theReader()?.skipGame(text, start);
    return found === undefined ? undefined : new PlainGame(text, start, found.movetext, found.end);
  }

  /** Length in UTF-16 code units. */
  get length(): number {
    return this.end - this.start;
  }

  /** Returns the value of the first tag with a name, else of the first that matches without regard to case. */
  tag(name: string): string | undefined {
    if (this.#asked++ < FEW) return this.#search(name);
    this.#tags ??= this.#allTags();
    return this.#tags.get(name) ?? this.#search(name);
  }

  #search(name: string): string | undefined {
    const { text } = this;
    let loose: string | undefined;
    for (let line = this.start; text.charCodeAt(line) === 0x5b; line = text.indexOf('\n', line) + 1) {
      const end = line + 1 + name.length;
      if (text.charCodeAt(end) !== 0x20 || text.charCodeAt(end + 1) !== 0x22) continue;
      if (text.startsWith(name, line + 1)) return text.slice(end + 2, text.indexOf('"', end + 2));
      if (loose === undefined && text.slice(line + 1, end).toLowerCase() === name.toLowerCase())
        loose = text.slice(end + 2, text.indexOf('"', end + 2));
    }
    return loose;
  }

  #allTags(): ReadonlyMap<string, string> {
    const { text } = this;
    const tags = new Map<string, string>();
    for (let line = this.start; text.charCodeAt(line) === 0x5b; line = text.indexOf('\n', line) + 1) {
      const value = text.indexOf('"', line) + 1;
      const name = text.slice(line + 1, value - 2);
      if (!tags.has(name)) tags.set(name, text.slice(value, text.indexOf('"', value)));
    }
    return tags;
  }

  /** True if the game starts from the standard position. */
  get #isStandard(): boolean {
    return this.tag('FEN') === undefined && this.tag('Variant') === undefined;
  }

  /** Plays the game; undefined if it must be replayed in full. */
  play(): PlainReplay | undefined {
    if (!this.#isStandard) return undefined;
    const played = theReader()?.playGame(this.text, this.movetext, this.end);
    return played === undefined ? undefined : new PlainReplay(this, played);
  }

  /**
   * Returns true if the main line reaches a position, given by its frame without counters; undefined if that needs a
   * full replay.
   */
  comesTo(target: Int32Array): boolean | undefined {
    return this.#isStandard ? theReader()?.comesTo(this.text, this.movetext, this.end, target) : undefined;
  }
}

/** The replay of a plain game: all moves are legal and in export format. The tree is built on first use. */
export class PlainReplay implements Replay {
  readonly start = gameStart('', []);
  readonly game: KernelGame;
  readonly #plain: PlainGame;
  #tree: GameTree | undefined;
  #codes: Int32Array | undefined;

  constructor(plain: PlainGame, game: KernelGame) {
    this.#plain = plain;
    this.game = game;
  }

  get tree(): GameTree {
    const { text, start } = this.#plain;
    this.#tree ??= buildTree(readChunk(text, start), start);
    return this.#tree;
  }

  get status(): Uint8Array {
    return NO_FAILURES.subarray(0, this.game.moves.length);
  }

  get moves(): Int32Array {
    return this.game.moves;
  }

  get frames(): Int32Array {
    return this.game.frames;
  }

  get codes(): Int32Array {
    this.#codes ??= this.game.moves.map((_, move) => {
      const { start, end } = this.game.placeOf(move);
      return readSan(this.#plain.text, start, end);
    });
    return this.#codes;
  }

  /** Number of annotations by kind. */
  get annotations() {
    const { glyphs: nags, ...others } = this.game.notes;
    return { ...others, nags, predictions: 0 };
  }

  /** Returns a move as written, without a suffix: in SAN. */
  sanOf(move: number): string {
    const { start, end } = this.game.placeOf(move);
    return this.#plain.text.slice(start, end);
  }
}

import { GameFacts } from '../../core/datasets/game-facts.ts';
import type { GameFilePlace } from '../../core/datasets/game-list.ts';
import { isGame, lastGameStart, readChunk } from '../../core/notation/pgn/document.ts';
import type { OpenBytes } from '../platform/files/bytes.ts';
import { t } from '../platform/l10n.ts';
import { DecodedBytes, detectEncoding, type GameEncoding, wholeLines } from './game-reader.ts';

/** A game that is being read. */
export interface ScannedGame {
  readonly facts: GameFacts;
  readonly place: Omit<GameFilePlace, 'file'>;
}

/** Games that were read together, and the number of bytes read so far. */
export interface ScannedBlock {
  readonly games: Iterable<ScannedGame>;
  readonly bytes: number;
}

/** The end of a file: the reason why the rest was not read; undefined if all of it was. */
export type ScanEnd = string | undefined;

const PIECE = 1 << 20;
/** Maximum number of bytes without the end of a game. */
const MAX_BLOCK = 1 << 24;
const ARCHIVES: readonly (readonly [start: readonly number[], unpack: string])[] = [
  [[0x1f, 0x8b], 'gzip -d'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'zstd -d'],
  [[0x42, 0x5a, 0x68], 'bunzip2'],
];

/** Reads the games of a file block by block: memory does not grow with its size. */
export async function* scanGames(file: OpenBytes): AsyncGenerator<ScannedBlock, ScanEnd, undefined> {
  const numbers = new Numbers();
  let kept: Uint8Array = new Uint8Array();
  let encoding: GameEncoding | undefined;
  let read = 0;
  let before = 0;
  for (let wanted = PIECE; ; ) {
    const piece = await file.read(read, PIECE);
    read += piece.length;
    const isEnd = piece.length === 0;
    kept = joined(kept, piece);
    if (!isEnd && kept.length < wanted) continue;
    if (encoding === undefined) {
      const archive = archiveOf(kept);
      if (archive !== undefined) return t('it is compressed; unpack it first: {0}', archive);
      encoding = detectEncoding(kept);
    }
    const decoded = new DecodedBytes(isEnd ? kept : kept.subarray(0, wholeLines(kept, encoding)), encoding);
    const cut = isEnd ? decoded.text.length : lastGameStart(decoded.text);
    if (cut > 0) {
      yield { games: gamesOf(decoded, cut, before, numbers), bytes: read };
      const used = decoded.byteAt(cut);
      kept = kept.slice(used);
      before += used;
      wanted = Math.max(PIECE, 2 * kept.length);
      // doubling keeps the total cost of searching for a cut linear
    } else wanted = 2 * kept.length;
    if (isEnd) return undefined;
    if (kept.length > MAX_BLOCK) return t('no game ends within {0} bytes', kept.length.toLocaleString('en-US'));
  }
}

const archiveOf = (bytes: Uint8Array): string | undefined =>
  ARCHIVES.find(([start]) => start.every((byte, i) => bytes[i] === byte))?.[1];

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b;
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}

/** Numbers of the games and lines before a position. */
class Numbers {
  game = 0;
  line = 0;
  column = 0;
  #isReturned = false;

  /** Advances to the end of a text. */
  pass(text: string, from: number, to: number): void {
    let lineStart = from - this.column;
    for (let at = from; at < to; at++) {
      const unit = text.charCodeAt(at);
      if (unit === 10 && this.#isReturned) lineStart = at + 1;
      else if (unit === 10 || unit === 13) {
        this.line++;
        lineStart = at + 1;
      }
      this.#isReturned = unit === 13;
    }
    this.column = to - lineStart;
  }
}

function* gamesOf(decoded: DecodedBytes, cut: number, before: number, numbers: Numbers): Generator<ScannedGame> {
  const { text } = decoded;
  for (let at = 0; at < cut; ) {
    const chunk = readChunk(text, at);
    const from = at;
    at = Math.min(cut, at + chunk.length);
    const { line, column } = numbers;
    numbers.pass(text, from, at);
    if (!isGame(chunk)) continue;
    const start = decoded.byteAt(from);
    const length = decoded.byteAt(at) - start;
    yield {
      facts: new GameFacts(text, chunk, from),
      place: { number: ++numbers.game, start: before + start, length, line, column },
    };
  }
}

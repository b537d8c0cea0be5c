import { RunReader } from '../../core/evaluation/runs/run-reader.ts';
import { RunTally } from '../../core/evaluation/runs/run-tally.ts';
import type { ByteSource, OpenBytes } from '../platform/files/bytes.ts';

/** Bytes that are read at a time; the host does other things in between. */
const PIECE = 1 << 18;
/** Bytes of a file's start that tell whether it is still the same. */
const MARK = 256;

const LF = 10;

/** One file: how far it was read. */
interface Part {
  readonly source: ByteSource;
  reader: RunReader;
  decoder: TextDecoder;
  read: number;
  mark: Uint8Array;
}

/**
 * Counts the samples of a run's file, or of its segments, piece by piece: never is more of a file in memory than a piece. What was
 * appended later is counted behind it; files that were replaced are counted again.
 */
export class RunCounter {
  readonly #parts: Part[];
  readonly #turn: () => Promise<void>;
  #tally = new RunTally();

  /** @param turn lets the host do other things */
  constructor(sources: readonly ByteSource[], turn: () => Promise<void>) {
    this.#parts = sources.map((source) => newPart(source));
    this.#turn = turn;
  }

  get tally(): RunTally {
    return this.#tally;
  }

  /** Counts what is new. One call at a time. Rejects with why a file cannot be read. */
  async update(isOver: () => boolean = () => false): Promise<void> {
    for (const part of this.#parts) {
      if (await this.#update(part, isOver)) continue;
      this.#tally = new RunTally();
      for (const one of this.#parts) Object.assign(one, newPart(one.source));
      for (const one of this.#parts) await this.#update(one, isOver);
      return;
    }
  }

  /** False where a file is not the one that was read before. */
  async #update(part: Part, isOver: () => boolean): Promise<boolean> {
    const file = await part.source.open();
    try {
      if (file.size < part.read || !(await hasMark(file, part.mark))) return false;
      if (part.mark.length < MARK) part.mark = await file.read(0, Math.min(MARK, file.size));
      while (part.read < file.size && !isOver()) {
        const piece = await file.read(part.read, PIECE);
        // Whole lines alone: a torn last one may be cut off and another one written in its place.
        const end = piece.lastIndexOf(LF) + 1;
        const isLast = part.read + piece.length >= file.size;
        if (end === 0 && isLast) break;
        const bytes = end === 0 ? piece : piece.subarray(0, end);
        part.read += bytes.length;
        this.#tally.add(part.reader.push(part.decoder.decode(bytes, { stream: true })));
        await this.#turn();
      }
      return true;
    } finally {
      await file.close();
    }
  }
}

const newPart = (source: ByteSource): Part => ({
  source,
  reader: new RunReader(),
  decoder: new TextDecoder(),
  read: 0,
  mark: new Uint8Array(),
});

async function hasMark(file: OpenBytes, mark: Uint8Array): Promise<boolean> {
  const now = await file.read(0, mark.length);
  return now.length === mark.length && mark.every((byte, i) => byte === now[i]);
}

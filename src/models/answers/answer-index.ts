import { intactLength, RunReader } from '../../core/evaluation/runs/run-file.ts';
import type { RunHeader, RunSample } from '../../core/evaluation/runs/run-schema.ts';
import type { StoredAnswer } from '../../protocol/state.ts';
import { answersHeader } from './answers-writer.ts';
import { holdsState, keptAnswer, samplePrompt } from './kept-answer.ts';
import { type AnswerQuery, chooseAnswer, placeKey, positionKey, sampleLabel } from './wanted-answer.ts';

/** Bytes of a run file in its current state. */
export interface FileBytes {
  readonly size: number;
  /** Reads `length` bytes from an offset; fewer at the end of the file. */
  read(from: number, length: number): Promise<Uint8Array>;
}

/** Bytes read at a time. */
const PIECE = 1 << 20;
/** A longer line is no answer: the file is read no further. */
const LONGEST_LINE = 16 * PIECE;
/** Limit of the candidates examined for one question, the newest first. */
const MAX_CANDIDATES = 32;

/** Position of a sample's line in the file. */
interface Entry {
  readonly offset: number;
  readonly length: number;
  readonly attempts: number;
}

/** Index of the answers of one run file: line positions by question. The lines themselves stay in the file. */
export class AnswerIndex {
  readonly #name: string;
  readonly #most: number;
  readonly #entries = new Map<string, Entry[]>();
  #reader = new RunReader();
  #header: RunHeader | undefined;
  #attempts = new Map<string, number>();
  #readTo = 0;
  #count = 0;

  /**
   * @param name display name of the file
   * @param most limit of indexed samples; later ones are not found
   */
  constructor(name: string, most: number) {
    this.#name = name;
    this.#most = most;
  }

  /** Number of bytes read. */
  get readTo(): number {
    return this.#readTo;
  }

  /** Number of indexed samples. */
  get count(): number {
    return this.#count;
  }

  /**
   * Reads the part of the file that is new; a shorter file counts as another one.
   *
   * @param turn called after each piece; false ends the reading
   */
  async follow(bytes: FileBytes, turn: () => Promise<boolean> = () => Promise.resolve(true)): Promise<void> {
    if (bytes.size < this.#readTo) this.clear();
    let length = PIECE;
    while (this.#readTo < bytes.size && this.#count < this.#most && !this.#reader.stopped) {
      const piece = await bytes.read(this.#readTo, length);
      const whole = intactLength(piece);
      if (whole === undefined) {
        // The last line is still being written, or longer than a piece.
        if (piece.length < length || length >= LONGEST_LINE) return;
        length *= 2;
        continue;
      }
      this.#take(piece.subarray(0, whole));
      this.#readTo += whole;
      length = PIECE;
      if (!(await turn())) return;
    }
  }

  /** Returns the answer of a prediction; undefined if this file does not hold it. */
  async find(wanted: AnswerQuery, bytes: FileBytes): Promise<StoredAnswer | undefined> {
    const { label, ply, trueFen, file, game } = wanted;
    const header = this.#header;
    if (header === undefined) return undefined;
    const keys = [positionKey(label, ply, trueFen), placeKey(label, ply, file, game)];
    let byHand: StoredAnswer | undefined;
    for (const key of keys) {
      const found: { readonly sample: RunSample; readonly entry: Entry }[] = [];
      for (const entry of (this.#entries.get(key) ?? []).slice(-MAX_CANDIDATES).reverse()) {
        const sample = await this.#read(entry, bytes);
        if (sample !== undefined) found.push({ sample, entry });
      }
      const samples = found.map(({ sample }) => sample);
      const chosen = chooseAnswer(samples, wanted, (sample, state) =>
        holdsState(sample, header, samplePrompt(sample, header), state),
      );
      const entry = chosen && found[samples.indexOf(chosen.sample)]?.entry;
      if (chosen === undefined || entry === undefined) continue;
      const answer = keptAnswer(label, chosen, { name: this.#name, header, attempts: entry.attempts });
      if (chosen.byHand === null) return answer;
      byHand ??= answer;
    }
    return byHand;
  }

  /** Clears the index, to read another file. */
  clear(): void {
    this.#reader = new RunReader();
    this.#header = undefined;
    this.#attempts = new Map();
    this.#entries.clear();
    this.#readTo = 0;
    this.#count = 0;
  }

  /** Indexes whole lines. */
  #take(bytes: Uint8Array): void {
    for (let start = 0; start < bytes.length; ) {
      const end = bytes.indexOf(LF, start) + 1;
      const line = bytes.subarray(start, end);
      for (const event of this.#reader.push(DECODER.decode(line))) {
        if (event.type === 'header') this.#header = event.header;
        else if (event.type === 'sample') this.#add(event.sample, this.#readTo + start, line.length);
        else if (event.type === 'attempt' && event.attempt.result !== undefined)
          this.#attempts.set(event.attempt.id, (this.#attempts.get(event.attempt.id) ?? 0) + 1);
      }
      start = end;
    }
  }

  #add(sample: RunSample, offset: number, length: number): void {
    if (sample.error !== undefined || this.#count >= this.#most) return;
    this.#count++;
    const entry: Entry = { offset, length, attempts: this.#attempts.get(sample.id) ?? 0 };
    this.#attempts.delete(sample.id);
    const { ply, trueFen, gameName, game } = sample;
    const label = sampleLabel(sample);
    const keys = [positionKey(label, ply, trueFen)];
    if (gameName !== undefined) keys.push(placeKey(label, ply, gameName, game));
    for (const key of keys) {
      const known = this.#entries.get(key);
      if (known === undefined) this.#entries.set(key, [entry]);
      else known.push(entry);
    }
  }

  /** Reads the sample of a line; undefined if the file has changed below the index. */
  async #read({ offset, length }: Entry, bytes: FileBytes): Promise<RunSample | undefined> {
    const reader = new RunReader();
    // Any header works: the line was checked against its own header when it was indexed.
    reader.push(ANY_HEADER);
    const [event] = reader.push(DECODER.decode(await bytes.read(offset, length)));
    return event?.type === 'sample' ? event.sample : undefined;
  }
}

const LF = 10;
const ANY_HEADER = answersHeader('', '');
const DECODER = new TextDecoder();

import { intactLength, RunReader } from '../../core/evaluation/runs/run-file.ts';
import type { RunHeader, RunSample } from '../../core/evaluation/runs/run-schema.ts';
import type { StoredAnswer } from '../../protocol/state.ts';
import { answersHeader } from './answers-writer.ts';
import { holdsState, keptAnswer, samplePrompt } from './kept-answer.ts';
import { type AnswerQuery, chooseAnswer, placeKey, positionKey, sampleLabel } from './wanted-answer.ts';

/** The bytes of a run file as it is now. */
export interface FileBytes {
  readonly size: number;
  /** So many bytes from a place on; fewer at the end. */
  read(from: number, length: number): Promise<Uint8Array>;
}

/** Bytes that are read at a time. */
const PIECE = 1 << 20;
/** A longer line is no answer: the file is read no further. */
const LONGEST_LINE = 16 * PIECE;
/** Answers to one question that are looked at, the newest first. */
const MAX_CANDIDATES = 32;

/** Where a sample's line is. */
interface Entry {
  readonly offset: number;
  readonly length: number;
  readonly attempts: number;
}

/** The answers of one run file: where the lines are, by what they speak of. The lines themselves stay in the file. */
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
   * @param name of the file, for people
   * @param most samples that are remembered; later ones are not found
   */
  constructor(name: string, most: number) {
    this.#name = name;
    this.#most = most;
  }

  /** Bytes that were read. */
  get readTo(): number {
    return this.#readTo;
  }

  /** Samples that are remembered. */
  get count(): number {
    return this.#count;
  }

  /**
   * Reads what the file has more than before; a shorter file is another one.
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
        // a line that is being written, or one that is longer than a piece
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

  /** What was answered at a prediction; undefined where this file does not hold it. */
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

  /** Forgets all of it, to read another file. */
  clear(): void {
    this.#reader = new RunReader();
    this.#header = undefined;
    this.#attempts = new Map();
    this.#entries.clear();
    this.#readTo = 0;
    this.#count = 0;
  }

  /** Takes whole lines. */
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

  /** The sample of a line; undefined where the file was changed below it. */
  async #read({ offset, length }: Entry, bytes: FileBytes): Promise<RunSample | undefined> {
    const reader = new RunReader();
    // any header: the line was checked against its own when it was read first
    reader.push(ANY_HEADER);
    const [event] = reader.push(DECODER.decode(await bytes.read(offset, length)));
    return event?.type === 'sample' ? event.sample : undefined;
  }
}

const LF = 10;
const ANY_HEADER = answersHeader('', '');
const DECODER = new TextDecoder();

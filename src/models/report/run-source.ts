/** A hash that is fed piece by piece. */
export interface Digest {
  update(bytes: Uint8Array): void;
  /** Hexadecimal digits. */
  digest(): string;
}

/** A file of scores beside a run. Faults of the disk are thrown as they come. */
export interface ScoreFile {
  /** Undefined where there is none. */
  bytes(): AsyncIterable<Uint8Array> | undefined;
  /** Adds lines to its end; a line that was cut there is cut off before. `header` goes first into a new file. */
  append(header: string): { write(line: string): void; close(): void };
  /** Writes it again, in one step. */
  replace(lines: Iterable<string>): void;
}

/** A file of a run: of most the only one, else the run file or one of its segments. */
export interface RunPart {
  /** As messages call it. */
  readonly shown: string;
  /** The number of bytes; undefined where it is not known in advance. */
  readonly size: number | undefined;
  /** The bytes in pieces; an abort ends them. May be called again unless the run comes from a pipe. */
  bytes(signal?: AbortSignal): AsyncIterable<Uint8Array>;
  /** So many bytes from a place on, fewer at the end; of a run that can be read again. */
  read(from: number, length: number): Promise<Uint8Array>;
}

/** A run, wherever it is, with what is kept beside it. */
export interface RunSource {
  /** The path of its run file, which may not exist yet; it identifies the source. */
  readonly path: string;
  /** The run file's name, without folders. */
  readonly name: string;
  /** As messages call it. */
  readonly shown: string;
  /** The files that it is in now, in the order in which they count: one, or several while it is in segments. */
  parts(): Promise<readonly RunPart[]>;
  /** True if it can be read a second time. */
  readonly isAgain: boolean;
  newDigest(): Digest;
  /** Undefined where nothing can be kept. */
  scores(what: 'scores' | 'floors.scores'): ScoreFile | undefined;
}

/** A run that cannot be read at all: it is none, or of a later version. */
export class RunFault extends Error {}

import { closeSync, createReadStream, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { intactLength } from '../../core/evaluation/runs/run-file.ts';
import { attempt, attemptAsync } from '../command.ts';
import { jsonOption } from '../common-options.ts';
import { overwriteOption } from './output.ts';

/** Number of characters buffered before writing. */
const BUFFERED = 1 << 16;
/** Bytes read at a time when looking for the last line end. */
const PIECE = 1 << 16;

/** A file to which lines are appended. An incomplete last line is removed when the file is opened again. */
export class AppendFile {
  readonly path: string;
  readonly #handle: number;
  #text = '';

  /** @param keep true to keep the complete lines of an existing file */
  constructor(path: string, keep: boolean) {
    this.path = path;
    this.#handle = attempt(`cannot write ${path}`, () => openSync(path, keep ? 'a+' : 'w'));
    if (keep) attempt(`cannot write ${path}`, () => ftruncateSync(this.#handle, this.#wholeLines()));
  }

  /** Returns the length of the complete lines in bytes. */
  #wholeLines(): number {
    for (let end = fstatSync(this.#handle).size; end > 0; ) {
      const start = Math.max(0, end - PIECE);
      const bytes = Buffer.alloc(end - start);
      readSync(this.#handle, bytes, 0, bytes.length, start);
      const length = intactLength(bytes, start);
      if (length !== undefined) return length;
      end = start;
    }
    return 0;
  }

  /** Reads the existing lines in order. Must be called before the first write. */
  async lines(each: (line: string) => void): Promise<void> {
    await attemptAsync(`cannot read ${this.path}`, async () => {
      for await (const line of createInterface({ input: createReadStream(this.path), crlfDelay: Infinity })) each(line);
    });
  }

  write(text: string): void {
    this.#text += text;
    if (this.#text.length >= BUFFERED) this.flush();
  }

  /** Writes the buffered text. */
  flush(): void {
    const bytes = Buffer.from(this.#text);
    this.#text = '';
    attempt(`cannot write ${this.path}`, () => {
      for (let done = 0; done < bytes.length; ) done += writeSync(this.#handle, bytes, done);
    });
  }

  /** Writes the rest and closes the file. */
  close(): void {
    this.flush();
    closeSync(this.#handle);
  }
}

/** Parsed options for the storage and display of figures that are measured step by step. */
export interface FigureFlags {
  readonly out?: string;
  readonly json?: boolean;
  readonly markdown?: boolean;
  readonly html?: string;
  readonly overwrite?: boolean;
}

/** Adds the options of a command that appends to a resumable file, and prints or writes figures. */
export const addFigureOptions = (command: Command): Command =>
  command
    .option('-o, --out <file>', 'write the result to this file')
    .addOption(jsonOption())
    .option('--markdown', 'print Markdown')
    .option('--html <file>', 'write a self-contained page')
    .addOption(overwriteOption());

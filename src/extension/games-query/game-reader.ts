import type { ByteSource, OpenBytes } from '../platform/files/bytes.ts';
import { DecodedBytes, encodingOf, type GameEncoding } from './decoded-bytes.ts';

interface OpenFile {
  readonly file: number;
  readonly bytes: OpenBytes;
  readonly encoding: GameEncoding;
}

/** Reads single games of files, one after another; the last file stays open. */
export class GameReader {
  readonly #files: readonly ByteSource[];
  #open: OpenFile | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(files: readonly ByteSource[]) {
    this.#files = files;
  }

  /** The text of a part of a file, and its bytes, in UTF-8 where the file is in UTF-16. Rejects where it cannot be read. */
  read(file: number, start: number, length: number): Promise<{ readonly text: string; readonly bytes: Uint8Array }> {
    return this.#inOrder(async () => {
      const { bytes: opened, encoding } = await this.#opened(file);
      const bytes = await opened.read(start, length);
      const { text } = new DecodedBytes(bytes, encoding);
      return { text, bytes: encoding === 'bytes' ? bytes : new TextEncoder().encode(text) };
    });
  }

  /** Closes the file; it is opened again when it is needed. */
  close(): Promise<void> {
    return this.#inOrder(() => this.#closeNow());
  }

  /** A file is closed when another one is opened: what reads it has to end before. */
  #inOrder<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#last.then(act, act);
    this.#last = done;
    return done;
  }

  async #opened(file: number): Promise<OpenFile> {
    if (this.#open?.file === file) return this.#open;
    await this.#closeNow();
    const source = this.#files[file];
    if (source === undefined) throw new Error('there is no such file');
    const bytes = await source.open();
    this.#open = { file, bytes, encoding: encodingOf(await bytes.read(0, 2)) };
    return this.#open;
  }

  async #closeNow(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    await open?.bytes.close();
  }
}

import { createGunzip } from 'node:zlib';

/** Compressed bytes to unpack at a time: a bomb expands a thousandfold, so this bounds memory. */
const STEP = 1 << 14;

/** Unpacks a gzip archive piece by piece. One that is cut off or damaged gives what was unpacked before, and a failure. */
export class Gunzip {
  #read = 0;
  #failure: string | undefined;

  /** Why the archive ended early, with the place in it; undefined where it was read to its end. */
  get failure(): string | undefined {
    return this.#failure;
  }

  async *unpack(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
    const stream = createGunzip();
    let unpacked: Buffer[] = [];
    const failed = new Promise<Error>((resolve) => stream.once('error', resolve));
    const ended = new Promise<void>((resolve) => stream.once('end', resolve));
    stream.on('data', (piece: Buffer) => unpacked.push(piece));
    const taken = (): Buffer[] => {
      const all = unpacked;
      unpacked = [];
      return all;
    };
    try {
      for await (const piece of bytes)
        for (let at = 0; at < piece.length; at += STEP) {
          const step = piece.subarray(at, at + STEP);
          const error = await Promise.race([
            failed,
            new Promise<undefined>((resolve) => stream.write(step, (error) => void (error ?? resolve(undefined)))),
          ]);
          yield* taken();
          if (error !== undefined) return this.#stop(error);
          this.#read += step.length;
        }
      stream.end();
      const error = await Promise.race([failed, ended.then(() => undefined)]);
      yield* taken();
      if (error !== undefined) this.#stop(error);
    } finally {
      stream.destroy();
    }
  }

  #stop(error: Error): void {
    const at = this.#read.toLocaleString('en-US');
    const isCut = 'code' in error && error.code === 'Z_BUF_ERROR';
    this.#failure = isCut
      ? `the archive is cut off after ${at} bytes`
      : `the archive is damaged behind byte ${at} (${error.message})`;
  }
}

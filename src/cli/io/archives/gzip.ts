import { createGunzip } from 'node:zlib';
import { ArchiveError, Unpacked, type Unpacker } from './unpacker.ts';

/** Unpacks gzip, members one after another too, by Node's zlib. */
export function gunzip(): Unpacker {
  const stream = createGunzip();
  const unpacked = new Unpacked();
  const failed = new Promise<never>((_, reject) =>
    stream.once('error', (error) => {
      reject('code' in error && error.code === 'Z_BUF_ERROR' ? new ArchiveError('cut') : error);
    }),
  );
  failed.catch(() => undefined);
  const ended = new Promise<false>((resolve) => stream.once('end', () => resolve(false)));
  stream.on('data', (piece: Buffer) => unpacked.add(piece));
  return {
    push: (bytes) => {
      const taken = new Promise<void>((resolve) => stream.write(bytes, (error) => void (error ?? resolve())));
      return Promise.race([failed, taken]);
    },
    end: () => {
      stream.end();
      return Promise.race([failed, ended]);
    },
    take: () => unpacked.take(),
    close: () => void stream.destroy(),
  };
}

import { appendFile, open } from 'node:fs/promises';
import type { LocalFiles } from './files/bytes.ts';

/** Files of this machine by pieces. */
export const nodeFiles: LocalFiles = {
  bytes: (path) => ({
    open: async () => {
      const file = await open(path, 'r');
      const { size } = await file.stat();
      return {
        size,
        read: async (from, length) => {
          const buffer = new Uint8Array(Math.min(length, Math.max(0, size - from)));
          const { bytesRead } = await file.read(buffer, 0, buffer.length, from);
          return buffer.subarray(0, bytesRead);
        },
        close: () => file.close(),
      };
    },
  }),
  append: (path, text) => appendFile(path, text, 'utf8'),
};

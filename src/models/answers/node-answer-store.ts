import { type FileHandle, link, open, rm, writeFile } from 'node:fs/promises';
import { makeParentFolder, temporaryFor } from '../node-files.ts';
import { systemErrorCode } from '../system-errors.ts';
import type { AnswerStore } from './answers-writer.ts';

const LF = 10;

/** A run file of answers on this machine. Its folder is made where it is missing. */
export const nodeAnswerStore = (file: string): AnswerStore => ({
  async add(lines, header) {
    makeParentFolder(file);
    const end = (await fileEnd(file)) ?? (await begin(file, header));
    // a window that was killed, or a full disk, may have left a line open
    const lead = { empty: header, whole: '', open: '\n' }[end];
    const handle = await open(file, 'a');
    try {
      await appendInOneWrite(handle, lead + lines);
    } finally {
      await handle.close();
    }
  },
});

/**
 * Adds a text to the end of a file by one write, which the system does as a whole: what other processes add at the same time
 * stands before or behind it. Rejects where the disk took only a part, whose last line is ended if it can be.
 *
 * @param handle of a file that was opened to append
 */
export async function appendInOneWrite(handle: Pick<FileHandle, 'write'>, text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  const { bytesWritten } = await handle.write(bytes);
  if (bytesWritten === bytes.length) return;
  // the rest would stand behind what others have added; the system says here why it was a part
  await handle.write(Uint8Array.of(LF));
  throw new Error(`only ${bytesWritten} of ${bytes.length} bytes were written`);
}

/** How a file ends; undefined where there is none. */
async function fileEnd(file: string): Promise<'empty' | 'whole' | 'open' | undefined> {
  let handle: FileHandle;
  try {
    handle = await open(file, 'r');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const { size } = await handle.stat();
    if (size === 0) return 'empty';
    const { buffer } = await handle.read(new Uint8Array(1), 0, 1, size - 1);
    return buffer[0] === LF ? 'whole' : 'open';
  } finally {
    await handle.close();
  }
}

/** Makes a file with its header, all at once and once only: no other process finds it without. */
async function begin(file: string, header: string): Promise<'empty' | 'whole'> {
  const temporary = temporaryFor(file);
  try {
    await writeFile(temporary, header, { flag: 'wx' });
    await link(temporary, file);
    return 'whole';
  } catch (error) {
    const code = systemErrorCode(error) ?? '';
    if (code === 'EEXIST') return 'whole';
    // some file systems have no second names: there the header goes in with the first lines
    if (['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(code)) return 'empty';
    throw error;
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

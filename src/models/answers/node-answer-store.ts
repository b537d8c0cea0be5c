import { type FileHandle, link, open, rm, writeFile } from 'node:fs/promises';
import { makeParentFolder, temporaryFor } from '../node-files.ts';
import { systemErrorCode } from '../system-errors.ts';
import type { AnswerStore } from './answers-writer.ts';

const LF = 10;

/** Returns a store in a run file of this machine. A missing folder is created. */
export const nodeAnswerStore = (file: string): AnswerStore => ({
  async add(lines, header) {
    makeParentFolder(file);
    const end = (await fileEnd(file)) ?? (await begin(file, header));
    // A killed window or a full disk may have left the last line open.
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
 * Appends a text to a file by one write, which the system performs as a whole: text that other processes append at the same time comes
 * before or after it. Rejects if the disk took only a part; that part's last line is then ended if possible.
 *
 * @param handle handle of a file opened for appending
 */
export async function appendInOneWrite(handle: Pick<FileHandle, 'write'>, text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  const { bytesWritten } = await handle.write(bytes);
  if (bytesWritten === bytes.length) return;
  // The rest would follow the lines of others; this second write reveals the reason for the short one.
  await handle.write(Uint8Array.of(LF));
  throw new Error(`only ${bytesWritten} of ${bytes.length} bytes were written`);
}

/** Returns the state of a file's end; undefined if there is no file. */
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

/** Creates a file with its header in one step, so that no other process finds it without one. */
async function begin(file: string, header: string): Promise<'empty' | 'whole'> {
  const temporary = temporaryFor(file);
  try {
    await writeFile(temporary, header, { flag: 'wx' });
    await link(temporary, file);
    return 'whole';
  } catch (error) {
    const code = systemErrorCode(error) ?? '';
    if (code === 'EEXIST') return 'whole';
    // Some file systems have no hard links: there the header is written with the first lines.
    if (['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(code)) return 'empty';
    throw error;
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

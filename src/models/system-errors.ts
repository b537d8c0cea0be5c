import { thrownMessage } from '../core/base/result.ts';

/** Descriptions of the system's error codes for users. */
const SYSTEM_WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EEXIST: 'something of that name is there already',
  ENOTDIR: 'part of the path is not a folder',
  EISDIR: 'it is a folder, not a file',
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'too many symbolic links',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is exceeded',
  EFBIG: 'the file is too large for the file system',
  EIO: 'the device reported an error',
  EMFILE: 'too many open files',
  ERR_FS_FILE_TOO_LARGE: 'the file is too large (over 2 GiB)',
  ERR_STRING_TOO_LONG: 'the file is too large (over 512 MiB)',
};

/** Returns the code of a failed system call; undefined for any other error. */
export const systemErrorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Returns the reason of a failed system call; undefined for any other error. */
export const systemErrorText = (error: unknown): string | undefined => SYSTEM_WORDS[systemErrorCode(error) ?? ''];

/** Returns the reason of a failure: in words for a known system code, else the error's own message. */
export const describeError = (error: unknown): string => systemErrorText(error) ?? thrownMessage(error);

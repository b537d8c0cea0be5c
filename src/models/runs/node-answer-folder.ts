import os from 'node:os';
import path from 'node:path';
import process from 'node:process';

/** Names the folder of answers in the environment. */
export const CACHE_VARIABLE = 'STATELENS_CACHE';

/** Cache folder of earlier versions, below the current folder or a folder of the workspace. */
export const EARLIER_ANSWERS = path.join('.statelens', 'cache');

interface Machine {
  readonly platform: NodeJS.Platform;
  /** The user's home folder; undefined where the system knows none. */
  readonly home: string | undefined;
}

/**
 * Returns the folder that keeps the answers of runs: `STATELENS_CACHE`, else a folder in the user's cache folder
 * (`XDG_CACHE_HOME` or `~/.cache`; `~/Library/Caches` on macOS; `LOCALAPPDATA` on Windows). Undefined where the system names no such folder.
 */
export function answerFolder(
  env: Readonly<Record<string, string | undefined>>,
  { platform, home }: Machine = thisMachine(),
): string | undefined {
  const { STATELENS_CACHE: chosen = '', XDG_CACHE_HOME: xdg = '', LOCALAPPDATA: local = '' } = env;
  if (chosen !== '') return path.resolve(chosen);
  const system = platform === 'win32' ? path.win32 : path.posix;
  if (platform === 'win32') {
    const base = system.isAbsolute(local) ? local : home && system.join(home, 'AppData', 'Local');
    return base && system.join(base, 'statelens', 'cache', 'answers');
  }
  // the specification of XDG says that a relative path is ignored
  const own =
    platform === 'darwin' ? home && system.join(home, 'Library', 'Caches') : home && system.join(home, '.cache');
  const base = system.isAbsolute(xdg) ? xdg : own;
  return base && system.join(base, 'statelens', 'answers');
}

function thisMachine(): Machine {
  return { platform: process.platform, home: homeFolder() };
}

/** The home folder; undefined for a user without an entry, as in containers. */
function homeFolder(): string | undefined {
  try {
    const home = os.homedir();
    return path.isAbsolute(home) ? home : undefined;
  } catch {
    return undefined;
  }
}

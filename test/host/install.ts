import { spawnSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';

/** The versions of VS Code that are tested, and the code-server packages that carry them. */
const PACKAGES: Readonly<Record<string, string>> = { '1.100': '4.100.3', '1.139': '4.139.1' };

/** The oldest VS Code that `engines.vscode` allows. */
export const OLDEST = '1.100';

/** Where a VS Code is installed. */
export interface Installation {
  /** The folder of all of it. */
  readonly root: string;
  /** The folder of VS Code itself, `lib/vscode`. */
  readonly vscode: string;
  /** The Node that it runs on. */
  readonly node: string;
}

/**
 * Installs VS Code below `.vscode-host/` unless it is there already.
 *
 * @param version of VS Code; by default that of `STATELENS_HOST`, or else the oldest
 * @throws when there is no such version, or it cannot be had
 */
export function installation(version = process.env['STATELENS_HOST'] ?? OLDEST): Installation {
  const packaged = PACKAGES[version];
  if (packaged === undefined)
    throw new Error(`no VS Code ${version} to test with; there is ${Object.keys(PACKAGES).join(', ')}`);
  const root = path.resolve('.vscode-host', packaged);
  const run = spawnSync('bash', ['test/host/install-host.sh', root, packaged], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (run.status !== 0)
    throw new Error(`VS Code ${version} was not installed into ${root}: ${run.error?.message ?? `exit ${run.status}`}`);
  return {
    root,
    vscode: path.join(root, 'node_modules/code-server/lib/vscode'),
    node: path.join(root, 'node-bin'),
  };
}

// Opens a VS Code with the extension and a copy of the samples, the first of them beside the state view, and with VS Code's own defaults:
// npm start [-- --port N] [-- --browser]. The copy, which is made here, is trusted, and nothing else is.
// Desktop VS Code if `code` is on the PATH, and else (or with --browser) VS Code's own web server out of the npm registry, for a browser.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { bundleNode } from '../esbuild.mjs';
import { trustingPage } from './trusting-page.mjs';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
process.chdir(ROOT);

const windows = process.platform === 'win32';
const USAGE =
  'npm start -- [--browser] [--port N]   N: the port on 127.0.0.1 for the browser, by default one that is free';

let options;
try {
  options = parseArgs({ options: { port: { type: 'string' }, browser: { type: 'boolean' } } }).values;
} catch (error) {
  console.error(`${error.message}\n${USAGE}`);
  process.exit(2);
}
const port = options.port === undefined ? undefined : Number(options.port);
if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65536)) {
  console.error(`--port wants a number from 1 to 65535, not ${options.port}\n${USAGE}`);
  process.exit(2);
}

/** Runs one of our commands; ends with its status if it fails. */
function step(what, command, ...args) {
  console.log(what);
  const run = spawnSync(command, args, { encoding: 'utf8', shell: windows });
  if (run.status === 0) return;
  console.error(
    `${command} ${args.join(' ')} failed\n${run.error?.message ?? ''}${run.stdout ?? ''}${run.stderr ?? ''}`,
  );
  process.exit(1);
}

const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'statelens-samples-'));
fs.cpSync('samples', folder, { recursive: true });

/** What the extension shows first; it does so once, so that a reload shows what was open then. */
const TOUR = { STATELENS_TOUR: 'first' };

const desktop =
  options.port === undefined && !options.browser && spawnSync('code', ['--version'], { shell: windows }).status === 0;

if (desktop) {
  step('Building the extension …', process.execPath, 'esbuild.mjs');
  // The trust is of this window alone, which shows the copy.
  const args = [`--extensionDevelopmentPath=${ROOT}`, '--new-window', '--skip-welcome', '--disable-workspace-trust'];
  const env = { ...process.env, ...TOUR };
  const code = spawn('code', [...args, folder], { stdio: 'inherit', shell: windows, env });
  code.once('exit', (status) => process.exit(status ?? 1));
  console.log(`VS Code opens with the extension, and a copy of the samples in ${folder}.
It begins with a mistake of GPT-4o beside the state view; the links at the left side lead to more.`);
} else {
  step('Building the VSIX …', process.execPath, 'scripts/package.mjs', '--if-changed');
  const { version } = JSON.parse(fs.readFileSync('package.json', 'utf8'));
  await bundleNode({ host: 'test/host/host.ts' }, 'out/start');
  const { Host } = await import(pathToFileURL(path.resolve('out/start/host.mjs')).href);
  console.log('Starting VS Code for the browser (the first time it is fetched from the npm registry, 25 MB) …');
  const token = randomBytes(16).toString('hex');
  let address = '';
  let host;
  let ending = false;
  const end = async (status) => {
    if (ending) return;
    ending = true;
    await host?.stop();
    fs.rmSync(folder, { recursive: true, force: true });
    process.exit(status);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end(0));
  try {
    // What is open there comes back after a reload, which a file in the address would prevent.
    host = new Host({
      forPeople: true,
      // The samples come first, not VS Code's own walkthrough.
      settings: { 'workbench.startupEditor': 'none' },
      env: TOUR,
      ...(port !== undefined && { port }),
      token,
    });
    host.installVsix(`statelens-${version}.vsix`);
    await host.start();
    const page = fs.mkdtempSync(path.join(ROOT, 'out/start/page-'));
    process.once('exit', () => fs.rmSync(page, { recursive: true, force: true }));
    fs.writeFileSync(path.join(page, 'index.html'), trustingPage(host.uri(folder), host.url({ folder })));
    address = `${host.mount(page)}/index.html?tkn=${token}`;
  } catch (error) {
    console.error(`VS Code did not start. ${error.message}`);
    await end(1);
  }
  console.log(`
Open this address in a browser of this machine:

  ${address}

It shows a copy of the samples in ${folder}, which is removed at the end.
It begins with a mistake of GPT-4o beside the state view; the links at the left side lead to more.
Who has the whole address can open it. Ctrl+C ends it.`);
}

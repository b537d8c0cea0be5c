import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/** Where the agent leaves what it found, in the folder that is open. */
export const FOUND = 'found.json';

const MANIFEST = {
  name: 'agent',
  publisher: 'test',
  version: '0.0.1',
  engines: { vscode: '^1.100.0' },
  main: './main.js',
  contributes: { commands: [{ command: 'agent.ask', title: 'Ask Tools', category: 'Agent' }] },
};

/** Lists the tools that VS Code offers, and calls some as agents do. */
const MAIN = `
const vscode = require('vscode');
exports.activate = (context) => {
  const ask = async () => {
    const tools = vscode.lm.tools.map(({ name }) => name).filter((name) => name.startsWith('statelens_'));
    const call = (name, input) => vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined }).then(
      ({ content }) => content.map(({ value }) => value).join(''), String);
    const replayed = await call('statelens_replay_moves', { moves: '1. e4 e5 2. Nf3' });
    const checked = await call('statelens_check_text', { text: '1. e4 e5 2. Ke3 *', language: 'pgn' });
    const [{ uri }] = vscode.workspace.workspaceFolders;
    const predicted = await call('statelens_predict_state', { moves: '1. e4 e5 2. Nf3 Nc6 3. Bb5' });
    const text = JSON.stringify({ tools, replayed, checked, predicted });
    await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(uri, '${FOUND}'), Buffer.from(text));
  };
  context.subscriptions.push(vscode.commands.registerCommand('agent.ask', ask));
};
`;

/** Packs an extension that uses the tools as an agent of another publisher would; the path of its VSIX. */
export function packAgent(folder: string): string {
  const source = path.join(folder, 'agent');
  fs.mkdirSync(source, { recursive: true });
  fs.writeFileSync(path.join(source, 'package.json'), JSON.stringify(MANIFEST));
  fs.writeFileSync(path.join(source, 'main.js'), MAIN);
  fs.writeFileSync(path.join(source, 'README.md'), 'Asks the tools.');
  const vsix = path.join(folder, 'agent.vsix');
  const vsce = path.resolve('node_modules/@vscode/vsce/vsce');
  const args = ['package', '--no-dependencies', '--allow-missing-repository', '--skip-license', '--out', vsix];
  const run = spawnSync(process.execPath, [vsce, ...args], { cwd: source, encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`the agent was not packed: ${run.stdout}${run.stderr}`);
  return vsix;
}

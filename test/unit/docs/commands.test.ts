import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { COMMANDS } from '../../../src/cli/commands.ts';
import { chat, type ModelServer, sendJson, serveModel } from '../../support/model-server.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';
import { blocksOf, PAGES } from './pages.ts';
import { hiddenCommands, type ShownCommand, shownCommands } from './shown-commands.ts';
import { argumentsOf, faultOf, runShown } from './shown-run.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
/** What a model of the search pages says of a back-rank mate. */
const MAV_ANSWER = '[%top_all a1a8:<ctrl64> g1f1:<ctrl40>]\n[%best_action a1a8]\n';
const SERVER = /^http:\/\/localhost:\d+\/v1$/;
/** Pages that name commands of the past. */
const WITHOUT_COMMANDS: ReadonlySet<string> = new Set(['CHANGELOG.md']);
/** So many reasons not to run a block, over all pages. */
const MAX_NOT_RUN = 8;

const pages = PAGES.filter((page) => !WITHOUT_COMMANDS.has(page));
const all = pages.flatMap((page) => shownCommands(page));
const { scripts } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

/** The body of a raw completion. */
const completion = (text: string): unknown => ({
  id: 'c1',
  object: 'text_completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, text, finish_reason: 'stop', logprobs: null }],
  usage: { prompt_tokens: 110, completion_tokens: 7, total_tokens: 117 },
});

/** Gives a folder what a reader has: the samples, and the files whose text is in the page. */
function prepare(page: string, folder: string): void {
  fs.cpSync('samples', folder, { recursive: true });
  for (const { notes, lines } of blocksOf(page)) {
    const file = notes.get('file');
    if (file !== undefined) fs.writeFileSync(path.join(folder, file), `${lines.join('\n')}\n`);
  }
}

describe('the commands in the docs', () => {
  let server: ModelServer;
  const folders: (() => void)[] = [];
  /** Commands that ran on an earlier page: again they run only where the page shows their output or uses their file. */
  const ran = new Set<string>();
  before(async () => {
    server = await serveModel((response, { path }) => {
      if (path.endsWith('/models')) return sendJson(response, 200, { data: [{ id: 'llama3.2' }] });
      sendJson(response, 200, path.endsWith('/chat/completions') ? chat(START) : completion(MAV_ANSWER));
    });
  });
  after(async () => {
    await server.close();
    for (const remove of folders) remove();
  });

  it('are found in console and sh blocks, and nowhere else', () => {
    assert.ok(all.length > 60, `${all.length} commands`);
    const hidden = pages.flatMap((page) => hiddenCommands(page, fs.readFileSync(page, 'utf8')));
    assert.deepEqual(hidden, []);
  });

  for (const page of pages)
    itLong(`of ${page} succeed in a copy of the samples, and print what the page shows`, async () => {
      const { folder, remove } = temporaryFolder();
      folders.push(remove);
      prepare(page, folder);
      const faults: string[] = [];
      const ours = all.filter(
        (shown) =>
          shown.page === page && shown.notRun === undefined && (hasPython || !shown.command.includes('python3')),
      );
      for (const [i, shown] of ours.entries()) {
        const file = /(?:--out|-o|>) (\S+)/.exec(shown.command)?.[1];
        const used = file !== undefined && ours.slice(i + 1).some(({ command }) => command.includes(file));
        if (used || shown.output !== null || !ran.has(shown.command)) faults.push(...(await faultsOf(shown, folder)));
      }
      for (const { command } of ours) ran.add(command);
      assert.deepEqual(faults, []);
    });

  /** Runs a command of the command line; of npm its script must exist. */
  async function faultsOf(shown: ShownCommand, folder: string): Promise<string[]> {
    const { page, line, command } = shown;
    const [script] = /^npm (?:run (?:--silent )?)?([\w:-]+)/.exec(command)?.slice(1) ?? [];
    if (script !== undefined && script !== 'demo')
      return script in scripts || ['ci', 'link'].includes(script) ? [] : [`${page}:${line}: no script ${script}`];
    if (script === 'demo') {
      const args = argumentsOf((scripts['demo'] ?? '').split('&& ')[1]?.split(' ') ?? []) ?? [];
      const { stdout, stderr, status } = await cli(args);
      return [faultOf(shown, { output: stdout + stderr, status })].filter((fault) => fault !== undefined);
    }
    if (/^(?:node (?:bench|test|scripts)\/|code |\.ci\/|bash |STATELENS_)/.test(command)) {
      const file = /(?:^|\s)((?:bench|test|scripts|\.ci)\/[\w./-]+)/.exec(command)?.[1];
      return file === undefined || fs.existsSync(file) ? [] : [`${page}:${line}: no file ${file}`];
    }
    const { output, status } = await runShown(command, folder, (word) => (SERVER.test(word) ? server.baseUrl : word));
    const address = command.split(' ').find((word) => SERVER.test(word)) ?? '';
    const result = { output: output.replaceAll(server.baseUrl, address), status };
    return [faultOf(shown, result)].filter((fault) => fault !== undefined);
  }

  it('are left out only with a reason, and rarely', () => {
    const left = new Set(
      all.filter(({ notRun }) => notRun !== undefined).map(({ page, notRun }) => `${page}: ${notRun}`),
    );
    for (const reason of left) assert.match(reason, /: .{8,}$/);
    assert.ok(left.size <= MAX_NOT_RUN, [...left].join('\n'));
  });

  it('that stand in sentences name commands that exist', () => {
    const known = new Set([
      'help',
      ...COMMANDS.flatMap(({ name, alias }) => [name, ...(alias === undefined ? [] : [alias])]),
    ]);
    for (const page of pages)
      for (const [, name] of fs.readFileSync(page, 'utf8').matchAll(/`statelens ([a-z]\w*)\b/g))
        assert.ok(known.has(name ?? ''), `${page}: statelens ${name}`);
  });
});

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { after, afterEach, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { type CodeAction, CodeActionRequest, CompletionRequest, type Diagnostic } from 'vscode-languageserver/node';
import { systemClock } from '../../src/compute/system-clock.ts';
import {
  ALLOW_PROGRAM_REQUEST,
  type AllowedProgram,
  REVOKE_PROGRAMS_REQUEST,
  START_PROGRAM_COMMAND,
} from '../../src/protocol/lsp.ts';
import { programHost } from '../../src/server/node/host.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { itLong } from '../support/thorough.ts';
import { testHost } from './host.ts';
import { Session } from './session.ts';

/** A counter up to nine, which writes down its process, and fails in one way where it is asked what is legal in 3. */
const counter = (mark: string, atThree: string): string => `
require('node:fs').appendFileSync(${JSON.stringify(mark)}, process.pid + '\\n');
const lines = require('node:readline').createInterface({ input: process.stdin });
const legal = (n) => [...(n < 9 ? ['up'] : []), ...(n > 0 ? ['down'] : []), ...(n < 5 ? ['double'] : [])];
const by = { up: (n) => n + 1, down: (n) => n - 1, double: (n) => 2 * n };
lines.on('line', (line) => {
  const { id, op, state, text, action } = JSON.parse(line);
  const at = state ?? text;
  const n = Number(at);
  if (op === 'legal' && n === 3) { ${atThree} }
  const reply =
    op === 'info' ? { protocol: 1, name: 'Counter', start: '0', observes: true }
    : !/^[0-9]$/.test(at) ? { error: 'a state is a number from 0 to 9' }
    : op === 'parse' ? { state: String(n) }
    : op === 'legal' ? { legal: legal(n) }
    : op === 'key' ? { key: String(n) }
    : op === 'observe' ? { observed: n % 2 ? 'odd' : 'even' }
    : { state: legal(n).includes(action) ? String(by[action](n)) : null };
  process.stdout.write(JSON.stringify({ id, ...reply }) + '\\n');
});
`;

const TEXT = 'world process:node counter.cjs\nup double up\n# pstate right 3\n# pstate wrong 4\n# pstate none 12\n';

describe('a program as the world of a walk in an editor', () => {
  const { folder, remove } = temporaryFolder();
  let session: Session;
  afterEach(async () => {
    await session.client.connection.sendRequest('shutdown');
    session.end();
  });
  after(remove);

  /** A folder with the program and a walk through it, both of its own. */
  const place = (atThree = '') => {
    const own = fs.mkdtempSync(path.join(folder, 'walk-'));
    const mark = path.join(own, 'started');
    fs.writeFileSync(path.join(own, 'counter.cjs'), counter(mark, atThree));
    const uri = pathToFileURL(path.join(own, 'a.walk')).href;
    return {
      uri,
      mark,
      pids: () => (fs.existsSync(mark) ? fs.readFileSync(mark, 'utf8').trim().split('\n').map(Number) : []),
      program: { words: ['node', 'counter.cjs'], folder: pathToFileURL(own).href } satisfies AllowedProgram,
    };
  };
  const start = async (options = { worldPrograms: true }): Promise<void> => {
    const host = { ...testHost(systemClock), programs: programHost(import.meta.url) };
    session = await Session.start({ host, options });
  };
  const allow = (program: AllowedProgram): Promise<string | null> =>
    session.client.connection.sendRequest(ALLOW_PROGRAM_REQUEST, program);
  /** The diagnostics once they are as wanted: those of an earlier state may come first. */
  const found = async (isWanted: (all: readonly Diagnostic[]) => boolean): Promise<readonly Diagnostic[]> => {
    for (;;) {
      const { diagnostics } = await session.client.published();
      if (isWanted(diagnostics)) return diagnostics;
    }
  };
  const has = (code: string) => (all: readonly Diagnostic[]) => all.some((one) => one.code === code);
  const actions = async (uri: string): Promise<CodeAction[]> => {
    const range = { start: { line: 0, character: 8 }, end: { line: 0, character: 8 } };
    const params = { textDocument: { uri }, range, context: { diagnostics: [] } };
    return ((await session.client.connection.sendRequest(CodeActionRequest.type, params)) ?? []) as CodeAction[];
  };
  const completions = async (uri: string, line: number, character: number): Promise<string[]> => {
    const params = { textDocument: { uri }, position: { line, character } };
    const items = await session.client.connection.sendRequest(CompletionRequest.type, params);
    return (Array.isArray(items) ? items : (items?.items ?? [])).map(({ label }) => label);
  };
  const isAlive = (pid: number): boolean => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  };
  const ended = async (pid: number): Promise<void> => {
    while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
  };

  it('is not started by opening the file, and offered by a quick fix where the client can ask', async () => {
    const { uri, pids, program } = place();
    await start();
    await session.client.open(uri, 'walk', TEXT);
    await found(has('WALK_PROGRAM'));
    const [action] = await actions(uri);
    assert.equal(action?.title, 'Start node counter.cjs for this window…');
    assert.equal(action.command?.command, START_PROGRAM_COMMAND);
    const [given] = action.command.arguments as [AllowedProgram];
    assert.deepEqual(given, { words: program.words, folder: `${program.folder}/` });
    assert.equal(action.diagnostics?.[0]?.code, 'WALK_PROGRAM');
    assert.deepEqual(pids(), []);
    await session.client.connection.sendRequest('shutdown');
    session.end();
    await start({ worldPrograms: false });
    await session.client.open(uri, 'walk', TEXT);
    await found(has('WALK_PROGRAM'));
    assert.deepEqual(await actions(uri), []);
  });

  itLong('is checked, scored, hovered over and completed once it is allowed', async () => {
    const { uri, program, pids } = place();
    await start();
    await session.client.open(uri, 'walk', TEXT);
    await found(has('WALK_PROGRAM'));
    const before = session.refreshes;
    assert.equal(await allow(program), null);
    // one that its permission asks for, and one that its answers do
    await session.refreshed(before + 1);
    const titles = await session.scored(uri);
    assert.ok(
      titles.some((title) => title?.includes('right ✓')),
      titles.join('\n'),
    );
    assert.ok(
      titles.some((title) => / \| right ✓ \| wrong ✗ 0\.\d\d$/.test(title ?? '')),
      titles.join('\n'),
    );
    assert.ok(
      titles.some((title) => title?.includes('none: not a state: a state is a number from 0 to 9')),
      titles.join('\n'),
    );
    assert.match(JSON.stringify(await session.hover(uri, 1, 4)), /double \(action 2\).*3 legal actions/);
    await session.client.change(uri, 2, {
      range: { start: { line: 1, character: 12 }, end: { line: 1, character: 12 } },
      text: ' halve ',
    });
    const [illegal] = await found(has('WALK_ILLEGAL_ACTION'));
    assert.match(JSON.stringify(illegal?.message), /^"halve is not legal here; legal: up down double/);
    assert.deepEqual((await completions(uri, 1, 13)).slice(0, 3).sort(), ['double', 'down', 'up']);
    assert.equal(pids().length, 1, 'it runs once');
  });

  it('is allowed by its exact words in its own folder alone, and not where there are no folders', async () => {
    const mine = place();
    const other = place();
    await start();
    await session.client.open(other.uri, 'walk', TEXT);
    await found(has('WALK_PROGRAM'));
    await allow(mine.program);
    await found(has('WALK_PROGRAM'));
    await allow({ ...other.program, words: ['node', 'counter.cjs', '--verbose'] });
    await found(has('WALK_PROGRAM'));
    assert.deepEqual(other.pids(), []);
    assert.equal(await allow({ ...mine.program, folder: 'untitled:Untitled-1' }), 'no program can be started here');
    await assert.rejects(allow({ ...mine.program, words: [] }), /params\.words/);
  });

  itLong('ends when it is revoked, and with the server', async () => {
    const { uri, program, pids } = place();
    await start();
    await session.client.open(uri, 'walk', TEXT);
    await found(has('WALK_PROGRAM'));
    await allow(program);
    await found((all) => all.length === 0);
    const [first = 0] = pids();
    assert.ok(isAlive(first));
    await session.client.connection.sendRequest(REVOKE_PROGRAMS_REQUEST);
    await found(has('WALK_PROGRAM'));
    await ended(first);
    await allow(program);
    await found((all) => all.length === 0);
    const second = pids().at(-1) ?? 0;
    assert.notEqual(second, first);
    await session.client.connection.sendRequest('shutdown');
    await ended(second);
    session.end();
    await start();
  });

  itLong('is named with its status and last words where it fails, while other walks go on', async () => {
    const { uri, program } = place("process.stderr.write('first\\nno three here\\n'); process.exit(7);");
    await start();
    await session.client.open(uri, 'walk', `${TEXT}world s3\n(12)\n# pstate m 2 1 3\n`);
    await found(has('WALK_PROGRAM'));
    await allow(program);
    const [failed] = await found(has('WALK_BAD_WORLD'));
    assert.equal(failed?.message, 'the world counter ended with status 7: no three here (it was restarted once)');
    const titles = await session.scored(uri);
    assert.ok(titles.includes('m ✓'), titles.join('\n'));
    const [again] = await actions(uri);
    assert.equal(again?.title, 'Start node counter.cjs again for this window…');
  });

  itLong('that hangs keeps nobody waiting but its own walk, and ends when it is revoked', async () => {
    const { uri, program, pids } = place('for (;;);');
    const other = uri.replace('a.walk', 'b.walk');
    await start();
    await session.client.open(uri, 'walk', `world s3\n(12)\n${TEXT}`);
    await found(has('WALK_PROGRAM'));
    await allow(program);
    assert.match(
      JSON.stringify(await session.hover(uri, 1, 1)),
      /action 1/,
      'a walk beside it in the document is shown',
    );
    assert.deepEqual((await completions(uri, 1, 4)).slice(0, 2), ['(12)', '(23)']);
    await session.client.open(other, 'walk', 'world s3\n(12)\n# pstate m 2 1 3\n');
    const titles = await session.scored(other);
    assert.ok(titles.includes('m ✓'), 'another document is scored meanwhile');
    assert.match(JSON.stringify(await session.hover(other, 1, 1)), /action 1/);
    while (pids().length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    await session.client.connection.sendRequest(REVOKE_PROGRAMS_REQUEST);
    await ended(pids()[0] ?? 0);
  });
});

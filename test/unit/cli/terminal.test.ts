import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { runCommandLine } from '../../../src/cli/command-line.ts';
import { safeText, Terminal } from '../../../src/cli/io/terminal.ts';
import { memoryIo } from '../../support/memory-io.ts';
import { chat, sendJson, serveModel } from '../../support/model-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

const FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const BAD = '\u001b]0;title\u0007\u001b[31m\u009b2J\r\b\u202e';
/** The marks that this program writes on a terminal. */
const OWN = ['\r\u001b[K', ...[1, 22, 2, 33, 39].map((code) => `\u001b[${code}m`)];
const { folder, remove } = temporaryFolder();
after(remove);
const at = (name: string): string => path.join(folder, name);

/** What a terminal gets that runs a command line. */
async function shown(isTTY: boolean, ...args: readonly string[]): Promise<string> {
  const io = memoryIo({ env: { ...process.env, TERM: 'xterm', NO_COLOR: '' } });
  Object.assign(io.stdout, { isTTY });
  Object.assign(io.stderr, { isTTY });
  await runCommandLine(args, io);
  return io.stdout.text + io.stderr.text;
}

describe('a run that waits for its server', () => {
  itLong('says in its progress line why, and when it goes on', async () => {
    const server = await serveModel((response, _, n) =>
      n === 1 ? sendJson(response, 429, {}) : sendJson(response, 200, chat(FEN)),
    );
    try {
      fs.writeFileSync(at('wait.pgn'), '1. e4 e5 2. h3 h6 *\n');
      const source = ['--games', at('wait.pgn'), '--plies', 'every:1', '--out', at('wait.run.jsonl')];
      const asked = ['--model', 'openai:m', '--base-url', server.baseUrl, '--concurrency', '1', '--no-cache'];
      const text = await shown(true, 'run', ...source, ...asked);
      assert.ok(text.includes('\r\u001b[Km: rate limited (429), attempt 2, next try in 1 s · 0 of 4\r'), text);
      assert.match(text, /HTTP 429.* Attempt 2 of 7 in \d\.\d s, \d concurrent; 0 of 4\./);
      assert.match(text, /4 of 4 samples of m/);
    } finally {
      await server.close();
    }
  });
});

it('a terminal that does not say how wide it is shows whole progress lines', () => {
  const io = memoryIo({ isTTY: true });
  Object.assign(io.stderr, { columns: 0 });
  new Terminal(io).showProgress('scoring: 12 of 12');
  assert.equal(io.stderr.text, '\r\u001b[Kscoring: 12 of 12');
});

describe('what reaches a terminal', () => {
  it('has no control character of a label, a name, a text of a model or a message', async () => {
    const label = encodeURIComponent(`m${BAD}`);
    const name = at(`games${BAD.replaceAll('/', '')}.pgn`);
    fs.writeFileSync(name, `[Event "${BAD}"]\n\n1. e4${BAD} {[%pfen ${label} ${FEN}]} e9 *\n`);
    const header = {
      kind: 'run',
      schema: 1,
      tool: { name: BAD, version: '0' },
      origin: { type: 'predict' },
      models: [{ label: BAD }],
      settings: {},
    };
    const sample = {
      kind: 'sample',
      id: BAD,
      label: BAD,
      index: 0,
      game: 0,
      ply: 0,
      variant: 'chess',
      moves: [],
      trueFen: FEN,
    };
    const answered = { ...sample, raw: BAD, extraction: { fen: `${FEN}${BAD}`, by: 'source' } };
    const failed = { ...sample, id: 'b', index: 1, raw: null, extraction: null, error: { code: BAD, message: BAD } };
    const run = at('m.run.jsonl');
    fs.writeFileSync(run, `${[header, answered, failed, BAD].map((line) => JSON.stringify(line)).join('\n')}\n`);
    const commands = [
      ['check', name],
      ['check', name, '--format', 'json'],
      ['score', name, '--table'],
      ['score', name],
      ['compare', FEN, `${FEN}${BAD}`],
      ['report', run, '--jobs', '1', '-m', '1'],
      ['report', run, '--jobs', '1', '-m', '1', '--format', 'csv'],
      ['resume', run],
      ['annotate', run, '--in', name, '--out', at('out.pgn')],
      ['strip', at(BAD)],
      [BAD],
      ['check', `--${BAD}`],
    ];
    for (const isTTY of [true, false])
      for (const command of commands) {
        const text = await shown(isTTY, ...command);
        // The progress line and the marks of findings are this program's own.
        const own = isTTY ? OWN.reduce((rest, mark) => rest.replaceAll(mark, ''), text) : text;
        assert.doesNotMatch(
          own,
          /(?![\n\t]|\r\n)[\p{Cc}\u202a-\u202e]/u,
          `${JSON.stringify(command)}: ${JSON.stringify(own)}`,
        );
        assert.ok(text !== '', command.join(' '));
      }
  });

  it('has none of a document either, whose bytes stay as they are elsewhere', async () => {
    const name = at('document.pgn');
    const text = `[Event "${BAD} é"]\n\n1. e4 {${BAD}} *\n`;
    fs.writeFileSync(name, text);
    for (const command of [
      ['games', name],
      ['strip', name],
      ['format', name],
      ['annotate', at('m.run.jsonl'), '--in', name],
    ]) {
      const seen = OWN.reduce((rest, mark) => rest.replaceAll(mark, ''), await shown(true, ...command));
      assert.doesNotMatch(seen, /(?![\n\t]|\r\n)[\p{Cc}\u202a-\u202e]/u, command.join(' '));
      assert.ok(seen.includes('[Event "\\u001b]0;title\\u0007') && seen.includes(' é"]'), seen);
      assert.ok((await shown(false, ...command)).startsWith(text.slice(0, 20)));
    }
  });

  it('has the marks of this program, and JSON that means what it meant', async () => {
    const marked = await shown(true, 'compare', FEN, FEN.replace('w', 'b'));
    assert.ok(
      OWN.slice(1).some((mark) => marked.includes(mark)),
      JSON.stringify(marked),
    );
    const name = at('json.pgn');
    fs.writeFileSync(name, `1. e4 {[%pfen ${encodeURIComponent('m\u009b')} ${FEN}]} *\n`);
    const [line = ''] = (await shown(false, 'score', name)).split('\n');
    assert.equal((JSON.parse(line) as { model: string }).model, 'm\u009b');
    assert.equal(safeText('a\r\nb\tc\rd'), 'a\r\nb\tc\\u000dd');
  });
});

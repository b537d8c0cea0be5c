import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const { folder, remove } = temporaryFolder();
after(remove);

const PROMPT = '<mav game=chess> %FEN %top_1 </mav>\n[%FEN k7/8/8/8/8/8/8/K7 w - - 0 1]\n';
const OUTPUT = '[%top_1 a1a8:<ctrl32>]';
const LOG = `${JSON.stringify({ prompt: PROMPT, completion: OUTPUT })}\n{"cut\n`;
const EXPECTED = `# record 1: log.jsonl:1\n${PROMPT}${OUTPUT}\n`;

const run = (...args: string[]) => cli(['mav', 'records', ...args], { cwd: folder });

describe('statelens mav records', () => {
  writeFileSync(path.join(folder, 'log.jsonl'), LOG);

  it('writes an example a record, which check then judges', async () => {
    const { status, stdout, stderr } = await run(
      'log.jsonl',
      '--prompt-field',
      'prompt',
      '--output-field',
      'completion',
    );
    assert.equal(status, 0);
    assert.ok(stdout.includes(EXPECTED), stdout);
    assert.match(stdout, /^# left out: log\.jsonl:2: no JSON$/m);
    assert.match(stderr, /1 record, 1 left out/);
    writeFileSync(path.join(folder, 'log.mav'), stdout);
    const checked = await cli(['check', 'log.mav'], { cwd: folder });
    assert.equal(checked.status, 1);
    assert.match(checked.stdout, /^log\.mav:6:\d+: error MAV_ILLEGAL_ACTION: /m);
  });

  it('says that no record has a field that is asked for, and which there are', async () => {
    for (const [role, other] of [
      ['prompt', 'output'],
      ['output', 'prompt'],
    ] as const) {
      const { status, stdout, stderr } = await run(
        'log.jsonl',
        `--${role}-field`,
        'nope',
        `--${other}-field`,
        'completion',
      );
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(
        stderr,
        new RegExp(`no record of log\\.jsonl has text in --${role}-field nope; available: prompt, completion`),
      );
    }
  });

  it('tells the fields by itself, and says which', async () => {
    const { stdout, stderr } = await run('log.jsonl');
    assert.ok(stdout.includes(EXPECTED));
    assert.match(stderr, /prompt: prompt, output: completion/);
  });

  it('reads CSV from standard input', async () => {
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const input = `prompt,completion\n${quoted(PROMPT)},${quoted(OUTPUT)}\n`;
    const { stdout } = await cli(['mav', 'records', '-'], { input });
    assert.ok(stdout.includes(`# record 1: <stdin>:2\n${PROMPT}${OUTPUT}\n`), stdout);
  });

  it('exits with 3 for damaged records where it shall be strict', async () => {
    assert.equal((await run('log.jsonl', '--strict')).status, 3);
  });

  it('names the fields that there are where the named one has no text', async () => {
    const { status, stderr } = await run('log.jsonl', '--prompt-field', 'promt');
    assert.equal(status, 2);
    assert.match(stderr, /no record of log\.jsonl has text in these fields; available: prompt, completion/);
  });
});

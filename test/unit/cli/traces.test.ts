import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const { folder, remove } = temporaryFolder();
after(remove);

const COUNTDOWN = fs.readFileSync('samples/countdown.trace', 'utf8');
const MAZE = fs.readFileSync('samples/maze.trace', 'utf8');
const [CLEAN = '', SLIP = ''] = COUNTDOWN.split('\n\n');
const MAZES = 'test/fixtures/traces/mazes.json';
const SEARCHES = 'test/fixtures/traces/stream-of-search.json';

const at = (name: string): string => path.join(folder, name);
const write = (name: string, text: string): void => fs.writeFileSync(at(name), text);
const run = (args: readonly string[], input?: string) =>
  cli(['trace', ...args], { cwd: folder, ...(input !== undefined && { input }) });

describe('statelens trace on files', () => {
  write('both.trace', `${COUNTDOWN}\n${MAZE}`);

  it('gives a verdict on each trace of a file with two dialects, and exits with 1 for a finding', async () => {
    const { status, stdout, stderr } = await run(['both.trace']);
    assert.equal(status, 1, stderr);
    const lines = stdout.trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => /^both\.trace:(\d+): trace (\d) \((\w+)\)/.exec(line)?.slice(1).join(' ')),
      ['1 1 sos', '21 2 sos', '53 3 astar', '57 4 astar'],
    );
    assert.deepEqual(
      lines.map((line) => /; (no finding|\d finding)/.exec(line)?.[1]),
      ['no finding', '1 finding', 'no finding', 'no finding'],
    );
    assert.match(lines[1] ?? '', /; 1 finding, the first at 34:28: .*43/);
    assert.match(stderr, /4 traces, 1 with findings/);
  });

  it('says the same as JSON, with all findings and their places', async () => {
    const { status, stdout } = await run(['both.trace', '--json', '--number', '2']);
    assert.equal(status, 1);
    const { schema, traces } = JSON.parse(stdout);
    assert.equal(schema, 1);
    assert.equal(traces.length, 1);
    const [{ findings, verdict, figures, ...rest }] = traces;
    assert.deepEqual(rest, { file: 'both.trace', trace: 2, line: 21, dialect: 'sos', world: 'countdown' });
    assert.match(verdict, /12\+31=44/);
    assert.deepEqual([figures.nodes, figures.solved, figures.firstError.token], [9, true, 75]);
    assert.deepEqual(
      findings.map(({ severity, line, column }: Record<string, unknown>) => [severity, line, column]),
      [['error', 34, 28]],
    );
  });

  it('reads standard input', async () => {
    const { status, stdout } = await run(['-'], CLEAN);
    assert.equal(status, 0);
    assert.match(stdout, /^<stdin>:1: trace 1 \(sos\): .*; no finding\n$/);
  });

  it('reads traces from records: one field, and task, search and plan together', async () => {
    for (const [file, fields, count] of [
      [SEARCHES, 'trace', 'sos'],
      [MAZES, 'prompt, reasoning, plan', 'astar'],
    ] as const) {
      const { status, stdout, stderr } = await run([path.resolve(file)]);
      assert.equal(status, 0, stdout);
      assert.ok(stderr.includes(`traces in ${fields}\n`), stderr);
      assert.equal(
        stdout.match(new RegExp(`\\(${count}\\)`, 'g'))?.length,
        JSON.parse(fs.readFileSync(file, 'utf8')).length,
      );
    }
  });

  it('reads JSON Lines and CSV, from the field that is named, and places findings in the text of the field', async () => {
    write('log.jsonl', `${JSON.stringify({ id: 1, a: CLEAN, b: SLIP })}\n\n${JSON.stringify({ id: 2, b: CLEAN })}\n`);
    const { status, stdout, stderr } = await run(['log.jsonl', '--field', 'b']);
    assert.equal(status, 1, stderr);
    assert.match(stdout, /^log\.jsonl:1: trace 1 .*; 1 finding, the first at 14:28 of its text: /m);
    assert.match(stdout, /^log\.jsonl:3: trace 2 .*; no finding$/m);
    const detected = await run(['log.jsonl']);
    assert.match(detected.stderr, /log\.jsonl: other traces in b; --field reads them/);
    assert.match(detected.stderr, /log\.jsonl:3: left out: no text in a/);
    write('log.csv', `id,text\n1,"${CLEAN.replaceAll('"', '""')}"\n`);
    assert.match((await run(['log.csv'])).stdout, /^log\.csv:2: trace 1 \(sos\)/);
  });

  it('reads JSON Lines that are themselves a trace', async () => {
    write('events.jsonl', '{"event": "task", "world": "s5"}\n{"id": 0}\n{"id": 1, "parent": 0, "action": "(12)"}\n');
    assert.match((await run(['events.jsonl'])).stdout, /^events\.jsonl:1: trace 1 \(jsonl\): /);
  });

  it('gives a verdict on traces of MAV, too', async () => {
    const { status, stdout } = await run([path.resolve('samples/traces.mav')]);
    assert.equal(status, 1);
    assert.match(stdout, /:3: trace 1 \(mav\): first error: <root> decision .*; 1 finding, the first at 39:1: /);
  });

  const errors: [what: string, args: readonly string[], message: RegExp][] = [
    ['a file that is not there', ['absent.trace'], /cannot read absent\.trace: no such file/],
    [
      'a text without a trace',
      ['notes.txt'],
      /notes\.txt: no dialect of traces is recognized; --dialect names one of sos, /,
    ],
    [
      'a field that no record has',
      ['log.jsonl', '--field', 'c'],
      /no record of log\.jsonl has text in --field c; available: a, b$/m,
    ],
    [
      'records without a trace',
      ['plain.json'],
      /plain\.json: no field of a record is a trace; --field names the field/,
    ],
    ['records that are cut off', ['cut.json'], /cut\.json:1: this value is never closed/],
    ['a number too high', ['both.trace', '--number', '9'], /there is no trace 9/],
    ['a dialect that does not exist', ['both.trace', '--dialect', 'verse'], /--dialect verse is none of .*sos/],
    ['a comparison of other dialects', ['both.trace', '--compare'], /both\.trace has no traces of MAV/],
    ['figures of a state', ['8/8/8/8/8/8/8/8 w - - 0 1', '--stats'], /--stats requires a file with traces/],
    [
      'a state in several words',
      ['k7/8/8/8/8/8/8/K7', 'w', '-'],
      /a state with spaces in it stands in quotation marks/,
    ],
  ];
  write('notes.txt', 'nothing of a search\n');
  write('plain.json', '[{"a": "b"}]');
  write('cut.json', JSON.stringify([{ trace: SLIP }]).slice(0, 300));
  for (const [what, args, message] of errors)
    it(`refuses ${what}`, async () => {
      const { status, stderr, stdout } = await run(args);
      assert.deepEqual([status, stdout], [2, ''], stderr);
      assert.match(stderr, message);
    });
});

describe('statelens check on traces', () => {
  it('has findings, exit codes and JSON as for other languages', async () => {
    const { status, stdout, stderr } = await cli(['check', 'both.trace'], { cwd: folder });
    assert.equal(status, 1);
    assert.match(stdout, /^both\.trace:34:28: error TRACE_\w+: .*43.*\n$/);
    assert.match(stderr, /1 error in 1 file/);
    const json = await cli(['check', 'both.trace', '--json'], { cwd: folder });
    assert.match(json.stdout, /"TRACE_\w+"/);
    write('clean.trace', CLEAN);
    assert.equal((await cli(['check', 'clean.trace'], { cwd: folder })).status, 0);
  });

  it('knows a trace by its first line, and files of a folder by their ending', async () => {
    write('answer.txt', `${SLIP}\n`);
    assert.match((await cli(['check', 'answer.txt'], { cwd: folder })).stdout, /^answer\.txt:14:28: error TRACE_/);
    fs.mkdirSync(at('many'));
    write('many/a.trace', SLIP);
    assert.match((await cli(['check', 'many'], { cwd: folder })).stdout, /a\.trace:14:28: error TRACE_/);
  });

  it('reads no games from it', async () => {
    const { status, stderr } = await cli(['score', 'clean.trace'], { cwd: folder });
    assert.equal(status, 2);
    assert.match(stderr, /clean\.trace has traces of searches: check and trace read it/);
  });
});

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { jsonLines } from '../../support/json-lines.ts';
import { games, readLog } from '../../support/pgn2fen.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const { folder, remove } = temporaryFolder();
after(remove);

const LOG = 'openai_gpt-4o-2024-08-06';
const lines = readLog(LOG).slice(0, 12);
const inFolder = (name: string): string => path.join(folder, name);
/** The games that the lines speak of, among every tenth of the others. */
const someGames = games('world-cup')
  .split(/^(?=\[Event )/m)
  .filter(
    (game, i) => i % 10 === 0 || lines.some((line) => line.includes(/SourceFile "([^"]+)"/.exec(game)?.[1] ?? '\0')),
  );
writeFileSync(inFolder('games.pgn'), someGames.join(''));
writeFileSync(inFolder('log.jsonl'), `${lines.join('\n')}\n`);

const run = (...args: string[]) => cli(args, { cwd: folder });
const importLog = (log: string, ...args: string[]) => run('import', 'pgn2fen', log, '--games', 'games.pgn', ...args);

describe('statelens import pgn2fen', () => {
  it('writes a run file to standard output', async () => {
    const { status, stdout, stderr } = await importLog('log.jsonl');
    assert.equal(status, 0);
    assert.match(stderr, /12 answers imported/);
    const [header = {}, ...samples] = jsonLines(stdout);
    assert.deepEqual([header['kind'], header['schema']], ['run', 2]);
    assert.equal(samples.length, 12);
    assert.deepEqual(new Set(samples.map(({ model }) => model)), new Set(['gpt-4o-2024-08-06']));
  });

  it('writes the games with every answer, as many as the log has', async () => {
    assert.equal((await importLog('log.jsonl', '--annotate', 'annotated.pgn')).status, 0);
    const scored = jsonLines((await run('score', 'annotated.pgn', '-m', '1')).stdout);
    assert.equal(scored.length, 12);
    const truths = new Set(lines.map((line) => JSON.parse(line).game_info.input_fen));
    assert.deepEqual(new Set(scored.map(({ true: fen }) => fen)), truths);
    assert.equal((await run('strip', 'annotated.pgn', '--out', 'stripped.pgn')).status, 0);
    assert.deepEqual(readFileSync(inFolder('stripped.pgn')), readFileSync(inFolder('games.pgn')));
  });

  it('gives the same PGN by way of a run file', async () => {
    assert.equal((await importLog('log.jsonl', '--out', 'gpt.run.jsonl')).status, 0);
    assert.equal((await importLog('log.jsonl', '--annotate', 'direct.pgn')).status, 0);
    const { status, stderr } = await run('annotate', 'gpt.run.jsonl', '--in', 'games.pgn', '--out', 'by-run.pgn');
    assert.equal(status, 0, stderr);
    assert.match(stderr, /12 predictions written/);
    assert.deepEqual(readFileSync(inFolder('by-run.pgn')), readFileSync(inFolder('direct.pgn')));
    assert.match(
      (await run('annotate', 'gpt.run.jsonl', '--in', 'by-run.pgn', '--out', 'twice.pgn')).stderr,
      /12 already present/,
    );
  });

  it('names damaged lines by number and imports the rest', async () => {
    const damaged = [lines[0], '{"half', lines[1], '[1, 2]', ...lines.slice(2)].join('\n');
    writeFileSync(inFolder('damaged.jsonl'), damaged);
    const { status, stdout, stderr } = await importLog('damaged.jsonl');
    assert.equal(status, 0);
    assert.equal(jsonLines(stdout).length, 1 + 12);
    assert.match(stderr, /damaged\.jsonl:2: not JSON; skipped/);
    assert.match(stderr, /damaged\.jsonl:4: .*skipped/);
    assert.match(stderr, /2 lines skipped/);
    assert.equal((await importLog('damaged.jsonl', '--strict')).status, 3);
  });

  it('writes an answer without a state as such, and extracts by itself when asked to', async () => {
    const line = JSON.parse(lines[0] ?? '');
    const { llm_fen: fen, ...llm } = line.llm_info;
    writeFileSync(
      inFolder('none.jsonl'),
      JSON.stringify({ ...line, llm_info: { ...llm, llm_raw_text: `It is ${fen}` } }),
    );
    const extraction = async (...args: string[]) =>
      jsonLines((await importLog('none.jsonl', ...args)).stdout)[1]?.['extraction'];
    assert.equal(await extraction(), null);
    assert.equal(((await extraction('--extract')) as { fen: string }).fen, fen);
  });

  it('takes the first or the last state of an answer with several', async () => {
    const line = JSON.parse(lines[0] ?? '');
    const { llm_fen: fen, ...llm } = line.llm_info;
    const later = '4k3/8/8/8/8/8/8/4K3 w - - 0 1';
    writeFileSync(
      inFolder('several.jsonl'),
      JSON.stringify({ ...line, llm_info: { ...llm, llm_raw_text: `${fen}B:\n${later}` } }),
    );
    const taken = async (...args: string[]) => {
      const { stdout } = await importLog('several.jsonl', '--extract', ...args);
      return (jsonLines(stdout)[1]?.['extraction'] as { fen: string } | undefined)?.fen;
    };
    assert.equal(await taken(), later);
    assert.equal(await taken('--take', 'last'), later);
    assert.equal(await taken('--take', 'first'), fen);
    const refused = await importLog('several.jsonl', '--take', 'first');
    assert.equal(refused.status, 2);
    assert.match(refused.stderr, /--take requires --extract/);
  });

  it('says so when no line of a log can be used', async () => {
    writeFileSync(inFolder('garbage.jsonl'), 'not a log\n');
    assert.equal((await importLog('garbage.jsonl')).status, 3);
  });

  it('refuses a run file that is none', async () => {
    const { status, stderr } = await run('annotate', 'log.jsonl', '--in', 'games.pgn');
    assert.equal(status, 2);
    assert.match(stderr, /^statelens: log\.jsonl:1: not a run file/);
  });
});

describe('statelens import of records', () => {
  const fen = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2';

  it('reads CSV by named fields into a run that report reads, and names damaged rows', async () => {
    writeFileSync(inFolder('answers.csv'), `moves,out\ne4 e5,"${fen}"\ne4,one,too many\ne4 Ke7,x\n`);
    const args = ['import', 'records', 'answers.csv', '--moves', 'moves', '--answer', 'out'];
    const { status, stderr } = await run(...args, '--model', 'mine', '--out', 'mine.run.jsonl');
    assert.equal(status, 1, 'less than half of it was read');
    assert.match(stderr, /answers\.csv: line 3: 3 fields where the first row has 2; skipped/);
    assert.match(stderr, /answers\.csv: line 4: move 2, Ke7: .*; skipped/);
    assert.match(stderr, /1 sample imported, 0 without a state, 2 skipped/);
    const report = await run('report', 'mine.run.jsonl', '-m', '1', '--no-keep', '--no-floors', '--jobs', '1');
    assert.match(report.stdout, /\*\*mine\*\*: 1 of 1 answer has the right position; 1 is exact/);
    assert.equal((await run(...args, '--strict')).status, 3);
  });

  it('wants to know where the truth is', async () => {
    const { status, stderr } = await run('import', 'records', 'answers.csv', '--answer', 'out');
    assert.equal(status, 2);
    assert.match(stderr, /--truth/);
  });

  it('reads ChessQA results and BIG-bench examples', async () => {
    const inference = { response: `FINAL ANSWER: ${fen}`, extracted: fen };
    const task = { task_type: 'structural_state_tracking_short', correct_answer: fen, inference };
    const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
    writeFileSync(inFolder('qa.jsonl'), `${JSON.stringify({ ...task, input: `${start} | e2e4 e7e5` })}\n`);
    const qa = jsonLines((await run('import', 'chessqa', 'qa.jsonl')).stdout)[1];
    assert.deepEqual([qa?.['model'], qa?.['extraction'], qa?.['moves']], ['qa', { fen, by: 'source' }, ['e4', 'e5']]);
    const own = jsonLines((await run('import', 'qa.jsonl', '--extract')).stdout)[1];
    assert.equal(Object(own?.['extraction']).by, 'statelens', 'results of ChessQA are recognized');
    writeFileSync(
      inFolder('task.json'),
      JSON.stringify({
        examples: [
          { input: 'e2e4 e7e5 g1', target: fen, answer: fen },
          { input: 'e2e4', target: ['f3', 'e2'], answer: 'f3' },
        ],
      }),
    );
    assert.equal(jsonLines((await run('import', 'bigbench', 'task.json')).stdout)[1]?.['trueFen'], fen);
  });
});

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { chat, type ModelServer, sendJson, serveModel } from '../../support/model-server.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const TEXT = `FEN: 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1
If Rd7, then Kf8. What about Qd8? Best is Rd8#.
`;
const ANSWER = JSON.stringify({
  nodes: [
    { id: 'a', parent: null, action: 'Rd7', quote: 'If Rd7' },
    { id: 'b', parent: 'a', action: 'Kf8', quote: 'then Kf8' },
    { id: 'c', parent: null, action: 'Qd8', quote: 'Qd8?' },
    { id: 'd', parent: null, action: 'Rd8#', quote: 'Best is Rd8#' },
  ],
  choice: 'd',
});

describe('statelens trace on searches in prose', () => {
  const { folder, remove } = temporaryFolder();
  const file = path.join(folder, 'search.txt');
  let server: ModelServer;
  before(async () => {
    fs.writeFileSync(file, TEXT);
    server = await serveModel((response) => sendJson(response, 200, chat(ANSWER)));
  });
  after(async () => {
    await server.close();
    remove();
  });

  const ask = (...more: string[]) =>
    cli(['trace', file, '--extract-with', 'openai:m', '--base-url', server.baseUrl, '--api', 'chat', ...more], {
      cwd: folder,
      env: { OPENAI_API_KEY: 'k' },
    });

  it('prints the tree, the hallucinated moves and what has no place, with status 1', async () => {
    const { status, stdout } = await cli(['trace', file, '--prose']);
    assert.equal(status, 1);
    assert.equal(
      stdout,
      `${file}:1: trace 1 (prose): Plays Rd8#; 3 moves placed, 2 levels deep; 1 hallucinated move (Qd8); 1 finding, the first at 2:30: Qd8 is legal nowhere in this search; after Kf8, White has no queen
  Rd7  (line 2)
    Kf8  (line 2)
  Rd8#  (line 2)
${file}:2:30: error TRACE_HALLUCINATED_MOVE: Qd8 is legal nowhere in this search; after Kf8, White has no queen
`,
    );
    const { stdout: json } = await cli(['trace', file, '--prose', '--json']);
    const [{ nodes, choice, findings, figures }] = JSON.parse(json).traces;
    assert.deepEqual([nodes.length, choice, findings[0].code], [4, ['d1d8'], 'TRACE_HALLUCINATED_MOVE']);
    assert.deepEqual(nodes[2], { id: 2, parent: 1, action: 'g8f8', range: [56, 59] });
    assert.deepEqual([figures.nodes, figures.illegalActions, figures.unplaced], [4, 1, 0.25]);
  });

  it('asks a model once, accepts what the rules accept, and accounts for the tokens', async () => {
    const { status, stdout, stderr } = await ask();
    assert.equal(status, 0);
    assert.equal(server.received.length, 1);
    assert.ok(server.received[0]?.body.includes('If Rd7, then Kf8.'));
    assert.match(stdout, /Plays Rd8#; 3 moves placed, .*\n {2}Rd7 .*\n {4}Kf8 .*\n {2}Rd8# .*\n1 of 4 nodes refused\n/);
    assert.match(stdout, /refused Qd8 \(c\): Qd8 is not legal there: White has no queen: "Qd8\?"/);
    assert.match(stderr, /1 request, 110 input tokens, 16 output tokens, 3 of them reasoning/);
  });

  it('takes a known answer from the cache, unless --no-cache', async () => {
    await ask();
    const count = server.received.length;
    const { stdout, stderr } = await ask('--json');
    assert.equal(server.received.length, count);
    assert.match(stderr, /from the cache: no request, no tokens/);
    const [{ extraction }] = JSON.parse(stdout).traces;
    const { requests, usage, refused } = extraction;
    assert.deepEqual([requests, usage, refused.length], [0, null, 1]);
    await ask('--no-cache');
    assert.equal(server.received.length, count + 1);
  });

  it('fails with a code where the key is missing or the server refuses, and names a model that cannot', async () => {
    const refusing = await serveModel((response) => sendJson(response, 401, { error: { message: 'no key' } }));
    try {
      const missing = await cli(['trace', file, '--extract-with', 'openai:m', '--base-url', refusing.baseUrl], {
        cwd: folder,
        env: { OPENAI_API_KEY: '' },
      });
      assert.equal(missing.status, 3);
      assert.match(missing.stderr, /m: .*\(unauthorized\)/);
    } finally {
      await refusing.close();
    }
    const baseline = await cli(['trace', file, '--extract-with', 'baseline:start-position'], { cwd: folder });
    assert.equal(baseline.status, 3);
    assert.match(baseline.stderr, /predicts states only\. \(unsupported-task\)/);
  });

  it('asks for the position where the text does not state it', async () => {
    const bare = path.join(folder, 'bare.txt');
    fs.writeFileSync(bare, 'I play Nf3.\n');
    const { status, stderr } = await cli(['trace', bare, '--extract-with', 'openai:m', '--base-url', server.baseUrl]);
    assert.equal(status, 2);
    assert.match(stderr, /does not state where its search begins.*--state/);
    const { stdout } = await cli(['trace', bare, '--prose', '--before', '1. e4 e5']);
    assert.match(stdout, /Plays Nf3; 1 move placed, 1 level deep/);
    const unrooted = await cli(['trace', bare, '--prose']);
    assert.equal(unrooted.status, 1);
    assert.match(unrooted.stdout, /The position is unknown, so 1 move has no place; .* 1:8: .*"FEN: …"/);
  });

  it('reads the texts of records, each from the position that its record states', async () => {
    const log = path.join(folder, 'log.jsonl');
    const [fen = '', words = ''] = TEXT.replace('FEN: ', '').trim().split('\n');
    const records = [
      { model: 'a', fen, thoughts: words },
      {
        model: 'b',
        prompt: `You are White. ${fen} Your move?`,
        thoughts: 'I look at the rook: Rd2 or Rd3. I play Rd8#.',
      },
      { model: 'b', moves: '1. e4 e5', thoughts: 'A natural move is Nf3. Then Nc6 is usual.' },
      { model: 'b', thoughts: 'Nothing is known here, so Nf3 and Nc6 have no place.' },
    ];
    fs.writeFileSync(log, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    const { status, stdout, stderr } = await cli(['trace', log, '--prose', '--json']);
    assert.equal(status, 1);
    assert.match(stderr, /log\.jsonl: traces in thoughts/);
    const { traces } = JSON.parse(stdout);
    assert.deepEqual(
      traces.map(({ line, nodes }: { line: number; nodes: readonly { action: string }[] }) => [
        line,
        nodes.map(({ action }) => action).join(' '),
      ]),
      [
        [1, ' d1d7 g8f8 d1d8'],
        [2, ' d1d2 d1d3 d1d8'],
        [3, ' g1f3 b8c6'],
        [4, ''],
      ],
    );
    assert.equal(traces[3].findings[0].code, 'TRACE_UNKNOWN_POSITION');
    const { stdout: table } = await cli(['trace', log, '--field', 'thoughts', '--prose', '--stats']);
    assert.match(table, /by model +traces/);
    assert.match(table, /unplaced actions/);
  });

  it('divides a text where another position is stated, and writes one search as a tree', async () => {
    const both = path.join(folder, 'both.md');
    fs.writeFileSync(
      both,
      `# Puzzle 1\n\n${TEXT}\n# Puzzle 2\n\nFEN: 6k1/8/6K1/8/8/8/8/R7 w - - 0 1\n\nRa8# is mate. I play Ra8#.\n`,
    );
    const { stdout } = await cli(['trace', both]);
    assert.match(stdout, /both\.md:1: trace 1 \(prose\): .*\n[^]*both\.md:6: trace 2 \(prose\): Plays Ra8#;/);
    const tree = path.join(folder, 'second.mcts.jsonl');
    assert.equal((await cli(['trace', both, '--prose', '--number', '2', '--tree', tree])).status, 0);
    const [header = '', , node = ''] = fs.readFileSync(tree, 'utf8').split('\n');
    assert.equal(JSON.parse(header).version, 2);
    assert.equal(JSON.parse(header).trace.dialect, 'prose');
    assert.match(node, /"state":"R5k1\//);
  });
});

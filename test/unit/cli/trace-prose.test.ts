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
      `${file}: 3 nodes, choice d1d8; 1 of 4 actions unplaced
  Rd7  (line 2)
    Kf8  (line 2)
  Rd8#  (line 2)
${file}:2:30: error TRACE_HALLUCINATED_MOVE: Qd8 is legal nowhere in this search; after Kf8, White has no queen
`,
    );
    const { stdout: json } = await cli(['trace', file, '--prose', '--json']);
    const { nodes, choice, unplaced } = JSON.parse(json);
    assert.deepEqual([nodes.length, choice, unplaced[0].code], [4, ['d1d8'], 'TRACE_HALLUCINATED_MOVE']);
  });

  it('asks a model once, accepts what the rules accept, and accounts for the tokens', async () => {
    const { status, stdout, stderr } = await ask();
    assert.equal(status, 0);
    assert.equal(server.received.length, 1);
    assert.ok(server.received[0]?.body.includes('If Rd7, then Kf8.'));
    assert.match(stdout, /3 nodes accepted, choice d1d8; 1 of 4 refused\n {2}Rd7 .*\n {4}Kf8 .*\n {2}Rd8# .*\n/);
    assert.match(stdout, /refused Qd8 \(c\): Qd8 is not legal there: White has no queen: "Qd8\?"/);
    assert.match(stderr, /1 request, 110 input tokens, 16 output tokens, 3 of them reasoning/);
  });

  it('takes a known answer from the cache, unless --no-cache', async () => {
    await ask();
    const count = server.received.length;
    const { stdout, stderr } = await ask('--json');
    assert.equal(server.received.length, count);
    assert.match(stderr, /from the cache: no request, no tokens/);
    const { requests, usage, refused } = JSON.parse(stdout);
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
    assert.match(stdout, /1 node, choice g1f3/);
  });
});

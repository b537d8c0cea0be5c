import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { jsonLines } from '../../support/json-lines.ts';
import { chat, sendJson, serveModel } from '../../support/model-server.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';
import { followModel, writeModel } from '../../support/tiny-model.ts';

const FEN = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2';

describe('predict with a model behind a server', () => {
  const { folder, remove } = temporaryFolder();
  const game = path.join(folder, 'game.pgn');
  fs.writeFileSync(game, '1. e4 e5 *\n');
  after(remove);

  it('writes its answer, with the key of the environment', async () => {
    const server = await serveModel((response) => sendJson(response, 200, chat(`\`${FEN}\``)));
    const args = ['predict', game, '--model', 'openai:some-model', '--base-url', server.baseUrl, '--temperature', '0'];
    const { status, stdout } = await cli(args, { env: { OPENAI_API_KEY: 'the-key' } });
    await server.close();
    assert.equal(status, 0);
    assert.equal(stdout, `1. e4 e5\n{ [%pfen some-model ${FEN}] }\n*\n`);
    const [{ headers, body }] = server.received;
    assert.equal(headers.authorization, 'Bearer the-key');
    assert.equal((JSON.parse(body) as { temperature: number }).temperature, 0);
  });

  it('says what is wrong and leaves the text as it is', async () => {
    const server = await serveModel((response) => sendJson(response, 401, {}));
    const args = ['predict', game, '--model', 'openai:some-model', '--base-url', server.baseUrl];
    const { status, stdout, stderr } = await cli(args, { env: { OPENAI_API_KEY: '' } });
    await server.close();
    assert.equal(status, 3);
    assert.equal(stdout, '1. e4 e5 *\n');
    assert.match(stderr, /1 request failed \(127\.0\.0\.1:\d+ requires an API key/);
  });
});

describe('predict with an ONNX model of a folder', () => {
  const { folder, remove } = temporaryFolder();
  after(remove);

  it('runs it here, writes its answer under the name of the folder, and ends', async () => {
    const game = path.join(folder, 'game.pgn');
    fs.writeFileSync(game, '1. e4 e5 *\n');
    const model = writeModel(path.join(folder, 'tiny'), followModel());
    const { status, stdout, stderr } = await cli(['predict', game, '--model', `onnx:${model}`]);
    assert.equal(status, 3, stderr);
    assert.match(stderr, /The prompt has \d+ tokens, but the context holds 32/);
    writeModel(model, followModel(), { 'config.json': { eos_token_id: 0 } });
    const answered = await cli(['predict', game, '--model', `onnx:${model}`]);
    assert.equal(answered.status, 0, answered.stderr);
    // a row of words is no FEN
    assert.equal(answered.stdout, '1. e4 e5\n{ [%pfen onnx:tiny ?] }\n*\n');
    assert.equal(stdout, '1. e4 e5 *\n');
  });

  it('is run in an evaluation run as well', async () => {
    const game = path.join(folder, 'game.pgn');
    const model = writeModel(path.join(folder, 'tiny'), followModel(), { 'config.json': { eos_token_id: 0 } });
    const out = path.join(folder, 'tiny.run.jsonl');
    const { status, stderr } = await cli(['run', '--games', game, '--model', `onnx:${model}`, '--out', out]);
    assert.equal(status, 0, stderr);
    const [, sample] = jsonLines(fs.readFileSync(out, 'utf8'));
    assert.deepEqual([sample?.['model'], sample?.['extraction']], ['onnx:tiny', null]);
    assert.equal(sample?.['raw'], 'rank file king queen');
  });

  it('is missed before anything is asked', async () => {
    const game = path.join(folder, 'game.pgn');
    const none = path.join(folder, 'none');
    for (const command of [
      ['predict', game],
      ['run', '--games', game, '--out', path.join(folder, 'none.run.jsonl')],
      ['search', '--world-model', 'states'],
      ['lab', 'othello6'],
      ['mcp'],
    ]) {
      const { status, stderr } = await cli([...command, '--model', `onnx:${none}`]);
      assert.deepEqual([status, stderr], [2, `statelens: There is no folder ${none}.\n`], command.join(' '));
    }
    assert.equal(fs.existsSync(path.join(folder, 'none.run.jsonl')), false);
  });

  itLong('is found again for a run that goes on, by its folder, and no other model is', async () => {
    const games = path.join(folder, 'games.pgn');
    fs.writeFileSync(games, '1. e4 e5 *\n\n1. d4 d5 *\n');
    const model = writeModel(path.join(folder, 'tiny'), followModel(), { 'config.json': { eos_token_id: 0 } });
    const other = writeModel(path.join(folder, 'other'), followModel(), { 'config.json': { eos_token_id: 0 } });
    const out = path.join(folder, 'rest.run.jsonl');
    await cli(['run', '--games', games, '--model', `onnx:${model}`, '--plies', 'every:1', '--no-cache', '--out', out]);
    const whole = fs.readFileSync(out, 'utf8');
    assert.equal(jsonLines(whole).length, 5);
    // as a kill leaves it: the last line torn
    const kept = whole.split('\n').slice(0, 3).join('\n');
    fs.writeFileSync(out, `${kept}\n{"kind":"sam`);
    const lost = await cli(['resume', out, '--no-cache']);
    assert.notEqual(lost.status, 0, 'of the folder the file has the name alone');
    const wrong = await cli(['resume', out, '--no-cache', '--model', `onnx:${other}`]);
    assert.equal(wrong.status, 2);
    assert.match(wrong.stderr, /is a run of onnx:tiny/);
    const resumed = await cli(['resume', out, '--no-cache', '--model', `onnx:${model}`]);
    assert.equal(resumed.status, 0, resumed.stderr);
    const samples = jsonLines(fs.readFileSync(out, 'utf8')).slice(1);
    assert.deepEqual(
      samples.map(({ id, raw }) => [id, raw]),
      jsonLines(whole)
        .slice(1)
        .map(({ id }) => [id, 'rank file king queen']),
    );
  });
});

describe('predict --trace', () => {
  const { folder, remove } = temporaryFolder();
  const game = path.join(folder, 'game.pgn');
  // what lags two half-moves behind the truth never knows the position
  fs.writeFileSync(game, '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n');
  after(remove);

  it('asks around the place where the position is lost, says it and draws it', async () => {
    const chart = path.join(folder, 'trace.svg');
    const out = path.join(folder, 'out.pgn');
    const args = ['predict', game, '--model', 'baseline:lag-2', '--trace', '4', '--chart', chart, '--out', out];
    const { status, stderr } = await cli(args);
    assert.equal(status, 0, stderr);
    assert.match(stderr, /game 1: baseline:lag-2 first lost after 1\.e4 \(ply 1\)$/m);
    assert.match(fs.readFileSync(chart, 'utf8'), /^<svg .*baseline:lag-2: first lost after 1\.e4/);
    const text = fs.readFileSync(out, 'utf8');
    assert.equal(text.match(/%pfen/g)?.length, 4);
    const again = await cli(['predict', out, '--model', 'baseline:lag-2', '--trace', '4']);
    assert.equal(again.stdout, text);
    assert.match(again.stderr, /0 predictions of baseline:lag-2 written, 4 already present/);
  });

  it('has no plan of plies beside it, and one chart of one file', async () => {
    assert.equal((await cli(['predict', game, '--trace', '4', '--plies', 'ends'])).status, 2);
    assert.equal((await cli(['predict', game, '--chart', 'x.svg'])).status, 2);
  });
});

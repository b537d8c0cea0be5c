import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { after, describe, it } from 'node:test';
import { chat, sendJson, serveModel } from '../../support/model-server.ts';
import { type CliRun, temporaryFolder } from '../../support/run-cli.ts';

const FEN = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2';

/** Runs the built command line while this process goes on serving. */
const run = (args: readonly string[], env: Readonly<Record<string, string>>): Promise<CliRun> =>
  new Promise((resolve) => {
    const options = { env: { ...process.env, ...env } };
    const child = execFile(process.execPath, [path.resolve('dist/cli.mjs'), ...args], options, (_, stdout, stderr) =>
      resolve({ status: child.exitCode, stdout, stderr }),
    );
    child.stdin?.end();
  });

describe('predict with a model behind a server', () => {
  const { folder, remove } = temporaryFolder();
  const game = path.join(folder, 'game.pgn');
  fs.writeFileSync(game, '1. e4 e5 *\n');
  after(remove);

  it('writes its answer, with the key of the environment', async () => {
    const server = await serveModel((response) => sendJson(response, 200, chat(`\`${FEN}\``)));
    const args = ['predict', game, '--model', 'openai:some-model', '--base-url', server.baseUrl, '--temperature', '0'];
    const { status, stdout } = await run(args, { OPENAI_API_KEY: 'the-key' });
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
    const { status, stdout, stderr } = await run(args, { OPENAI_API_KEY: '' });
    await server.close();
    assert.equal(status, 3);
    assert.equal(stdout, '1. e4 e5 *\n');
    assert.match(stderr, /1 request failed \(127\.0\.0\.1:\d+ wants an API key/);
  });
});

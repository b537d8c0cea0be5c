import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { answerMav, type MavAnswers } from '../../support/mav-server.ts';
import { type ModelServer, serveModel } from '../../support/model-server.ts';
import { cli } from '../../support/run-cli.ts';

const KINGS = '7k/8/8/8/8/8/8/K7 w - - 0 1';
/** Expectation, likeliest bucket and value as written of what the server gives; the mass of the buckets is 0.95. */
const MEAN = (0.5 * 32.5 + 0.3 * 9.5 + 0.15 * 59.5) / 0.95 / 64;
const WRITTEN = 32.5 / 64;

const servers: ModelServer[] = [];
after(() => Promise.all(servers.map((server) => server.close())));

interface Told {
  readonly actions: readonly { readonly listed: number }[];
  readonly scoring?: {
    readonly method: string;
    readonly values: number;
    readonly written: number;
    readonly mass: { readonly mean: number; readonly least: number } | null;
  };
}

/** A search of two simulations over a server, and the numbers of alternatives that were asked for. */
async function searched(answers: MavAnswers, ...args: readonly string[]) {
  const server = await serveModel((response, request) => answerMav(response, request, answers));
  servers.push(server);
  const shared = ['--model', 'openai:mav', '--base-url', server.baseUrl, '-M', '2', '--json'];
  const { status, stdout, stderr } = await cli(['search', KINGS, ...shared, ...args]);
  const asked = server.received.map(({ path, body }) => {
    const { logprobs, top_logprobs: top } = JSON.parse(body) as { logprobs?: unknown; top_logprobs?: unknown };
    return path.endsWith('chat/completions') ? top : logprobs;
  });
  const told = status === 0 ? (JSON.parse(stdout) as Told) : undefined;
  return { status, stderr, asked, told, listed: told?.actions.map(({ listed }) => listed) };
}

describe('values of a searched model by token probabilities', () => {
  for (const template of ['mav-raw', 'mav']) {
    const by = (scoring: string, ...args: readonly string[]) => ['--template', template, '--scoring', scoring, ...args];

    it(`${template}: mean is the expectation, and the known share of the probability is reported`, async () => {
      const { status, stderr, asked, told, listed } = await searched({ most: 20 }, ...by('mean'));
      assert.equal(status, 0, stderr);
      assert.deepEqual(asked, [20, 20, 20]);
      for (const value of listed ?? []) assert.ok(Math.abs(value - MEAN) < 1e-12, `${value} for ${MEAN}`);
      assert.equal(listed?.length, 3);
      const { method, values, written, mass } = told?.scoring ?? {};
      assert.deepEqual([method, values, written], ['mean', 9, 0]);
      assert.ok(mass && Math.abs(mass.mean - 0.95) < 1e-12 && Math.abs(mass.least - 0.95) < 1e-12);
      assert.match(stderr, /9 values scored by token probabilities, of which 95\.0% is known on average/);
    });

    it(`${template}: max is the likeliest bucket; written asks for no log probabilities`, async () => {
      const likeliest = await searched({ most: 20 }, ...by('max'));
      assert.deepEqual([likeliest.asked[0], likeliest.listed?.[0]], [20, WRITTEN]);
      const written = await searched({ most: 20 }, ...by('written'));
      assert.deepEqual([written.asked[0], written.listed?.[0], written.told?.scoring], [undefined, WRITTEN, undefined]);
    });

    it(`${template}: a server without log probabilities stops the search, or gives values as written where that is allowed`, async () => {
      for (const most of [0, 'none'] as const) {
        const stopped = await searched({ most }, ...by('mean'));
        assert.equal(stopped.status, 3);
        assert.match(
          stopped.stderr,
          most === 0 ? /no log probabilities came with the answer, but scoring is mean/ : /logprobs=1 is not supported/,
        );
        assert.match(stopped.stderr, /Set scoring to written, or the fallback to written/);
        const { status, listed, told, stderr } = await searched({ most }, ...by('mean', '--fallback', 'written'));
        assert.equal(status, 0, stderr);
        assert.equal(listed?.[0], WRITTEN);
        assert.deepEqual([told?.scoring?.values, told?.scoring?.written, told?.scoring?.mass], [0, 9, null]);
        assert.match(stderr, /9 values read as written, for want of log probabilities/);
      }
    });

    it(`${template}: fewer alternatives are asked for where a server refuses many`, async () => {
      const { asked, listed } = await searched({ most: 5 }, ...by('mean', '--top-logprobs', '64'));
      assert.deepEqual(asked, [64, 20, 5, 5, 5]);
      assert.ok(Math.abs((listed?.[0] ?? 0) - MEAN) < 1e-12);
    });

    it(`${template}: a share of the alternatives gives the expectation over it, and says how much it is`, async () => {
      const { told, listed } = await searched({ most: 20 }, ...by('mean', '--top-logprobs', '2'));
      assert.ok(Math.abs((listed?.[0] ?? 0) - (0.5 * 32.5 + 0.3 * 9.5) / 0.8 / 64) < 1e-12);
      assert.ok(Math.abs((told?.scoring?.mass?.mean ?? 0) - 0.8) < 1e-12);
    });

    it(`${template}: values of which the digits are several tokens are no silent exception`, async () => {
      const { status, stderr } = await searched({ most: 20, splitsDigits: true }, ...by('mean'));
      assert.equal(status, 3);
      assert.match(stderr, /3 of 3 values have no log probabilities of their own/);
      const allowed = await searched({ most: 20, splitsDigits: true }, ...by('mean', '--fallback', 'written'));
      assert.deepEqual([allowed.listed?.[0], allowed.told?.scoring?.written], [WRITTEN, 9]);
    });
  }

  it('reads raw completions with log probabilities in the form of chats', async () => {
    const args = ['--template', 'mav-raw', '--scoring', 'mean'];
    const { listed } = await searched({ most: 20, chatForm: true }, ...args);
    assert.ok(Math.abs((listed?.[0] ?? 0) - MEAN) < 1e-12);
  });

  it('asks no model for what it is known to lack', async () => {
    const { status, stderr } = await cli(['search', KINGS, '--model', 'baseline:naive-tracker', '--scoring', 'mean']);
    assert.equal(status, 3);
    assert.match(stderr, /baseline:naive-tracker gives no log probabilities/);
  });
});

it('a search in which no simulation had an answer is incomplete', async () => {
  const server = ['--model', 'openai:m', '--base-url', 'http://127.0.0.1:9/v1'];
  const args = [...server, '--world-model', 'states', '--engine-depth', '1', '-M', '2'];
  const { status, stderr } = await cli(['search', ...args]);
  assert.equal(status, 3);
  assert.match(stderr, /2 simulations without an answer \(the last: 127\.0\.0\.1:9 cannot be reached/);
});

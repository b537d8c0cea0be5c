import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { systemClock } from '../../../src/compute/system-clock.ts';
import { commandWords, JsonlActions } from '../../../src/models/node-lab-program.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

/** Asks a program whose answers to a request are the body of a function of `id` and `history`. */
async function ask(
  body: string,
  histories: readonly (readonly string[])[],
  timeout = 20_000,
  signal = new AbortController().signal,
) {
  const { folder, remove } = temporaryFolder();
  const file = path.join(folder, 'model file.mjs');
  fs.writeFileSync(
    file,
    `import { createInterface } from 'node:readline';
     const write = (one) => console.log(JSON.stringify(one));
     createInterface({ input: process.stdin }).on('line', (line) => { const { id, history } = JSON.parse(line); ${body} });`,
  );
  const model = new JsonlActions(`"${process.execPath}" '${file}'`, timeout, systemClock);
  try {
    const first = await model.next(histories, signal);
    return { first, again: await model.next(histories, signal) };
  } finally {
    await model.end();
    remove();
  }
}

const faultOf = async (body: string, timeout?: number): Promise<string> => {
  const { first, again } = await ask(body, [['d3'], ['c5']], timeout);
  assert.ok(!first.ok);
  assert.ok(!again.ok, 'a program that failed is asked no more');
  assert.match(first.error, /^jsonl:/);
  return first.error;
};

describe('a program as a model of next actions', () => {
  it('answers in any order, as many histories as there are', async () => {
    const many = Array.from({ length: 300 }, (_, i) => Array.from({ length: i % 5 }, () => `a${i}`));
    const body = `setTimeout(() => write({ id, probs: { [history.join('+') || 'none']: 0.5 }, state: String(history.length) }), id % 3)`;
    const { first } = await ask(body, many);
    assert.ok(first.ok);
    assert.equal(first.value.length, 300);
    for (const [i, { probs, printed }] of first.value.entries()) {
      assert.deepEqual(Object.fromEntries(probs), { [many[i].join('+') || 'none']: 0.5 });
      assert.equal(printed, String(many[i].length));
    }
  });

  it('is told the key of renamed actions in each request', async () => {
    const { folder, remove } = temporaryFolder();
    const file = path.join(folder, 'model.mjs');
    fs.writeFileSync(
      file,
      `import { createInterface } from 'node:readline';
       createInterface({ input: process.stdin }).on('line', (line) => {
         const { id, history, key = {} } = JSON.parse(line);
         console.log(JSON.stringify({ id, probs: { [history.map((name) => key[name] ?? name).join('+')]: 1 } }));
       });`,
    );
    const model = new JsonlActions(`"${process.execPath}" '${file}'`, 20_000, systemClock);
    try {
      const { signal } = new AbortController();
      const told = model.told(new Map([['d3', 'c5']]));
      const found = [await model.next([['d3', 'f6']], signal), await told.next([['d3', 'f6']], signal)];
      assert.deepEqual(
        found.map((one) => (one.ok ? [...(one.value[0]?.probs.keys() ?? [])] : one.error)),
        [['d3+f6'], ['c5+f6']],
      );
    } finally {
      await model.end();
      remove();
    }
  });

  itLong('is named with what it did wrong', async () => {
    // a list would be probabilities of actions called 0 and 1
    assert.match(await faultOf(`write({ id, probs: [0.4] })`), /wrote a line that is no answer: /);
    assert.match(await faultOf(`console.log('hello')`), /wrote a line that is no answer: hello/);
    assert.match(
      await faultOf(`write({ id, probs: { a: 0.7, b: 0.7 } })`),
      /no distribution: the probabilities sum to 1.4/,
    );
    assert.match(await faultOf(`write({ id, probs: { a: -1 } })`), /the probability of a is -1/);
    assert.match(await faultOf(`write({ id: 99, probs: {} })`), /answered request 99, which was never made/);
    assert.match(await faultOf(`write({ id })`), /gave no probs for request 1/);
    assert.match(await faultOf(`write({ id, error: 'no such action' })`), /says: no such action/);
    assert.match(
      await faultOf(`console.error('out of memory'); process.exit(3)`),
      /ended with status 3: out of memory/,
    );
    assert.match(await faultOf(`setTimeout(() => {}, 60000)`, 300), /did not answer request 1 within 0.3 s/);
  });

  it('is called off', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    const { first } = await ask(`setTimeout(() => {}, 60000)`, [['d3']], 60_000, controller.signal);
    assert.deepEqual(first, { ok: false, error: 'cancelled' });
  });

  it('is missing, and said to be', async () => {
    const model = new JsonlActions('no-such-program-of-any-kind', 5000, systemClock);
    const answer = await model.next([['a']], new AbortController().signal);
    assert.ok(!answer.ok);
    assert.match(answer.error, /no-such-program-of-any-kind was not found/);
    await model.end();
  });

  it('has the words of its command as a shell would separate them', () => {
    assert.deepEqual(commandWords(`python3 "my model.py" --size 'a b' x`), [
      'python3',
      'my model.py',
      '--size',
      'a b',
      'x',
    ]);
  });
});

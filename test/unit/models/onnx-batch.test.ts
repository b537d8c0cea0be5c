import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { FromWorker, ToWorker } from '../../../src/compute/worker/worker-protocol.ts';
import { ok } from '../../../src/core/base/result.ts';
import type { Completion, DecodingSettings } from '../../../src/models/model.ts';
import { decodeTogether, generateText } from '../../../src/models/onnx/decode.ts';
import { serveModel, type TextModel } from '../../../src/models/onnx/model-server.ts';
import { loadText } from '../../support/loaded-model.ts';

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
const never = (): boolean => false;

/** Prompts of Connect Four that differ in one disc, and so have as many tokens; they ask for lists. */
const asking = (column: number): string =>
  `<mav game=connect_four> %state %top_all </mav>\n[%state x || . . . . . . . o x . . ||]\n[%top_all x${column}:`;

describe('texts that are read together', () => {
  let loaded: TextModel;
  before(async () => {
    loaded = await loadText('test/fixtures/mav-tiny');
  });

  const alone = async (prompt: string, settings: DecodingSettings): Promise<Completion> => {
    const { model, vocabulary } = loaded;
    const said = await generateText(vocabulary.encode(prompt), settings, model, vocabulary, turn, never);
    assert.ok(said.ok);
    return said.value;
  };

  it('are answered as each of them alone, whenever they end, by a reading a token', async () => {
    const { model, vocabulary } = loaded;
    const prompts = [0, 1, 2, 3, 4, 5].map((column) => ({
      text: asking(column),
      settings: { maxTokens: 3 + 7 * column, seed: column, temperature: column % 2 },
    }));
    assert.ok(model.batch);
    const batch = model.batch(prompts.length);
    const sizes: number[] = [];
    const counted = {
      ...batch,
      read: (ids: readonly (readonly number[])[]) => (sizes.push(ids.length), batch.read(ids)),
    };
    const asked = prompts.map(({ text, settings }) => ({ ids: vocabulary.encode(text), settings, isCancelled: never }));
    const answers = await decodeTogether(asked, counted, model, vocabulary, turn);
    for (const [i, { text, settings }] of prompts.entries())
      assert.deepEqual(answers[i], ok(await alone(text, settings)), `prompt ${i}`);
    const longest = Math.max(...answers.map((answer) => (answer.ok ? (answer.value.usage?.outputTokens ?? 0) : 0)));
    assert.ok(sizes.length <= longest + 1, `${sizes.length} readings for ${longest} tokens`);
    // those that have ended leave when they are half of it
    assert.deepEqual([sizes[0], (sizes.at(-1) ?? 9) <= 2], [6, true]);
  });

  it('are long prompts in parts, and called off one by one', async () => {
    const { model, vocabulary } = loaded;
    const texts = [1, 2].map((column) => asking(column));
    const settings = { maxTokens: 6 };
    let turns = 0;
    const isCancelled = (): boolean => turns > 6;
    const asked = texts.map((text, i) => ({
      ids: vocabulary.encode(text),
      settings,
      isCancelled: i === 0 ? isCancelled : never,
    }));
    const wait = (): Promise<void> => (turns++, turn());
    const batch = model.batch?.(2);
    assert.ok(batch);
    const [first, second] = await decodeTogether(asked, batch, { ...model, atOnce: 10 }, vocabulary, wait);
    assert.deepEqual(first, { ok: false, error: { code: 'cancelled', message: 'cancelled', retryable: false } });
    assert.deepEqual(second, ok(await alone(texts[1] ?? '', settings)));
  });

  /** A worker's end with this model; `sent` are the sizes of the batches, 1 for a text alone. */
  const served = () => {
    const sizes: number[] = [];
    const model: TextModel['model'] = {
      ...loaded.model,
      begin: (ids) => (sizes.at(-1) !== 1 && sizes.push(1), loaded.model.begin(ids)),
      batch: (texts) => {
        sizes.push(texts);
        assert.ok(loaded.model.batch);
        return loaded.model.batch(texts);
      },
    };
    const replies = new Map<number, unknown>();
    const order: number[] = [];
    let send: (message: ToWorker) => void = () => {};
    const post = (message: FromWorker): void => {
      if (message.kind !== 'replies') return;
      for (const reply of message.replies) {
        order.push(reply.id);
        replies.set(reply.id, reply.status === 'done' ? reply.value : reply);
      }
    };
    serveModel({
      post,
      listen: (receive) => (send = receive),
      load: () => Promise.resolve(ok({ ...loaded, model })),
      turn,
    });
    const request = (id: number, content: string, settings: DecodingSettings = { maxTokens: 5 }) => ({
      id,
      name: 'complete',
      input: { messages: [{ role: 'user', content }], isRaw: true, settings },
    });
    const all = async (count: number): Promise<void> => {
      while (replies.size < count) await turn();
    };
    return { sizes, replies, order, request, all, send: (message: ToWorker) => send(message) };
  };

  it('are requests of one length that wait at the same time, and ask for more than states', async () => {
    const { sizes, replies, order, request, all, send } = served();
    const long = `${asking(3)}<ctrl1> x4:`;
    const state = '<mav game=hex> %prev_state %prev_action %state </mav>\n[%prev_state x || . ||]\n[%prev_action a1]\n';
    const texts = [asking(0), long, asking(1), state, asking(2), long];
    send({ kind: 'requests', requests: texts.map((text, id) => request(id, text)) });
    await all(texts.length);
    assert.deepEqual(sizes, [3, 2, 1]);
    assert.deepEqual(order, [0, 2, 4, 1, 5, 3]);
    for (const [id, text] of texts.entries())
      assert.deepEqual(replies.get(id), ok(await alone(text, { maxTokens: 5 })), text);
  });

  it('leave out what is called off before its turn', async () => {
    const { sizes, replies, request, all, send } = served();
    const requests = [asking(0), asking(1), asking(2)].map((text, id) => request(id, text));
    send({ kind: 'requests', requests });
    send({ kind: 'cancel', id: 0 });
    send({ kind: 'cancel', id: 2 });
    await all(3);
    const cancelled = { ok: false, error: { code: 'cancelled', message: 'cancelled', retryable: false } };
    assert.deepEqual([replies.get(0), replies.get(2)], [cancelled, cancelled]);
    assert.deepEqual(replies.get(1), ok(await alone(asking(1), { maxTokens: 5 })));
    assert.ok(sizes.every((size) => size === 1));
  });
});

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Guess, generateText, type Vocabulary } from '../../../src/models/onnx/decode.ts';
import type { TextModel } from '../../../src/models/onnx/model-server.ts';
import { loadText } from '../../support/loaded-model.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

const FOLDER = 'test/fixtures/mav-tiny';
/** What PyTorch says of the same weights: `training/fixture.py`. */
interface Expected {
  readonly runs: readonly { readonly prompt: string; readonly logits: number[]; readonly answer: number[] }[];
  readonly texts: readonly { readonly text: string; readonly ids: number[] }[];
}
const { runs, texts } = JSON.parse(fs.readFileSync(path.join(FOLDER, 'expected.json'), 'utf8')) as Expected;

const farthest = (a: ArrayLike<number>, b: readonly number[]): number =>
  Math.max(...b.map((value, i) => Math.abs(value - (a[i] ?? Number.NaN))));
const assertSame = (text: string, vocabulary: Vocabulary): void =>
  assert.equal(vocabulary.decode(vocabulary.encode(text)), text);

describe('a model that training/ exported', () => {
  let loaded: TextModel;
  before(async () => {
    loaded = await loadText(FOLDER);
  });

  it('gives the logits that PyTorch gives, read at once and in parts', async () => {
    const { model, vocabulary } = loaded;
    for (const { prompt, logits } of runs) {
      const ids = vocabulary.encode(prompt);
      model.begin([]);
      const [whole = new Float32Array(), ...others] = await model.read(ids);
      assert.equal(others.length, 0);
      assert.equal(whole.length, logits.length);
      assert.ok(farthest(whole, logits) < 2e-3, `${farthest(whole, logits)}`);
      model.begin([]);
      for (const cut of [ids.slice(0, 9), ids.slice(9, 10), ids.slice(10, -1)]) await model.read(cut);
      const [parts = []] = await model.read(ids.slice(-1));
      assert.ok(farthest(parts, logits) < 2e-3, `${farthest(parts, logits)}`);
    }
  });

  it('goes on greedily with the tokens that PyTorch chooses', async () => {
    const { model, vocabulary } = loaded;
    for (const { prompt, answer } of runs) {
      const settings = { maxTokens: answer.length };
      const said = await generateText(
        vocabulary.encode(prompt),
        settings,
        model,
        vocabulary,
        async () => {},
        () => false,
      );
      assert.ok(said.ok);
      assert.equal(said.value.text, vocabulary.decode(answer));
      assert.equal(said.value.usage?.inputTokens, vocabulary.encode(prompt).length);
    }
  });

  it('gives the same logits after a text that begins alike, for each of the tokens that are read at once', async () => {
    const { model, vocabulary } = loaded;
    const [ids, other] = runs.map(({ prompt }) => vocabulary.encode(prompt)) as [readonly number[], readonly number[]];
    for (const cut of [1, 5, ids.length - 3]) {
      model.begin([]);
      const fresh = await model.read(ids, ids.length);
      const mixed = [...ids.slice(0, cut), ...other];
      await model.read(mixed.slice(model.begin(mixed)));
      const kept = model.begin(ids);
      assert.ok(kept >= cut && kept < ids.length, `${kept} tokens are kept`);
      const rows = await model.read(ids.slice(kept), ids.length - kept);
      for (const [i, row] of rows.entries()) assert.ok(farthest(row, [...(fresh[kept + i] ?? [])]) < 2e-3);
    }
  });

  itLong('writes the same text whatever is guessed, with and without a temperature', async () => {
    const { model, vocabulary, guess } = loaded;
    assert.ok(guess);
    const write = async (prompt: string, temperature: number, how?: Guess): Promise<string> => {
      const settings = { maxTokens: 40, temperature, seed: 3 };
      const turn = (): Promise<void> => Promise.resolve();
      const said = await generateText(vocabulary.encode(prompt), settings, model, vocabulary, turn, () => false, how);
      assert.ok(said.ok);
      return said.value.text;
    };
    for (const { prompt, answer } of runs) {
      const state = `${prompt}[%state b || . . .`;
      // a guess that is right for a while, one that never is, and the one for states
      const right: Guess = (ids) => answer.slice(ids.length - vocabulary.encode(prompt).length).slice(0, 5);
      for (const temperature of [0, 1])
        for (const text of [prompt, state]) {
          const plain = await write(text, temperature);
          for (const how of [right, () => [1, 2, 3], guess]) assert.equal(await write(text, temperature, how), plain);
        }
    }
  });

  it('is called off between the parts of a long prompt, which give the same text as the whole', async () => {
    const { model, vocabulary } = loaded;
    const [{ prompt }] = runs as [(typeof runs)[0]];
    const long = prompt.repeat(2);
    const write = async (atOnce: number | undefined, turns: number): Promise<string> => {
      let turn = 0;
      const settings = { maxTokens: 12 };
      const wait = (): Promise<void> => (turn++, Promise.resolve());
      model.begin([]);
      const said = await generateText(
        vocabulary.encode(long),
        settings,
        { ...model, atOnce },
        vocabulary,
        wait,
        () => turn > turns,
      );
      return said.ok ? said.value.text : said.error.code;
    };
    const whole = await write(undefined, 99);
    assert.ok(whole.length > 0);
    assert.equal(await write(50, 99), whole);
    assert.equal(await write(50, 2), 'cancelled');
  });

  it('guesses a state from the one before, with the other side to move', () => {
    const { vocabulary, guess } = loaded;
    const before =
      '<mav game=hex> %prev_state %prev_action %state </mav>\n[%prev_state x || o . x . ||]\n[%prev_action a1]\n';
    const guessed = (text: string): string => vocabulary.decode(guess?.(vocabulary.encode(before + text)) ?? []);
    assert.equal(guessed(''), '');
    assert.equal(guessed('[%state'), ' o || o . x . ||]\n');
    assert.equal(guessed('[%state o || x'), ' . x . ||]\n');
    assert.equal(guessed('[%state o || o . x . ||]\n'), '');
    assert.equal(guessed('[%best_action'), '');
  });

  it('cuts texts into the tokens that Python cuts, and puts them together again', () => {
    for (const { text, ids } of texts) {
      assert.deepEqual(loaded.vocabulary.encode(text), ids);
      assertSame(text, loaded.vocabulary);
    }
    for (const name of ['examples.mav', 'traces.mav'])
      assertSame(fs.readFileSync(`samples/${name}`, 'utf8'), loaded.vocabulary);
  });
});

describe('the tokens of a dataset', () => {
  const { folder, remove } = temporaryFolder();
  after(remove);

  itLong('are its lines, without one unknown', async () => {
    const { vocabulary } = await loadText(FOLDER);
    const file = path.join(folder, 'data.jsonl');
    const games = ['chess:1', 'chess960:1', 'connect_four:4', 'hex:1'].flatMap((game) => ['--random', game]);
    const { status, stderr } = await cli(['mav', 'dataset', ...games, '--jobs', '1', '-o', file]);
    assert.equal(status, 0, stderr);
    const lines = fs.readFileSync(file, 'utf8').trimEnd().split('\n');
    assert.ok(lines.length > 300, `${lines.length} lines`);
    const unknown = vocabulary.encode('é')[0] ?? -1;
    const seen = new Set<string>();
    for (const line of lines) {
      const { prompt, target, meta } = JSON.parse(line) as { prompt: string; target: string; meta: { game: string } };
      seen.add(meta.game);
      assertSame(prompt + target, vocabulary);
      assert.ok(!vocabulary.encode(prompt + target).includes(unknown));
      // a model that continues a prompt sees the same tokens as one that was taught both
      assert.deepEqual(
        [...vocabulary.encode(prompt), ...vocabulary.encode(target)],
        vocabulary.encode(prompt + target),
      );
    }
    assert.deepEqual([...seen].sort(), ['chess', 'chess960', 'connect_four', 'hex']);
  });
});

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { decodeText, type Vocabulary } from '../../../src/models/onnx/decode.ts';
import { type LoadedModel, loadModel } from '../../../src/models/onnx/node-load.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

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
  let loaded: LoadedModel;
  before(async () => {
    const found = await loadModel(FOLDER);
    assert.ok(found.ok, found.ok ? '' : found.error);
    loaded = found.value;
  });

  it('gives the logits that PyTorch gives, read at once and in parts', async () => {
    const { model, vocabulary } = loaded;
    for (const { prompt, logits } of runs) {
      const ids = vocabulary.encode(prompt);
      model.begin();
      const whole = await model.read(ids);
      assert.equal(whole.length, logits.length);
      assert.ok(farthest(whole, logits) < 2e-3, `${farthest(whole, logits)}`);
      model.begin();
      for (const cut of [ids.slice(0, 9), ids.slice(9, 10), ids.slice(10, -1)]) await model.read(cut);
      const parts = await model.read(ids.slice(-1));
      assert.ok(farthest(parts, logits) < 2e-3, `${farthest(parts, logits)}`);
    }
  });

  it('goes on greedily with the tokens that PyTorch chooses', async () => {
    const { model, vocabulary } = loaded;
    for (const { prompt, answer } of runs) {
      const settings = { maxTokens: answer.length };
      const said = await decodeText(
        prompt,
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

  it('are its lines, without one unknown', async () => {
    const found = await loadModel(FOLDER);
    assert.ok(found.ok);
    const { vocabulary } = found.value;
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

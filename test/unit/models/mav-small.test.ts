import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { generateText } from '../../../src/models/onnx/decode.ts';
import type { LoadedModel } from '../../../src/models/onnx/model-server.ts';
import { loadModel } from '../../../src/models/onnx/node-load.ts';
import { answeredState, transitionPrompt } from '../../../src/models/sources/builtin.ts';
import { MAV_SMALL, MAV_SMALL_LABEL } from '../../../src/models/sources/mav-small.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong, thoroughly } from '../../support/thorough.ts';

/** What PyTorch says of the weights: `training/fixture.py`. */
interface Expected {
  readonly runs: readonly { readonly prompt: string; readonly logits: number[]; readonly answer: number[] }[];
}
const expected = (name: string): Expected =>
  JSON.parse(fs.readFileSync(`test/fixtures/${name}.json`, 'utf8')) as Expected;

const START =
  'w || R N B Q K B N R P P P P P P P P . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . p p p p p p p p r n b q k b n r |11110000001||';

for (const folder of new Set(Object.values(MAV_SMALL.folders)))
  describe(`the weights in ${folder}`, () => {
    it('are the file that their card names', () => {
      const digest = createHash('sha256')
        .update(fs.readFileSync(path.join(folder, 'model.onnx')))
        .digest('hex');
      const card = fs.readFileSync(path.join(folder, 'MODEL.md'), 'utf8');
      assert.ok(card.includes(`SHA-256 of model.onnx: ${digest}`));
      assert.match(card, /License of the weights: CC0-1\.0/);
      assert.doesNotMatch(card, /Not measured/);
    });

    itLong('write what PyTorch writes with them', async () => {
      const found = await loadModel(folder);
      assert.ok(found.ok, found.ok ? '' : found.error);
      const { model, vocabulary, guess } = found.value;
      for (const { prompt, logits, answer } of expected(path.basename(folder)).runs) {
        const ids = vocabulary.encode(prompt);
        const [row = new Float32Array()] = await model.read(ids.slice(model.begin(ids)));
        assert.ok(Math.max(...logits.map((value, i) => Math.abs(value - (row[i] ?? Number.NaN)))) < 1e-2);
        const settings = { maxTokens: 160 };
        const turn = (): Promise<void> => Promise.resolve();
        const said = await generateText(
          vocabulary.encode(prompt),
          settings,
          model,
          vocabulary,
          turn,
          () => false,
          guess,
        );
        assert.ok(said.ok);
        assert.equal(said.value.text, vocabulary.decode(answer));
      }
    });
  });

describe('the learned model in the box', () => {
  let loaded: LoadedModel;
  before(async () => {
    const found = await loadModel(MAV_SMALL.folders['chess'] ?? '');
    assert.ok(found.ok, found.ok ? '' : found.error);
    loaded = found.value;
  });

  it('reads a state in few steps, since most of it is guessed', async () => {
    const { model, vocabulary, guess } = loaded;
    let readings = 0;
    const counted = { ...model, read: (ids: readonly number[], rows?: number) => (readings++, model.read(ids, rows)) };
    const prompt = transitionPrompt('chess', START, 'e2e4');
    const turn = (): Promise<void> => Promise.resolve();
    const said = await generateText(vocabulary.encode(prompt), {}, counted, vocabulary, turn, () => false, guess);
    assert.ok(said.ok);
    assert.match(answeredState(said.value.text) ?? '', /^b \|\| (\S ){64}\|\d{11}\|\|$/);
    assert.ok(readings < 30, `${readings} readings for ${said.value.usage?.outputTokens} tokens`);
  });
});

describe('predict with the learned model', () => {
  const { folder, remove } = temporaryFolder();
  after(remove);

  itLong('tracks most of real games that it was not trained on, without key or network', async () => {
    const [source, out] = ['games.pgn', 'predicted.pgn'].map((name) => path.join(folder, name)) as [string, string];
    const games = fs.readFileSync('training/held-out.pgn', 'utf8').split(/\n(?=\[Event )/);
    fs.writeFileSync(source, games.slice(0, 2).join('\n'));
    // It goes from state to state, up to the last one that is asked for.
    const plies = thoroughly('every:10', 'ply:7,14');
    const run = await cli(['predict', source, '--model', MAV_SMALL_LABEL, '--plies', plies, '--out', out]);
    assert.equal(run.status, 0, run.stderr);
    const scored = await cli(['score', out]);
    const p4 = scored.stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => (JSON.parse(line) as { readonly p?: readonly number[] }).p?.[3] ?? 0);
    assert.ok(p4.length >= thoroughly(8, 4), `${p4.length} predictions`);
    const mean = p4.reduce((sum, p) => sum + p, 0) / p4.length;
    assert.ok(mean > 0.5, `mean p4 is ${mean}`);
  });

  itLong('writes a state of Chess960 after each move', async () => {
    const [source, out] = ['some960.pgn', 'chess960.pgn'].map((name) => path.join(folder, name)) as [string, string];
    const games = fs.readFileSync('samples/chess960.pgn', 'utf8').split(/(?<=\n)(?=\[Event )/);
    fs.writeFileSync(source, games.slice(0, thoroughly(games.length, 2)).join(''));
    const run = await cli([
      'predict',
      source,
      '--model',
      MAV_SMALL_LABEL,
      '--plies',
      'every:4',
      '--replace',
      '--out',
      out,
    ]);
    assert.equal(run.status, 0, run.stderr);
    const states = [...fs.readFileSync(out, 'utf8').matchAll(/%pfen builtin:mav-small (\S+ [wb] \S+ \S+ \d+ \d+)\]/g)];
    assert.ok(states.length >= 2, `${states.length} states`);
  });

  itLong(
    'is searched for its states, with the values of the reference, and refuses lists of games that it never learned',
    async () => {
      const fen = '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1';
      const search = (...more: string[]) =>
        cli(['search', fen, '--model', MAV_SMALL_LABEL, '-M', '6', '--engine-depth', '1', '--engines', '1', ...more]);
      const done = await search('--world-model', 'states', '--json');
      assert.equal(done.status, 0, done.stderr);
      const found = JSON.parse(done.stdout) as { model: string; simulations: number; states: { visits: number } };
      assert.match(found.model, /^builtin:mav-small with reference: /);
      assert.deepEqual([found.simulations, found.states.visits], [6, 6]);
      const refused = await search('--world-model', 'rules');
      assert.equal(refused.status, 3);
      assert.match(refused.stderr, /has learned no lists or values of game=chess.*world "states"/);
    },
  );
});

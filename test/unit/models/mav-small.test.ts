import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { type Automaton, SINK } from '../../../src/core/base/automaton.ts';
import { connectFour, EMPTY_CONNECT_FOUR } from '../../../src/core/games/connect-four/connect-four.ts';
import { emptyHex, hex } from '../../../src/core/games/hex/hex.ts';
import type { StoneFrame } from '../../../src/core/games/stones.ts';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import { othello, othello6 } from '../../../src/core/worlds/othello.ts';
import { answerBoard } from '../../../src/models/board/answer-board.ts';
import { bundledWeights, MAV_SMALL, MAV_SMALL_LABEL } from '../../../src/models/sources/mav-small.ts';
import { loadBoard } from '../../support/loaded-model.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong, thoroughly } from '../../support/thorough.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

for (const folder of new Set(Object.values(MAV_SMALL.weights)))
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
  });

describe('the board network for chess', () => {
  itLong('plays the first moves of a game, and knows what is legal at its start', async () => {
    const { config, look } = await loadBoard('media/mav-small');
    const ask = async (prompt: string): Promise<string> => {
      const said = await answerBoard({ prompt, dialect: PUBLISHED_DIALECT, settings: {} }, config, look);
      assert.ok(said.ok, said.ok ? '' : said.error.message);
      return said.value.text;
    };
    const inputs = `[%prev_FEN ${START}]\n[%prev_action e2e4]\n`;
    const step = await ask(`<mav game=chess> %prev_FEN %prev_action %FEN </mav>\n${inputs}`);
    assert.equal(step, '[%FEN rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1]\n');
    const list = await ask(`<mav game=chess> %FEN %top_all </mav>\n[%FEN ${START}]\n`);
    const actions = [...list.matchAll(/(\S+):<ctrl\d+>/g)].map(([, action]) => action);
    assert.ok(actions.length >= 18 && actions.length <= 22, list);
    for (const action of ['e2e4', 'd2d4', 'g1f3']) assert.ok(actions.includes(action), list);
  });
});

describe('the board networks for stones', () => {
  for (const { name, automaton, start, action } of [
    { name: 'connect_four', automaton: connectFour, start: EMPTY_CONNECT_FOUR, action: 'x3' },
    { name: 'hex', automaton: hex, start: emptyHex(5), action: 'b2' },
    { name: 'othello', automaton: othello.automaton, start: othello.start, action: 'd3' },
    { name: 'othello', automaton: othello6.automaton, start: othello6.start, action: 'c2' },
  ] as unknown as readonly {
    readonly name: string;
    readonly automaton: Automaton<StoneFrame>;
    readonly start: StoneFrame;
    readonly action: string;
  }[])
    itLong(`play the first action of ${name} on ${start.cells.length} cells, and list what is legal`, async () => {
      const { config, look } = await loadBoard(bundledWeights(name) ?? assert.fail(name));
      const ask = async (prompt: string): Promise<string> => {
        const said = await answerBoard({ prompt, dialect: PUBLISHED_DIALECT, settings: {} }, config, look);
        assert.ok(said.ok, said.ok ? '' : said.error.message);
        return said.value.text;
      };
      const legal = automaton.legal(start);
      const next = automaton.step(start, action);
      assert.ok(next !== SINK, `${action} is one of ${legal.join(' ')}`);
      const inputs = `[%prev_state ${automaton.print(start)}]\n[%prev_action ${action}]\n`;
      const step = await ask(`<mav game=${name}> %prev_state %prev_action %state </mav>\n${inputs}`);
      assert.equal(step, `[%state ${automaton.print(next)}]\n`);
      const list = await ask(`<mav game=${name}> %state %top_all </mav>\n[%state ${automaton.print(start)}]\n`);
      const listed = [...list.matchAll(/(\S+):<ctrl\d+>/g)].map(([, one]) => one);
      assert.deepEqual(listed, legal);
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

  itLong('is searched for its states with other values, and as a whole world with values of its own', async () => {
    const fen = '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1';
    const search = (...more: string[]) =>
      cli(['search', fen, '--model', MAV_SMALL_LABEL, '-M', '6', '--engine-depth', '1', '--engines', '1', ...more]);
    const done = await search('--world-model', 'states', '--json');
    assert.equal(done.status, 0, done.stderr);
    const found = JSON.parse(done.stdout) as { model: string; simulations: number; states: { visits: number } };
    assert.match(found.model, /^builtin:mav-small with reference: /);
    assert.deepEqual([found.simulations, found.states.visits], [6, 6]);
    const tree = path.join(folder, 'own.mcts.jsonl');
    const own = await search('--world-model', 'model', '--scoring', 'mean', '--out', tree, '--json');
    assert.equal(own.status, 0, own.stderr);
    const nodes = fs.readFileSync(tree, 'utf8');
    // each value has its distribution over the buckets
    assert.match(nodes, /"mass":1\b/);
  });
});

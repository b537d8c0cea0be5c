// Makes samples/worlds.walk: node scripts/make-walk-samples.mjs. The same bytes every time.
// The game of chess and what GPT-4o said of it are those of samples/world-cup.pgn. The other walks are random, each legal action as
// likely as the others; what is said of them is by baselines that need no model (samples/README.md).
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { xorshift128plus } from 'pure-rand/generator/xorshift128plus';
import { bundleNode } from '../esbuild.mjs';

const SEED = 2026;

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'walk-samples-'));
await bundleNode(
  {
    worlds: 'src/core/worlds/worlds.ts',
    walk: 'src/core/worlds/random-walk.ts',
    print: 'src/core/notation/walk/annotate-walk.ts',
    labels: 'src/core/notation/predictions/prediction.ts',
    pgn: 'src/core/notation/walk/convert-pgn.ts',
  },
  dir,
);
const load = (name) => import(pathToFileURL(path.join(dir, `${name}.mjs`)).href);
const [{ worldNamed }, { randomWalk }, { printWalk }, { makeLabel }, { walksOfPgn }] = await Promise.all(
  ['worlds', 'walk', 'print', 'labels', 'pgn'].map(load),
);
/** Runs the built command line in a folder of its own. */
function statelens(...args) {
  const run = spawnSync(process.execPath, [path.resolve('dist/cli.mjs'), ...args], { cwd: dir, encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`statelens ${args.join(' ')}: ${run.stderr}`);
}

/** Baselines: what each says of the state behind `at` actions. */
const BASELINES = {
  /** The start, whatever was done since. */
  start: ({ print, states }) => print(states[0]),
  /** The state before the last action. */
  'one-behind': ({ print, states }, at) => print(states[Math.max(0, at - 1)]),
  /** The last four actions alone, done from the start. */
  'last-four': ({ automaton, print, states, actions }, at) =>
    print(actions.slice(Math.max(0, at - 4), at).reduce((state, action) => automaton.step(state, action), states[0])),
  /** Othello: puts each disc down and turns none over. */
  'no-turns': ({ print, states, actions, size }, at) => {
    const [side, cells] = print(states[0]).split('||');
    const board = cells.trim().split(' ');
    let player = side.trim();
    for (const action of actions.slice(0, at)) {
      if (action !== 'pass') board[size * (Number(action.slice(1)) - 1) + action.charCodeAt(0) - 97] = player;
      player = player === 'x' ? 'o' : 'x';
    }
    return `${player} || ${board.join(' ')} ||`;
  },
};

/** World, actions, where it is asked, and who is. */
const WALKS = [
  ['othello6', 24, [6, 12, 18, 24], ['no-turns', 'one-behind']],
  ['s5[(12),(12345)]', 16, [4, 8, 12, 16], ['last-four', 'one-behind']],
  ['cube', 12, [2, 4, 8, 12], ['last-four', 'one-behind']],
  ['boxes', 16, [4, 8, 12, 16], ['one-behind', 'start']],
  ['connect_four', 14, [7, 14], ['one-behind', 'start']],
  ['hex7', 16, [8, 16], ['one-behind', 'start']],
];

const [game] = walksOfPgn(fs.readFileSync('samples/world-cup.pgn', 'utf8')).text.split(/\n\n/);
// the model in the box follows games of chess: asked where GPT-4o was
fs.writeFileSync(path.join(dir, 'chess.walk'), `${game.trim()}\n`);
const asked = ['--plies', 'ply:2,11,15,20', '--out', 'predicted.walk'];
statelens('predict', 'chess.walk', '--model', 'builtin:mav-small', ...asked);
const predicted = fs.readFileSync(path.join(dir, 'predicted.walk'), 'utf8');

// and in Connect Four it prints the states by which it plays: those behind which it gives an illegal action, or none
const attack = ['--measure', 'attack', '--histories', '3', '--length', '12', '--budget', '100', '--walk', 'lab.walk'];
statelens('lab', 'connect_four', '--model', 'builtin:mav-small', ...attack);
const failing = fs.readFileSync(path.join(dir, 'lab.walk'), 'utf8').trim().split('\n\n').slice(1);
// nothing in the samples is at fault: the illegal action is named above the walk, and left out behind it
const histories = failing.map((walk) => walk.replace(/^(# behind .* plays (\S+), .*\n(?:.*\n)*.*)\n\2$/, '$1'));

const texts = [
  `# Walks through worlds, with the states that were predicted on the way (docs/worlds.md). Put the cursor into a line of
# actions and open the state view. A game of a World Cup, with what GPT-4o and the model in the box said of it; random
# walks, of which baselines without a model speak; and histories behind which the model in the box fails in Connect
# Four, with the states that it printed there: samples/README.md says how all of it was made.

${predicted}`,
];
for (const [i, [name, plies, places, names]] of WALKS.entries()) {
  const found = worldNamed(name);
  if (!found.ok) throw new Error(found.error);
  const { automaton } = found.value;
  const walk = randomWalk(found.value, plies, xorshift128plus(SEED + i));
  const known = { ...walk, automaton, print: (state) => automaton.print(state), size: 6 };
  const predictions = places.flatMap((at) =>
    names.map((baseline) => ({ at, label: makeLabel(`baseline:${baseline}`), fen: BASELINES[baseline](known, at) })),
  );
  texts.push(printWalk({ world: name, actions: walk.actions, predictions }));
}
fs.rmSync(dir, { recursive: true });
texts.push(...histories.map((walk) => `${walk}\n`));
fs.writeFileSync('samples/worlds.walk', texts.join('\n'));

// Makes the samples by the bundled model, again after a change of its weights: node scripts/make-model-samples.mjs (after npm run build).
// `mav-small.mav` has its answers to MAV prompts, `own-world.mcts.jsonl` a search of chess in which states, legal actions and values are
// its own. Nothing is corrected or left out.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

const MODEL = 'builtin:mav-small';
const ANSWERS = 'samples/mav-small.mav';
const TREE = 'samples/own-world.mcts.jsonl';

/** Runs the command line; 1: something was found, 3: answers have faults, which is what the samples show. */
function statelens(...args) {
  const run = spawnSync(process.execPath, ['dist/cli.mjs', ...args], { encoding: 'utf8' });
  if (![0, 1, 3].includes(run.status)) throw new Error(`statelens ${args.join(' ')}: ${run.stderr}`);
  return run.stdout;
}

const example = (game, commands, ...inputs) =>
  [`<mav game=${game}> ${commands} </mav>`, ...inputs.map((input) => `[${input}]`), ''].join('\n');

// A king that passes through check, a queen that checks from afar, a promotion, en passant: what is rare in games.
const CASTLING = 'r3k2r/pPp2ppp/2n2n2/8/1bP5/2N2N2/P4PPP/R3K2R w KQkq - 0 12';
const PASSANT = '8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1';
const DISCS = `x || ${'.x.o....x.o..o.xox.oo.oooxxoxoxxxoxxxoxoox'.split('').join(' ')} ||`;
const PUBLISHED = '2r3k1/p3p3/4N1Pp/3Q4/8/5Pq1/PPr3P1/1K5R b - - 0 1';
const prompts = [
  [
    'The state after castling, its best actions.',
    example('chess', '%prev_FEN %prev_action %FEN %top_5 %best_action', `%prev_FEN ${CASTLING}`, '%prev_action e1c1'),
  ],
  [
    'All legal actions: a pawn can promote, and both sides can castle.',
    example('chess', '%FEN %top_all %best_action', `%FEN ${CASTLING}`),
  ],
  [
    'A pawn that must not take in passing, for its king would be in check.',
    example('chess', '%FEN %top_all', `%FEN ${PASSANT}`),
  ],
  [
    'The state after a promotion.',
    example('chess', '%prev_FEN %prev_action %FEN', `%prev_FEN ${CASTLING}`, '%prev_action b7a8q'),
  ],
  ['Connect Four.', example('connect_four', '%state %top_all %best_action', `%state ${DISCS}`)],
  [
    'An internal search of the position in a figure of the paper.',
    `Minimax breadth=2 depth=1\nEvaluation for node: <root>\n${example('chess', '%FEN %top_all %best_action', `%FEN ${PUBLISHED}`)}`,
  ],
];
const head = `# Answers of the bundled model, ${MODEL}, to multi-action-value prompts, with its own errors: each is found and underlined.
# Made by "node scripts/make-model-samples.mjs"; nothing is corrected.
`;
const asked = 'samples/mav-small.prompts.mav';
fs.writeFileSync(asked, `${head}\n${prompts.map(([about, prompt]) => `# ${about}\n${prompt}`).join('\n')}`);
try {
  fs.writeFileSync(ANSWERS, statelens('mav', 'answer', asked, '--model', MODEL, '--order', 'value'));
} finally {
  fs.rmSync(asked);
}

const SETTINGS = ['-M', '60', '-c', '2', '-k', '8', '--prior-epsilon', '0.25', '--seed', '1', '--played', '22'];
fs.rmSync(TREE, { force: true });
process.stdout.write(
  statelens('search', CASTLING, '--model', MODEL, '--world-model', 'model', ...SETTINGS, '--out', TREE),
);
process.stdout.write(statelens('check', ANSWERS));

// Makes `samples/traces.mav`, the published trace and reference traces: node scripts/make-search-samples.mjs (after npm run build).
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

const statelens = (...args) => {
  const run = spawnSync(process.execPath, ['dist/cli.mjs', ...args], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`statelens ${args.join(' ')}: ${run.stderr}`);
  return run.stdout;
};
const trace = (...args) => statelens('trace', ...args);

const PUBLISHED = '2r3k1/p3p3/4N1Pp/3Q4/8/5Pq1/PPr3P1/1K5R b - - 0 1';
const DISCS = `x || ${'.x.o....x.o..o.xox.oo.oooxxoxoxxxoxxxoxoox'.split('').join(' ')} ||`;
const parts = [
  `# Traces of internal search (Schultz et al., "Mastering Board Games by External and Internal Planning with Language Models",
# section 4). First the one in a figure of the paper, with its mistake: g3g5 was never expanded.`,
  fs.readFileSync('test/fixtures/mav/published-trace.mav', 'utf8').trim(),
  `
# A reference trace from the same position: states by rule, all legal moves with values by Stockfish 19 lite (depth 8).
# "statelens trace traces.mav --compare" makes it again and names the differences of the published one.`,
  trace(PUBLISHED, '--breadth', '3', '--tree-depth', '1', '--form', 'state', '--engines', '1').trim(),
  `
# A search two moves deep, in Connect Four: the values are exact.`,
  trace(DISCS, '--game', 'connect_four', '--breadth', '2', '--tree-depth', '2').trim(),
];
fs.writeFileSync('samples/traces.mav', `${parts.join('\n')}\n`);

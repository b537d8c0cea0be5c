// Documents of one long line, in the language server as it ships: node bench/run.mjs long-lines [--only=NAME]; needs `npm run build`.

import { progressLine } from './harness/report.ts';
import { longLines } from './server/long-lines.ts';

const LENGTH = 5_000_000;
const only = /^--only=(.*)/.exec(process.argv[2] ?? '')?.[1] ?? '';
process.stdout.write(
  '| document | longest turn, ms | during | memory, MB | all, s |\n| --- | --: | --- | --: | --: |\n',
);
await longLines(LENGTH, only, ({ name, turn, during, memory, wall }) => {
  progressLine(name);
  const cells = [`\`${name}\``, turn.toFixed(0), during, memory.toFixed(0), (wall / 1000).toFixed(1)];
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
});

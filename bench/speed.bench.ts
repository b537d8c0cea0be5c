// The table of speeds, with peers in the same run: node bench/run.mjs speed [--help]
import { readOptions } from './harness/options.ts';
import { progressLine, publish, startMachine } from './harness/report.ts';
import { fixturePairs } from './pairs/fixture.ts';
import { deepEstimates, deepTable } from './speed/deep.ts';
import { compareMethods, methodsTable } from './speed/methods.ts';
import { perftSpeeds, perftTable } from './speed/perft.ts';

const options = readOptions(process.argv.slice(2));
if (options !== undefined) {
  const machine = startMachine();
  const pairs = fixturePairs();
  const methods = await compareMethods(pairs, options.python, options.quick, progressLine);
  const deep = await deepEstimates(pairs, options.quick, progressLine);
  const perft = perftSpeeds(options.quick, progressLine);
  publish(
    {
      name: 'speed',
      machine,
      tables: [methodsTable(methods), deepTable(deep), perftTable(perft)],
      data: { methods, deep, perft },
      ok: methods.methods.every((m) => m.agreement.ok) && perft.every((p) => p.ok),
    },
    options,
  );
}

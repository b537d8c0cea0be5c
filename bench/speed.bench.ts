// The table of speeds, with peers in the same run: node bench/run.mjs speed [--help]
import { readOptions } from './harness/options.ts';
import { progressLine, publish, startMachine } from './harness/report.ts';
import { fixturePairs } from './pairs/fixture.ts';
import { deepEstimates, deepTable } from './speed/deep.ts';
import { compareMethods, methodsTable } from './speed/methods.ts';
import { perftSpeeds, perftTable } from './speed/perft.ts';
import { judge, type SpeedResults, targetsTable } from './speed/targets.ts';
import { throughput, throughputTable } from './speed/throughput.ts';

const options = readOptions(process.argv.slice(2));
if (options !== undefined) {
  const machine = startMachine();
  const pairs = fixturePairs();
  const results: SpeedResults = {
    methods: await compareMethods(pairs, options.python, options.quick, progressLine),
    deep: await deepEstimates(pairs, options.quick, progressLine),
    perft: perftSpeeds(options.quick, progressLine),
    throughput: await throughput(options.quick, progressLine),
  };
  const { methods, deep, perft } = results;
  const targets = judge(results);
  publish(
    {
      name: 'speed',
      machine,
      tables: [
        targetsTable(targets),
        methodsTable(methods),
        deepTable(deep),
        perftTable(perft),
        throughputTable(results.throughput),
      ],
      data: { ...results, targets },
      ok:
        methods.methods.every((m) => m.agreement.ok) &&
        perft.every((p) => p.ok) &&
        results.throughput.every((t) => t.failed === 0),
    },
    options,
  );
}

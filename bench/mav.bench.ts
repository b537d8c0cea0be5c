// MAV files with many different examples, checked and edited: node bench/run.mjs mav [--help]; needs `npm run build`
import { readOptions } from './harness/options.ts';
import { progressLine, publish, startMachine } from './harness/report.ts';
import { checkExamples, examplesTable } from './mav/checking.ts';
import { editsTable, mavTimes } from './mav/edits.ts';

const options = readOptions(process.argv.slice(2));
if (options !== undefined) {
  const machine = startMachine();
  progressLine('5 MB of examples');
  const checking = checkExamples(options.quick ? 2 : 5);
  progressLine('edits of 2,000 examples');
  const edits = await mavTimes(2000, options.quick ? 20 : 200);
  publish(
    {
      name: 'mav',
      machine,
      tables: [examplesTable(checking), editsTable(edits)],
      data: { checking, edits },
      ok: checking.faults === 0,
    },
    options,
  );
}

// Runs an exported network in the runtime of the product: node training/board-onnx.mjs FOLDER < INPUT.json
// INPUT has `codes` and `marks`, a list of numbers a board; answers are its outputs as flat lists, and the milliseconds of a board alone.
import fs from 'node:fs';
import path from 'node:path';
import { env, InferenceSession, Tensor } from 'onnxruntime-web';

const RUNS = 15;
env.wasm.numThreads = 1;
const session = await InferenceSession.create(fs.readFileSync(path.join(process.argv[2] ?? '', 'model.onnx')));
const { codes, marks } = JSON.parse(fs.readFileSync(0, 'utf8'));
const tensor = (boards) =>
  new Tensor('int64', BigInt64Array.from(boards.flat(), BigInt), [boards.length, boards[0].length]);
const answers = await session.run({ codes: tensor(codes), marks: tensor(marks) });
const milliseconds = [];
for (let run = 0; run < RUNS; run++) {
  const begun = process.cpuUsage();
  await session.run({ codes: tensor(codes.slice(0, 1)), marks: tensor(marks.slice(0, 1)) });
  const { user, system } = process.cpuUsage(begun);
  milliseconds.push((user + system) / 1000);
}
milliseconds.sort((a, b) => a - b);
const flat = Object.entries(answers).map(([name, { data }]) => [name, Array.from(data, Number)]);
process.stdout.write(JSON.stringify({ ...Object.fromEntries(flat), milliseconds: milliseconds[RUNS >> 1] }));

// A process that keeps answers as a window of VS Code does: node answer-process.mjs FILE NAME COUNT

import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { AnswerWriter, answersHeader } from '../../src/models/answers/answers-writer.ts';
import { nodeAnswerStore } from '../../src/models/answers/node-answer-store.ts';
import { answerOf } from './kept-answer-lines.ts';

const [file = '', name = '', count = '0'] = process.argv.slice(2);
const writer = new AnswerWriter(nodeAnswerStore(file), () => answersHeader(name, '2026-01-02T00:00:00.000Z'), {
  failed: (error) => {
    throw error;
  },
  recovered: () => undefined,
});
// both begin together, whichever was started first
process.stdout.write('ready\n');
await new Promise((go) => process.stdin.once('data', go));
for (let i = 0; i < Number(count); i++) {
  // now and then one that is longer than what Node writes at a time
  writer.add(answerOf(i, name, i % 20 === 7 ? 700_000 : 300 + ((i * 7919) % 4000)));
  if (i % 5 === 0) await setTimeout(1);
}
await writer.flush();
process.exit(0);

// The language server as it ships, measured from its client: node bench/run.mjs server [--help]; needs `npm run build`

import { plainGames } from './check/texts.ts';
import { readOptions } from './harness/options.ts';
import { progressLine, publish, startMachine } from './harness/report.ts';
import { figure, type Table } from './harness/table.ts';
import { largeTimes, longGameTimes } from './server/large.ts';
import { decliningTime, formattingTime, type RequestTime, requestTimes } from './server/requests.ts';
import { lensTimes, sampleMemory, type Times, typingTimes } from './server/scenarios.ts';
import { stateTimes } from './server/state.ts';

const options = readOptions(process.argv.slice(2));
if (options !== undefined) {
  const machine = startMachine();
  progressLine('lenses of 50 predictions');
  const lenses = await lensTimes(options.quick ? 2 : 7);
  progressLine('typing in 5 MB');
  const typing = await typingTimes(options.quick ? 50 : 300);
  progressLine('the state of a game of 300 plies');
  const state = await stateTimes(options.quick ? 2 : 5);
  progressLine('20 MB');
  const large = await largeTimes(plainGames(), options.quick ? 20 : 40);
  progressLine('requests about 15 MB');
  const games = plainGames().slice(0, 15e6);
  const neat = games.slice(0, games.lastIndexOf('\n\n[Event ') + 2);
  const requests = await requestTimes(neat, options.quick ? 40 : 200);
  const spaced = await formattingTime(neat);
  progressLine('a file that is too large');
  const declined = await decliningTime(neat, 200);
  progressLine('one game of 2 MB');
  const long = await longGameTimes(2, options.quick ? 3 : 10);
  progressLine('memory with the samples');
  const memory = await sampleMemory();
  const row = (name: string, times: Times, target: string) => [
    name,
    figure(times.median),
    figure(times.p95),
    figure(times.most),
    target,
  ];
  const single = (name: string, value: number, target: string) => [name, figure(value), '', '', target];
  const table: Table = {
    title: 'Language server',
    columns: ['', 'median', 'p95', 'most', 'target'],
    rows: [
      row('all lenses of 50 predictions, warm (ms)', lenses.warm, '1000'),
      row('the same without earlier results (ms)', lenses.cold, ''),
      row('the line of a game of 300 plies with 6 models, compared as text (ms)', state.cold, ''),
      row('a request meanwhile (ms)', state.waiting, ''),
      single('that line (MB)', state.megabytes, ''),
      row('a step of the cursor in it while it is scored (ms)', state.scoring, ''),
      row('a step of the cursor in it afterwards (ms)', state.warm, '5'),
      single('all of its 1,800 states scored (s)', state.scored / 1000, ''),
      row(`diagnostics after a keystroke in ${figure(typing.megabytes)} MB (ms)`, typing.typing, 'p95 30'),
      row('a request while that file is read and checked (ms)', typing.waiting, ''),
      single('that file opened and all of it checked (ms)', typing.opened, ''),
      single('memory with that file open (MB)', typing.memory, ''),
      single(`${figure(large.megabytes)} MB opened: diagnostics of what is on the screen (ms)`, large.shown, '500'),
      single('the same: all diagnostics (ms)', large.checked, ''),
      row('an edit on the screen while the rest is read and checked (ms)', large.during, 'p95 30'),
      row('an edit anywhere afterwards (ms)', large.after, 'p95 30'),
      single('most memory with that file (MB)', large.memory, '400'),
      row('an edit of one game of 2 MB, with 100 ms of quiet time (ms)', long, ''),
      single('memory with the samples open and scored (MB)', memory, '150'),
    ],
    notes: [
      'Times are seen by the client: they include JSON, pipes and both processes. Warm: the results of an earlier session are on disk.',
    ],
  };
  const asked = (time: RequestTime, target = ''): string[] => [
    time.name,
    figure(time.wall),
    figure(time.cpu),
    figure(time.megabytes),
    figure(time.memory),
    target,
  ];
  const { completion, diagnostics, keystroke } = requests;
  const inLarge: Table = {
    title: `Requests about a PGN of ${figure(requests.megabytes)} MB`,
    columns: ['', 'time (ms)', 'CPU (ms)', 'answer (MB)', 'memory (MB)', 'target'],
    rows: [
      ['completion with a keystroke, median', figure(completion.median), figure(keystroke), '', '', ''],
      ['the same, p95', figure(completion.p95), '', '', '', '10 ms'],
      ['its diagnostics, median', figure(diagnostics.median), '', '', '', ''],
      ['the same, p95', figure(diagnostics.p95), '', '', '', '30 ms'],
      ...requests.requests.map((time) => asked(time)),
      asked(spaced, '2000 ms'),
      ['most memory so far', '', '', '', figure(Math.max(requests.memory, spaced.memory)), '300 MB'],
      asked(declined),
    ],
    notes: [
      'Each is asked for once, in this order, after all is read and checked. CPU time is the server’s, all threads; that of a keystroke is the mean, with completion and diagnostics. Memory is resident behind the answer.',
      'Of a file that is declined the time is mostly the client’s, which makes a message of it, and the pipe’s; its memory is the most so far.',
    ],
  };
  publish(
    {
      name: 'server',
      machine,
      tables: [table, inLarge],
      data: { lenses, typing, state, large, requests, spaced, declined, long, memory },
      ok: true,
    },
    options,
  );
}

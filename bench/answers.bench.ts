// CPU time to read the states of stored answers: node bench/run.mjs answers [--help]
import process from 'node:process';
import { readAnswer } from '../src/core/answers/read-answer.ts';
import { drawnPlaces } from '../test/support/answer-census.ts';
import { type GamePlace, writeAnswer } from '../test/support/answer-notations.ts';
import { readOptions } from './harness/options.ts';
import { progressLine, publish, startMachine } from './harness/report.ts';
import { median } from './harness/spread.ts';
import { figure } from './harness/table.ts';

/** Characters of an answer, and CPU seconds wanted for 100,000 of them. */
const LENGTH = 2000;
const WANTED = 6;
const ANSWERS = 100_000;
const RUNS = 3;

const PROSE = `I follow the game move by move: {moves}. White has taken space in the center, and Black has developed the pieces on both wings.

- **The last move** was {m}; it changes the placement of a piece, the side to move and the clocks.
- Castling rights change where a king or a rook has moved, so I check each of them.
- The square of en passant is only there after a pawn has moved two squares.

Now I write the ranks from the eighth to the first, with the pieces of Black in small letters, and count the empty squares between them. `;

/** Answers by their share of 20: mostly a FEN after prose, some with other states, drawings, fields or nothing. */
const MIX: readonly (readonly [share: number, name: string, text: string])[] = [
  [9, 'a FEN after prose', '{long}\n\nFEN: {A}'],
  [3, 'a FEN in a fence', '{long}\n\n```\n{A}\n```'],
  [3, 'a label among other states', 'Start: {S}\nBefore {m}: {P}\n\n{long}\n\n**Final FEN:** {A}'],
  [2, 'a drawing with the side to move', '{long}\n\n{A:ranks}\n\n{A:Side} to move.'],
  [1, 'JSON', '{"reasoning": "{line}", "previous_fen": "{P}", "fen": "{A}"}'],
  [
    1,
    'fields',
    '{long}\n\n- Piece placement: {A:board}\n- Active color: {A:side}\n- Castling: {A:castling}\n- En passant: {A:ep}\n- Halfmove clock: {A:half}\n- Fullmove number: {A:full}',
  ],
  [1, 'prose alone', '{long}'],
];

function written(text: string, place: GamePlace): string {
  const bare = writeAnswer(text.replace('{long}', '').replace('{line}', ''), place);
  const prose = writeAnswer(PROSE, place);
  const long = prose.repeat(Math.ceil(LENGTH / prose.length)).slice(0, Math.max(0, LENGTH - bare.length));
  return writeAnswer(
    text.replace('{long}', () => long).replace('{line}', () => long.replaceAll('\n', ' ').replaceAll('"', "'")),
    place,
  );
}

const options = readOptions(process.argv.slice(2));
if (options !== undefined) {
  const machine = startMachine();
  const places = [...drawnPlaces(options.quick ? 50 : 250, 7)];
  const kinds = MIX.flatMap(([share, , text]) => Array.from({ length: share }, () => text));
  const answers = places.flatMap((place) => kinds.map((text) => written(text, place)));
  const rounds = ANSWERS / answers.length;
  const seconds: number[] = [];
  let states = 0;
  for (let run = 0; run < RUNS; run++) {
    progressLine(`run ${run + 1} of ${RUNS}`);
    states = 0;
    const before = process.cpuUsage();
    for (let round = 0; round < rounds; round++)
      for (const answer of answers) if (readAnswer(answer).taken !== undefined) states++;
    const { user, system } = process.cpuUsage(before);
    seconds.push((user + system) / 1e6);
  }
  const time = median(seconds);
  const length = answers.reduce((sum, answer) => sum + answer.length, 0) / answers.length;
  publish(
    {
      name: 'answers',
      machine,
      tables: [
        {
          title: 'Stored answers read',
          columns: ['answers', 'characters each', 'with a state', 'CPU time', 'wanted'],
          rows: [
            [
              ANSWERS.toLocaleString('en-US'),
              length.toFixed(0),
              states.toLocaleString('en-US'),
              `${figure(time)} s`,
              `${WANTED} s or less`,
            ],
          ],
          notes: [
            `Median of ${RUNS} rounds on one core, user and system. Of 20 answers ${MIX.map(([share, name]) => `${share} ${share === 1 ? 'is' : 'are'} ${name}`).join(', ')}.`,
          ],
        },
      ],
      data: { seconds: time, states },
      ok: true,
    },
    options,
  );
}

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe } from 'node:test';
import type { ComparedPrediction, ComparisonResult } from '../../src/protocol/lsp.ts';
import type { StateResult } from '../../src/protocol/state.ts';
import { itLong, thoroughly } from '../support/thorough.ts';
import { Session } from './session.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const FEN_FILE = [1, 2, 3]
  .map((n) => `${START.replace('0 1', `0 ${n}`)}\n# pfen a ${START}\n# pfen b ${START.replace('w KQkq', 'b KQ')}\n`)
  .join('');

/** Each with a place in the line that is asked about. */
const DOCUMENTS: readonly (readonly [uri: string, language: string, text: string, part: string])[] = [
  ['file:///whole-game.pgn', 'pgn', fs.readFileSync('samples/whole-game.pgn', 'utf8'), '1. '],
  ['file:///chess960.pgn', 'pgn', fs.readFileSync('samples/chess960.pgn', 'utf8'), '1. '],
  ['file:///records.fen', 'fen', FEN_FILE, START],
  ['file:///traces.mav', 'mav', fs.readFileSync('samples/traces.mav', 'utf8'), 'Minimax'],
];

describe('the cells of a line', () => {
  for (const [uri, language, text, part] of DOCUMENTS)
    itLong(`say of ${uri.slice(8)} what its comparison says`, async () => {
      const session = await Session.start();
      try {
        await session.client.open(uri, language, text);
        const line = text.slice(0, text.indexOf(part)).split('\n').length - 1;
        const found = await scored(session, uri, line);
        const [most, some] = [found.steps.length, 3];
        const steps = found.steps.map((_, at) => at).filter((at) => found.rows.some(({ cells }) => cells[at] !== null));
        assert.ok(steps.length > 0);
        for (const at of steps.slice(0, thoroughly(most, some))) await sameFacts(session, uri, found, at);
      } finally {
        await session.client.close(uri);
        session.end();
      }
    });
});

type Line = NonNullable<StateResult['line']>;

/** The line at the start of a line of the text, once all of it is scored. */
async function scored(session: Session, uri: string, line: number): Promise<Line> {
  for (;;) {
    const { changes } = session;
    const found = await stateAt(session, uri, { line, character: 3 });
    assert.ok(found?.line);
    if (found.line.rows.every(({ cells }) => cells.every((cell) => cell === null || cell.p !== null)))
      return found.line;
    await session.stateChanged(changes);
  }
}

const stateAt = (session: Session, uri: string, position: object): Promise<StateResult | null> =>
  session.client.connection.sendRequest('statelens/state', { uri, position });

/** Compares the cells at a step with the predictions of the comparison there; of several samples of a row the first has a cell. */
async function sameFacts(session: Session, uri: string, line: Line, at: number): Promise<void> {
  const cursor = line.cursors[at];
  assert.ok(cursor);
  const there = await stateAt(session, uri, cursor);
  assert.equal(there?.here?.at, at);
  const compared: ComparisonResult | null = await session.comparison({ uri, ...there.here.place });
  const predictions: readonly ComparedPrediction[] = compared?.predictions ?? [];
  assert.equal(compared?.trueFen, line.steps[at].fen);
  const cells = line.rows.flatMap((row) => row.cells[at] ?? []);
  for (const { knows: _knows, printed: _printed, ...facts } of cells) {
    const prediction = predictions.find(({ label }) => label === facts.label);
    if (prediction === undefined) assert.fail(`${facts.label} is not compared`);
    assert.deepEqual(facts, factsOf(prediction));
    assert.equal(prediction.text.sentence, prediction.comparison?.sentence, 'with the line and without it');
  }
}

/** What a cell is to say of a prediction. */
const factsOf = ({ label, fen, text, comparison }: ComparedPrediction): object => ({
  label,
  fen,
  p: comparison?.p.at(-1),
  r: comparison?.r.at(-1),
  boardAccuracy: text.boardAccuracy,
  wrongSquares: text.wrongSquares.length,
  verdict: text.verdict,
  cause: text.cause,
  sentence: text.sentence,
  verdictText: comparison?.verdictText,
  blame: text.blame,
});

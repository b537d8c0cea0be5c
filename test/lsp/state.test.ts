import assert from 'node:assert/strict';
import fs from 'node:fs';
import { afterEach, describe, it } from 'node:test';
import type { StateResult } from '../../src/protocol/state.ts';
import { Session, type SessionOptions } from './session.ts';

const URI = 'file:///a.pgn';
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const AFTER_E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const AFTER_E5 = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2';
const PGN = `[White "Nepomniachtchi"]
[Black "Riazantsev"]
[Date "2011.12.18"]

1. e4 {[%pfen baseline:start-position ${START}]} {[%pfen gpt-4o#2 ${AFTER_E4}]}
(1. d4 {[%pfen gpt-4o ${START}]} d5 2. c4)
1... e5 {[%pfen gpt-4o ${AFTER_E4}] well} 2. Nf3 (2. f4 exf4 3. Nf3) 2... Nc6 *
`;

const EXAMPLE = fs.readFileSync('test/fixtures/mav/published-example.mav', 'utf8');
const TRACE = fs.readFileSync('test/fixtures/mav/published-trace.mav', 'utf8');

/** The state behind the first `part`. */
function stateAt(
  session: Session,
  uri: string,
  text: string,
  part: string,
  known?: string,
): Promise<StateResult | null> {
  const lines = text.slice(0, text.indexOf(part) + part.length).split('\n');
  const position = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
  return session.client.connection.sendRequest('statelens/state', { uri, position, ...(known && { known }) });
}

/** Ends a session when nothing is scored any more. */
async function ended(session: Session, uri: string): Promise<void> {
  await session.client.close(uri);
  await stateAt(session, uri, '', '');
  session.end();
}

describe('the state of a document', () => {
  let session: Session;
  let opened: string;
  afterEach(() => ended(session, opened));

  const open = async (text: string, uri = URI, language = 'pgn', options: SessionOptions = {}) => {
    session = await Session.start(options);
    opened = uri;
    await session.client.open(uri, language, text);
  };
  const state = (text: string, part: string, known?: string, uri = URI): Promise<StateResult | null> =>
    stateAt(session, uri, text, part, known);
  /** The state once all of its scores are there. */
  const scored = async (text: string, part: string, uri = URI): Promise<StateResult> => {
    for (;;) {
      const { changes } = session;
      const found = await state(text, part, undefined, uri);
      assert.ok(found?.line);
      if (found.line.rows.every(({ cells }) => cells.every((cell) => cell === null || cell.p !== null))) return found;
      await session.stateChanged(changes);
    }
  };

  it('of a PGN is the line through the cursor, with rows of labels', async () => {
    await open(PGN);
    const found = await state(PGN, '2. Nf3');
    assert.ok(found?.line);
    const { line, here } = found;
    assert.equal(line.title, 'Nepomniachtchi – Riazantsev, 2011');
    assert.deepEqual(
      line.steps.map(({ name }) => name),
      ['start', '1.e4', '1...e5', '2.Nf3', '2...Nc6'],
    );
    assert.deepEqual(
      line.rows.map(({ label, asked }) => [label, asked]),
      [
        ['gpt-4o', 2],
        ['baseline:start-position', 1],
      ],
    );
    assert.equal(line.rows[0].cells[1]?.label, 'gpt-4o#2');
    assert.equal(
      line.rows[0].cells[2]?.sentence,
      'thinks the pawn is still on e7: missed 1...e5; also wrong: side to move, clocks',
    );
    assert.deepEqual(line.cursors[2], { line: 6, character: 7 });
    assert.equal(line.accepts, true);
    assert.deepEqual([line.variant, line.labels, line.m], ['chess', 'models', 4]);
    assert.equal(here?.at, 3);
    assert.deepEqual(here?.place, { game: 0, ply: 3, path: [] });
    assert.deepEqual(here?.instead, [
      { name: '2.f4', cursor: { line: 6, character: PGN.split('\n')[6].indexOf('f4') + 2 } },
    ]);
    assert.equal(here?.board?.legal.length, 29);
    assert.equal(found.reason, null);
  });

  it('knows variations, and the prediction that the cursor is in', async () => {
    await open(PGN);
    const found = await state(PGN, '(1. d4 {[%pfen gpt');
    assert.deepEqual(
      found?.line?.steps.map(({ name }) => name),
      ['start', '1.d4', '1...d5', '2.c4'],
    );
    assert.equal(found?.here?.label, 'gpt-4o');
    assert.deepEqual(found?.here?.place, { game: 0, ply: 1, path: [{ ply: 1, index: 0 }] });
    assert.deepEqual(
      found?.line?.rows.map(({ cells }) => cells.map((cell) => cell?.wrongSquares ?? null)),
      [[null, 2, null, null]],
    );
    assert.equal((await state(PGN, 'well'))?.here?.label, null);
  });

  it('is not sent again while it is known', async () => {
    await open(PGN);
    const { lineId } = await scored(PGN, '1. e4');
    const next = await state(PGN, '2. Nf3', lineId);
    assert.deepEqual([next?.line, next?.lineId, next?.here?.at], [null, lineId, 3]);
    const other = await state(PGN, '(1. d4', lineId);
    assert.ok(other?.line);
    assert.notEqual(other.lineId, lineId);
  });

  it('changes its name with the text, and with what stands above', async () => {
    await open(PGN);
    const { lineId } = await scored(PGN, '1. e4');
    const top = { line: 0, character: 0 };
    await session.client.change(URI, 2, { range: { start: top, end: top }, text: '% a line\n' });
    const moved = await state(`% a line\n${PGN}`, '1. e4', lineId);
    assert.notEqual(moved?.lineId, lineId);
    assert.deepEqual([moved?.line?.cursors[2], moved?.version], [{ line: 7, character: 7 }, 2]);
    await session.client.change(URI, 3, { text: PGN });
    const back = await scored(PGN, '1. e4');
    assert.equal(back.lineId, lineId);
  });

  it('says why there is no position behind an illegal move', async () => {
    const text = PGN.replace('2. Nf3 (', '2. Nf9 (');
    await open(text);
    const behind = await state(text, '2... Nc6');
    assert.equal(behind?.reason, '2.Nf9 is illegal: there is no square f9');
    assert.equal(behind?.here?.at, 2);
    assert.equal(behind?.here?.board?.stuckAt, 'Nf9');
    assert.equal(behind?.line?.steps.length, 3);
    const before = await state(text, '1... e5');
    assert.deepEqual([before?.reason, before?.here?.board?.stuckAt], [null, null]);
    const none = '[FEN "nonsense"]\n\n1. e4 *';
    await session.client.change(URI, 2, { text: none });
    const unknown = await state(none, '1. e4');
    assert.deepEqual(
      [unknown?.line, unknown?.here, unknown?.reason],
      [null, null, 'the start position of this game cannot be read'],
    );
  });

  it('gets its scores as they come, the cursor first, and says so', async () => {
    await open(PGN);
    const first = await state(PGN, '1... e5');
    const cell = first?.line?.rows[0].cells[2];
    assert.deepEqual([cell?.p, cell?.r], [null, null]);
    const done = await scored(PGN, '1... e5');
    assert.notEqual(done.lineId, first?.lineId);
    const exact = done.line?.rows[0].cells[1];
    assert.deepEqual([exact?.p, exact?.r, exact?.verdictText], [1, 1, 'exact']);
    assert.match(done.line?.rows[0].cells[2]?.verdictText ?? '', /p₄ 0 .* · r₄ 0/);
  });

  it('has the facts of the comparison in its cells', async () => {
    await open(PGN);
    const { line } = await scored(PGN, '1... e5');
    for (const ply of [1, 2]) {
      const compared = await session.comparison({ uri: URI, game: 0, ply, path: [] });
      for (const { label, fen, comparison, text } of compared?.predictions ?? []) {
        const cell = line?.rows.flatMap(({ cells }) => cells[ply] ?? []).find((one) => one.label === label);
        const { verdict, cause, sentence, blame, boardAccuracy, wrongSquares } = text;
        assert.deepEqual(cell, {
          label,
          fen,
          p: comparison?.p.at(-1),
          r: comparison?.r.at(-1),
          boardAccuracy,
          wrongSquares: wrongSquares.length,
          verdict,
          cause,
          sentence,
          verdictText: comparison?.verdictText,
          blame,
          knows: cell?.knows,
        });
      }
    }
  });

  it('is null of a document that is not open', async () => {
    await open(PGN);
    assert.equal(await state(PGN, '1. e4', undefined, 'file:///other.pgn'), null);
    const pending = state(PGN, '1. e4');
    await session.client.close(URI);
    await pending;
    assert.equal(await state(PGN, '1. e4'), null);
    await session.client.open(URI, 'pgn', PGN);
  });

  it('of a FEN file has a step a record', async () => {
    const uri = 'file:///a.fen';
    const text = `# a comment\n${START}\n# pfen gpt-4o ${AFTER_E4}\nnonsense\n${AFTER_E5}\n# pfen gpt-4o ?\n`;
    await open(text, uri, 'fen');
    const { line, here } = await scored(text, 'nonsense\nrnb', uri);
    assert.equal(line?.title, 'Positions 1 to 3');
    assert.deepEqual(
      line?.steps.map(({ name, ply }) => [name, ply]),
      [
        ['Position 1', 0],
        ['Position 3', 2],
      ],
    );
    assert.deepEqual(line?.cursors, [
      { line: 1, character: 0 },
      { line: 4, character: 0 },
    ]);
    assert.deepEqual([line?.accepts, line?.predicts, here?.at], [false, false, 1]);
    assert.deepEqual([line?.rows[0].events, line?.rows[0].says], [[], '0 of 2 known']);
    assert.equal(line?.rows[0].cells[1]?.sentence, 'no state in the answer');
    const inside = await state(text, '# pfen gpt', undefined, uri);
    assert.deepEqual([inside?.here?.at, inside?.here?.label], [0, 'gpt-4o']);
    const nonsense = await state(text, 'nonsense', undefined, uri);
    assert.deepEqual([nonsense?.here, nonsense?.reason], [null, 'there is no position here']);
  });
});

describe('the state of a MAV file', () => {
  const uri = 'file:///a.mav';
  let session: Session;
  afterEach(() => ended(session, uri));
  const open = async (text: string) => {
    session = await Session.start();
    await session.client.open(uri, 'mav', text);
  };
  const state = (text: string, part: string): Promise<StateResult | null> => stateAt(session, uri, text, part);

  it('has each state as it is printed where it is read as another text', async () => {
    await open(TRACE);
    const found = await state(TRACE, 'Evaluation for node: <root g3d6>');
    const cells = (found?.line?.rows ?? []).flatMap((row) => row.cells.filter((cell) => cell !== null));
    assert.ok(cells.length > 0);
    for (const { fen, printed } of cells) {
      assert.ok(printed !== undefined && TRACE.includes(printed), printed);
      assert.ok(/^\[%state .*\]$/s.test(printed) && !printed.includes(fen ?? ''), printed);
    }
    await session.client.close(uri);
    session.end();
    await open(EXAMPLE);
    const whole = await state(EXAMPLE, '[%FEN');
    assert.deepEqual(
      whole?.line?.rows.map(({ label, cells: [cell] }) => [label, cell?.printed === undefined]),
      [
        ['%FEN', true],
        ['%state', false],
      ],
    );
  });

  it('has the current position and the one after the best action of an example', async () => {
    const text = EXAMPLE.replace('2ppPpp1/q7', '2ppPpp1/1q6');
    await open(text);
    const found = await state(text, '[%FEN');
    assert.ok(found?.line);
    const { title, steps, rows, labels, variant, cursors, accepts } = found.line;
    assert.equal(title, 'Example 1');
    assert.deepEqual([labels, variant, accepts], ['states', 'chess', false]);
    const end = { line: text.split('\n').length - 1, character: 0 };
    assert.deepEqual(found.line.section, { start: { line: 0, character: 0 }, end });
    assert.deepEqual(
      steps.map(({ name, ply, lastMove }) => [name, ply, lastMove]),
      [
        ['current position', 0, ['e5', 'e6']],
        ['after f5', 1, ['f6', 'f5']],
      ],
    );
    assert.equal(steps[0].fen, 'r1b1nr2/pp1np1bk/2ppPpp1/q7/3P1P2/2NQB3/PPP1B1PP/R4RK1 b - - 0 13');
    assert.deepEqual(
      rows.map(({ label, cells }) => [label, cells.map((cell) => [cell?.label, cell?.sentence])]),
      [
        [
          '%FEN',
          [
            ['%FEN', 'thinks the black queen on a5 is on b5'],
            ['final %FEN', 'exact'],
          ],
        ],
        [
          '%state',
          [
            ['%state', 'exact'],
            [undefined, undefined],
          ],
        ],
      ],
    );
    assert.deepEqual([found?.here?.label, found?.here?.board, found?.here?.at], ['%FEN', null, 0]);
    const [, after] = cursors;
    assert.match(text.split('\n')[after?.line ?? 0], /^\[%FEN/);
    const behind = await state(text, text.slice(text.lastIndexOf('[%FEN'), -3));
    assert.deepEqual([behind?.here?.at, behind?.here?.place], [1, { game: 0, ply: 1, path: [] }]);
    assert.ok(await session.comparison({ uri, game: 0, ply: 1, path: [] }));
  });

  it('has the nodes of a trace, by name, and goes to that of the step at the cursor', async () => {
    await open(TRACE);
    const found = await state(TRACE, '[%FEN');
    assert.equal(found?.line?.title, 'Trace 1');
    assert.deepEqual(
      found?.line?.steps.map(({ name, ply }) => [name, ply]),
      [
        ['root', 0],
        ['root g3d6', 2],
        ['root g3g6', 4],
        ['root c2e2', 6],
      ],
    );
    assert.deepEqual(
      found?.line?.rows.map(({ label, says }) => [label, says]),
      [['%state', '3 of 3 known']],
    );
    for (const [at, place] of (found?.line?.cursors ?? []).entries()) {
      const there = await state(TRACE, TRACE.split('\n').slice(0, place?.line).join('\n').concat('\n['));
      assert.equal(there?.here?.at, at);
    }
    const decision = await state(TRACE, TRACE.slice(0, TRACE.lastIndexOf('<root>') + 3));
    assert.equal(decision?.here?.at, 0);
  });

  it('has where no state is printed after the best action the position that it leads to, and says so', async () => {
    const text = `${EXAMPLE.slice(0, EXAMPLE.lastIndexOf('[%FEN'))}\n`;
    await open(text);
    const found = await state(text, '[%best_action');
    const [now, after] = found?.line?.steps ?? [];
    assert.deepEqual([now?.unjudged, after?.unjudged], [undefined, 'no state is printed after f5']);
    const result = await session.comparison({ uri, game: 0, ply: 1, path: [] });
    assert.deepEqual([result?.trueFen, result?.lastMove], [after?.fen, ['f6', 'f5']]);
    assert.deepEqual(
      result?.history.map(({ ply, fen, san }) => [ply, fen, san]),
      [
        [0, now?.fen, undefined],
        [1, after?.fen, 'f5'],
      ],
    );
  });

  it('says of a node of a trace without a position why, since that of another one is shown', async () => {
    const text = TRACE.replaceAll('2r3k1/p3p3/4N1Pp/', '9/');
    await open(text);
    const found = await state(text, '[%state 9');
    assert.match(found?.reason ?? '', /^the true state is not known: ./);
    assert.ok(found?.here);
    assert.equal((await state(text, '[%state 2r3k1'))?.reason, null);
  });

  it('takes stones', async () => {
    const text = `<mav game=connect_four> %prev_state %prev_action %state %top_1 %best_action </mav>
[%prev_state x || ${'. '.repeat(35)}. . . o . . . ||]
[%prev_action x3]
[%state o || ${'. '.repeat(28)}. . x . . . . . . . o . . . ||]
[%top_1 o3:<ctrl3>]
[%best_action o3]
`;
    await open(text);
    const found = await state(text, '[%state');
    assert.deepEqual([found?.line?.variant, found?.line?.steps.length], ['connect_four', 2]);
    assert.equal(found?.line?.rows[0].cells[0]?.wrongSquares, 2);
  });

  it('says why there is no position', async () => {
    await open('<mav game=checkers> %state %top_1 </mav>\n[%state x]\n');
    assert.equal((await state('', ''))?.reason, 'the game "checkers" is not known');
    const bad = '<mav game=chess> %FEN %top_1 </mav>\n[%FEN 8/8]\n';
    await session.client.change(uri, 2, { text: bad });
    assert.match((await state(bad, '[%FEN'))?.reason ?? '', /^the true state is not known: ./);
  });
});

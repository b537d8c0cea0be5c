import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readRecords, recordFormat } from '../../../src/core/mav/read-records.ts';
import { RECORD_BOUNDS } from '../../../src/core/mav/records-text.ts';
import { detectDialect } from '../../../src/core/traces/dialects.ts';
import { PROSE_DIALECT, proseDialect, proseWorld } from '../../../src/core/traces/prose/prose-dialect.ts';
import { detectProseFields, recordRoot } from '../../../src/core/traces/prose/prose-records.ts';
import { TraceRecordsText } from '../../../src/core/traces/trace-records.ts';
import { divideTraces } from '../../../src/core/traces/trace-sections.ts';
import { readTraceText } from '../../../src/core/traces/trace-view.ts';

const MATE = '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1';
const AFTER = '6k1/3R1ppp/8/8/8/8/5PPP/6K1 b - - 1 1';
const OTHER = '6k1/8/6K1/8/8/8/8/R7 w - - 0 1';
const CHESS = proseWorld('');

/** Headlines of the searches of a text. */
const verdicts = (text: string): readonly (string | undefined)[] =>
  divideTraces(text).map(({ range, dialect }) =>
    dialect === undefined ? undefined : readTraceText(text.slice(range.start, range.end), { dialect })?.headline,
  );

const actions = (text: string, dialect = PROSE_DIALECT): readonly string[] =>
  readTraceText(text, { dialect })
    ?.tree.nodes.slice(1)
    .map((node) => `${node.parent?.action?.text ?? ''}>${node.action?.text ?? ''}`) ?? [];

describe('the dialect of prose', () => {
  it('is recognized by a position and moves in sentences, where no other dialect is', () => {
    const found = (text: string): string | undefined => detectDialect(text).dialect?.id;
    assert.equal(found(`FEN: ${MATE}\nIf Rd7, then Kf8 is forced.`), 'prose');
    assert.equal(found('World: connect_four\nI drop in column 4, and they answer in column 4.'), 'prose');
    assert.equal(found(`FEN: ${MATE}`), undefined);
    assert.equal(found('If Rd7, then Kf8 is forced.'), undefined);
    assert.equal(found(`[Event "?"]\n[FEN "${MATE}"]\n\n1. Rd7 {this is a quiet move} Kf8 *`), undefined);
    assert.equal(found(`<task world="chess"><start>${MATE}</start></task>\nIf Rd7, then Kf8 is forced.`), 'tags');
  });

  it('has a text for each heading with a number, and for each other position at the start of a line', () => {
    const own = `FEN: ${MATE}\n\nI look at Rd7. I play Rd8#.\n\n`;
    assert.deepEqual(verdicts(`# Puzzle 1\n\n${own}# Puzzle 2\n\nPosition: ${OTHER}\n\nI play Ra8#.\n`), [
      'Plays Rd8#; 2 moves placed, 1 level deep',
      'Plays Ra8#; 1 move placed, 1 level deep',
    ]);
    assert.equal(verdicts(`${own}${OTHER}\nI play Ra8# and that is it. Not Ra1.`).length, 2);
    // The same position again, or one that follows from moves, begins no other text.
    assert.equal(verdicts(`${own}FEN: ${MATE}\nAgain, I play Rd8#.`).length, 1);
    assert.equal(verdicts(`${own}After Rd7 the position is:\nFEN: ${AFTER}\nThen h6 is possible.`).length, 1);
    assert.equal(verdicts(`${own}The second problem is that Kf8 holds, so position 2 is worse.`).length, 1);
    const last = verdicts(`${own}# Puzzle 2\n\nThe same with Black to move: Kf8.`).at(-1);
    assert.equal(last, 'The position is unknown, so 1 move has no place');
  });

  it('goes to the node of a position that the text states, and places nothing after one that it does not reach', () => {
    const text = `FEN: ${MATE}\nIf Rd7, then Kf8. Instead of that, after Rd7 we have ${AFTER}. Then h6 makes air.`;
    assert.deepEqual(actions(text), ['>d1d7', 'd1d7>g8f8', 'd1d7>h7h6']);
    const strange = `FEN: ${MATE}\nIf Rd7, then Kf8. That would be ${OTHER}, where Ra8 is mate.\n\nThe other idea is g3. I play Rd8#.`;
    const view = readTraceText(strange, { dialect: PROSE_DIALECT });
    assert.deepEqual(
      view?.findings.map(({ code, range }) => `${code} ${strange.slice(range.start, range.end)}`),
      [`TRACE_UNKNOWN_POSITION ${OTHER}`, 'TRACE_UNPLACED_MOVE Ra8'],
    );
    assert.deepEqual(actions(strange), ['>d1d7', 'd1d7>g8f8', '>g2g3', '>d1d8']);
  });

  it('says with one finding that the position is unknown, and takes the one that the caller knows', () => {
    const text = 'If Rd7, then Kf8. I play Rd8#.';
    const view = readTraceText(text, { dialect: PROSE_DIALECT });
    assert.equal(view?.headline, 'The position is unknown, so 3 moves have no place');
    assert.deepEqual(
      view?.findings.map(({ code }) => code),
      ['TRACE_UNKNOWN_POSITION'],
    );
    assert.deepEqual(actions(text, proseDialect({ start: MATE })), ['>d1d7', 'd1d7>g8f8', '>d1d8']);
  });

  it('says that the world of a text is not known', () => {
    const view = readTraceText('World: connect5\nI drop in column 4, and they answer there.', {
      dialect: PROSE_DIALECT,
    });
    assert.equal(view?.headline, 'Names no moves');
    assert.match(view.findings.map(({ message }) => message).join('\n'), /^Unknown world connect5; expected chess, /);
  });

  it('counts hallucinated moves as illegal actions, and the share without a place', () => {
    const view = readTraceText(`FEN: ${MATE}\nIf Rd7, then Kf8. What about Qd8? It prevents Rc1. I play Rd8#.`, {
      dialect: PROSE_DIALECT,
    });
    assert.equal(view?.headline, 'Plays Rd8#; 3 moves placed, 2 levels deep; 1 unplaced; 1 hallucinated move (Qd8)');
    const { illegalActions, unplaced, rightClaims, myopia } = view.figures;
    assert.deepEqual([illegalActions, unplaced, rightClaims, myopia], [1, 0.4, null, null]);
  });
});

describe('records with searches in prose', () => {
  const thoughts = 'The rook is strong. If Rd7, then Kf8. I play Rd8#.';

  it('state the position in a field of a state, in a prompt or as moves', () => {
    const root = (record: object) => recordRoot(record, ['answer'], CHESS);
    assert.deepEqual(root({ fen: MATE, answer: thoughts }), { start: MATE });
    assert.deepEqual(root({ puzzle: { start_fen: MATE }, answer: thoughts }), { start: MATE });
    assert.deepEqual(root({ fen_after: OTHER, prompt: `Position ${MATE}. Your move?` }), { start: MATE });
    assert.deepEqual(root({ messages: [{ role: 'user', content: `FEN ${MATE}` }], answer: thoughts }), { start: MATE });
    assert.deepEqual(root({ moves: '1. e4 e5 2. Nf3' }), { record: '1. e4 e5 2. Nf3' });
    assert.deepEqual(root({ moves: '1. e4 e4', note: MATE }), {});
  });

  it('are found by the field whose texts give most nodes', () => {
    const records = [
      { fen: MATE, pv: 'Rd8# Kf8 Rd7 h6', answer: 'The move is Rd8#.', reasoning: thoughts },
      { fen: MATE, answer: 'I play Rd7.', reasoning: thoughts },
    ];
    const found = detectProseFields(records, CHESS, () => false);
    assert.deepEqual(found, { fields: ['reasoning'], others: [] });
    assert.equal(
      detectProseFields(records, CHESS, () => true),
      undefined,
    );
  });

  it('are a document of texts with headings and positions', () => {
    const log = [{ fen: MATE, text: thoughts }, { x: 1 }, { fen: MATE, text: 'I see nothing but Rd8#, so Rd8# it is.' }]
      .map((record) => `${JSON.stringify(record)}\n`)
      .join('');
    const records = new TraceRecordsText(['text'], RECORD_BOUNDS, CHESS);
    for (const event of readRecords(log, recordFormat('a.jsonl', log))) records.add(event);
    const text = records.text();
    assert.match(text, /^# Record 1 \(line 1\)\n\nFEN: 6k1[^]*\n\n# Record 2 \(line 3\)\n\nFEN: 6k1/);
    assert.deepEqual(
      verdicts(text).map((verdict) => verdict?.split(';')[0]),
      ['Plays Rd8#', 'Decides for no move'],
    );
    assert.equal(records.recordAt(text.split('\n').length - 3), 3);
  });
});

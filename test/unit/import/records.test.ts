import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { encodeRunHeader, encodeRunSample } from '../../../src/core/evaluation/runs/run-file.ts';
import { RunReader } from '../../../src/core/evaluation/runs/run-reader.ts';
import type { RunSample } from '../../../src/core/evaluation/runs/run-schema.ts';
import { INITIAL_FEN } from '../../../src/core/games/chess/state.ts';
import { readRecords } from '../../../src/core/mav/records/read-records.ts';
import { readLoggedLine } from '../../../src/models/importers/logged-line.ts';
import { bigBench, CHESSQA, type RecordFormat, RecordsImporter } from '../../../src/models/importers/records.ts';

const AFTER_E4_E5 = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2';

function importAll(records: readonly unknown[], format: RecordFormat, extract = false) {
  const importer = new RecordsImporter(format, { model: 'm', extract });
  const samples: RunSample[] = [];
  const problems: string[] = [];
  for (const [i, record] of records.entries()) {
    const event = importer.record(record, 'log', i + 1);
    if (event?.type === 'sample') samples.push(event.sample);
    else if (event?.type === 'problem') problems.push(`${event.problem.line}: ${event.problem.message}`);
  }
  return { importer, samples, problems };
}

/** A result as ChessQA's runner writes it. */
const chessqa = (over: object = {}, inference: object = {}) => ({
  task_id: 'structural_state_tracking_short_0000',
  task_type: 'structural_state_tracking_short',
  input: `${AFTER_E4_E5} | g1f3 b8c6`,
  correct_answer: 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3',
  answer_type: 'single',
  inference: {
    response: 'The knights come out.\nFINAL ANSWER: r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3',
    extracted: 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3',
    extraction_successful: true,
    usage: { prompt_tokens: 120, completion_tokens: 60, cost: 0.001 },
    ...inference,
  },
  ...over,
});

describe('the line that a log tells', () => {
  it('is understood in UCI and SAN, as text and as list, with numbers, comments and results', () => {
    const expected = readLoggedLine(INITIAL_FEN, 'e2e4 e7e5 g1f3 b8c6', 'chess');
    assert.ok(expected.ok);
    assert.deepEqual(expected.value.moves, ['e4', 'e5', 'Nf3', 'Nc6']);
    for (const told of [
      ['e4', 'e5', 'Nf3', 'Nc6'],
      '1. e4 e5 2. Nf3 {a comment, e4} Nc6 1/2-1/2',
      '1.e4 e5 2.Nf3 2...Nc6 *',
      'e2e4,e7e5,g1f3,b8c6',
      'e2e4 e7e5 g1f3 b8c6 f1',
    ])
      assert.deepEqual(readLoggedLine(INITIAL_FEN, told, 'chess'), expected, String(told));
  });

  it('says which move cannot be played', () => {
    const wrong = readLoggedLine(INITIAL_FEN, 'e4 e4', 'chess');
    assert.ok(!wrong.ok && wrong.error.startsWith('move 2, e4:'), JSON.stringify(wrong));
    assert.equal(readLoggedLine('nowhere', 'e4', 'chess').ok, false);
    assert.equal(readLoggedLine(INITIAL_FEN, 7, 'chess').ok, false);
  });
});

describe('ChessQA', () => {
  it('becomes samples with start, moves, truth, answer and tokens; other tasks are passed over', () => {
    const { samples, problems, importer } = importAll([chessqa(), { task_type: 'motifs_fork' }], CHESSQA);
    assert.deepEqual(problems, []);
    assert.equal(importer.others, 1);
    const [sample] = samples;
    assert.ok(sample !== undefined);
    assert.deepEqual(
      [sample.label, sample.ply, sample.startFen, sample.moves, sample.gameName],
      ['m', 2, AFTER_E4_E5, ['Nf3', 'Nc6'], 'structural_state_tracking_short_0000'],
    );
    assert.deepEqual(sample.extraction, { fen: chessqa().correct_answer, by: 'source' });
    assert.deepEqual(sample.usage, { inputTokens: 120, outputTokens: 60 });
  });

  it('has no state where none was extracted, or what our own extraction finds', () => {
    const record = chessqa({}, { extracted: '', extraction_successful: false });
    assert.equal(importAll([record], CHESSQA).samples[0]?.extraction, null);
    const own = importAll([record], CHESSQA, true).samples[0]?.extraction;
    assert.deepEqual([own?.fen, own?.by], [chessqa().correct_answer, 'statelens']);
  });

  it('is named by line where its truth is not where the moves lead', () => {
    const { samples, problems } = importAll([chessqa({ correct_answer: AFTER_E4_E5 }), chessqa()], CHESSQA);
    assert.equal(samples.length, 1);
    assert.match(problems.join('\n'), /^1: its moves lead to r1bqkbnr/);
  });
});

describe('BIG-bench task files with answers', () => {
  it('are read as examples of one JSON object', () => {
    const text = JSON.stringify({
      name: 'real_short_task_u2f',
      keywords: ['logical reasoning'],
      examples: [
        { input: 'e2e4 e7e5 g1', target: AFTER_E4_E5, answer: `It is ${AFTER_E4_E5}` },
        { input: 'e2e4 e7e5 g1', target: ['f3', 'e2', 'h3'], answer: 'f3' },
      ],
    });
    const records = [...readRecords(text, 'json')].flatMap((event) => (event.type === 'record' ? [event.value] : []));
    const { samples, problems } = importAll(records, bigBench('answer'));
    assert.deepEqual(
      samples.map(({ moves, trueFen, extraction }) => [moves, trueFen, extraction?.fen]),
      [[['e4', 'e5'], AFTER_E4_E5, AFTER_E4_E5]],
    );
    assert.match(problems.join('\n'), /^2: the field target holds no text for the true state/);
  });
});

describe('records with named fields', () => {
  const format: RecordFormat = {
    name: 'records',
    fields: { answer: 'out', truth: 'fen', moves: 'moves', label: 'who', name: 'id' },
  };

  it('of CSV number positions as games and repeats as samples, a model for each label', () => {
    const text = `who,id,moves,fen,out\na,g1,e4 e5,"${AFTER_E4_E5}","${AFTER_E4_E5}"\nb,g1,e2e4 e7e5,"${AFTER_E4_E5}",none\na,g1,e4 e5,"${AFTER_E4_E5}",\n`;
    const records = [...readRecords(text, 'csv')].flatMap((event) => (event.type === 'record' ? [event.value] : []));
    const { samples, importer } = importAll(records, format);
    assert.deepEqual(
      samples.map(({ id, game, ply, index }) => [id, game, ply, index]),
      [
        ['a#0.2.0', 0, 2, 0],
        ['b#0.2.0', 0, 2, 0],
        ['a#0.2.1', 0, 2, 1],
      ],
    );
    const header = importer.header({ tool: { name: 'statelens', version: '0' }, files: ['a.csv'] });
    assert.deepEqual(
      header.models.map(({ label }) => label),
      ['a', 'b'],
    );
    const reader = new RunReader();
    const events = [
      ...reader.push([encodeRunHeader(header), ...samples.map(encodeRunSample)].join('')),
      ...reader.end(),
    ];
    assert.deepEqual(
      events.map(({ type }) => type),
      ['header', 'sample', 'sample', 'sample'],
    );
  });

  it('need no moves: the ply is that of the move number', () => {
    const { samples } = importAll([{ fen: AFTER_E4_E5, out: 'x' }], {
      name: 'records',
      fields: { answer: 'out', truth: 'fen' },
    });
    assert.deepEqual([samples[0]?.ply, samples[0]?.moves], [2, undefined]);
  });

  it('never throw, and give a sample or a problem for each record', () => {
    fc.assert(
      fc.property(fc.array(fc.anything({ maxDepth: 3 }), { maxLength: 5 }), (records) => {
        for (const one of [format, bigBench('answer')]) {
          const { samples, problems } = importAll(records, one);
          assert.equal(samples.length + problems.length, records.length);
        }
      }),
      { seed: 1 },
    );
  });
});

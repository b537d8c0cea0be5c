import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { RunReader } from '../../../src/core/evaluation/runs/run-file.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import { predictionsIn } from '../../../src/core/languages/predictions.ts';
import { PairComparer } from '../../../src/core/metrics/compare.ts';
import { SAMPLE_FILES, SAMPLE_TOURS, type SampleTour, sampleTour } from '../../../src/extension/samples/samples.ts';
import { mainLines } from '../../../src/models/predict/main-lines.ts';
import { LOG_NAMES, parseLogLine, readLog } from '../../support/pgn2fen.ts';
import { timelinesIn } from '../../support/timelines.ts';

const read = (name: string): string => fs.readFileSync(`samples/${name}`, 'utf8');
const GAMES = ['world-cup.pgn', 'whole-game.pgn', 'chess960.pgn'] as const;

/** What a model, if it was asked about a position, answered: several answers where several games lead there. */
const ANSWERS = new Map<string, Set<string | null>>();
for (const log of LOG_NAMES)
  for (const line of readLog(log)) {
    const { game_info, llm_info } = parseLogLine(line);
    const label = llm_info.provider === 'baseline' ? `baseline:${llm_info.model}` : llm_info.model;
    const key = `${label} ${placed(game_info.input_fen)}`;
    const found = ANSWERS.get(key) ?? new Set();
    ANSWERS.set(key, found.add(llm_info.llm_fen ?? null).add(llm_info.llm_raw_text));
  }

/** Board and side of a FEN: other fields have several habits. */
function placed(fen: string): string {
  return fen.split(' ', 2).join(' ');
}

describe('the samples', () => {
  it('hold no game twice, no two cuts of one either', () => {
    const lines = GAMES.flatMap((name) => [...mainLines(read(name))]);
    const courses = lines.map(({ startFen, moves }) => `${startFen} ${moves.join(' ')}`).sort();
    assert.equal(courses.length, 30);
    for (const [i, course] of courses.entries()) assert.ok(!courses[i + 1]?.startsWith(course), course);
  });

  it('hold no prediction that the model did not write', () => {
    const found = GAMES.flatMap((name) => [...predictionsIn(read(name), 'pgn')]);
    assert.ok(found.length >= 300);
    for (const { label, trueFen, fen } of found) {
      const said = ANSWERS.get(`${label.text} ${placed(trueFen ?? '')}`);
      assert.ok(said?.has(fen ?? null), `${label.text} after ${trueFen}: ${fen}`);
    }
  });

  it('are all copied, and begin where GPT-4o keeps a knight that has left and was taken, in one plain sentence', () => {
    assert.deepEqual(fs.readdirSync('samples').sort(), [...SAMPLE_FILES]);
    const { file, behind } = sampleTour(undefined);
    const text = read(file);
    const [line] = mainLines(text, new Set([0]));
    const [timeline] = timelinesIn(text).values();
    assert.equal(timeline?.rows.length, 1, 'one model');
    const ply = 15;
    assert.equal(timeline?.rows[0]?.cells[ply]?.sentence, 'thinks the knight is still on f3: missed 4.Nxd4');
    assert.equal(text.indexOf(behind ?? '') + (behind ?? '').length, line?.rangeOf(ply)?.end);
  });

  it('have walks in which nothing is found, and every prediction has its true state', () => {
    const text = read('worlds.walk');
    assert.deepEqual(checkText(text, 'walk'), []);
    // the model in the box forgot a king, which is data
    assert.deepEqual(
      checkText(text, 'walk', { predictions: true }).map(({ message }) => message),
      ['in the prediction: each side must have exactly one king'],
    );
    const found = predictionsIn(text, 'walk');
    assert.ok(found.length > 40 && found.every(({ trueFen }) => trueFen !== undefined));
    const models = new Set(found.map(({ label }) => label.model));
    assert.deepEqual(
      [...models].filter((model) => !model.startsWith('baseline:')),
      ['gpt-4o-2024-08-06', 'builtin:mav-small'],
    );
    const chess = found.filter(({ variant }) => variant === 'chess');
    const [real, own] = [true, false].map((is) => chess.filter(({ label }) => label.model.startsWith('gpt-') === is));
    // the model in the box was asked where GPT-4o was
    assert.deepEqual(
      own?.map(({ ply }) => ply),
      real?.map(({ ply }) => ply),
    );
    for (const { label, trueFen, fen } of real ?? [])
      assert.ok(
        ANSWERS.get(`${label.text} ${placed(trueFen ?? '')}`)?.has(fen ?? null),
        `${label.text} after ${trueFen}`,
      );
  });

  it('have searches with one slip, which is found where it was put in', () => {
    const text = read('countdown.trace');
    const found = checkText(text, 'trace');
    assert.deepEqual(
      found.map(({ code, range }) => [code, text.slice(range.start - 6, range.end)]),
      [['TRACE_ARITHMETIC', '12+31=44']],
    );
    assert.deepEqual(checkText(read('maze.trace'), 'trace'), []);
  });

  it('have places to look at whose words are there', () => {
    const looks: readonly SampleTour[] = Object.values(SAMPLE_TOURS);
    for (const { file, behind = '' } of looks) assert.ok(read(file).includes(behind), `${file}: ${behind}`);
    assert.equal(sampleTour('toString'), SAMPLE_TOURS.first);
  });

  it('have a game of 100 half-moves in which two models were asked after each', () => {
    const [timeline] = timelinesIn(read('whole-game.pgn')).values();
    const asked = timeline?.rows.map(({ label, asked }) => [label, asked]);
    assert.deepEqual(asked, [
      ['gpt-4o-2024-08-06', 20],
      ['o3-mini-2025-01-31', 100],
      ['gemini-2.0-flash-001', 100],
    ]);
    assert.ok(timeline?.rows.every(({ events }) => events.length > 0));
  });

  it('have a run with forty failures of many causes, each with the text that the model wrote', () => {
    const reader = new RunReader();
    const events = [...reader.push(read('world-cup.run.jsonl')), ...reader.end()];
    const samples = events.flatMap((event) => (event.type === 'sample' ? [event.sample] : []));
    assert.deepEqual(
      events.filter(({ type }) => type === 'problem'),
      [],
    );
    const comparer = new PairComparer('chess');
    const causes = samples.map(({ trueFen, extraction, raw }) => {
      const compared = comparer.text({ trueFen, predictedFen: extraction?.fen, answer: { raw } });
      return compared.cause.id;
    });
    const failures = causes.filter((cause) => cause !== 'exact' && cause !== 'clocks');
    assert.ok(failures.length >= 40, `${failures.length} of ${causes.length}`);
    assert.ok(new Set(failures).size >= 8, [...new Set(failures)].join(' '));
    for (const { model: label, trueFen, raw } of samples)
      assert.ok(raw !== null && ANSWERS.get(`${label} ${placed(trueFen)}`)?.has(raw), `${label} after ${trueFen}`);
    const [lines, games] = [[...mainLines(read('world-cup.pgn'))], samples.map(({ game }) => game)];
    assert.equal(Math.max(...games), lines.length - 1, 'each speaks of a game of the PGN beside it');
  });
});

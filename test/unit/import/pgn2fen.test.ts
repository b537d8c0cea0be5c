import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { encodeRunHeader, encodeRunSample, RunReader } from '../../../src/core/evaluation/runs/run-file.ts';
import type { RunSample } from '../../../src/core/evaluation/runs/run-schema.ts';
import { INITIAL_FEN } from '../../../src/core/games/chess/state.ts';
import {
  GameIndex,
  type ImportProblem,
  importLines,
  namesInLogs,
  pgn2fenHeader,
  pgn2fenImporter,
} from '../../../src/models/import/pgn2fen.ts';
import { fenAfter, trackNaively } from '../../../src/models/sources/baselines.ts';
import { type GamesName, games, LOG_NAMES, LOGS, type LogName, parseLogLine, readLog } from '../../support/pgn2fen.ts';
import { itLong } from '../../support/thorough.ts';

const indexes = new Map<GamesName, GameIndex>();
const indexOf = (name: GamesName): GameIndex => {
  const index = indexes.get(name) ?? GameIndex.of(games(name));
  indexes.set(name, index);
  return index;
};

const run = (
  lines: Iterable<string>,
  index: GameIndex,
  extract = false,
): { samples: RunSample[]; problems: ImportProblem[] } => {
  const samples: RunSample[] = [];
  const problems: ImportProblem[] = [];
  for (const event of importLines(pgn2fenImporter(index, { extract }), lines, 'log.jsonl')) {
    if (event.type === 'sample') samples.push(event.sample);
    else problems.push(event.problem);
  }
  return { samples, problems };
};

describe('the real logs', () => {
  for (const name of LOG_NAMES) {
    itLong(`${name}: every line is bound to its game and ply`, () => {
      const lines = readLog(name);
      const { samples, problems } = run(lines, indexOf(LOGS[name]));
      assert.deepEqual(problems, []);
      assert.equal(samples.length, lines.length);
      assert.equal(new Set(samples.map(({ id }) => id)).size, lines.length);
      for (const [i, sample] of samples.entries()) {
        const { game_info: game, llm_info: model } = parseLogLine(lines[i] ?? '');
        assert.equal(sample.trueFen, game.input_fen);
        assert.equal(sample.ply, game.number_of_halfmoves);
        assert.equal(sample.moves?.length, sample.ply);
        assert.ok(game.input_pgn_file.endsWith(sample.gameName ?? '?'));
        assert.equal(sample.raw, model.llm_raw_text);
        assert.equal(sample.extraction?.fen ?? null, model.llm_fen ?? null);
        assert.equal(sample.extraction?.by ?? 'source', 'source');
      }
    });
  }

  itLong('replaying a game gives the true FEN of the log, every field of it', () => {
    for (const name of ['openai_gpt-4o-2024-08-06', 'openai_gpt-4.1-mini-2025-04-14_fischer_random'] as const) {
      for (const { startFen = INITIAL_FEN, moves = [], ply, trueFen } of run(readLog(name), indexOf(LOGS[name]))
        .samples) {
        assert.deepEqual(fenAfter(startFen, moves, ply), { ok: true, value: trueFen });
      }
    }
  });

  itLong('the naive tracker follows every game to its end, and mostly has the board right', () => {
    const right = (name: LogName): number =>
      run(readLog(name), indexOf(LOGS[name])).samples.filter(({ startFen = INITIAL_FEN, moves = [], trueFen }) => {
        const state = trackNaively(startFen, moves);
        assert.ok(state.ok);
        return state.value.split(' ')[0] === trueFen.split(' ')[0];
      }).length;
    assert.equal(right('google_gemini-2.0-flash-001'), 990);
    assert.equal(right('google_gemini-2.0-flash-001_randomised'), 992);
    assert.equal(right('openai_gpt-4.1-mini-2025-04-14_fischer_random'), 962);
  });

  it('the game index counts games in the order of the PGN', () => {
    const names = Array.from(games().matchAll(/^\[SourceFile "(.*)"\]$/gm), ([, name]) => name);
    const { samples } = run(readLog('openai_gpt-4o-2024-08-06'), indexOf('world-cup'));
    for (const sample of samples) assert.equal(names[sample.game], sample.gameName);
    assert.equal(indexOf('world-cup').count, 1000);
  });

  it('Chess960 games keep their start and variant', () => {
    const { samples } = run(
      readLog('openai_gpt-4.1-mini-2025-04-14_fischer_random').slice(0, 5),
      indexOf('fischer-random'),
    );
    for (const sample of samples) {
      assert.equal(sample.variant, 'chess960');
      assert.match(sample.startFen ?? '', /^[nrkbq]{8}\/pppppppp/);
    }
  });

  it('with extract, our own extraction of the raw answer is taken', () => {
    const name = 'openai_gpt-4.1-nano-2025-04-14';
    const theirs = run(readLog(name), indexOf('world-cup')).samples;
    const own = run(readLog(name), indexOf('world-cup'), true).samples;
    assert.equal(theirs.filter(({ extraction }) => extraction === null).length, 22);
    assert.equal(own.filter(({ extraction }) => extraction === null).length, 2);
    assert.ok(own.every(({ extraction }) => extraction === null || extraction.by === 'statelens'));
  });

  it('with extract, the first state of a continued text counts, and take decides otherwise', () => {
    const log = readLog('openai_gpt-4o-2024-08-06')[0] ?? '';
    const [first, last] = [INITIAL_FEN, '4k3/8/8/8/8/8/8/4K3 w - - 0 1'];
    const taken = (provider: string, model: string, take?: 'first' | 'last'): string | undefined => {
      const line = parseLogLine(log);
      const llm_info = { ...line.llm_info, provider, model, llm_raw_text: `${first}B:\n${last}` };
      const importer = pgn2fenImporter(indexOf('world-cup'), { extract: true, take });
      const [event] = importLines(importer, [JSON.stringify({ ...line, llm_info })], 'log.jsonl');
      assert.ok(event?.type === 'sample');
      return event.sample.extraction?.fen;
    };
    assert.equal(taken('chessgpt', 'chessgpt-base-v1-q4_k_m.gguf'), first);
    assert.equal(taken('openai', 'gpt-3.5-turbo-instruct'), first);
    assert.equal(taken('openai', 'gpt-4o'), last);
    assert.equal(taken('chessgpt', 'chessgpt-chat-v1.Q4_K.gguf', 'last'), last);
    assert.equal(taken('google', 'gemini-2.0-flash-001', 'first'), first);
  });

  it('a log of other games is refused line by line, not scored against the wrong ones', () => {
    const { samples, problems } = run(readLog('openai_gpt-4.1-mini-2025-04-14_fischer_random'), indexOf('world-cup'));
    assert.equal(samples.length, 0);
    assert.equal(problems.length, 1000);
    assert.ok(problems.every(({ code }) => code === 'wrong-position'));
  });

  it('several logs make one run, which can be written and read again', () => {
    const options = { extract: false };
    const importer = pgn2fenImporter(indexOf('world-cup'), options);
    const samples: RunSample[] = [];
    for (const name of ['baseline_starting_board_standard', 'openai_gpt-4o-2024-08-06'] as const) {
      for (const event of importLines(importer, readLog(name), name)) {
        assert.ok(event.type === 'sample');
        samples.push(event.sample);
      }
    }
    const header = pgn2fenHeader(importer, options, {
      tool: { name: 'statelens', version: '0.1.0' },
      files: ['a.jsonl', 'b.jsonl'],
      games: { file: 'world-cup.pgn', count: 1000 },
    });
    assert.deepEqual(header.models, [
      { label: 'baseline:starting_board', model: 'starting_board', provider: 'baseline' },
      { label: 'gpt-4o-2024-08-06', model: 'gpt-4o-2024-08-06', provider: 'openai' },
    ]);
    const reader = new RunReader();
    const text = encodeRunHeader(header) + samples.map(encodeRunSample).join('');
    const events = [...reader.push(text), ...reader.end()];
    assert.deepEqual(events[0], { type: 'header', header });
    assert.deepEqual(
      events.slice(1),
      samples.map((sample, i) => ({ type: 'sample', line: i + 2, sample })),
    );
  });
});

const PGN = `[Event "A"]
[SourceFile "cut/one.pgn"]

1. e4 {a comment} e5 (1... c5) 2. Nf3 *

[Event "no name"]

1. d4 *

[Event "C"]
[SourceFile "cut\\\\two.pgn"]

1. d4 d5 *

[Event "same name, another game"]
[SourceFile "cut/one.pgn"]

1. c4 c5 *
`;
const AFTER_E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const AFTER_C4 = 'rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq - 0 1';
const line = (path: string, ply: number, fen: string, llm: object = {}): string =>
  JSON.stringify({
    game_info: { input_pgn_file: path, input_fen: fen, number_of_halfmoves: ply },
    llm_info: { provider: 'p', model: 'm', llm_raw_text: `FEN: ${fen}`, llm_fen: fen, ...llm },
  });

describe('made-up logs', () => {
  const index = GameIndex.of(PGN);

  it('a damaged line is reported by its number and the rest imported', () => {
    const { samples, problems } = run(
      [
        `\uFEFF${line('data/cut/one.pgn', 1, AFTER_E4)}`,
        '',
        'not json',
        '{"game_info": {}}',
        '42',
        line('data/cut/three.pgn', 1, AFTER_E4),
        line('data/uncut/one.pgn', 1, AFTER_E4),
        line('cut/one.pgn', 2, AFTER_E4),
        line('cut/one.pgn', 77, AFTER_E4),
        line('cut/one.pgn', -1, AFTER_E4),
        line('cut/one.pgn', 1, AFTER_E4, { model: 7 }),
        `  ${line('x\\cut\\two.pgn', 0, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1')}\r`,
      ],
      index,
    );
    assert.deepEqual(
      samples.map(({ game, ply }) => [game, ply]),
      [
        [0, 1],
        [2, 0],
      ],
    );
    assert.deepEqual(
      problems.map(({ file, line: number, code }) => `${file}:${number} ${code}`),
      [
        'log.jsonl:3 not-json',
        'log.jsonl:4 wrong-shape',
        'log.jsonl:5 wrong-shape',
        'log.jsonl:6 unknown-game',
        'log.jsonl:7 unknown-game',
        'log.jsonl:8 wrong-position',
        'log.jsonl:9 wrong-position',
        'log.jsonl:10 wrong-shape',
        'log.jsonl:11 wrong-shape',
      ],
    );
    assert.match(problems[1]?.message ?? '', /game_info\.input_pgn_file/);
    assert.match(problems[3]?.message ?? '', /data\/cut\/three\.pgn/);
  });

  it('of games with the same name the one that stands as the log says is taken', () => {
    const { samples } = run([line('cut/one.pgn', 1, AFTER_C4), line('cut/one.pgn', 1, AFTER_E4)], index);
    assert.deepEqual(
      samples.map(({ game }) => game),
      [3, 0],
    );
  });

  it('another habit in the en passant field is still the same position', () => {
    const { samples } = run([line('cut/one.pgn', 1, AFTER_E4.replace('KQkq -', 'KQkq e3'))], index);
    assert.equal(samples[0]?.trueFen, 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1');
  });

  it('an answer without a state is a sample without one', () => {
    for (const llm of [
      { llm_fen: null },
      { llm_fen: undefined },
      { llm_fen: '' },
      { llm_fen: null, llm_raw_text: null },
    ]) {
      const { samples } = run([line('cut/one.pgn', 1, AFTER_E4, llm)], index);
      assert.equal(samples.length, 1);
      assert.equal(samples[0]?.extraction, null);
    }
    const own = run([line('cut/one.pgn', 1, AFTER_E4, { llm_fen: null })], index, true);
    assert.equal(own.samples[0]?.extraction?.fen, AFTER_E4);
  });

  it('a second answer of a model to a position is its next sample', () => {
    const twice = run([line('cut/one.pgn', 1, AFTER_E4), line('cut/one.pgn', 1, AFTER_E4)], index).samples;
    assert.deepEqual(
      twice.map(({ index }) => index),
      [0, 1],
    );
    assert.notEqual(twice[0]?.id, twice[1]?.id);
  });

  it('baselines are labelled as such', () => {
    const { samples } = run(
      [line('cut/one.pgn', 1, AFTER_E4, { provider: 'baseline', model: 'starting_board' })],
      index,
    );
    assert.equal(samples[0]?.model, 'baseline:starting_board');
  });

  it('a PGN in parts, of which only the named games are kept, is the same index', () => {
    const paths = ['data/cut/one.pgn', 'x\\\\cut\\\\two.pgn', 'other.pgn'];
    const wanted = namesInLogs([...paths.map((one) => line(one, 0, AFTER_E4)), 'not json', '']);
    const parts = new GameIndex(wanted);
    const starts = [...PGN.matchAll(/^\[Event /gm)].map(({ index: at }) => at);
    assert.ok(starts.length > 2);
    for (const [i, start] of starts.entries()) parts.add(PGN.slice(i === 0 ? 0 : start, starts[i + 1]));
    assert.equal(parts.count, index.count);
    for (const one of paths)
      assert.deepEqual(
        parts.find(one).map(({ name, line: { game, moves, fenAt } }) => [name, game, moves, fenAt(moves.length)]),
        index.find(one).map(({ name, line: { game, moves, fenAt } }) => [name, game, moves, fenAt(moves.length)]),
      );
    assert.deepEqual(new GameIndex(new Set()).find('data/cut/one.pgn'), []);
  });

  it('an empty PGN knows no game', () => {
    const { problems } = run([line('cut/one.pgn', 1, AFTER_E4)], GameIndex.of(''));
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['unknown-game'],
    );
  });
});

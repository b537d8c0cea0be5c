import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { encodeRunHeader, encodeRunSample, sampleId } from '../../../src/core/evaluation/runs/run-file.ts';
import { answerOf, faultOf } from './tool-run.ts';

const AFTER_E4_E5 = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2';

describe('replay_moves', () => {
  interface Replayed {
    readonly fen: string;
    readonly plies: number;
    readonly last_move: string;
    readonly side_to_move: string;
    readonly legal_moves: string[];
    readonly illegal: unknown;
    readonly result: string | null;
    readonly line: { readonly items: { readonly move: string; readonly fen?: string }[] };
  }

  it('gives the position, the side to move and the legal moves', async () => {
    const answer = await answerOf<Replayed>('replay_moves', { moves: '1. e4 e5', every_fen: true });
    assert.equal(answer.fen, AFTER_E4_E5);
    assert.equal(answer.last_move, '1...e5');
    assert.equal(answer.side_to_move, 'white');
    assert.equal(answer.legal_moves.length, 29);
    assert.equal(answer.illegal, null);
    assert.deepEqual(
      answer.line.items.map(({ move }) => move),
      ['1.e4', '1...e5'],
    );
    assert.equal(answer.line.items[1]?.fen, AFTER_E4_E5);
  });

  it('reads moves without numbers and in loose writing, and names them in SAN', async () => {
    const answer = await answerOf<Replayed>('replay_moves', { moves: 'e2e4 e7-e5 ng1f3' });
    assert.deepEqual(
      answer.line.items.map(({ move }) => move),
      ['1.e4', '1...e5', '2.Nf3'],
    );
  });

  it('stops before the first illegal move, and says why', async () => {
    const answer = await answerOf<Replayed>('replay_moves', { moves: '1. e4 e5 2. Ke3 Nf6' });
    assert.equal(answer.fen, AFTER_E4_E5);
    assert.equal(answer.plies, 2);
    const illegal = answer.illegal as { ply: number; written: string; reason: string };
    assert.deepEqual([illegal.ply, illegal.written], [3, 'Ke3']);
    assert.notEqual(illegal.reason, '');
  });

  it('starts from a FEN, where Black may be the first to move, and knows the end', async () => {
    const start_fen = 'rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2';
    const answer = await answerOf<Replayed>('replay_moves', { moves: 'Qh4', start_fen });
    assert.equal(answer.last_move, '2...Qh4#');
    assert.deepEqual(answer.legal_moves, []);
    assert.equal(answer.result, '0-1');
  });

  it('takes the tags of a PGN game, and refuses two games', async () => {
    const game = '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *\n';
    const answer = await answerOf<Replayed>('replay_moves', { moves: game });
    assert.equal(answer.fen, '4k3/8/8/8/4P3/8/8/4K3 b - - 0 1');
    assert.match((await faultOf('replay_moves', { moves: game + game })).message, /one game/);
    assert.match(
      (await faultOf('replay_moves', { moves: '1. e4', start_fen: 'nonsense' })).message,
      /start position is invalid/,
    );
  });

  it('gives the start position where no move is played', async () => {
    const answer = await answerOf<Replayed>('replay_moves', { moves: '' });
    assert.equal(answer.plies, 0);
    assert.equal(answer.last_move, 'start');
    assert.equal(answer.legal_moves.length, 20);
  });
});

describe('compare_states', () => {
  interface Compared {
    readonly verdict: string;
    readonly p: number[];
    readonly edit_distance: number;
    readonly blame?: { readonly items: { readonly square: string; readonly missed_move: string }[] };
    readonly moves_lost: { readonly items: string[]; readonly more?: number };
  }

  it('compares states of stones by what they are, beside the distance of the texts as written', async () => {
    const truth = `o || ${'. '.repeat(41)}x ||`;
    const dense = `o || ${'.'.repeat(41)}x ||`;
    const answer = await answerOf<Record<string, unknown>>('compare_states', {
      game: 'connect_four',
      true_state: truth,
      predicted: dense,
    });
    assert.deepEqual([answer['verdict'], answer['exact_match'], answer['edit_distance']], ['exact', true, 0]);
    assert.equal(answer['edit_distance_as_written'], truth.length - dense.length);
  });

  it('compares with a state, and with the position after moves, where it blames the move that was missed', async () => {
    const stale = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2';
    const plain = await answerOf<Compared>('compare_states', { true_state: AFTER_E4_E5, predicted: stale });
    assert.equal(plain.verdict, 'squares');
    assert.equal(plain.p.length, 4);
    assert.equal(plain.blame, undefined);
    const blamed = await answerOf<Compared>('compare_states', { moves: '1. e4 e5', predicted: stale, depth: 2 });
    assert.equal(blamed.p.length, 2);
    assert.deepEqual(
      blamed.blame?.items.map(({ square, missed_move }) => [square, missed_move]),
      [
        ['e7', '1...e5'],
        ['e5', '1...e5'],
      ],
    );
  });

  it('reads castling rights that only Chess960 has by its rules', async () => {
    const fen = 'r1k1r3/pppppppp/8/8/8/8/PPPPPPPP/R1K1R3 w KQkq - 0 1';
    for (const truth of [{ true_state: fen }, { moves: '', start_fen: fen }])
      assert.equal(
        (await answerOf<Compared>('compare_states', { ...truth, predicted: fen.replace('KQkq', '-') })).verdict,
        'castling',
      );
  });

  it('draws rollouts from a policy, chooses N for a wanted standard error, and says what was reached', async () => {
    const predicted = 'rnbqkbnr/pppp1ppp/8/4p3/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 2';
    const guided = { moves: '1. e4 e5', predicted, method: 'guided', policy: 'captures', depth: 2 };
    const told = await answerOf<Record<string, unknown>>('compare_states', { ...guided, target_error: 0.03 });
    assert.deepEqual(
      [told['method'], told['policy'], told['importance'], told['target_error'], told['target_reached']],
      ['guided', 'captures', false, 0.03, true],
    );
    assert.ok((told['standard_error'] as { p: number }).p <= 0.03);
    const refused = async (more: object) => (await faultOf('compare_states', { ...guided, ...more })).message;
    assert.match(await refused({ method: 'exact' }), /require the method guided/);
    const stones = { moves: undefined, game: 'hex', true_state: 'x || . . . . ||' };
    assert.match(await refused(stones), /hex has no policy captures/);
  });

  it('counts an empty answer as no state, and scores other games', async () => {
    assert.equal((await answerOf<Compared>('compare_states', { moves: '1. e4', predicted: ' ' })).verdict, 'none');
    const board = `x || ${'. '.repeat(42)}||`;
    const four = await answerOf<Compared>('compare_states', {
      game: 'connect_four',
      true_state: board,
      predicted: board,
    });
    assert.equal(four.verdict, 'exact');
  });

  it('says what is wrong with what it was given', async () => {
    assert.match(
      (await faultOf('compare_states', { predicted: 'x' })).message,
      /exactly one of "true_state" and "moves"/,
    );
    assert.match(
      (await faultOf('compare_states', { predicted: 'x', moves: '1. e5' })).message,
      /half-move 1, e5, cannot be played/,
    );
    assert.match((await faultOf('compare_states', { predicted: 'x', moves: 'a1', game: 'hex' })).message, /chess/);
  });
});

describe('check_text', () => {
  interface Checked {
    readonly language: string;
    readonly counts: Record<string, number>;
    readonly findings: { readonly items: Record<string, unknown>[]; readonly more?: number };
  }

  it('finds with line, column, game, ply and move, counted from 1', async () => {
    const text = '1. e4 e5 *\n\n1. d4 d5\n2. Bb5 Nf6 *\n';
    const answer = await answerOf<Checked>('check_text', { text, language: 'pgn', fixes: true });
    const found = answer.findings.items.find(({ code }) => code === 'PGN_ILLEGAL_MOVE') ?? {};
    const { line, column, game, ply, move, at } = found;
    assert.deepEqual(
      { line, column, game, ply, move, at },
      { line: 4, column: 4, game: 2, ply: 3, move: '2.Bb5', at: 'Bb5' },
    );
    assert.equal(answer.counts['error'], 1);
  });

  it('reads a file, tells its language, and lists the worst of very many findings', async () => {
    const files = { 'a.fen': 'rubbish\n'.repeat(500) };
    const answer = await answerOf<Checked>('check_text', { file: 'a.fen' }, files);
    assert.equal(answer.language, 'fen');
    assert.equal(answer.findings.items.length, 100);
    assert.ok((answer.findings.more ?? 0) >= 400);
    assert.ok(JSON.stringify(answer).length < 60_000);
  });

  it('needs a text or a file, and a language', async () => {
    assert.match((await faultOf('check_text', {})).message, /exactly one of "text" and "file"/);
    assert.match((await faultOf('check_text', { text: 'hello' })).message, /set "language"/);
    assert.equal((await faultOf('check_text', { file: 'b.pgn' })).code, 'no-file');
  });
});

describe('score_file', () => {
  interface Scored {
    readonly predictions: number;
    readonly scored: number;
    readonly models: { readonly model: string; readonly n: number; readonly exact: number }[];
    readonly worst: { readonly items: { line: number; game: number; ply: number; move: string; label: string }[] };
  }
  const PGN =
    `1. e4 {[%pfen good rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1]}\n` +
    `e5 {[%pfen good#1 ${AFTER_E4_E5}]}\n{[%pfen bad ?]} *\n`;

  it('gives figures per model, and the worst with their places', async () => {
    const answer = await answerOf<Scored>('score_file', { file: 'a.pgn' }, { 'a.pgn': PGN });
    assert.deepEqual(
      answer.models.map(({ model, n, exact }) => [model, n, exact]),
      [
        ['good', 2, 2],
        ['bad', 1, 0],
      ],
    );
    assert.deepEqual(
      answer.worst.items.map(({ line, game, ply, move, label }) => ({ line, game, ply, move, label })),
      [{ line: 3, game: 1, ply: 2, move: '1...e5', label: 'bad' }],
    );
  });

  it('scores no more than it is asked to', async () => {
    const answer = await answerOf<Scored>('score_file', { file: 'a.pgn', most: 1 }, { 'a.pgn': PGN });
    assert.deepEqual([answer.predictions, answer.scored], [3, 1]);
  });

  it('says where there is nothing to score, and stops when it is cancelled', async () => {
    assert.match((await faultOf('score_file', { file: 'a.pgn' }, { 'a.pgn': '1. e4 *' })).message, /no predictions/);
    assert.match(
      (await faultOf('score_file', { file: 'a.mav' }, { 'a.mav': '' })).message,
      /a\.mav cannot hold predictions/,
    );
    const cancelled = AbortSignal.abort();
    assert.equal((await faultOf('score_file', { file: 'a.pgn' }, { 'a.pgn': PGN }, cancelled)).code, 'cancelled');
  });
});

describe('summarise_run', () => {
  const header = encodeRunHeader({
    kind: 'run',
    schema: 2,
    tool: { name: 'statelens', version: '0' },
    origin: { type: 'predict' },
    models: [{ label: 'm', endpoint: 'https://key:secret@host.example/v1' }],
    settings: { temperature: 0 },
  });
  const sample = (
    game: number,
    fen: string | null,
    error?: { code: string; message: string },
    finishReason = 'stop',
  ): string => {
    const place = { model: 'm', index: 0, game, ply: 2 };
    return encodeRunSample({
      kind: 'sample',
      id: sampleId(place),
      ...place,
      variant: 'chess',
      trueFen: AFTER_E4_E5,
      raw: error === undefined ? (fen ?? 'no idea') : null,
      finishReason,
      extraction: fen === null ? null : { fen, by: 'statelens' },
      usage: { inputTokens: 10, outputTokens: 5 },
      ...(error === undefined ? {} : { error }),
    });
  };

  it('sums up per model and keeps failed requests out of the figures', async () => {
    const timeout = { code: 'timeout', message: 'too late' };
    const text = header + sample(0, AFTER_E4_E5) + sample(1, null) + sample(2, null, timeout) + 'torn {';
    interface Summed {
      readonly samples: number;
      readonly answered: number;
      readonly failed: number;
      readonly faults: { readonly items: unknown[] };
      readonly models: { readonly n: number; readonly exact: number; readonly mean_p4: number }[];
      readonly damaged_lines: { readonly items: { readonly line: number }[] };
      readonly tokens: unknown;
    }
    const answer = await answerOf<Summed>('summarise_run', { file: 'a.run.jsonl' }, { 'a.run.jsonl': text });
    assert.deepEqual([answer.samples, answer.answered, answer.failed], [3, 2, 1]);
    assert.deepEqual(answer.faults.items, [{ message: 'timeout: too late', count: 1 }]);
    assert.deepEqual([answer.models[0]?.n, answer.models[0]?.exact, answer.models[0]?.mean_p4], [2, 1, 0.5]);
    assert.deepEqual(
      answer.damaged_lines.items.map(({ line }) => line),
      [5],
    );
    assert.deepEqual(answer.tokens, { input: 30, output: 15 });
    assert.doesNotMatch(JSON.stringify(answer), /secret/);
  });

  it('counts a failed request that was asked again by its later line', async () => {
    const text = header + sample(0, null, { code: 'timeout', message: 'x' }) + sample(0, AFTER_E4_E5);
    const answer = await answerOf<{ failed: number; answered: number }>('summarise_run', { file: 'r' }, { r: text });
    assert.deepEqual([answer.failed, answer.answered], [0, 1]);
  });

  it('counts why answers are wrong, the most frequent cause first', async () => {
    const cut = [1, 2].map((game) => sample(game, null, undefined, 'length'));
    const missed = sample(4, 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2');
    const text = header + sample(0, AFTER_E4_E5) + missed + sample(3, null) + cut.join('');
    interface Summed {
      readonly models: { readonly causes: Readonly<Record<string, number>> }[];
    }
    const { models } = await answerOf<Summed>('summarise_run', { file: 'r' }, { r: text });
    assert.deepEqual(Object.entries(models[0]?.causes ?? {}), [
      ['no-state', 3],
      ['wrong-square', 1],
      ['exact', 1],
    ]);
  });

  it('says that a file is no run', async () => {
    assert.match((await faultOf('summarise_run', { file: 'r' }, { r: '{}\n' })).message, /^r: not a run file/);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { auditText } from '../../../src/core/audit/audit.ts';

/** The text that each finding of a text is about. */
const found = (text: string): string[] => auditText(text).map(({ range }) => text.slice(range.start, range.end));

const lines = (records: readonly unknown[]): string => records.map((one) => JSON.stringify(one)).join('\n');

const call = (move: string): unknown => ({
  jsonrpc: '2.0',
  method: 'tools/call',
  params: { name: 'make_move', arguments: { move } },
});
const result = (fields: object, text = 'Done.'): unknown => ({
  jsonrpc: '2.0',
  result: { content: [{ type: 'text', text }], structuredContent: { ok: true, ...fields } },
});
/** A session of a server: 1. e4 e5 2. Nf3 Nc6, each with its result. */
const session = (last: object, move = 'b8c6', before: object = {}): string =>
  lines([
    { jsonrpc: '2.0', method: 'tools/call', params: { name: 'new_game', arguments: {} } },
    result({ fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', turn: 'white' }),
    call('e2e4'),
    result({ last_move_san: 'e4', turn: 'black', move_number: 1 }),
    call('e7e5'),
    result({ last_move_san: 'e5', turn: 'white', move_number: 2 }),
    call('g1f3'),
    result({ last_move_san: 'Nf3', turn: 'black', move_number: 2, ...before }),
    call(move),
    result(last),
  ]);
const RIGHT = {
  last_move_san: 'Nc6',
  turn: 'white',
  in_check: false,
  move_number: 3,
  castling: 'KQkq',
  legal_move_count: 27,
  fen: 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3',
};

describe('calls of tools', () => {
  it('are played, and what they answer is compared', () => {
    assert.deepEqual(found(session(RIGHT)), []);
    assert.deepEqual(found(session(RIGHT, 'b8b6')), ['b8b6']);
  });
  for (const [field, wrong] of Object.entries({
    last_move_san: 'Nf3',
    turn: 'black',
    in_check: true,
    move_number: 5,
    castling: 'KQk',
    legal_move_count: 30,
    fen: 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 2 3',
  }))
    it(`give a wrong ${field}`, () => {
      assert.deepEqual(found(session({ ...RIGHT, [field]: wrong })), [String(wrong)]);
    });
  it('with fields of the position before a move are left alone', () => {
    const rows = ['e4 white 1', 'e5 black 1', 'Nf3 white 2', 'Nc6 black 2', 'Bb5 white 3'].map((row) => {
      const [move, turn, number] = row.split(' ');
      return { jsonrpc: '2.0', result: { move, turn, move_number: Number(number), in_check: false } };
    });
    assert.deepEqual(found(lines([{ jsonrpc: '2.0', start: 'standard' }, ...rows])), []);
  });
});

/** The memory of an agent that plays Black: 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6. */
const memory = (belief: object, opponent = 'Bb5'): string =>
  JSON.stringify({
    agent_plays: 'black',
    start: 'standard',
    steps: [
      { observation: { opponent_played: 'e4' } },
      { belief: { my_turn: true, fen: 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1' } },
      { action: { tool: 'play', san: 'e5' } },
      { observation: { opponent_played: 'Nf3' } },
      { belief: { my_turn: true, opponent_king_square: 'e1', pawns_me: 8 } },
      { action: { tool: 'play', san: 'Nc6' } },
      { observation: { opponent_played: opponent } },
      { belief },
      { action: { tool: 'play', san: 'a6' } },
    ],
  });

describe('beliefs of an agent', () => {
  it('agree with the game', () => {
    const fen = 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3';
    const belief = { my_turn: true, am_i_in_check: false, can_castle_kingside: true, my_king_square: 'e8', fen };
    assert.deepEqual(found(memory(belief)), []);
  });
  it('that are wrong begin no new game, and the next move is not blamed', () => {
    for (const fen of [
      'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3',
      'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 3 3',
      'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1',
    ])
      assert.deepEqual(found(memory({ fen })), [fen]);
  });
  for (const [field, wrong] of Object.entries({ my_turn: false, my_king_square: 'g8', pawns_me: 6, castling: 'KQ' }))
    it(`give a wrong ${field}`, () => {
      assert.deepEqual(found(memory({ [field]: wrong })), [String(wrong)]);
    });
  it('behind an illegal move are not blamed', () => {
    const fen = 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3';
    assert.deepEqual(found(memory({ my_turn: true, my_king_square: 'e8', fen }, 'Bb6')), ['Bb6']);
  });
});

/** A summary of 1. e4 e5 2. Nf3 in YAML. */
const summary = (fields: readonly string[]): string => {
  const block = ['```yaml', 'state:', ...fields.map((field) => `  ${field}`), '```'].join('\n');
  const first = ['side_to_move: black', 'fullmove: 1', 'last_move: e4'];
  const second = ['side_to_move: white', 'fullmove: 2', 'last_move: e5'];
  const blockOf = (list: readonly string[]): string =>
    ['```yaml', 'state:', ...list.map((field) => `  ${field}`), '```'].join('\n');
  return `### Step 1\n\nMove: e4\n\n${blockOf(first)}\n\n### Step 2\n\n**Move 2:** e5\n\n${blockOf(second)}\n\n### Step 3\n\nMove: Nf3\n\n${block}\n`;
};

describe('blocks of YAML behind headings with moves', () => {
  const right = ['side_to_move: black', 'fullmove: 2', 'last_move: Nf3', 'material:', '  white: 39', '  black: 39'];
  const pieces = [
    'white_pieces:',
    '  king: e1',
    '  queens: [d1]',
    '  rooks: [a1, h1]',
    '  bishops: [c1, f1]',
    '  knights: [b1, f3]',
    '  pawns: [a2, b2, c2, d2, e4, f2, g2, h2]',
    'black_pieces:',
    '  king: e8',
    '  queens: [d8]',
    '  rooks: [a8, h8]',
    '  bishops: [c8, f8]',
    '  knights: [b8, g8]',
    '  pawns: [a7, b7, c7, d7, e5, f7, g7, h7]',
  ];
  it('agree with the game', () => {
    assert.deepEqual(found(summary([...right, ...pieces])), []);
  });
  for (const [good, bad, value] of [
    ['fullmove: 2', 'fullmove: 4', '4'],
    ['last_move: Nf3', 'last_move: e4', 'e4'],
    ['  white: 39', '  white: 36', '36'],
  ] as const)
    it(`say ${bad.trim()}`, () => {
      assert.deepEqual(found(summary(right.map((field) => (field === good ? bad : field)))), [value]);
    });
  it('put a piece on a wrong square', () => {
    const wrong = pieces.map((line) => line.replace('b1, f3', 'b1, h3'));
    assert.equal(found(summary([...right, ...wrong])).length, 1);
  });
});

describe('moves in words', () => {
  const speech = (move: string): string =>
    [
      'Ann: Pawn to e4.',
      'Bob: I answer pawn e5.',
      'Ann: Knight to f3.',
      `Bob: My move is ${move}.`,
      'Ann: Bishop b5.',
    ].join('\n');
  it('are played where lines of speech give them', () => {
    assert.deepEqual(found(speech('knight to c6')), []);
    assert.deepEqual(found(speech('knight to b6')), ['knight to b6']);
    assert.deepEqual(found(speech('queen takes d7')), ['queen takes d7']);
  });
  it('are no moves behind labels of plans, or in a list of moves of one side', () => {
    for (const list of [
      '1. e4 e5\n\nPlan: knight to f3.\nThreat: queen takes f7.\nIdea: bishop takes f7.\nPlan: queen to h8.\n',
      'Move 1: e4\nMove 2: d4\nMove 3: Nf3\nMove 4: Bd3\n',
    ])
      assert.deepEqual(found(list), []);
  });
  it('are no moves in prose', () => {
    const prose =
      '1. e4 e5 2. Nf3\n\nThe knight to f6 is a plan. If Black plays knight to c6, then bishop to b5. A queen to h4 never works, and castling short comes later.\n';
    assert.deepEqual(found(prose), []);
  });
});

describe('a row of a data set', () => {
  const row = (said: string, gold = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2'): string =>
    [
      { prompt: [{ role: 'user', content: 'The game went 1. e4 e5 2. Nf3. Describe it.' }], completion: said },
      { input: 'Game: 1. e4 e5 2. Nf3', claims: [{ n: 1, claim: 'White has eight pawns.' }], gold_fen: gold },
    ]
      .map((one) => JSON.stringify(one))
      .join('\n');
  it('is one conversation, whose answer is compared with what is asked', () => {
    assert.deepEqual(found(row('The black queen is on d8.')), []);
    assert.deepEqual(found(row('The black queen is on e7.')), ['The black queen is on e7']);
  });
  it('has a FEN behind its moves', () => {
    const wrong = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/7N/PPPP1PPP/RNBQKB1R b KQkq - 1 2';
    assert.deepEqual(found(row('The black queen is on d8.', wrong)), [wrong]);
  });
});

describe('a board that is told rank by rank', () => {
  const board = (knight: string): string => {
    const names = ['rook', 'knight', 'bishop', 'queen', 'king', 'bishop', 'knight', 'rook'];
    const rank = (number: number, color: string, pieces: readonly string[]): string =>
      `Rank ${number}: ${pieces.map((name, file) => `${'abcdefgh'.charAt(file)}${number} ${color} ${name}`).join(', ')}.`;
    return [
      rank(8, 'black', names),
      rank(
        7,
        'black',
        Array.from({ length: 8 }, () => 'pawn'),
      ),
      ...[6, 5, 4].map((number) => `Rank ${number}: empty.`),
      `Rank 3: ${knight} white knight.`,
      rank(
        2,
        'white',
        Array.from({ length: 8 }, () => 'pawn'),
      ),
      rank(1, 'white', names).replace('g1 white knight, ', ''),
    ].join('\n');
  };
  it('agrees with the moves before it, or does not', () => {
    assert.deepEqual(found(`1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3\n\nNow:\n${board('f3')}\n`), []);
    assert.equal(found(`1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3\n\nNow:\n${board('g3')}\n`).length, 1);
  });
});

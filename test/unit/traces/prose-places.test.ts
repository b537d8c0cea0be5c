import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { actionSan } from '../../../src/core/games/chess/chess.ts';
import type { ChessState } from '../../../src/core/games/chess/state.ts';
import type { ProseOptions } from '../../../src/core/traces/prose/prose-language.ts';
import type { ProseNode } from '../../../src/core/traces/prose/prose-tree.ts';
import { proseFindings, readProse, unplacedReason } from '../../../src/core/traces/prose/read-prose.ts';
import { findWorld } from '../../../src/core/worlds/worlds.ts';

function named(name: string) {
  const world = findWorld(name);
  if (!world.ok) throw new Error(world.error);
  return world.value;
}

const CHESS = named('chess');
/** White to move in the Two Knights after Black's 5...Nxd5: move 6. */
const FRIED = 'r1bqkb1r/ppp2ppp/2n5/3np1N1/2B5/8/PPPP1PPP/RNBQK2R w KQkq - 0 6';

const pathIn = (node: ProseNode, isChess: boolean): string[] => {
  if (node.parent === undefined) return [];
  const name = isChess ? actionSan(node.parent.state as ChessState, node.action) : node.action;
  return [...pathIn(node.parent, isChess), name ?? node.action];
};

/** Nodes of a text by their paths, in the order of the text. */
function paths(text: string, options: Partial<ProseOptions> = {}): string[] {
  const world = options.world ?? CHESS;
  const { nodes } = readProse(text, { start: FRIED, ...options, world });
  return nodes.slice(1).map((node) => pathIn(node, world === CHESS).join(' '));
}

/** What has no place in a text, with the reason. */
const unplaced = (text: string, options: Partial<ProseOptions> = {}): string[] =>
  readProse(text, { world: CHESS, start: FRIED, ...options }).unplaced.map(
    (item) => `${item.mention.text}: ${unplacedReason(item)}`,
  );

const findings = (text: string, options: Partial<ProseOptions> = {}): string[] =>
  proseFindings(readProse(text, { world: CHESS, start: FRIED, ...options })).map(({ message }) => message);

describe('an action in prose is placed', () => {
  const cases: readonly (readonly [what: string, text: string, nodes: readonly string[]])[] = [
    ['after the one before it in a line', 'Nxf7 Kxf7 Qf3+', ['Nxf7', 'Nxf7 Kxf7', 'Nxf7 Kxf7 Qf3+']],
    ['after a premise', 'If Nxf7, then Kxf7.', ['Nxf7', 'Nxf7 Kxf7']],
    [
      'where a later premise returns to',
      'Nxf7 Kxf7 Qf3+. After Nxf7, Qe7.',
      ['Nxf7', 'Nxf7 Kxf7', 'Nxf7 Kxf7 Qf3+', 'Nxf7 Qe7'],
    ],
    ['beside the one before it after "or"', 'After Nxf7 Kxf7 or Qe7.', ['Nxf7', 'Nxf7 Kxf7', 'Nxf7 Qe7']],
    [
      'at the start, as candidates in a list',
      'Candidates: Nxf7, d4, Qf3 and O-O.',
      ['Nxf7', 'd4', 'Qf3+'.replace('+', ''), 'O-O'],
    ],
    ['at the start in a new paragraph', 'Nxf7 Kxf7.\n\nWhat about d4?', ['Nxf7', 'Nxf7 Kxf7', 'd4']],
    ['in the place of another one', 'If Nxf7, Kxf7. If Nxf7, Qe7 instead of Kxf7.', ['Nxf7', 'Nxf7 Kxf7', 'Nxf7 Qe7']],
    [
      'by its number',
      '6.Nxf7 Kxf7 7.Qf3+ (7.d4 exd4) and 6...Qe7',
      ['Nxf7', 'Nxf7 Kxf7', 'Nxf7 Kxf7 Qf3+', 'Nxf7 Kxf7 d4', 'Nxf7 Kxf7 d4 exd4', 'Nxf7 Qe7'],
    ],
    [
      'by its number where the text counts from 1',
      '1.Nxf7 Kxf7 2.Qf3+ Ke6',
      ['Nxf7', 'Nxf7 Kxf7', 'Nxf7 Kxf7 Qf3+', 'Nxf7 Kxf7 Qf3+ Ke6'],
    ],
    ['as an item of a numbered list', '1. Nxf7\n2. d4\n3. Qf3', ['Nxf7', 'd4', 'Qf3']],
    ['after brackets at the move before them', '6.Nxf7 (6.d4 exd4) Kxf7', ['Nxf7', 'd4', 'd4 exd4', 'Nxf7 Kxf7']],
    ['in UCI and in long notation', 'g5f7 e8f7, then Qd1-f3+', ['Nxf7', 'Nxf7 Kxf7', 'Nxf7 Kxf7 Qf3+']],
    ['in words', 'After knight takes f7, king takes f7.', ['Nxf7', 'Nxf7 Kxf7']],
    [
      'in the place of a refuted one',
      'After Nxf7 Black should not play Kxf7 because of Qf3+, so the usual move is Qe7.',
      ['Nxf7', 'Nxf7 Kxf7', 'Nxf7 Kxf7 Qf3+', 'Nxf7 Qe7'],
    ],
    [
      'beside the last premise after "if instead"',
      'Nxf7 Kxf7 Qf3+. If Ke6, then Nc3. If instead Ke8, Bxd5.',
      [
        'Nxf7',
        'Nxf7 Kxf7',
        'Nxf7 Kxf7 Qf3+',
        'Nxf7 Kxf7 Qf3+ Ke6',
        'Nxf7 Kxf7 Qf3+ Ke6 Nc3',
        'Nxf7 Kxf7 Qf3+ Ke8',
        'Nxf7 Kxf7 Qf3+ Ke8 Bxd5',
      ],
    ],
    ['as the candidate that a paragraph describes', 'd4 opens the center. Then exd4.', ['d4', 'd4 exd4']],
  ];
  for (const [what, text, nodes] of cases) it(what, () => assert.deepEqual(paths(text), nodes));

  it('for the player whom the words name', () => {
    const text = 'Nxf7 Kxf7 Qf3+. Black could go Ke8 or Ke6.';
    assert.deepEqual(paths(text).slice(3), ['Nxf7 Kxf7 Qf3+ Ke8', 'Nxf7 Kxf7 Qf3+ Ke6']);
  });

  it('in columns counted from 1, if the text says so, and from 0 otherwise as it says', () => {
    const world = named('connect_four');
    const options = { world, start: `x ||${' .'.repeat(42)} ||` };
    assert.deepEqual(paths('Columns are numbered 1 to 7. I play column 4, then O plays column 1.', options), [
      'x3',
      'x3 o0',
    ]);
    assert.deepEqual(paths('Columns 0-6. If I play column 4, O answers column 1.', options), ['x4', 'x4 o1']);
    assert.deepEqual(paths('If I play column 4, O answers column 1.', options), []);
    assert.deepEqual(paths('If I play column 4, O answers column 1.', { ...options, firstColumn: 1 }), ['x3', 'x3 o0']);
    assert.deepEqual(paths('x3, then o3', options), ['x3', 'x3 o3']);
  });

  it('in cells by row and column, if the text tells how it counts them', () => {
    const options = { world: named('line4-9x4'), start: undefined };
    const wanted = ['e2', 'e2 d2'];
    assert.deepEqual(paths('Rows are 1-4. I play row 2, column 5, then o plays row 2, col 4.', options), wanted);
    assert.deepEqual(paths('Cells are (row, column), 0-indexed. If I play (1, 4), o answers (1, 3).', options), wanted);
    assert.deepEqual(paths('If I play (2, 5), o answers (2, 4).', options), []);
    assert.deepEqual(paths('If I play e2, o answers d2.', options), wanted);
  });

  it('in cells and in actions with objects', () => {
    assert.deepEqual(paths('If I play d3, white replies c5.', { world: named('othello'), start: undefined }), [
      'd3',
      'd3 c5',
    ]);
    assert.deepEqual(paths('After (pick-up b) I do stack(b, c).', { world: named('blocks4'), start: undefined }), [
      'pick-up(b)',
      'pick-up(b) stack(b,c)',
    ]);
  });
});

describe('a place is no action', () => {
  const texts = [
    'The knight on f7 would attack d8 and h8, and the pawn on e5 is weak.',
    'White controls d5, f7 and e4; the e4 square is empty.',
    'The bishop on c4 aims at d5 and f7.',
    'Pieces: Kg1, Qd1, Bc4, Ng5 against Ke8, Qd8, Nd5.',
    'There is a diagonal d1-h5 and a file with e5.',
  ];
  for (const text of texts)
    it(JSON.stringify(text), () => {
      assert.deepEqual(paths(text), []);
      assert.deepEqual(findings(text), []);
    });

  it('but "play d4", "1.d4" and "d4 exd4" are moves', () => {
    for (const text of ['I could play d4.', '6.d4', 'So d4 exd4', 'After d4, exd4.'])
      assert.equal(paths(text)[0], 'd4');
  });
});

describe('an action in prose is unplaced', () => {
  it('if two nodes fit and nothing decides, with both', () => {
    const text = 'After Nxf7 Kxf7 Qf3+ Ke6. Also possible is d4 here.';
    assert.deepEqual(unplaced(text), ['d4: it fits after Kxf7 and after the start']);
  });

  it('if a heading says that it is only legal, or it shows a format', () => {
    const text = 'Legal moves:\n- Nxf7\n- d4\nUse UCI notation such as e7e8q or a7a8q.\n\nI play O-O.';
    assert.deepEqual(paths(text), ['O-O']);
    assert.deepEqual(findings(text), []);
  });

  it('if its numbers can mean two cells', () => {
    const options = { world: named('line4-9x4'), start: undefined };
    assert.deepEqual(unplaced('If I play (2, 5), I win.', options), [
      '?: the text does not tell from which number it counts',
    ]);
  });

  it('after "or" at the start of a sentence, if it can replace several', () => {
    assert.match(unplaced('Nxf7 Kxf7 Qf3+ Ke6. Or d4.')[0] ?? '', /^d4: it fits after/);
  });

  it('if it follows one that has no place', () => {
    assert.deepEqual(unplaced('A line is Nxf7 Rh3 Qf3 with an attack.'), [
      'Rh3: it is legal nowhere in this search',
      'Qf3: it follows an action that has no place',
    ]);
  });

  it('if it was made before, is threatened or only listed', () => {
    assert.deepEqual(unplaced('Black has just played Nxd5. White threatens Nxf7. Legal moves are d4, d3.'), [
      'Nxd5: it was made before the search',
      'Nxf7: it is threatened, prevented or listed, not made',
      'd4: it is threatened, prevented or listed, not made',
      'd3: it is threatened, prevented or listed, not made',
    ]);
  });

  it('if the position is nowhere stated', () => {
    const { nodes, unplaced: left } = readProse('I play Nf3, then Nc6.', { world: CHESS });
    assert.deepEqual([nodes.length, left.map(({ why }) => why)], [0, ['no-root', 'no-root']]);
  });
});

describe('the root of a search in prose', () => {
  it('is the FEN of the text, also without counters', () => {
    const text = 'FEN: 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -\nRd8# is mate.';
    assert.deepEqual(paths(text, { start: undefined }), ['Rd8#']);
  });

  it('is the end of the game that the text begins with', () => {
    const text = 'Moves so far: 1. e4 e5 2. Nf3 Nc6. White to move. 3. Bb5 a6 is the main line.';
    assert.deepEqual(paths(text, { start: undefined }), ['Bb5', 'Bb5 a6']);
  });

  it('is the end of the record, whose moves are no nodes', () => {
    const text = 'After 1. e4 e5 2. Nf3 Nc6 I play 3. Bb5.';
    assert.deepEqual(paths(text, { start: undefined, record: '1. e4 e5 2. Nf3 Nc6' }), ['Bb5']);
  });
});

describe('a hallucinated move', () => {
  it('is illegal in every position of the text', () => {
    assert.deepEqual(findings('What about Qb6? If Nxf7, Kxf7.'), [
      'Qb6 is legal nowhere in this search; no queen of White can reach b6 (d1)',
    ]);
  });

  it('is none if another position allows it, it is denied, threatened, or describes a piece', () => {
    for (const text of [
      'Nxf7 Kxf7 Qf3+ Qf6 Qxf6. What about Qxf6?',
      'Nd5 is impossible: the knight cannot play Nd6.',
      'Black threatens Nb3.',
      'The Bc4 and the Ng5 aim at f7.',
      'I cannot play Qb6.',
    ])
      assert.deepEqual(findings(text), [], text);
  });
});

describe('an evaluation in prose', () => {
  it('is a claim about the move that it follows, if it is a number with a sign in brackets', () => {
    const { trace } = readProse('Nxf7 (+1.5) Kxf7. d4 is 0.3 better.', { world: CHESS, start: FRIED });
    const claims = trace.events.flatMap((event) => (event.kind === 'claim' && event.claim === 'value' ? [event] : []));
    assert.deepEqual(
      claims.map(({ value, node }) => [value?.value, node?.id]),
      [[1.5, 'n1']],
    );
  });
});

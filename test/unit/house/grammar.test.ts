import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Token, tokenizer } from './tokenize.ts';

const pgn = await tokenizer('source.pgn');
const fen = await tokenizer('source.fen');
const mav = await tokenizer('source.mav');

/** `text scope` of every token that is not white space; the scope is the innermost, without the grammar's name. */
const inner = (tokens: Token[]): string[] =>
  tokens
    .filter(([text]) => text.trim())
    .map(([text, ...scopes]) => `${text} ${(scopes.at(-1) ?? '').replace(/\.(?:pgn|fen|mav)$/, '')}`.trim());
/** The tokens whose text is `text`. */
const named = (tokens: Token[], text: string): Token[] => tokens.filter(([t]) => t === text);
const within = (token: Token | undefined, scope: string): boolean =>
  token?.slice(1).some((s) => s === scope || s.startsWith(`${scope}.`)) ?? false;

describe('the PGN grammar', () => {
  it('marks tag pairs, with escapes in their values', () => {
    assert.deepEqual(inner(pgn('[Event "a \\"b"]')), [
      '[ punctuation.definition.tag.begin',
      'Event entity.name.tag',
      '" punctuation.definition.string.begin',
      'a  string.quoted.double',
      '\\" constant.character.escape',
      'b string.quoted.double',
      '" punctuation.definition.string.end',
      '] punctuation.definition.tag.end',
    ]);
  });

  it('marks the fields of a FEN tag', () => {
    const tokens = pgn('[FEN "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]');
    assert.ok(within(named(tokens, 'w')[0], 'keyword.other.side'));
    assert.ok(within(named(tokens, 'KQkq')[0], 'storage.type.castling'));
    assert.ok(within(named(tokens, 'R')[0], 'entity.name.function.piece.white'));
    assert.ok(within(named(tokens, 'R')[0], 'meta.tag'));
  });

  const moves: [san: string, expected: string[]][] = [
    ['e4', ['e4 entity.name.function.square']],
    [
      'exd8=Q+',
      [
        'e entity.name.function.disambiguation',
        'x entity.name.function.capture',
        'd8 entity.name.function.square',
        '= entity.name.function.promotion',
        'Q entity.name.function.piece',
        '+ entity.name.function.check',
      ],
    ],
    [
      'Nb1xd2#',
      [
        'N entity.name.function.piece',
        'b1 entity.name.function.disambiguation',
        'x entity.name.function.capture',
        'd2 entity.name.function.square',
        '# entity.name.function.check',
      ],
    ],
    ['O-O-O+', ['O-O-O entity.name.function.castling', '+ entity.name.function.check']],
    ['0-0', ['0-0 entity.name.function.castling']],
    ['--', ['-- entity.name.function.null-move']],
    [
      '12.Rae1',
      [
        '12 constant.numeric.move-number',
        '. punctuation.separator.move-number',
        'R entity.name.function.piece',
        'a entity.name.function.disambiguation',
        'e1 entity.name.function.square',
      ],
    ],
    [
      '7... Qh4!? $14',
      [
        '7 constant.numeric.move-number',
        '... punctuation.separator.move-number',
        'Q entity.name.function.piece',
        'h4 entity.name.function.square',
        '!? keyword.operator.nag',
        '$14 constant.numeric.nag',
      ],
    ],
    ['1-0', ['1-0 constant.language.result']],
    ['0-1', ['0-1 constant.language.result']],
    ['1/2-1/2', ['1/2-1/2 constant.language.result']],
    ['*', ['* constant.language.result']],
    ['<', ['< invalid.illegal.reserved']],
    ['}', ['} invalid.illegal.stray-bracket']],
  ];
  for (const [san, expected] of moves) it(`marks ${san}`, () => assert.deepEqual(inner(pgn(san)), expected));

  it('leaves stray words alone', () => {
    for (const word of ['hello', 'e9', 'Xe4', 'be4x', 'Nf33']) assert.deepEqual(inner(pgn(word)), [word]);
  });

  it('nests variations', () => {
    const tokens = pgn('1. e4 (1. d4 d5 (1... f5) 2. c4)\n1... e5');
    const depth = (text: string) => named(tokens, text)[0]?.filter((s) => s === 'meta.variation.pgn').length;
    assert.deepEqual(['e4', 'd4', 'f5', 'c4', 'e5'].map(depth), [0, 1, 2, 1, 0]);
  });

  it('marks commands inside comments, also over several lines', () => {
    const tokens = pgn('{ good [%clk 0:05:00]\n[%eval #-3] [%csl Gd4,Ra1] e4 } 1. d4 ; [%emt 0:01:02]');
    assert.ok(within(named(tokens, '0:05:00')[0], 'constant.numeric.time'));
    assert.ok(within(named(tokens, '0:01:02')[0], 'constant.numeric.time'));
    assert.ok(within(named(tokens, '#-3')[0], 'constant.numeric'));
    assert.ok(within(named(tokens, 'G')[0], 'constant.other.color'));
    assert.ok(within(named(tokens, 'a1')[0], 'variable.other.square'));
    assert.deepEqual(named(tokens, ' e4 ')[0]?.slice(1), ['comment.block.pgn']);
    assert.ok(within(named(tokens, 'd4').at(-1), 'meta.move'));
  });

  it('marks a prediction: its label and the fields of its FEN', () => {
    const tokens = pgn('{ [%pfen gpt-4o@cot#2 r3k2r/8/8/8/8/8/8/R3K2R w KQ -\n3 12] } 1. e4');
    const scopes = Object.fromEntries(
      ['pfen', 'gpt-4o', 'cot', '2', 'w', 'KQ', '12', 'e4'].map((t) => [t, named(tokens, t)[0]?.at(-1)]),
    );
    assert.deepEqual(scopes, {
      pfen: 'keyword.control.prediction.pgn',
      'gpt-4o': 'entity.name.function.model.fen',
      cot: 'variable.parameter.template.fen',
      '2': 'constant.numeric.sample.fen',
      w: 'keyword.other.side.fen',
      KQ: 'storage.type.castling.fen',
      '12': 'constant.numeric.counter.fen',
      e4: 'entity.name.function.square.pgn',
    });
    assert.ok(within(named(pgn('{[%pfen m ?]}'), '?')[0], 'constant.language.none'));
  });

  it('goes on after what was never closed', () => {
    for (const open of ['{ open', '{ [%pfen m 8/8', '{ [%clk 1', '( 1. e4', '[White "x']) {
      const tokens = pgn(`${open}\n\n[Event "y"]\n\n1. Nf3`);
      assert.ok(within(named(tokens, 'Event')[0], 'entity.name.tag'), open);
      assert.deepEqual(named(tokens, 'f3')[0]?.slice(1), ['meta.move.pgn', 'entity.name.function.square.pgn'], open);
    }
  });

  it('reads % as an escape in column one alone', () => {
    assert.deepEqual(inner(pgn('% 1. e4')), ['% 1. e4 comment.line.percentage']);
    assert.ok(within(named(pgn('1. d4 % e4'), 'e4')[0], 'meta.move'));
  });
});

describe('the FEN grammar', () => {
  it('marks the six fields', () => {
    const fields = inner(fen('4k3/8/8/8/8/8/8/4K3 b KQ e3 5 60')).slice(-5);
    assert.deepEqual(fields, [
      'b keyword.other.side',
      'KQ storage.type.castling',
      'e3 variable.other.square',
      '5 constant.numeric.halfmove-clock',
      '60 constant.numeric.fullmove-number',
    ]);
  });

  it('marks the operations of an EPD', () => {
    assert.deepEqual(inner(fen('4k3/8/8/8/8/8/8/4K3 w - - bm Kf2 Kd2; id "a; b"; ce -15;')).slice(-12), [
      'bm keyword.other.opcode',
      'Kf2 constant.other.move',
      'Kd2 constant.other.move',
      '; punctuation.terminator.operation',
      'id keyword.other.opcode',
      '" string.quoted.double',
      'a; b string.quoted.double',
      '" string.quoted.double',
      '; punctuation.terminator.operation',
      'ce keyword.other.opcode',
      '-15 constant.numeric.operand',
      '; punctuation.terminator.operation',
    ]);
  });

  it('marks what no field can be', () => {
    assert.deepEqual(inner(fen('x x x x')), [
      'x invalid.illegal.piece',
      'x invalid.illegal.side',
      'x invalid.illegal.castling',
      'x invalid.illegal.en-passant',
    ]);
  });

  it('marks predictions and comments', () => {
    assert.deepEqual(
      inner(fen('# a comment w')).map((t) => t.split(' ').at(-1)),
      ['punctuation.definition.comment', 'comment.line.number-sign'],
    );
    const tokens = fen('# pfen o3-mini 8/8 w - - 0 1');
    assert.ok(within(named(tokens, 'pfen')[0], 'keyword.control.prediction'));
    assert.ok(within(named(tokens, 'o3-mini')[0], 'entity.name.function.model'));
    assert.ok(within(named(tokens, 'w')[0], 'keyword.other.side'));
  });
});

describe('the MAV grammar', () => {
  it('marks header, commands, state, actions and values of an example', () => {
    const tokens = mav(
      '<mav game=chess> %state %top_2 </mav>\n[%state 2r3k1/p3p3 b]\n[%top_2 g3d6:<ctrl35> invalid : "1-0"]',
    );
    for (const [text, scope] of [
      ['mav', 'entity.name.tag'],
      ['chess', 'constant.language.game'],
      ['state', 'keyword.control.command'],
      ['2', 'constant.numeric.empty'],
      ['r', 'entity.name.type.piece.black'],
      ['b', 'keyword.other.side'],
      ['g3d6', 'variable.other.action'],
      ['35', 'constant.numeric.bucket'],
      ['invalid', 'constant.language.terminal'],
    ] as const)
      assert.ok(
        named(tokens, text).some((token) => within(token, scope)) ||
          inner(tokens).some((t) => t.startsWith(`${text} ${scope}`)),
        text,
      );
  });

  it('marks the cells of a native state', () => {
    const tokens = mav('[%state w || R . k |00000000013||]');
    assert.ok(within(named(tokens, 'w')[0], 'keyword.other.side'));
    assert.ok(within(named(tokens, 'R')[0], 'entity.name.function.piece.white'));
    assert.ok(within(named(tokens, 'k')[0], 'entity.name.type.piece.black'));
  });

  it('marks the steps of a trace, and comments', () => {
    const tokens = mav('Minimax breadth=3 depth=1 # small\nExpand from node <root>: <root g3d6>\nPlaying g3d6!');
    assert.ok(within(named(tokens, 'Minimax')[0], 'keyword.control.step'));
    assert.ok(within(named(tokens, 'Expand from node')[0], 'keyword.control.step'));
    assert.ok(within(named(tokens, 'breadth')[0], 'variable.parameter'));
    assert.ok(named(tokens, 'root').every((token) => within(token, 'entity.name.section')));
    assert.ok(tokens.some((token) => token[0].includes('small') && within(token, 'comment.line')));
  });
});

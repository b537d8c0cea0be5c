import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { annotate } from '../../../src/core/languages/predictions.ts';
import { readPlyPlan } from '../../../src/core/notation/pgn/ply-selection.ts';
import { pgnPredictions } from '../../../src/core/notation/predictions/pgn-predictions.ts';
import { makeLabel } from '../../../src/core/notation/predictions/prediction.ts';
import { type GameTarget, isTarget } from '../../../src/models/predict/game-targets.ts';
import { gamesAt, plannedTargets, targetsAt } from '../../../src/models/predict/pgn-targets.ts';
import { DEFAULT_TEMPLATE, renderPrompt } from '../../../src/models/prompts/prompt.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** The moves of the position at the `|` of a text. */
const movesAt = (marked: string): string => {
  const [place] = targetsAt(marked.replace('|', ''), [marked.indexOf('|')]);
  assert.ok(place !== undefined);
  return isTarget(place) ? place.moves.join(' ') : place.refusal;
};

describe('the position at a place of a PGN', () => {
  it('is the one after the move at or before it', () => {
    assert.equal(movesAt('1. e4 e5 2. N|f3 Nc6 *'), 'e4 e5 Nf3');
    assert.equal(movesAt('1. e4 e5 2. Nf3| Nc6 *'), 'e4 e5 Nf3');
    assert.equal(movesAt('1. e4 e5 2. |Nf3 Nc6 *'), 'e4 e5 Nf3');
    assert.equal(movesAt('1. e4 e5 2|. Nf3 Nc6 *'), 'e4 e5');
    assert.equal(movesAt('1. e4 e5 {a |comment} 2. Nf3 *'), 'e4 e5');
    assert.equal(movesAt('1. e4 e5 *|'), 'e4 e5');
  });

  it('is the start before the first move, and in the tags', () => {
    assert.equal(movesAt('|1. e4 e5 *'), '');
    assert.equal(movesAt('[Event "a|"]\n\n1. e4 *'), '');
  });

  it('is in the variation around it', () => {
    const variation = '1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) 1... e5 *';
    const at = (needle: string, plus = 0): string => {
      const offset = variation.indexOf(needle) + plus;
      return movesAt(`${variation.slice(0, offset)}|${variation.slice(offset)}`);
    };
    assert.equal(at('d4'), 'd4');
    assert.equal(at('(1. d4', 1), '');
    assert.equal(at('(1... Nf6', 1), 'd4');
    assert.equal(at('Nf6'), 'd4 Nf6');
    assert.equal(at('c4)'), 'd4 Nf6 c4');
    assert.equal(at(') 2. c4', 1), 'd4 d5');
    assert.equal(at(' 1... e5'), 'e4');
    assert.equal(at('e5'), 'e4 e5');
  });

  it('is told in export format, and its address leads back to it', () => {
    const text = '[FEN "4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1"]\n[SetUp "1"]\n\n1. 0-0-0 (1. e2-e4 Kd7) *';
    const [main, side] = targetsAt(text, [text.indexOf('0-0-0'), text.indexOf('Kd7')]);
    assert.ok(main !== undefined && isTarget(main) && side !== undefined && isTarget(side));
    assert.deepEqual(main.moves, ['O-O-O']);
    assert.deepEqual(side.moves, ['e4', 'Kd7']);
    assert.deepEqual([side.game, side.ply, side.path], [0, 2, [{ ply: 1, index: 0 }]]);
    const { game, ply, path } = side;
    const { edits } = annotate(text, 'pgn', [{ game, ply, path, label: makeLabel('m'), fen: 'x' }]);
    const [written] = pgnPredictions(applyEdits(text, edits));
    assert.deepEqual([written?.san, written?.trueFen], ['Kd7', side.trueFen]);
  });

  it('is refused with a reason where there is none', () => {
    assert.match(movesAt('|'), /no game/);
    assert.match(movesAt('1. e4 e5 2. Ke3 Nc6| *'), /cannot be played/);
    assert.match(movesAt('1. e4 -- 2. d4| *'), /null move/);
    assert.match(movesAt('[FEN "nonsense"]\n\n1. e4| *'), /start position/);
  });

  it('is found in every game of a file', () => {
    const text = '[Event "1"]\n\n1. e4 *\n\n[Event "2"]\n\n1. d4 d5 *\n';
    const places = targetsAt(text, [text.indexOf('d5'), text.indexOf('e4'), text.length]);
    assert.deepEqual(
      places.map((place) => isTarget(place) && [place.game, ...place.moves]),
      [
        [1, 'd4', 'd5'],
        [0, 'e4'],
        [1, 'd4', 'd5'],
      ],
    );
    assert.deepEqual(gamesAt(text, [text.length, 0, 5]), [0, 1]);
  });
});

describe('the positions of a plan', () => {
  const all = (text: string, plan: string): { places: GameTarget[]; cut: number } => {
    const read = readPlyPlan(plan);
    assert.ok(read !== undefined);
    const games = [...plannedTargets(text, read)];
    return { places: games.flatMap((game) => game.places), cut: games.filter((game) => game.cut).length };
  };

  it('are those of the main lines', () => {
    const text = '1. e4 (1. d4 d5 2. c4) e5 2. Nf3 *\n\n[Event "2"]\n\n1. d4 *';
    assert.deepEqual(
      all(text, 'ends').places.map(({ game, moves }) => `${game}: ${moves.join(' ')}`),
      ['0: e4 e5 Nf3', '1: d4'],
    );
    assert.deepEqual(
      all(text, 'ply:0,2').places.map(({ ply, trueFen }) => `${ply} ${trueFen}`),
      [`0 ${START}`, '2 rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2', `0 ${START}`],
    );
  });

  it('end before a move that cannot be told', () => {
    const { places, cut } = all('1. e4 e5 2. Ke4 Nc6 *', 'ends');
    assert.deepEqual([places[0]?.moves, cut], [['e4', 'e5'], 1]);
    assert.deepEqual(all('[Variant "Atomic"]\n\n1. e4 *', 'ends'), { places: [], cut: 1 });
  });
});

describe('the prompt at a place', () => {
  it('is the same however the game was annotated', () => {
    const bare = '[White "A"]\n\n1. e4 e5 2. Nf3 *';
    const noisy = `[White "B"]\n[Annotator "x"]\n\n{ [%pfen m ${START}] } 1. e4! {[%eval 0.3] secret} e5?! $6 { [%pfen m ${START}] } 2. Nf3 *`;
    const [a] = targetsAt(bare, [bare.indexOf('e5')]);
    const [b] = targetsAt(noisy, [noisy.indexOf('e5')]);
    assert.ok(a !== undefined && isTarget(a) && b !== undefined && isTarget(b));
    const prompt = ({ variant, startFen, moves }: GameTarget) =>
      renderPrompt(DEFAULT_TEMPLATE, { kind: 'state', variant, startFen, moves, sample: 0 });
    assert.deepEqual(prompt(a), prompt(b));
    assert.ok(prompt(a)[1]?.content.endsWith('1. e4 e5'));
  });
});

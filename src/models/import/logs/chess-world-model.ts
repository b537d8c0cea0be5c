import { encodeMove } from '../../../core/games/chess/frame.ts';
import { moveName, squareName } from '../../../core/games/chess/moves.ts';
import { asFields, asList, asName, asText, type Fields, present } from '../../json-fields.ts';
import { isSamePosition } from '../plans/positions-in-text.ts';
import { ofFields } from './foreign-fields.ts';
import { foreign, type LogEvent, type LogFormat, problemAt } from './log-format.ts';
import { PlayedGame } from './logged-game.ts';

/** Number of labels of a state: 64 squares from a8, side, castling, en passant in two, the counters in two each. */
const LABELS = 75;
const MOVES = 64 * 64 * 5;
const START = MOVES;
const PAD = MOVES + 1;
const PIECES = '.PNBRQKpnbrqk';
/** Piece labels by the promotion of a move: none, queen, rook, bishop, knight. */
const PROMOTIONS = [0, 4, 3, 2, 1] as const;
/** Field names of predictions, in games that have them; the data set has none. */
const PREDICTED = ['predictions', 'predicted_states', 'pred_states', 'preds'] as const;

/**
 * Games of Chess-World-Model, JSON Lines: `moves` as numbers, `states` of 75 labels after every prefix, and, if a model was asked, its
 * states in `predictions`. Every prefix is a sample; its answer is the FEN of the labels. Source: `data/process.py` of
 * Benjamin-Walker/Chess-World-Model.
 */
export const chessWorldModel: LogFormat = {
  name: 'chess-world-model',
  title: 'games of Chess-World-Model',
  positions: 'each prefix of a game',
  layout: () => 'lines',
  recognize: ({ first, text }) => {
    const fields = asFields(first);
    if (asList(fields['moves'])[0] === START && asList(asList(fields['states'])[0]).length === LABELS) return 1;
    return /"moves"\s*:\s*\[\s*20480\b/.test(text) && /"states"\s*:/.test(text) ? 1 : 0;
  },
  open: () => ({
    facts: {},
    piece: (piece) => ofFields(piece, 'a game', trajectory),
  }),
};

function trajectory(record: Fields, place: string): readonly LogEvent[] {
  const moves = asList(record['moves']);
  const states = asList(record['states']);
  const predictions = PREDICTED.map((name) => record[name]).find(Array.isArray) as readonly unknown[] | undefined;
  if (moves[0] !== START) return [problemAt(place, 'its moves do not begin with the start token')];
  const game = new PlayedGame();
  const events: LogEvent[] = [];
  for (const [ply, state] of states.entries()) {
    const move = moves[ply];
    if (move === PAD) break;
    const uci = ply === 0 ? undefined : moveUci(move);
    if (ply > 0 && (uci === undefined || !game.play(uci)))
      return [
        ...events,
        problemAt(place, `move ${ply}, ${uci ?? String(move)}, is not legal; the rest of the game is not read`),
      ];
    const { position } = game;
    const truth = labelsFen(state);
    if (truth === undefined || !isSamePosition(truth, position.trueFen))
      return [
        ...events,
        problemAt(
          place,
          `its labels after ${ply} half-moves are not those of the position; the rest of the game is not read`,
        ),
      ];
    const labels = predictions?.[ply];
    events.push(
      foreign({
        place,
        messages: [],
        answer: labels === undefined || labels === null ? null : (labelsFen(labels) ?? JSON.stringify(labels)),
        targets: [],
        metadata: {},
        position,
        kept: ply === 0 ? present({ result: asText(record['result']) }) : {},
        ...present({ id: asName(record['example_id']), model: asText(record['model']) }),
      }),
    );
  }
  if (predictions !== undefined) return events;
  return [
    ...events,
    { type: 'note', message: `${place}: no predictions, only the true labels; its samples have no answer` },
  ];
}

/** Returns the UCI notation of a move's number; undefined for any other value. */
function moveUci(number: unknown): string | undefined {
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 0 || number >= MOVES) return undefined;
  const squares = Math.floor(number / 5);
  return moveName(encodeMove(Math.floor(squares / 64), squares % 64, PROMOTIONS[number % 5]));
}

/** Returns the FEN that 75 labels stand for; undefined if they are not 75 or out of range. */
export function labelsFen(value: unknown): string | undefined {
  const labels = asList(value);
  if (
    labels.length !== LABELS ||
    !labels.every((label) => Number.isInteger(label) && (label as number) >= 0 && (label as number) < 256)
  )
    return undefined;
  const at = (i: number): number => labels[i] as number;
  const ranks: string[] = [];
  for (let rank = 0; rank < 8; rank++) {
    const pieces = Array.from({ length: 8 }, (_, file) => PIECES[at(8 * rank + file)] ?? '?').join('');
    if (pieces.includes('?')) return undefined;
    ranks.push(pieces.replace(/\.+/g, (empty) => String(empty.length)));
  }
  const rights = ['K', 'Q', 'k', 'q'].filter((_, i) => at(65 + i) === 1).join('') || '-';
  const hasTarget = at(69) >= 1 && at(69) <= 8 && at(70) >= 1 && at(70) <= 2;
  const target = hasTarget ? squareName(at(69) - 1 + (at(70) === 1 ? 16 : 40)) : '-';
  const counter = (high: number): number => 256 * at(high) + at(high + 1);
  return `${ranks.join('/')} ${at(64) === 0 ? 'w' : 'b'} ${rights} ${target} ${counter(71)} ${counter(73)}`;
}

import { squareName } from '../../core/games/chess/moves.ts';
import { printChess } from '../../core/games/chess/state.ts';
import { LineHistory } from '../../core/metrics/placement.ts';
import {
  alternativeMoves,
  continuation,
  type GameLocation,
  locateInGame,
  positionDetails,
} from '../../core/notation/pgn/board-position.ts';
import { FAILED, failureReason, PLAYED, stateAfter } from '../../core/notation/pgn/replay.ts';
import { lineTo, moveOffset } from '../../core/notation/pgn/tree-lookup.ts';
import { withoutSample } from '../../core/notation/predictions/prediction.ts';
import type { ServerDocument } from '../documents/document.ts';
import { stepPlaces } from '../games/board-at.ts';
import type { GameView, SectionGame } from '../games/game-view.ts';
import {
  documentPredictions,
  type LineDraft,
  type LinePrediction,
  labelAt,
  type Place,
  sectionKey,
} from './located.ts';

/** Returns a location in a game: the line through it, and the content of a board there. */
export function gameLocation(document: ServerDocument, game: SectionGame, offset: number): Place {
  const { view, placed } = game;
  const { replay, text, next } = view;
  const { tree } = replay;
  const own = offset - placed.offset;
  const place = locateInGame(replay, own);
  const { move } = place;
  const state = stateAfter(replay, move);
  if (state === undefined) return { reason: 'the start position of this game cannot be read' };
  const at = (offset: number) => document.buffer.positionAt(placed.offset + offset);
  const { steps, ...facts } = positionDetails(text, replay, place, state, next);
  const leaf =
    continuation(move, next)
      .filter((m) => replay.status[m] === PLAYED)
      .at(-1) ?? move;
  return {
    key: `${sectionKey(document, placed)} ${leaf}`,
    draft: () => draftOf(document, game, leaf),
    here: {
      at: move < 0 ? 0 : (tree.movePly[move] ?? 0),
      place: {
        game: placed.game,
        ply: move < 0 ? 0 : (tree.movePly[move] ?? 0),
        path: move < 0 ? [] : view.paths.pathOf(tree.moveNode[move] ?? 0),
      },
      label: labelAt(placed.section, own),
      board: { ...facts, steps: stepPlaces(steps, at) },
      instead: alternativeMoves(text, replay, move, next).map(({ number, san, range }) => ({
        name: `${number}${san}`,
        cursor: at(range.end),
      })),
    },
    reason: place.stuck < 0 ? null : stuckReason(view, place),
  };
}

/** Formats the reason, such as `7.Nf9 is illegal: there is no square f9`. */
function stuckReason(view: GameView, { move, stuck }: GameLocation): string {
  const { replay, text } = view;
  const [number = '', turn] = [replay.tree.movePly[stuck] ?? 0].flatMap(() => {
    const state = stateAfter(replay, move);
    const fields = state === undefined ? [] : printChess(state).split(' ');
    return [fields[5] ?? '', fields[1] ?? ''];
  });
  const name = `${number}${turn === 'b' ? '...' : '.'}${view.san(stuck)}`;
  if (replay.status[stuck] !== FAILED) return `${name} cannot be played: a move before it cannot be read`;
  const { kind, message } = failureReason(text, replay, stuck);
  return `${name} is ${kind === 'ambiguous' ? 'ambiguous' : 'illegal'}: ${message}`;
}

function draftOf(document: ServerDocument, { view, placed }: SectionGame, leaf: number): LineDraft {
  const { tree } = view.replay;
  const moves = [-1, ...lineTo(tree, leaf)];
  const line = new LineHistory(
    moves.map((m, ply) => {
      const state = stateAfter(view.replay, m);
      return { ply, fen: state === undefined ? '' : printChess(state), ...(m >= 0 && { san: view.san(m) }) };
    }),
  );
  const indexOf = new Map(moves.map((m, i) => [m < 0 ? START : placeKey(tree.moveNode[m] ?? 0, i), i]));
  const predictions = documentPredictions(placed).flatMap((item): LinePrediction[] => {
    const { ply, path, trueFen, label } = item.prediction;
    const at = indexOf.get(ply === 0 && path.length === 0 ? START : placeKey(view.paths.nodeAt(path), ply));
    if (at === undefined || trueFen === null) return [];
    return [{ at, row: withoutSample(label), placed: item, trueFen, line: () => line.upTo(at) }];
  });
  const { year } = view;
  const title = view.players ?? view.event ?? `Game ${placed.game + 1}`;
  return {
    title: year === undefined ? title : `${title}, ${year}`,
    variant: view.variant,
    labels: 'models',
    kind: 'game',
    steps: line.plies.map(({ fen }, i) => {
      const name = i === 0 ? 'start' : (line.moveAfter(i - 1) ?? `ply ${i}`);
      const played = view.replay.moves[moves[i] ?? -1] ?? -1;
      return {
        ply: i,
        name,
        fen,
        lastMove: played < 0 ? null : [squareName(played & 63), squareName((played >>> 6) & 63)],
      };
    }),
    cursors: moves.map((m) => document.buffer.positionAt(placed.offset + moveOffset(tree, m))),
    accepts: true,
    predicts: true,
    predictions,
  };
}

const START = 'start';
const placeKey = (node: number, ply: number): string => `${node} ${ply}`;

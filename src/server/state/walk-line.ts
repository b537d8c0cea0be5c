import { isChessVariant } from '../../core/games/chess/chess-variants.ts';
import { isComparedWorld } from '../../core/metrics/comparison-rules.ts';
import { LineHistory } from '../../core/metrics/placement.ts';
import { withoutSample } from '../../core/notation/predictions/prediction.ts';
import { illegalActionReason } from '../../core/notation/walk/check-walk.ts';
import { actionsBefore } from '../../core/notation/walk/read-walk.ts';
import { type ReplayedWalk, walkHistory } from '../../core/notation/walk/replay-walk.ts';
import { walkComparison } from '../../core/notation/walk/walk-predictions.ts';
import type { OpenedWorld } from '../../core/notation/walk/walk-world.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { SectionLocation } from '../documents/sections.ts';
import { walkAt } from '../games/walk-at.ts';
import {
  documentPredictions,
  type LineDraft,
  type LinePrediction,
  labelAt,
  type Place,
  sectionKey,
} from './located.ts';

/** Returns a location in a walk file: a state of the walk around it, a step for each action. */
export function walkLocation(document: ServerDocument, offset: number): Place {
  const found = walkAt(document, offset);
  if (found === undefined) return { reason: 'there is no walk here' };
  const { placed, replayed } = found;
  const { opened, fault, walk, states } = replayed;
  if (opened === undefined || fault !== undefined) return { reason: fault?.message ?? 'there is no such world' };
  const own = offset - placed.offset;
  const wanted = actionsBefore(walk, own);
  const at = Math.min(wanted, states.length - 1);
  return {
    key: `${sectionKey(document, placed)} ${walkComparison(opened).variant}${startOf(opened)}`,
    draft: () => draftOf(document, placed, replayed, opened),
    here: {
      at,
      place: { game: placed.game, ply: at, path: [] },
      label: labelAt(placed.section, own),
      board: null,
      instead: [],
    },
    reason: wanted > at ? illegalReason(replayed, opened) : null,
  };
}

/** Returns a key for the start of a program: it may have been changed since an earlier start. */
const startOf = ({ spec }: OpenedWorld): string => (spec.kind === 'process' ? ` ${spec.start ?? 0}` : '');

function illegalReason({ walk, states, illegal = 0 }: ReplayedWalk, { world }: OpenedWorld): string {
  return illegalActionReason(world, states.at(-1), walk.actions[illegal]?.text ?? '');
}

function draftOf(
  document: ServerDocument,
  placed: SectionLocation,
  replayed: ReplayedWalk,
  opened: OpenedWorld,
): LineDraft {
  const { walk, states } = replayed;
  const plies = walkHistory(replayed, states.length - 1);
  const line = new LineHistory(plies);
  const { variant } = walkComparison(opened);
  const isChess = isChessVariant(variant);
  const predictions = documentPredictions(placed).flatMap((item): LinePrediction[] => {
    const { ply, trueFen, label } = item.prediction;
    if (trueFen === null || ply >= states.length) return [];
    return [{ at: ply, row: withoutSample(label), placed: item, trueFen, line: () => line.upTo(ply) }];
  });
  const { world } = opened;
  return {
    title: `Walk ${placed.game + 1}: ${world.title}`,
    variant,
    labels: 'models',
    kind: isComparedWorld(variant) ? 'walk' : 'game',
    steps: plies.map(({ ply, fen, san }, i) => ({
      ply,
      name: i === 0 ? 'start' : ((isChess ? line.moveAfter(i - 1) : undefined) ?? san ?? `action ${i}`),
      fen,
      lastMove: isChess ? squaresOf(walk.actions[i - 1]?.text) : null,
    })),
    cursors: plies.map((_, i) => document.buffer.positionAt(placed.offset + cursorOf(replayed, i))),
    accepts: false,
    predicts: true,
    predictions,
  };
}

/**
 * Returns the cursor of a state: the end of the word of the action that leads to it, where an offset belongs to the
 * state, too.
 */
const cursorOf = ({ walk }: ReplayedWalk, at: number): number =>
  at === 0 ? (walk.start ?? walk.world).range.end : (walk.actions[at - 1]?.range.end ?? walk.range.start);

function squaresOf(action: string | undefined): readonly [string, string] | null {
  const found = /^([a-h][1-8])([a-h][1-8])/.exec(action ?? '');
  return found === null ? null : [found[1] ?? '', found[2] ?? ''];
}

import type { DocumentSymbol } from 'vscode-languageserver';
import { plural } from '../../core/base/text/counts.ts';
import { type Range, shiftRange } from '../../core/base/text/range.ts';
import { boardSvg } from '../../core/board/board-svg.ts';
import { textBoard } from '../../core/board/board-text.ts';
import { isStoneGame, stoneBoardSvg, stonePair, stoneTextBoard } from '../../core/board/stone-board.ts';
import { worldBoard } from '../../core/board/world-board.ts';
import { isChessVariant } from '../../core/games/chess/chess-variants.ts';
import { isComparedWorld } from '../../core/metrics/comparison-rules.ts';
import { LineHistory } from '../../core/metrics/placement.ts';
import { withoutSample } from '../../core/notation/predictions/prediction.ts';
import { illegalActionReason } from '../../core/notation/walk/check-walk.ts';
import { completeWalk } from '../../core/notation/walk/complete-walk.ts';
import { actionsBefore } from '../../core/notation/walk/read-walk.ts';
import { type ReplayedWalk, walkEntry, walkHistory } from '../../core/notation/walk/replay-walk.ts';
import { walkComparison } from '../../core/notation/walk/walk-predictions.ts';
import type { OpenedWorld } from '../../core/notation/walk/walk-world.ts';
import type { World } from '../../core/worlds/world.ts';
import { positionInWalk } from '../comparison/compared-position.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { SectionLocation } from '../documents/sections.ts';
import { sectionWalk, walkAt } from '../games/walk-at.ts';
import {
  boardSize,
  type HoverContent,
  type HoverLink,
  type HoverStyle,
  layout,
  linkTo,
  worldPicture,
} from '../hover/hover-layout.ts';
import { sideBelow, stoneWidth } from '../hover/hover-text.ts';
import {
  documentPredictions,
  type LineDraft,
  type LinePrediction,
  labelAt,
  type Place,
  sectionKey,
} from '../state/located.ts';
import { RECORD_SYMBOL } from './outline.ts';
import type { ServerPart } from './part.ts';
import { countedSections, DETAILED } from './section-texts.ts';
import { pushSpan, sectionsIn } from './tokens.ts';

/** Returns a location in a walk file: a state of the walk around it, a step for each action. */
function walkLocation(document: ServerDocument, offset: number): Place {
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

function* symbols(document: ServerDocument): Generator<DocumentSymbol> {
  for (const placed of countedSections(document)) {
    const replayed = sectionWalk(document, placed);
    if (replayed === undefined) continue;
    const { range, line, name, detail } = walkEntry(replayed);
    yield {
      name,
      detail,
      kind: RECORD_SYMBOL,
      range: document.rangeAt(range, placed.offset),
      selectionRange: document.rangeAt(line, placed.offset),
    };
  }
}

/** Walks, which stay replayed as long as their sections exist. */
export const WALK_PART: ServerPart = {
  *folds(document) {
    for (const placed of countedSections(document)) {
      const replayed = sectionWalk(document, placed);
      if (replayed !== undefined) yield { kind: 'region', range: shiftRange(replayed.walk.range, placed.offset) };
    }
  },
  symbols,
  complete(document, offset) {
    const { sections } = document;
    if (sections.count === 0) return completeWalk('', 0, undefined);
    const placed = sections.at(sections.indexAt(offset));
    const found = completeWalk(document.sectionText(placed), offset - placed.offset, sectionWalk(document, placed));
    return found.map((item) => ({ ...item, range: shiftRange(item.range, placed.offset) }));
  },
  tokens: {
    most: DETAILED,
    // the grammar colors the rest
    add(builder, document, span) {
      for (const placed of sectionsIn(document, span)) {
        const replayed = sectionWalk(document, placed);
        if (replayed === undefined) continue;
        const { walk, states } = replayed;
        for (const [at, action] of walk.actions.entries()) {
          const range = shiftRange(action.range, placed.offset);
          if (range.end <= span.start || range.start >= span.end) continue;
          const kind = at + 1 < states.length ? 'move' : at === replayed.illegal ? 'illegalMove' : 'uncheckedMove';
          pushSpan(builder, document, range, kind);
        }
      }
    },
  },
  hover(document, placed, offset, { style, hover }) {
    const replayed = sectionWalk(document, placed);
    const found = replayed && walkHover(replayed, offset - placed.offset, style, [linkTo(document, offset)]);
    return found === undefined ? null : hover(found.value, document.rangeAt(found.range, placed.offset));
  },
  noBoard: 'Walks have no board to move pieces on.',
  place: walkLocation,
  noState: 'there is no walk here',
  position: (document, section, { ply }) => positionInWalk(document, section, ply),
};

/** Maximum number of actions that a hover names. */
const MAX_NAMED = 12;

/**
 * Returns the hover at an offset of a walk, with its range: at the word `world` and its name the world, at an action
 * the state after it. Undefined without a world or a start: then no state is known.
 */
function walkHover(
  replayed: ReplayedWalk,
  offset: number,
  style: HoverStyle,
  links: readonly HoverLink[],
): { readonly value: string; readonly range: Range } | undefined {
  const { walk, opened, states, illegal } = replayed;
  const isOn = (range: Range | undefined): range is Range =>
    range !== undefined && range.start <= offset && offset < range.end;
  const [first] = states;
  if (opened === undefined || first === undefined) return undefined;
  const { world } = opened;
  const head = { start: walk.range.start, end: walk.world.range.end };
  if (isOn(head) || isOn(walk.start?.range)) {
    const range = isOn(head) ? head : (walk.start?.range ?? head);
    const value = stateHover({ replayed, world, at: 0, title: `${world.title}: start`, links }, style);
    return { value, range };
  }
  const action = walk.actions.findIndex(({ range }) => isOn(range));
  const word = walk.actions[action];
  if (word === undefined) return undefined;
  if (illegal !== undefined && action >= illegal) {
    const title =
      action === illegal
        ? illegalActionReason(world, states.at(-1), word.text)
        : `not checked: ${walk.actions[illegal]?.text ?? ''} above is not legal`;
    return { value: layout({ title, lines: [], links }, style), range: word.range };
  }
  const title = `${word.text} (action ${action + 1})`;
  return { value: stateHover({ replayed, world, at: action + 1, title, links }, style), range: word.range };
}

interface ShownState {
  readonly replayed: ReplayedWalk;
  readonly world: World<unknown>;
  /** Index of the state. */
  readonly at: number;
  readonly title: string;
  readonly links: readonly HoverLink[];
}

function stateHover({ replayed, world, at, title, links }: ShownState, style: HoverStyle): string {
  const state = replayed.states[at];
  const text = world.automaton.print(state);
  const legal = world.automaton.legal(state);
  const shown = legal.slice(0, MAX_NAMED).join(' ');
  const board = boardOf(replayed, text, style);
  return layout(
    {
      title,
      facts: ` · ${legal.length === 0 ? 'the walk ends here' : plural(legal.length, 'legal action')}`,
      ...(board !== undefined && { board }),
      lines: [
        { text, rank: 0, isCode: true },
        ...(legal.length === 0
          ? []
          : [
              {
                text: `legal: ${shown}${legal.length > MAX_NAMED ? ` and ${legal.length - MAX_NAMED} more` : ''}`,
                rank: 1,
              },
            ]),
      ],
      links,
    },
    style,
  );
}

function boardOf({ opened }: ReplayedWalk, text: string, style: HoverStyle): HoverContent['board'] | undefined {
  if (opened === undefined) return undefined;
  const { variant } = walkComparison(opened);
  const title = `State: ${text}`;
  if (isComparedWorld(variant)) {
    const board = worldBoard(opened.world, text, null, 'true');
    return board && worldPicture(board, title, style);
  }
  if (isStoneGame(variant)) {
    const { truth } = stonePair(variant, text, text);
    return {
      svg: () => stoneBoardSvg({ ...truth, size: stoneWidth(variant, style), title }),
      text: () => stoneTextBoard(truth),
    };
  }
  return {
    svg: () => boardSvg({ fen: text, size: boardSize(style), orientation: sideBelow(text, style), title }),
    text: () => textBoard({ fen: text }),
  };
}

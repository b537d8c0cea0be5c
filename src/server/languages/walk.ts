import type { DocumentSymbol } from 'vscode-languageserver';
import { plural } from '../../core/base/text/counts.ts';
import { type Range, shiftRange } from '../../core/base/text/range.ts';
import { boardSvg } from '../../core/board/board-svg.ts';
import { textBoard } from '../../core/board/board-text.ts';
import { isStoneGame, stoneBoardSvg, stonePair, stoneTextBoard } from '../../core/board/stone-board.ts';
import { worldBoard } from '../../core/board/world-board.ts';
import { isComparedWorld } from '../../core/metrics/comparison-rules.ts';
import { illegalActionReason } from '../../core/notation/walk/check-walk.ts';
import { completeWalk } from '../../core/notation/walk/complete-walk.ts';
import { type ReplayedWalk, walkEntry } from '../../core/notation/walk/replay-walk.ts';
import { walkComparison } from '../../core/notation/walk/walk-predictions.ts';
import type { World } from '../../core/worlds/world.ts';
import { positionInWalk } from '../comparison/compared-position.ts';
import type { ServerDocument } from '../documents/document.ts';
import { sectionWalk } from '../games/walk-at.ts';
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
import { walkLocation } from '../state/walk-line.ts';
import { RECORD_SYMBOL } from './outline.ts';
import type { ServerPart } from './part.ts';
import { countedSections, DETAILED } from './section-texts.ts';
import { pushSpan, sectionsIn } from './tokens.ts';

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

import { plural } from '../../core/base/text/plural.ts';
import type { Range } from '../../core/base/text/range.ts';
import { stoneBoardSvg, stoneTextBoard } from '../../core/board/stone-board.ts';
import { isStoneGame, stonePair } from '../../core/board/stone-pair.ts';
import { boardSvg } from '../../core/board/svg.ts';
import { textBoard } from '../../core/board/text-board.ts';
import { worldBoard } from '../../core/board/world-board.ts';
import { isComparedWorld } from '../../core/metrics/compared.ts';
import { reasonOf } from '../../core/notation/walk/check-walk.ts';
import type { ReplayedWalk } from '../../core/notation/walk/replay-walk.ts';
import { comparedBy } from '../../core/notation/walk/walk-predictions.ts';
import type { World } from '../../core/worlds/world.ts';
import { boardSize, type HoverContent, type HoverLink, type HoverStyle, layout } from './hover-layout.ts';
import { sideBelow, stoneWidth } from './hover-text.ts';
import { worldPicture } from './world-picture.ts';

/** Actions that a hover names. */
const MAX_NAMED = 12;

/**
 * The hover of a place of a walk: of the word `world` and its name the world, of an action the state behind it; with its range.
 * Undefined without a world or a start: then no state is known.
 */
export function walkHover(
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
        ? reasonOf(world, states.at(-1), word.text)
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
  const { variant } = comparedBy(opened);
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

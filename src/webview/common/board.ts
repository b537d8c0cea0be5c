import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { Config } from '@lichess-org/chessground/config';
import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';
import type { Orientation } from '../../core/board/board-svg.ts';
import { boardDescription } from '../../core/board/board-text.ts';
import { type Mark, markShape } from '../../core/board/marks.ts';
import { readLooseFen } from '../../core/metrics/fen-reading.ts';
import { printPlacement } from '../../core/metrics/placement.ts';
import type { BoardShape } from '../../core/notation/pgn/board-position.ts';
import { h } from './dom.ts';

/** The content of a board. */
export interface BoardView {
  /** As far as it can be read. */
  readonly fen: string;
  readonly orientation: Orientation;
  readonly lastMove: readonly string[];
  readonly marks?: readonly Mark[];
  /** Circles and arrows. */
  readonly shapes?: readonly BoardShape[];
  /** Moves that can be made on it, UCI. */
  readonly legal?: readonly string[];
  readonly check?: boolean;
  /** The accessible name. */
  readonly name: string;
}

export interface Board {
  readonly element: HTMLElement;
  show(view: BoardView): void;
  destroy(): void;
}

/** Units of chessground's own drawings in those of the marks. */
const SCALE = 100 / 45;

const shapeOf = (mark: Mark): DrawShape => ({
  orig: mark.square as Key,
  customSvg: { html: `<g transform="scale(${SCALE})">${markShape(mark)}</g>` },
});

const drawn = ({ from, to, color }: BoardShape): DrawShape => ({
  orig: from as Key,
  brush: color,
  ...(to !== undefined && { dest: to as Key }),
});

/** Squares that a piece can go to, by where it stands. */
function destinations(legal: readonly string[]): Map<Key, Key[]> {
  const found = new Map<Key, Key[]>();
  for (const move of legal) {
    const [from, to] = [move.slice(0, 2) as Key, move.slice(2, 4) as Key];
    const known = found.get(from);
    if (known === undefined) found.set(from, [to]);
    else if (!known.includes(to)) known.push(to);
  }
  return found;
}

/**
 * A board to look at, or with `onMove` one to make moves on, by mouse or touch. Pieces slide to their places unless the user
 * wants less motion.
 *
 * @param onMove is called once a move is made, which stands on the board until the next `show`
 */
export function createBoard(onMove?: (from: string, to: string) => void): Board {
  const wrap = h('div', { class: 'cg-wrap' });
  const element = h('div', { class: 'board', role: 'img' }, wrap);
  let ground: Api | undefined;
  let config: Config = {};
  // Chessground measures itself when it is made, so it is made when the board has its place on the page.
  const placed = new ResizeObserver(() => {
    if (wrap.clientWidth === 0) return;
    placed.disconnect();
    ground = Chessground(wrap, {
      viewOnly: onMove === undefined,
      coordinates: true,
      premovable: { enabled: false },
      movable: { free: false, events: { after: (from, to) => onMove?.(from, to) } },
      drawable: { enabled: false, visible: true },
      animation: { enabled: !matchMedia('(prefers-reduced-motion: reduce)').matches, duration: 150 },
    });
    ground.set(config);
  });
  placed.observe(wrap);
  // Chessground keeps where its board is until the page scrolls or the board changes its size. Text above it that becomes
  // longer moves it without either, and a press would be taken for another square.
  for (const press of ['mousedown', 'touchstart'])
    element.addEventListener(press, () => ground?.state.dom.bounds.clear(), { capture: true, passive: true });
  return {
    element,
    show: ({ fen, orientation, lastMove, marks = [], shapes = [], legal = [], check = false, name }) => {
      const { placement, fields } = readLooseFen(fen);
      const turn = fields.side === 'b' ? 'black' : 'white';
      element.setAttribute('aria-label', `${name}. ${boardDescription(fen)}`);
      config = {
        fen: printPlacement(placement.squares),
        turnColor: turn,
        check,
        orientation,
        lastMove: [...lastMove] as Key[],
        movable: { color: turn, dests: destinations(legal) },
        draggable: { enabled: legal.length > 0 },
        selectable: { enabled: legal.length > 0 },
        drawable: { autoShapes: [...marks.map(shapeOf), ...shapes.map(drawn)] },
      };
      ground?.selectSquare(null);
      ground?.set(config);
    },
    destroy: () => {
      placed.disconnect();
      ground?.destroy();
    },
  };
}

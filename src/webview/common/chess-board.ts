import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { Config } from '@lichess-org/chessground/config';
import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';
import { h, type JSX, type RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Orientation } from '../../core/board/board-svg.ts';
import { boardDescription } from '../../core/board/board-text.ts';
import { type Mark, markShape } from '../../core/board/marks.ts';
import { readLooseFen } from '../../core/metrics/fen-reading.ts';
import { printPlacement } from '../../core/metrics/placement.ts';
import type { BoardShape } from '../../core/notation/pgn/board-position.ts';

/** Called once a move is made, which stands on the board until that is rendered again. */
export type OnMove = (from: string, to: string) => void;

/** The content of a chess board. */
export interface ChessBoardProps {
  /** The position, as far as the text can be read. */
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
  /** True for a board that is not to be seen, but keeps its place. */
  readonly isGone?: boolean;
  /** Makes it a board to move pieces on, by mouse or touch. */
  readonly onMove?: OnMove | undefined;
}

/** Units of chessground's own drawings in those of the marks. */
const SCALE = 100 / 45;

const markDrawing = (mark: Mark): DrawShape => ({
  orig: mark.square as Key,
  customSvg: { html: `<g transform="scale(${SCALE})">${markShape(mark)}</g>` },
});

const commentDrawing = ({ from, to, color }: BoardShape): DrawShape => ({
  orig: from as Key,
  brush: color,
  ...(to !== undefined && { dest: to as Key }),
});

/** Returns the squares that a piece can go to, by the square where it stands. */
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

function groundConfig({
  fen,
  orientation,
  lastMove,
  marks = [],
  shapes = [],
  legal = [],
  check = false,
}: ChessBoardProps) {
  const { placement, fields } = readLooseFen(fen);
  const turn = fields.side === 'b' ? 'black' : 'white';
  return {
    fen: printPlacement(placement.squares),
    turnColor: turn,
    check,
    orientation,
    lastMove: [...lastMove] as Key[],
    movable: { color: turn, dests: destinations(legal) },
    draggable: { enabled: legal.length > 0 },
    selectable: { enabled: legal.length > 0 },
    drawable: { autoShapes: [...marks.map(markDrawing), ...shapes.map(commentDrawing)] },
  } satisfies Config;
}

/** Makes chessground in an element once that has its place on the page, for chessground measures itself when it is made. */
function useGround(
  wrap: RefObject<HTMLElement | null>,
  config: Config,
  onMove: OnMove | undefined,
): RefObject<Api | null> {
  const ground = useRef<Api>(null);
  const latest = useRef({ config, onMove });
  latest.current = { config, onMove };
  useLayoutEffect(() => {
    const element = wrap.current;
    if (element === null) return undefined;
    const placed = new ResizeObserver(() => {
      if (element.clientWidth === 0) return;
      placed.disconnect();
      ground.current = Chessground(element, {
        viewOnly: onMove === undefined,
        coordinates: true,
        premovable: { enabled: false },
        movable: { free: false, events: { after: (from, to) => latest.current.onMove?.(from, to) } },
        drawable: { enabled: false, visible: true },
        animation: { enabled: !matchMedia('(prefers-reduced-motion: reduce)').matches, duration: 150 },
      });
      ground.current.set(latest.current.config);
    });
    placed.observe(element);
    return () => {
      placed.disconnect();
      ground.current?.destroy();
    };
  }, []);
  // With every rendering: a move that was refused is taken back so.
  useLayoutEffect(() => {
    ground.current?.selectSquare(null);
    ground.current?.set(config);
  });
  return ground;
}

/** A chess board by chessground. Pieces slide to their places unless the user wants less motion. */
export function ChessBoard(props: ChessBoardProps): JSX.Element {
  const { fen, name, isGone = false, onMove } = props;
  const [element, wrap] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const ground = useGround(wrap, groundConfig(props), onMove);
  // Chessground keeps where its board is until the page scrolls or the board changes its size. Text above it that becomes
  // longer moves it without either, and a press would select another square.
  useLayoutEffect(() => {
    for (const press of ['mousedown', 'touchstart'])
      element.current?.addEventListener(press, () => ground.current?.state.dom.bounds.clear(), {
        capture: true,
        passive: true,
      });
  }, []);
  return h(
    'div',
    {
      ref: element,
      class: isGone ? 'board gone' : 'board',
      role: 'img',
      'aria-label': `${name}. ${boardDescription(fen)}`,
    },
    h('div', { ref: wrap, class: 'cg-wrap' }),
  );
}

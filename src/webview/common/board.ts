import { Chessground } from 'chessground';
import type { Api } from 'chessground/api';
import type { Config } from 'chessground/config';
import type { DrawShape } from 'chessground/draw';
import type { Key } from 'chessground/types';
import { boardDescription } from '../../core/board/description.ts';
import { markShape } from '../../core/board/mark-shapes.ts';
import type { Mark } from '../../core/board/marks.ts';
import type { Orientation } from '../../core/board/svg.ts';
import { readFen } from '../../core/metrics/fen-reading.ts';
import { printPlacement } from '../../core/metrics/placement.ts';
import { h } from './dom.ts';

/** What a board shows. */
export interface BoardView {
  /** As far as it can be read. */
  readonly fen: string;
  readonly orientation: Orientation;
  readonly lastMove: readonly string[];
  readonly marks: readonly Mark[];
  /** What it is, for those who hear it. */
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

/** A board to look at. Pieces slide to their places unless the user wants less motion. */
export function createBoard(): Board {
  const wrap = h('div', { class: 'cg-wrap' });
  const element = h('div', { class: 'board', role: 'img' }, wrap);
  let ground: Api | undefined;
  let config: Config = {};
  // Chessground measures itself when it is made, so it is made when the board has its place on the page.
  const placed = new ResizeObserver(() => {
    if (wrap.clientWidth === 0) return;
    placed.disconnect();
    ground = Chessground(wrap, {
      viewOnly: true,
      coordinates: true,
      drawable: { enabled: false, visible: true },
      animation: { enabled: !matchMedia('(prefers-reduced-motion: reduce)').matches, duration: 150 },
    });
    ground.set(config);
  });
  placed.observe(wrap);
  return {
    element,
    show: ({ fen, orientation, lastMove, marks, name }) => {
      element.setAttribute('aria-label', `${name}. ${boardDescription(fen)}`);
      config = {
        fen: printPlacement(readFen(fen).placement.squares),
        orientation,
        lastMove: [...lastMove] as Key[],
        drawable: { autoShapes: marks.map(shapeOf) },
      };
      ground?.set(config);
    },
    destroy: () => {
      placed.disconnect();
      ground?.destroy();
    },
  };
}

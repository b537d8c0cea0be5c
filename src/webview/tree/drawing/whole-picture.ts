import { valueBand } from '../../../core/search/view/node-colors.ts';
import { mostVisited } from '../../../core/search/view/node-values.ts';
import type { PictureBox, PictureLink, TreePicture } from '../../../core/search/view/picture.ts';
import { MAX_BOXES } from '../../../core/search/view/tree-svg.ts';
import type { CanvasView } from '../canvas-view.ts';
import { IcicleScene } from './icicle-scene.ts';
import type { Names } from './looks.ts';
import { TidyScene } from './tidy-scene.ts';

/** A screen on which everything has room, in pixels. */
const ROOM = 1e5;
/** Room for the rows of an icicle: higher ones get lower. */
const ICICLE = { width: 1000, height: 2400 };
const EVERYWHERE = {
  left: Number.NEGATIVE_INFINITY,
  top: Number.NEGATIVE_INFINITY,
  right: Number.POSITIVE_INFINITY,
  bottom: Number.POSITIVE_INFINITY,
};

/**
 * All of a tree, whatever of it is on the screen: its most visited nodes opened, nothing dimmed or selected, without room
 * around it.
 */
export function wholePicture(view: CanvasView, names: Names): TreePicture {
  const isIcicle = view.layout === 'icicle';
  const scene = isIcicle ? new IcicleScene(names) : new TidyScene(names);
  const opened = isIcicle ? view.opened : mostVisited(view.root, MAX_BOXES).nodes;
  scene.resize(isIcicle ? ICICLE.width : ROOM, isIcicle ? ICICLE.height : ROOM);
  scene.update({ ...view, opened, matches: undefined, reference: undefined });
  scene.camera = scene.fitted();
  const boxes: PictureBox[] = [];
  const links: PictureLink[] = [];
  const edge = { left: ROOM, top: ROOM, right: -ROOM, bottom: -ROOM };
  scene.walk(
    EVERYWHERE,
    ({ x, y, width, height, look, node, group }) => {
      const { name, visits, value, isHallucination, isGroup, differs, isTerminal, outcome, isPrincipal, waiting } =
        look;
      const { status, costs } = look;
      const board = group === undefined && !isIcicle ? view.pictures?.svgOf(node) : undefined;
      edge.left = Math.min(edge.left, x);
      edge.top = Math.min(edge.top, y);
      edge.right = Math.max(edge.right, x + width);
      edge.bottom = Math.max(edge.bottom, y + height);
      const own = {
        name,
        visits,
        value,
        isHallucination,
        isGroup,
        differs,
        isTerminal,
        outcome,
        isPrincipal,
        waiting,
        status,
        costs,
      };
      const place = { x, y, width, height, isSelected: false, isDim: false };
      boxes.push({ ...own, ...place, ...(board !== undefined && { board }) });
    },
    (link) => links.push({ ...link, isDim: false }),
  );
  const { left, top, right, bottom } = edge;
  return {
    layout: scene.layout,
    width: Math.ceil(right - left),
    height: Math.ceil(bottom - top),
    band: valueBand(view.root, view.rule),
    boxes: boxes.map((box) => ({ ...box, x: box.x - left, y: box.y - top })),
    links: links.map((link) => ({
      ...link,
      x0: link.x0 - left,
      x1: link.x1 - left,
      y0: link.y0 - top,
      y1: link.y1 - top,
    })),
  };
}

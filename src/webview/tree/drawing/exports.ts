import { svgDataUri } from '../../../core/board/board-svg.ts';
import { mostVisited } from '../../../core/search/view/node-values.ts';
import type { PictureBox, PictureLink, TreePicture } from '../../../core/search/view/picture.ts';
import { MAX_BOXES, type TreeCaption, treeSvg } from '../../../core/search/view/tree-svg.ts';
import { treeDot, treeJson } from '../../../core/search/view/tree-text.ts';
import { valueBand } from '../../../core/search/view/value-band.ts';
import type { ExportFormat } from '../../../protocol/tree-messages.ts';
import { type CanvasView, widthForm } from '../canvas-view.ts';
import { IcicleScene } from './icicle-scene.ts';
import { EXPORTED_WORDS, Names } from './looks.ts';
import type { Scene } from './scene.ts';
import { TidyScene } from './tidy-scene.ts';

/** Room around what is exported, in pixels. */
const MARGIN = 8;

/** The visible shapes. */
export function drawPicture(scene: Scene, width: number, height: number): TreePicture {
  const boxes: PictureBox[] = [];
  const links: PictureLink[] = [];
  scene.walk(
    { left: 0, top: 0, right: width, bottom: height },
    ({ x, y, width: wide, height: high, look }) => {
      const { name, visits, value, isHallucination, isGroup, differs, isTerminal, outcome } = look;
      const { isPrincipal, isSelected, isDim, waiting, status, costs } = look;
      const [left, right] = scene.layout === 'icicle' ? [Math.max(0, x), Math.min(width, x + wide)] : [x, x + wide];
      const rest = { isTerminal, outcome, isPrincipal, isSelected, isDim, waiting, status, costs };
      const place = { x: left, y, width: right - left, height: high };
      boxes.push({ ...place, ...rest, name, visits, value, isHallucination, isGroup, differs });
    },
    (link) => links.push({ ...link }),
  );
  // Empty space on the right and below is left out.
  let [right, bottom] = [1, 1];
  for (const box of boxes) {
    right = Math.max(right, box.x + box.width + MARGIN);
    bottom = Math.max(bottom, box.y + box.height + MARGIN);
  }
  const size = { width: Math.min(width, Math.ceil(right)), height: Math.min(height, Math.ceil(bottom)) };
  return { layout: scene.layout, ...size, boxes, links };
}

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
function wholePicture(view: CanvasView, names: Names): TreePicture {
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

/** A tree to be saved; `content` of a PNG is base64. */
export interface TreeExport {
  readonly format: ExportFormat;
  readonly content: string;
}

/** The caption of an exported picture. */
export type ExportCaption = Pick<TreeCaption, 'title' | 'facts' | 'warning'>;

/** A tree in a form: all of it, whatever is on the screen, as far as its most visited nodes go. */
export async function exportTree(format: ExportFormat, view: CanvasView, caption: ExportCaption): Promise<TreeExport> {
  const { root, rule, nameOf, principal, differs } = view;
  switch (format) {
    case 'svg':
      return { format, content: exportPicture(view, caption) };
    case 'png':
      return { format, content: await rasterize(exportPicture(view, caption)) };
    case 'dot':
      return { format, content: treeDot(root, rule, { nameOf, principal, differs }) };
    case 'json':
      return { format, content: treeJson(root, rule, { nameOf, principal, differs }) };
  }
}

function exportPicture(view: CanvasView, caption: ExportCaption): string {
  const names = new Names(EXPORTED_WORDS);
  names.use(view.nameOf);
  return treeSvg(wholePicture(view, names), MAX_BOXES, {
    ...caption,
    side: view.side,
    unit: view.unit,
    form: widthForm(view),
  });
}

/** Pixels of a picture to a pixel of its SVG, and the most on a side. */
const RATIO = 2;
const MOST = 16_000;

/** Makes a PNG of twice the size of an SVG: base64, without the prefix of a data URI; '' where the browser cannot. */
async function rasterize(svg: string): Promise<string> {
  const image = new Image();
  image.src = svgDataUri(svg);
  await image.decode();
  const ratio = Math.min(RATIO, MOST / image.width, MOST / image.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(image.width * ratio);
  canvas.height = Math.round(image.height * ratio);
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) return '';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '');
}

import { svgDataUri } from '../../../core/board/board-svg.ts';
import { MAX_BOXES, type TreeCaption, treeSvg } from '../../../core/search/view/tree-svg.ts';
import { treeDot, treeJson } from '../../../core/search/view/tree-text.ts';
import type { ExportFormat } from '../../../protocol/tree-messages.ts';
import { type CanvasView, widthForm } from '../canvas-view.ts';
import { EXPORTED_WORDS, Names } from './looks.ts';
import { wholePicture } from './whole-picture.ts';

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

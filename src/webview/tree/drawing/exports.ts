import { MAX_BOXES, type TreeCaption, treeSvg } from '../../../core/search/view/tree-svg.ts';
import { treeDot, treeJson } from '../../../core/search/view/tree-text.ts';
import type { ExportFormat } from '../../../protocol/tree-messages.ts';
import { type CanvasView, widthForm } from '../canvas-view.ts';
import { EXPORTED_WORDS, Names } from './looks.ts';
import { rasterize } from './rasterize.ts';
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
  return treeSvg(wholePicture(view, names), MAX_BOXES, { ...caption, side: view.side, form: widthForm(view) });
}

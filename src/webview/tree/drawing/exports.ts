import { treeSvg } from '../../../core/search/view/tree-svg.ts';
import { treeDot, treeJson } from '../../../core/search/view/tree-text.ts';
import type { ExportFormat } from '../../../protocol/tree-messages.ts';
import type { CanvasView, TreeDrawing } from '../canvas-view.ts';

/** A tree to be saved; `content` of a PNG is base64. */
export interface TreeExport {
  readonly format: ExportFormat;
  readonly content: string;
}

/** A tree in a form: SVG and PNG have what is on the screen, DOT and JSON the most visited nodes below the root. */
export function exportTree(format: ExportFormat, view: CanvasView, drawing: TreeDrawing): TreeExport {
  const { root, rule, nameOf, principal, differs } = view;
  switch (format) {
    case 'svg':
      return { format, content: treeSvg(drawing.picture()) };
    case 'png':
      return { format, content: drawing.png() };
    case 'dot':
      return { format, content: treeDot(root, rule, { nameOf, principal, differs }) };
    case 'json':
      return { format, content: treeJson(root, rule, { nameOf, principal, differs }) };
  }
}

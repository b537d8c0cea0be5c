import * as vscode from 'vscode';
import type { Position } from '../../core/base/text/line-index.ts';
import { OPEN_TREE_COMMAND } from '../../protocol/lsp.ts';
import { TREE_VIEW } from '../../protocol/views.ts';
import { activeEditor } from '../platform/documents.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { keptTree } from './kept-trees.ts';
import { TraceView } from './trace-view.ts';
import { showTreeFile } from './tree-file.ts';
import { TreePanel } from './tree-panel.ts';

/** The view of search trees: of files, of traces, and what VS Code restores after a reload. */
export function openTrees(context: FeatureContext) {
  const traces = new TraceView(context);
  return {
    commands: {
      [OPEN_TREE_COMMAND]: (uri?: unknown, position?: Position) =>
        typeof uri === 'string' && position !== undefined ? traces.open({ uri, position }) : openAtCursor(traces),
    },
    restore: { [TREE_VIEW]: (panel: vscode.WebviewPanel) => restore(context, traces, panel) },
    showFile: (panel: vscode.WebviewPanel, uri: vscode.Uri) => showTreeFile(context, panel, uri),
    dispose: () => traces.dispose(),
  };
}

async function openAtCursor(traces: TraceView): Promise<void> {
  const editor = activeEditor('mav');
  if (editor === undefined) return;
  const { line, character } = editor.selection.active;
  await traces.open({ uri: editor.document.uri.toString(), position: { line, character } });
}

/** A trace is asked for again; a search is over, and its file is shown. */
async function restore(context: FeatureContext, traces: TraceView, panel: vscode.WebviewPanel): Promise<void> {
  const kept = keptTree(context.workspaceState, panel.title);
  if (kept?.kind === 'trace') return traces.restore(panel, kept);
  if (kept?.kind === 'search') return showTreeFile(context, panel, vscode.Uri.parse(kept.file), panel.title);
  const { title } = panel;
  const reason = 'It is not known any more what was shown here.';
  const empty: TreePanel = new TreePanel(
    context,
    panel,
    { source: 'file', title, name: 'tree' },
    {
      ready: () => void empty.post({ type: 'unavailable', reason }),
      closed: () => undefined,
    },
  );
}

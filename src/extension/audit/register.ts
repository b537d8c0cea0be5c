import * as vscode from 'vscode';
import type { Feature } from '../platform/feature.ts';
import { canContainChessFence, fenceRenderer } from './extend-markdown.ts';

/** Audits of transcripts on demand, and the `chess` fences of Markdown files. */
export const audit: Feature = {
  name: 'audit',
  commands: ['statelens.auditTranscript', 'statelens.clearAudit', 'statelens.openAuditFinding'],
  load: () => import('./commands.ts'),
  register: ({ base }) => watchFences(base.log),
};

/**
 * Loads the check and the drawing of fences with the first Markdown file that has one. Nothing else is loaded for it,
 * neither server nor platform.
 */
function watchFences(log: vscode.LogOutputChannel): vscode.Disposable {
  const parts: vscode.Disposable[] = [];
  let isWanted = false;
  const look = (document: vscode.TextDocument): void => {
    if (isWanted || document.languageId !== 'markdown' || !canContainChessFence(document.getText())) return;
    isWanted = true;
    for (const part of parts.splice(0)) part.dispose();
    Promise.all([import('./fence-diagnostics.ts'), fenceRenderer.load()]).then(
      ([{ open }]) => void parts.push(open()),
      (error: unknown) => log.error(`The check of chess fences could not be loaded: ${String(error)}`),
    );
  };
  parts.push(
    vscode.workspace.onDidOpenTextDocument(look),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.some(({ text }) => /[`~]|chess/i.test(text))) look(document);
    }),
  );
  vscode.workspace.textDocuments.forEach(look);
  return { dispose: () => parts.forEach((part) => part.dispose()) };
}

import * as vscode from 'vscode';
import { templateFault } from '../../models/prompts/template-file.ts';
import { isTemplate } from '../../models/statelens-folder.ts';
import { t } from '../platform/l10n.ts';

/** Returns the error of an open template, at its line; undefined if there is none. */
export function templateDiagnostic(document: vscode.TextDocument): vscode.Diagnostic | undefined {
  const fault = templateFault(document.getText());
  if (fault === undefined) return undefined;
  const { range } = document.lineAt(Math.min(fault.line, document.lineCount - 1));
  const diagnostic = new vscode.Diagnostic(range, t('No prompt template: {0}.', fault.message));
  diagnostic.source = 'statelens';
  return diagnostic;
}

/** Keeps the errors of open templates in the list of problems. */
export function open(): vscode.Disposable {
  const { workspace } = vscode;
  const problems = vscode.languages.createDiagnosticCollection('statelens-templates');
  const check = (document: vscode.TextDocument): void => {
    if (!isTemplate(document.uri)) return;
    const found = templateDiagnostic(document);
    problems.set(document.uri, found === undefined ? [] : [found]);
  };
  workspace.textDocuments.forEach(check);
  return vscode.Disposable.from(
    problems,
    workspace.onDidOpenTextDocument(check),
    workspace.onDidChangeTextDocument(({ document }) => check(document)),
    workspace.onDidCloseTextDocument(({ uri }) => problems.delete(uri)),
  );
}

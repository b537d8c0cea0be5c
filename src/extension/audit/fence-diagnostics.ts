import * as vscode from 'vscode';
import { fenceFindings } from '../../core/audit/fences.ts';
import { rangeIn } from '../platform/documents.ts';
import { vsSeverity } from './vs-diagnostic.ts';

/** Quiet time after the last change, in milliseconds. */
const REST = 300;
/** Maximum length of a file that is checked, in UTF-16 units. */
const MAX_LENGTH = 5_000_000;

/** Keeps the findings of `chess` fences in open Markdown files up to date. */
export function open(): vscode.Disposable {
  const shown = vscode.languages.createDiagnosticCollection('statelens fences');
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();
  const check = (document: vscode.TextDocument): void => {
    if (document.languageId !== 'markdown') return;
    const text = document.getText();
    const found = text.length > MAX_LENGTH ? [] : fenceFindings(text);
    shown.set(
      document.uri,
      found.map(({ range, message, severity, code }) => {
        const diagnostic = new vscode.Diagnostic(rangeIn(document, range), message, vsSeverity(severity));
        diagnostic.source = 'StateLens';
        diagnostic.code = code;
        return diagnostic;
      }),
    );
  };
  const stop = (uri: vscode.Uri): void => {
    clearTimeout(waiting.get(uri.toString()));
    waiting.delete(uri.toString());
  };
  const later = (document: vscode.TextDocument): void => {
    if (document.languageId !== 'markdown') return;
    stop(document.uri);
    waiting.set(
      document.uri.toString(),
      setTimeout(() => {
        waiting.delete(document.uri.toString());
        if (!document.isClosed) check(document);
      }, REST),
    );
  };
  vscode.workspace.textDocuments.forEach(check);
  return vscode.Disposable.from(
    shown,
    vscode.workspace.onDidOpenTextDocument(check),
    vscode.workspace.onDidChangeTextDocument(({ document }) => later(document)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      stop(uri);
      shown.delete(uri);
    }),
    { dispose: () => waiting.forEach((timer) => clearTimeout(timer)) },
  );
}

import * as vscode from 'vscode';
import { type StripColours, stripChart } from '../../core/evaluation/game-trace/strip-chart.ts';
import { tracesIn } from '../../core/evaluation/game-trace/traces-in.ts';
import { baseName } from '../platform/files/uris.ts';
import { randomNonce } from '../platform/pages/html.ts';
import { tell } from '../platform/tell.ts';

/** Depth of p in the chart. */
const DEPTH = 4;

/** Those of VS Code's themes, with colours that every theme has. */
const THEMED: StripColours = {
  paper: 'var(--vscode-editor-background)',
  ink: 'var(--vscode-editor-foreground)',
  quiet: 'var(--vscode-descriptionForeground)',
  grid: 'var(--vscode-editorLineNumber-foreground)',
  right: 'var(--vscode-charts-blue)',
  stale: 'var(--vscode-charts-orange)',
  never: 'var(--vscode-charts-red)',
};

/** Shows the traces of a game beside its text. The page is one picture: nothing runs in it and nothing is loaded. */
export function showTrace(document: vscode.TextDocument, game: number): void {
  const traces = tracesIn(document.getText(), DEPTH).filter((trace) => trace.game === game);
  if (traces.length === 0) {
    void tell('info', 'no model was asked about three positions of this game or more.', {
      'Trace Game…': 'statelens.traceGame',
    });
    return;
  }
  const title = `${baseName(document.uri)}, game ${game + 1}`;
  const panel = vscode.window.createWebviewPanel('statelens.trace', `Trace: ${title}`, vscode.ViewColumn.Beside, {
    enableScripts: false,
    localResourceRoots: [],
  });
  const nonce = randomNonce();
  panel.webview.html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'">
<title>Trace</title>
<style nonce="${nonce}">svg { max-width: 100%; height: auto; }</style>
</head>
<body>${stripChart(traces, DEPTH, title, THEMED)}</body>
</html>
`;
}

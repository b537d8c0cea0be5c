import * as vscode from 'vscode';
import { COMPARE_VIEW, type FromPage, readFromPage, type ToPage } from '../protocol/webview.ts';
import { compareHtml } from './compare-html.ts';

/** The one panel with the comparison's page. It knows how to show the page and nothing about comparisons. */
export class ComparePanel {
  readonly #panel: vscode.WebviewPanel;
  readonly #listeners: vscode.Disposable[];

  /**
   * @param panel new, or one that VS Code restores
   * @param onMessage is called with what the page says, once it is checked
   */
  constructor(
    panel: vscode.WebviewPanel,
    extension: vscode.Uri,
    onMessage: (message: FromPage) => void,
    onClosed: () => void,
  ) {
    const { webview } = panel;
    const root = vscode.Uri.joinPath(extension, 'dist', 'webview');
    const source = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(root, name)).toString();
    webview.options = { enableScripts: true, localResourceRoots: [root] };
    panel.iconPath = vscode.Uri.joinPath(extension, 'media', 'icon.png');
    this.#panel = panel;
    this.#listeners = [
      webview.onDidReceiveMessage((value: unknown) => {
        const message = readFromPage(value);
        if (message !== undefined) onMessage(message);
      }),
      panel.onDidDispose(() => {
        for (const listener of this.#listeners) listener.dispose();
        onClosed();
      }),
    ];
    webview.html = compareHtml({
      script: source('compare.js'),
      style: source('compare.css'),
      cspSource: webview.cspSource,
      nonce: crypto.randomUUID().replaceAll('-', ''),
    });
  }

  /** Opens a panel beside the editor. */
  static create(): vscode.WebviewPanel {
    return vscode.window.createWebviewPanel(COMPARE_VIEW, 'Comparison', vscode.ViewColumn.Beside);
  }

  set title(title: string) {
    this.#panel.title = title;
  }

  reveal(): void {
    this.#panel.reveal();
  }

  post(message: ToPage): Thenable<boolean> {
    return this.#panel.webview.postMessage(message);
  }

  dispose(): void {
    this.#panel.dispose();
  }
}

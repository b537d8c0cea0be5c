import * as vscode from 'vscode';
import { besideColumn } from './beside.ts';

/** A kind of page, with its messages. */
export interface PageKind<From> {
  /** Name of its bundle: `dist/webview/NAME.js`. */
  readonly name: string;
  readonly title: string;
  /** Checks messages of the page. */
  readonly read: (value: unknown) => From | undefined;
}

/** A panel with a page, independent of the page's content. */
export class PagePanel<To, From> {
  readonly #panel: vscode.WebviewPanel;
  readonly #listeners: vscode.Disposable[];

  /**
   * @param panel new, or one that VS Code restores
   * @param onMessage called with messages of the page, after the check
   */
  constructor(
    panel: vscode.WebviewPanel,
    extension: vscode.Uri,
    { name, title, read }: PageKind<From>,
    onMessage: (message: From) => void,
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
        const message = read(value);
        if (message !== undefined) onMessage(message);
      }),
      panel.onDidDispose(() => {
        for (const listener of this.#listeners) listener.dispose();
        onClosed();
      }),
    ];
    webview.html = pageHtml({
      script: source(`${name}.js`),
      style: source(`${name}.css`),
      cspSource: webview.cspSource,
      nonce: randomNonce(),
      title,
      language: vscode.env.language,
      texts: vscode.l10n.bundle,
    });
  }

  set title(title: string) {
    this.#panel.title = title;
  }

  /**
   * Brings the panel to the front in its column.
   *
   * @param keepsFocus true to leave the keyboard focus, and its editor visible: a panel in a hidden tab of the same
   * column moves beside it
   */
  reveal(keepsFocus = false): void {
    const { visible, viewColumn } = this.#panel;
    const isBehind = !visible && viewColumn === vscode.window.tabGroups.activeTabGroup.viewColumn;
    this.#panel.reveal(keepsFocus && isBehind ? besideColumn() : undefined, keepsFocus);
  }

  post(message: To): Thenable<boolean> {
    return this.#panel.webview.postMessage(message);
  }

  dispose(): void {
    this.#panel.dispose();
  }
}

/** Addresses of the parts of a page. */
export interface PageSources {
  readonly script: string;
  readonly style: string;
  /** Source of the webview in a content security policy. */
  readonly cspSource: string;
  /** A number used once, for the only script that may run. */
  readonly nonce: string;
  readonly title: string;
  /** Language of the page, such as `fr`. */
  readonly language: string;
  /** Translations of the page's texts; none if they are English. */
  readonly texts?: Readonly<Record<string, string>> | undefined;
}

/**
 * Returns a page of a webview. Only its script may run, and only its style and embedded images may be loaded; there is
 * no inline script or style, and no text of a document.
 */
export const pageHtml = ({
  script,
  style,
  cspSource,
  nonce,
  title,
  language,
  texts,
}: PageSources): string => `<!DOCTYPE html>
<html lang="${/^[\w-]+$/.test(language) ? language : 'en'}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-${nonce}'; style-src ${cspSource}; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${style}">
</head>
<body>
<main></main>${texts === undefined ? '' : dataBlock(texts)}
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>
`;

/** Returns data in a page, which no browser runs. Nothing in it ends the element. */
const dataBlock = (data: object): string =>
  `\n<script type="application/json" id="texts">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

/** Returns an unpredictable word for the policy of one page. */
const randomNonce = (): string => crypto.randomUUID().replaceAll('-', '');

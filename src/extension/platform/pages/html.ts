/** Where the parts of a page are, as the page may load them. */
export interface PageSources {
  readonly script: string;
  readonly style: string;
  /** What the webview calls its own source in a content security policy. */
  readonly cspSource: string;
  /** A number used once, for the one script that may run. */
  readonly nonce: string;
  readonly title: string;
  /** The language of the page, such as `fr`. */
  readonly language: string;
  /** Translations of the page's texts; none where they are English. */
  readonly texts?: Readonly<Record<string, string>> | undefined;
}

/**
 * A page of a webview. Nothing may run but the one script, nothing may be loaded but its style and pictures that are
 * part of them; there is no inline script or style, and nothing of a document's text.
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

/** Data in a page, which no browser runs. Nothing in it ends the element. */
const dataBlock = (data: object): string =>
  `\n<script type="application/json" id="texts">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

/** A word that nobody can guess, for the policy of one page. */
export const randomNonce = (): string => crypto.randomUUID().replaceAll('-', '');

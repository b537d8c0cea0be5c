/** Where the parts of the comparison's page are, as the page may load them. */
export interface PageSources {
  readonly script: string;
  readonly style: string;
  /** What the webview calls its own source in a content security policy. */
  readonly cspSource: string;
  /** A number used once, for the one script that may run. */
  readonly nonce: string;
}
/**
 * The comparison's page. Nothing may run but the one script, nothing may be loaded but its style and pictures that are
 * part of them; there is no inline script or style, and nothing of a document's text.
 */
export declare const compareHtml: ({ script, style, cspSource, nonce }: PageSources) => string;
//# sourceMappingURL=compare-html.d.ts.map

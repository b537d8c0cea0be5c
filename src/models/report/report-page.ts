import type { PageScript } from '../../core/evaluation/report/html/page.ts';

/** Paths of the script and the style of exported pages, relative to the bundles. */
export const PAGE_SCRIPT = 'webview/report-export.js';
export const PAGE_STYLE = 'webview/report-export.css';

/** Returns the script of exported pages as embedded in a page, with its hash. */
export async function pageScript(script: string, style: string): Promise<PageScript> {
  // The page stands alone: there is no source map beside it.
  const bare = script.replace(/\n?\/\/# sourceMappingURL=.*\s*$/, '');
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(bare));
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
  return { script: bare, style: style.replace(/\n?\/\*# sourceMappingURL=.*?\*\/\s*$/, ''), hash };
}

/** Answers in an exported page: the wrong ones, all, or none. */
export const EXPORTED_SAMPLES = ['failures', 'all', 'none'] as const;
export type ExportedChoice = (typeof EXPORTED_SAMPLES)[number];

import type { PageScript } from '../../core/evaluation/report/html/page.ts';

/** Where the script of exported pages and its style lie, beside the bundles. */
export const PAGE_SCRIPT = 'webview/report-export.js';
export const PAGE_STYLE = 'webview/report-export.css';

/** The script of exported pages as it stands in one, with its hash. */
export async function pageScript(script: string, style: string): Promise<PageScript> {
  // The page is alone: there is no map beside it.
  const bare = script.replace(/\n?\/\/# sourceMappingURL=.*\s*$/, '');
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(bare));
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
  return { script: bare, style: style.replace(/\n?\/\*# sourceMappingURL=.*?\*\/\s*$/, ''), hash };
}

/** Which answers a page of a report holds: what the models got wrong, all of them, or none. */
export const EXPORTED_SAMPLES = ['failures', 'all', 'none'] as const;
export type ExportedChoice = (typeof EXPORTED_SAMPLES)[number];

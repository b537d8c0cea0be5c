/** The path of links to reports. */
export const LINK_PATH = '/report';

/** A report that a link leads to. */
export interface LinkedReport {
  /** URIs of its runs. */
  readonly runs: readonly string[];
  /** The text of a query. */
  readonly query: string;
}

/** The report that a link leads to; undefined for any other link. */
export function readReportLink(link: {
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}): LinkedReport | undefined {
  const runs = link.query.split('&').flatMap((part) => (part.startsWith('run=') ? [decoded(part.slice(4))] : []));
  return link.path === LINK_PATH && runs.length > 0 ? { runs, query: link.fragment } : undefined;
}

/** VS Code hands addresses over already decoded, where they are whole; elsewhere as they are written. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Path of links to reports. */
export const LINK_PATH = '/report';

/** The target of a link to a report. */
export interface LinkedReport {
  /** URIs of its runs. */
  readonly runs: readonly string[];
  /** Text of a query. */
  readonly query: string;
}

/** Reads a link to a report; undefined for any other link. */
export function readReportLink(link: {
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}): LinkedReport | undefined {
  const runs = link.query.split('&').flatMap((part) => (part.startsWith('run=') ? [decoded(part.slice(4))] : []));
  return link.path === LINK_PATH && runs.length > 0 ? { runs, query: link.fragment } : undefined;
}

/** Decodes a part of an address: VS Code passes whole addresses already decoded, others as written. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

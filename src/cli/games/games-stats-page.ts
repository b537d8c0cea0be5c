import { plural } from '../../core/base/text/counts.ts';
import {
  type GameStatistics,
  type StatGroup,
  statisticsGroups,
  statisticsSummary,
} from '../../core/datasets/game-stats.ts';
import { escape, type Markup, paragraph, section, svg } from '../../core/evaluation/report/html/markup.ts';
import { STYLE } from '../../core/evaluation/report/html/style.ts';
import { packageVersion } from '../command.ts';

/** Policy of the page, which may load and run nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const BAR = { width: 320, height: 14 } as const;

const OWN_STYLE = `
table{width:100%;max-width:46rem;table-layout:fixed}
th:first-child{width:12rem;white-space:normal}
th:nth-child(n+2):nth-child(-n+3){width:5.5rem}
td svg{display:block;width:100%;height:14px}
td rect{fill:var(--c0)}
`.trim();

/** Source of the games: their files, and the expression that chose them. */
export interface StatsSource {
  readonly files: readonly string[];
  readonly where: string | undefined;
}

/**
 * Returns statistics as one HTML file without scripts and external resources, for light and dark pages and for paper.
 */
export function statsHtml(statistics: GameStatistics, { files, where }: StatsSource): string {
  const source = `${files.length <= 3 ? files.join(', ') : plural(files.length, 'file')}${where === undefined ? '' : `, ${where}`}`;
  const parts = statisticsGroups(statistics).map(({ id, title, groups }) =>
    section(id, title, groupTable(title, groups, statistics.games)),
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>StateLens games</title>
<style>
${STYLE}
${OWN_STYLE}
</style>
</head>
<body>
<header>
<h1>${escape(statisticsSummary(statistics))}</h1>
<p class="quiet">${escape(source)}</p>
</header>
<main>
${parts.join('\n')}
</main>
<footer>${paragraph(`statelens ${packageVersion()}`)}</footer>
</body>
</html>
`;
}

function groupTable(title: string, groups: readonly StatGroup[], games: number): Markup {
  const most = Math.max(1, ...groups.map((group) => group.games));
  const rows = groups.map(({ name, games: own }) => {
    const width = (BAR.width * own) / most;
    const bar = svg('rect', { x: 0, y: 0, width: own > 0 ? Math.max(1, width) : 0, height: BAR.height, rx: 2 });
    const view = { viewBox: `0 0 ${BAR.width} ${BAR.height}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' };
    const share = `${((100 * own) / Math.max(1, games)).toFixed(1)} %`;
    return `<tr><th scope="row">${escape(name)}</th><td>${own.toLocaleString('en-US')}</td><td>${share}</td><td>${svg('svg', view, bar)}</td></tr>`;
  });
  return (
    `<div class="scroll" tabindex="0" role="region" aria-label="${escape(title)}"><table>` +
    `<thead><tr><th scope="col">${escape(title)}</th><th scope="col">games</th><th scope="col">share</th><td aria-hidden="true"></td></tr></thead>` +
    `<tbody>${rows.join('\n')}</tbody></table></div>`
  );
}

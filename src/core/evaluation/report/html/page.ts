import { plural } from '../../../base/text/plural.ts';
import { modelsOf, type Report } from '../report.ts';
import { askedText } from '../words.ts';
import { escape, paragraph, section } from './markup.ts';
import { reportParts } from './parts.ts';
import { STYLE } from './style.ts';
import type { LinkOf } from './worst-boards.ts';

/**
 * The report as one HTML file: no script, nothing from outside, for light and dark pages and for paper.
 *
 * @param linkOf where a click on the place of an answer leads
 */
export function reportHtml(report: Report, linkOf?: LinkOf): string {
  const { runs, tool } = report;
  const models = modelsOf(report);
  const parts = reportParts(report, linkOf);
  const links = parts.map(({ id, title }) => `<li><a href="#${id}">${escape(title)}</a></li>`).join('');
  const sources = runs.map(
    ({ file, samples: n, problems }) =>
      `${file} (${plural(n, 'sample')}${problems > 0 ? `, ${plural(problems, 'line')} could not be read` : ''})`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>State tracking report</title>
<style>
${STYLE}
</style>
</head>
<body>
<header>
<h1>State tracking report</h1>
<p class="quiet">${escape(`${plural(models.length, 'model')} · ${askedText(report)}`)}</p>
<nav aria-label="Sections"><ul>${links}</ul></nav>
</header>
<main>
${parts.map(({ id, title, body }) => section(id, title, ...body)).join('\n')}
</main>
<footer>${paragraph(`Runs: ${sources.join('; ')}.`)}${paragraph(`${tool.name} ${tool.version}, seed ${report.seed}.`)}</footer>
</body>
</html>
`;
}

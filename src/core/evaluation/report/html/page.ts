import { plural } from '../../../base/text/counts.ts';
import { type Report, reportModels } from '../report.ts';
import { sampleCountsText, samplesText } from '../words.ts';
import { escape, type Markup, paragraph, section } from './markup.ts';
import { reportParts } from './parts.ts';
import { STYLE } from './style.ts';
import type { BoardLink } from './worst-boards.ts';

/** Script of pages that hold answers, with its style. */
export interface PageScript {
  readonly script: string;
  readonly style: string;
  /** SHA-256 of the script in base 64: the page's policy lets nothing else run. */
  readonly hash: string;
}

/** Answers in a page. */
export interface PageAnswers extends PageScript {
  /** Input of the script. */
  readonly data: unknown;
  /** Description of the selection, and of omitted answers. */
  readonly note: string;
}

export interface PageOptions {
  /** Returns the target of a click on the place of an answer. */
  readonly linkOf?: BoardLink | undefined;
  /** Answers to browse in the page; without them it has no script. */
  readonly answers?: PageAnswers | undefined;
}

/**
 * Returns the report as one HTML file without external resources, for light and dark pages and for paper; a script is
 * included only with answers.
 */
export function reportHtml(report: Report, { linkOf, answers }: PageOptions = {}): string {
  const { runs, tool } = report;
  const models = reportModels(report);
  const parts = reportParts(report, linkOf);
  const sections = parts.map(({ id, title, body }) => ({ id, title, markup: section(id, title, ...body) }));
  if (answers !== undefined) sections.splice(1, 0, { id: 'samples', title: 'Answers', markup: answersMarkup(answers) });
  const links = sections.map(({ id, title }) => `<li><a href="#${id}">${escape(title)}</a></li>`).join('');
  const sources = runs.map(
    ({ file, samples: n, planned, problems }) =>
      `${file} (${samplesText(n, planned)}${problems > 0 ? `, ${plural(problems, 'line')} could not be read` : ''})`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy(answers)}">
<title>State tracking report</title>
<style>
${STYLE}${answers === undefined ? '' : `\n${answers.style}`}
</style>
</head>
<body>
<header>
<h1>State tracking report</h1>
<p class="quiet">${escape(`${plural(models.length, 'model')} · ${sampleCountsText(report)}`)}</p>
<nav aria-label="Sections"><ul>${links}</ul></nav>
</header>
<main>
${sections.map(({ markup }) => markup).join('\n')}
</main>
<footer>${paragraph(`Runs: ${sources.join('; ')}.`)}${paragraph(`${tool.name} ${tool.version}, seed ${report.seed}.`)}</footer>${answers === undefined ? '' : scripts(answers)}
</body>
</html>
`;
}

const policy = (answers: PageAnswers | undefined): string =>
  `default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'${answers === undefined ? '' : `; script-src 'sha256-${answers.hash}'`}`;

/** Returns the container of the answers; without scripts the page says so. */
const answersMarkup = ({ note }: PageAnswers): Markup =>
  `${paragraph(note, 'quiet answers-note')}<div id="samples-here"><noscript>${paragraph('The answers are in this file, but need its script to be shown.')}</noscript></div>`;

/** Returns the data and the script, in the order in which they are read. No text of a model can end either element. */
const scripts = ({ data, script }: PageAnswers): Markup =>
  `\n<script type="application/json" id="samples-data">${jsonMarkup(data)}</script>\n<script>${script}</script>`;

/** Returns a value as JSON that may stand in a script element. */
const jsonMarkup = (value: unknown): Markup =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

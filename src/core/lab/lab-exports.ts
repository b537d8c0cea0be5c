import { escapeMarkdown } from '../base/text/escape.ts';
import { blocks, escape, paragraph, section } from '../evaluation/report/html/markup.ts';
import { STYLE } from '../evaluation/report/html/style.ts';
import { markdownBlocks } from '../evaluation/report/markdown.ts';
import type { World } from '../worlds/world.ts';
import { labParts, labTitle } from './lab-tables.ts';
import type { LabSummary } from './summary.ts';

/** A lab as Markdown, for a paper or a README. */
export function labMarkdown(summary: LabSummary, world: World<unknown>): string {
  const parts = [
    '# What a model implies',
    `${escapeMarkdown(labTitle(summary, world.title))}.`,
    ...labParts(summary, world).flatMap(({ title, blocks: all }) => [`## ${title}`, ...markdownBlocks(all)]),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** The page may load nothing and run nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/**
 * A lab as one HTML file without a script, for light and dark pages and for paper.
 *
 * @param tool that wrote it, with its version
 */
export const labHtml = (summary: LabSummary, world: World<unknown>, tool: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>StateLens lab</title>
<style>
${STYLE}
</style>
</head>
<body>
<header>
<h1>What a model implies</h1>
<p class="quiet">${escape(labTitle(summary, world.title))}</p>
</header>
<main>
${labParts(summary, world)
  .map(({ id, title, blocks: all }) => section(id, title, ...blocks(all)))
  .join('\n')}
</main>
<footer>${paragraph(`${tool}, seed ${summary.header.seed}.`)}</footer>
</body>
</html>
`;

/** A lab as plain data (docs/implicit.md). */
export const labJson = ({ header, ...figures }: LabSummary): object => ({
  schema: 1,
  kind: 'lab',
  ...header,
  ...figures,
});

import { escapeMarkdown } from '../base/text/escape.ts';
import { blocks } from '../evaluation/report/html/markup.ts';
import { plainPage } from '../evaluation/report/html/plain-page.ts';
import { markdownBlocks } from '../evaluation/report/markdown.ts';
import type { World } from '../worlds/world.ts';
import { type LabView, labParts, labTitle } from './lab-tables.ts';
import type { LabSummary } from './summary.ts';

/** A lab as Markdown, for a paper or a README. */
export function labMarkdown(summary: LabView, world: World<unknown>): string {
  const parts = [
    '# What a model implies',
    `${escapeMarkdown(labTitle(summary, world.title))}.`,
    ...labParts(summary, world).flatMap(({ title, blocks: all }) => [`## ${title}`, ...markdownBlocks(all)]),
  ];
  return `${parts.join('\n\n')}\n`;
}

/**
 * A lab as one HTML file without a script, for light and dark pages and for paper.
 *
 * @param tool that wrote it, with its version
 */
export const labHtml = (summary: LabView, world: World<unknown>, tool: string): string =>
  plainPage({
    name: 'StateLens lab',
    heading: 'What a model implies',
    lead: labTitle(summary, world.title),
    sections: labParts(summary, world).map(({ blocks: all, ...part }) => ({ ...part, body: blocks(all) })),
    end: `${tool}, seed ${summary.header.seed}.`,
  });

/** A lab as plain data (docs/implicit.md). */
export const labJson = ({ header, ...figures }: LabSummary): object => ({
  schema: 1,
  kind: 'lab',
  ...header,
  ...figures,
});

import { lengthKey } from '../list/groupings.ts';
import type { LossCase } from '../loss-figures.ts';
import { caseText, lossClauses, lossSentence } from '../loss-words.ts';
import { type MethodsLine, methodsLines, methodsPrompts, NO_PROMPTS, promptBody } from '../methods-words.ts';
import type { Report } from '../report.ts';
import { escape, type Markup, paragraph } from './markup.ts';
import type { BoardLink } from './worst-boards.ts';

/** Returns the first sentence of a report, and below it links to the cases that show it. */
export function lossPart(report: Report, linkOf: BoardLink = () => undefined): Markup[] {
  const clauses = lossClauses(report);
  if (clauses.length === 0) return [];
  const items = clauses.flatMap(({ name, cases }) => {
    const links = cases.map((one) => caseMarkup(one, name, report, linkOf(one)));
    return links.length === 0 ? [] : [`<li>${escape(name)}: ${links.join(' · ')}</li>`];
  });
  const list = items.length === 0 ? [] : [`<ul class="cases" aria-label="Cases">${items.join('')}</ul>`];
  return [paragraph(lossSentence(clauses), 'lead'), ...list];
}

/** Returns a case as a link to its place, else as a part that narrows the list of answers to those like it. */
function caseMarkup(one: LossCase, series: string, { groups }: Report, link: string | undefined): Markup {
  const text = escape(caseText(one));
  const title = escape(one.sentence ?? '');
  if (link !== undefined) return `<a href="${escape(link)}" title="${title}">${text}</a>`;
  const group = groups.find(({ from, to }) => one.ply >= from && (to === null || one.ply <= to));
  const brush = {
    series,
    ...(one.cause !== null && { cause: one.cause }),
    ...(group !== undefined && { length: lengthKey(group) }),
  };
  return `<span class="case" data-brush="${escape(JSON.stringify(brush))}" title="${title}">${text}</span>`;
}

/** Returns the methods block: one line, and unfolded all of it with the prompts. */
export function methodsPart(report: Report): Markup {
  const lines = methodsLines(report);
  const prompts = methodsPrompts(report);
  const rows = lines.map(({ name, text }) => entry(name, escape(text)));
  const bodies =
    prompts.length === 0
      ? [entry('Prompt', escape(NO_PROMPTS))]
      : prompts.map((prompt) => entry(`Prompt ${prompt.id}`, `<pre>${escape(promptBody(prompt))}</pre>`));
  return `<details class="methods"><summary>${escape(summary(lines))}</summary><dl>${[...rows, ...bodies].join('')}</dl></details>`;
}

const entry = (name: string, content: Markup): Markup => `<dt>${escape(name)}</dt><dd>${content}</dd>`;

/** Returns the facts that identify a report in one line. */
function summary(lines: readonly MethodsLine[]): string {
  const text = (name: string): string => lines.find((line) => line.name === name)?.text ?? '';
  return `How this was made: ${text('Tool')} · ${text('Games').split(', SHA-256')[0]} · ${text('Positions')} · ${text('Answers')}`;
}

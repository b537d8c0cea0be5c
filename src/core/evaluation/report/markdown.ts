import { escapeMarkdown, markdownTable } from '../../base/text/escape.ts';
import { formatScore } from '../../metrics/score-format.ts';
import { caseText, lossClauses, lossSentence } from './loss-words.ts';
import { methodsLines, methodsPrompts, NO_PROMPTS, promptBody } from './methods-words.ts';
import { type Report, reportModels } from './report.ts';
import { reportSections } from './report-sections.ts';
import { modelTable, type ReportTable, verdictTable } from './tables.ts';
import {
  cautions,
  depthName,
  finding,
  methodNotes,
  placeText,
  sampleCountsText,
  samplesText,
  unbeatenNote,
} from './words.ts';

/** Returns the report as Markdown, for a paper, a README or a terminal. */
export function reportMarkdown(report: Report): string {
  const few = cautions(report);
  const parts = [
    '# State tracking report',
    lossPart(report),
    escapeMarkdown(unbeatenNote(report)),
    ...methodsPart(report),
    report.runs.map(({ file, samples, planned }) => `${code(file)}, ${samplesText(samples, planned)}`).join('; '),
    `${sampleCountsText(report)}.${few === '' ? '' : ` **${escapeMarkdown(few)}**`}`,
    reportModels(report)
      .map(({ name, all }) => `- **${escapeMarkdown(name)}**: ${finding(all, report)}`)
      .join('\n'),
    ...section('Models', [modelTable(report), verdictTable(report)]),
    ...reportSections(report).flatMap(({ title, content }) => section(title, content)),
    ...worstSection(report),
    '## Method',
    methodNotes(report)
      .map((sentence) => `- ${escapeMarkdown(sentence)}`)
      .join('\n'),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** Returns the first sentence with the cases of each model in brackets. */
const lossPart = (report: Report): string => {
  const clauses = lossClauses(report);
  const cases = clauses.flatMap(({ name, cases: own }) =>
    own.length === 0
      ? []
      : [`- ${escapeMarkdown(name)}: ${own.map((one) => escapeMarkdown(caseText(one))).join('; ')}`],
  );
  const sentence = escapeMarkdown(lossSentence(clauses));
  return cases.length === 0 ? sentence : `${sentence}\n\nFor example:\n\n${cases.join('\n')}`;
};

/** Returns the methods block: a list, and the prompts as they are. */
function methodsPart(report: Report): string[] {
  const lines = methodsLines(report).map(({ name, text }) => `- ${name}: ${escapeMarkdown(text)}`);
  const prompts = methodsPrompts(report);
  if (prompts.length === 0) return ['## How this was made', [...lines, `- Prompt: ${NO_PROMPTS}`].join('\n')];
  return [
    '## How this was made',
    lines.join('\n'),
    ...prompts.flatMap((prompt) => [`Prompt ${code(prompt.id)}:`, fenced(promptBody(prompt))]),
  ];
}

/** Returns a text as a code block, with a fence that is longer than any in it. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

const code = (text: string): string => `\`${text.replace(/[`\r\n|]/g, "'")}\``;

/** Returns tables under their captions, with sentences between them. */
export const markdownBlocks = (all: readonly (ReportTable | string)[]): string[] =>
  all.flatMap((one) =>
    typeof one === 'string'
      ? [escapeMarkdown(one)]
      : [
          `**${escapeMarkdown(one.caption)}**`,
          markdownTable(
            one.head.map(escapeMarkdown),
            one.rows.map(({ head, cells, floor = false }) => [
              floor ? `_${escapeMarkdown(head)}_` : escapeMarkdown(head),
              ...cells.map(escapeMarkdown),
            ]),
            one.texts,
          ),
        ],
  );

/** Returns a section with its tables and sentences. */
const section = (title: string, content: readonly (ReportTable | string)[]): string[] => [
  `## ${title}`,
  ...markdownBlocks(content),
];

function worstSection({ worst, m, digits }: Report): string[] {
  if (worst.length === 0) return [];
  const hasPlaces = worst.some(({ place }) => place !== undefined);
  const head = ['model', 'game', 'ply', 'what is wrong', depthName('p', m), 'edit', 'samples', 'true', 'believed'];
  return [
    '## Worst answers',
    markdownTable(
      [...head, ...(hasPlaces ? ['place'] : [])],
      worst.map((one) => [
        escapeMarkdown(one.series),
        one.gameName === null ? String(one.game + 1) : `${one.game + 1} (${escapeMarkdown(one.gameName)})`,
        one.san === null ? String(one.ply) : `${one.ply} (${escapeMarkdown(one.san)})`,
        escapeMarkdown(one.sentence),
        formatScore(one.p, { digits }),
        String(one.editDistance),
        String(one.copies),
        code(one.trueFen),
        code(one.predicted),
        ...(hasPlaces ? [one.place === undefined ? '' : code(placeText(one.place))] : []),
      ]),
    ),
  ];
}

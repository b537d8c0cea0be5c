import { escapeMarkdown, markdownTable } from '../../base/text/escape.ts';
import { formatScore } from '../../metrics/score-format.ts';
import { causeTable, groupingTables, positionTables, trajectorySentences, trajectoryTables } from './group-tables.ts';
import { caseText, lossClauses, lossSentence } from './loss-words.ts';
import { methodsLines, methodsPrompts, NO_PROMPTS, promptBody } from './methods-words.ts';
import { faultTable, readingSentences, readingTable } from './reading-tables.ts';
import { type Report, reportModels } from './report.ts';
import {
  costTable,
  depthTable,
  effortTable,
  gameTables,
  isPriced,
  lengthTables,
  modelTable,
  pairTables,
  precisionTable,
  type ReportTable,
  rankingTables,
  tauTable,
  verdictTable,
} from './tables.ts';
import {
  cautions,
  costNote,
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
  const { series, groups, m } = report;
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
    ...section('By game length and depth', [
      ...(groups.length < 2 ? [] : [precisionTable(report), tauTable(report), ...lengthTables(report)]),
      m > 1 ? depthTable(report) : undefined,
    ]),
    ...section('Whole walks', [...trajectorySentences(report), ...trajectoryTables(report)]),
    ...section('Ranking', series.length < 2 ? [] : [...rankingTables(report), ...pairTables(report)]),
    ...section('Mistakes', [causeTable(report), ...gameTables(report)]),
    ...section('Reading of the answers', [...readingSentences(report), readingTable(report), faultTable(report)]),
    ...section('Groups', groupingTables(report)),
    ...section('Positions', positionTables(report)),
    ...section('Requests', [
      effortTable(report),
      costTable(report),
      series.some(isPriced) ? costNote(report) : undefined,
    ]),
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

/** Returns a section, empty where it has no content. */
function section(title: string, all: readonly (ReportTable | string | undefined)[]): string[] {
  const known = all.filter((one) => one !== undefined);
  return known.length === 0 ? [] : [`## ${title}`, ...markdownBlocks(known)];
}

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

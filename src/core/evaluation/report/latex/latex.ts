import { formatScore } from '../../../metrics/score-format.ts';
import { caseText, lossClauses, lossSentence } from '../loss-words.ts';
import { mainTable } from '../main-table.ts';
import { methodsLines, methodsPrompts, NO_PROMPTS, promptBody } from '../methods-words.ts';
import { type Report, reportModels, type WorstSample } from '../report.ts';
import { reportSections } from '../report-sections.ts';
import { modelTable, type ReportTable, verdictTable } from '../tables.ts';
import { cautions, depthName, finding, methodNotes, placeText, sampleCountsText, unbeatenNote } from '../words.ts';
import { latexTable } from './latex-table.ts';
import { breakable, latexCode, latexLines, latexText } from './latex-text.ts';

const PREAMBLE = `% StateLens report
\\documentclass[a4paper]{article}
\\usepackage[T1]{fontenc}
\\usepackage[utf8]{inputenc}
\\usepackage{textcomp}
\\IfFileExists{lmodern.sty}{\\usepackage{lmodern}}{}
\\usepackage[margin=2.2cm]{geometry}
\\usepackage{booktabs}
\\usepackage{graphicx}
\\setlength{\\parindent}{0pt}
\\setlength{\\parskip}{4pt}
\\sloppy`;

/** Returns the main table alone, for a paper that loads booktabs and graphicx. */
export const latexMainTable = (report: Report): string =>
  `% StateLens table; it requires \\usepackage{booktabs}, \\usepackage{graphicx} and \\usepackage[T1]{fontenc}.\n${latexTable(mainTable(report), 'tab:statelens')}\n`;

/** Returns the report as a LaTeX document that compiles as it is, with any engine. */
export function reportLatex(report: Report): string {
  const parts = [
    PREAMBLE,
    '\\begin{document}',
    '\\section*{State tracking report}',
    ...lossPart(report),
    sentence(unbeatenNote(report)),
    ...methodsPart(report),
    '\\section*{Models}',
    `${latexText(`${sampleCountsText(report)}.`)} \\textbf{${latexText(cautions(report))}}`,
    items(
      reportModels(report).map(({ name, all }) => `\\textbf{${latexText(name)}}: ${latexText(finding(all, report))}`),
    ),
    latexTable(mainTable(report), 'tab:statelens'),
    ...blocks([modelTable(report), verdictTable(report)]),
    ...reportSections(report).flatMap(({ title, content }) => section(title, content)),
    ...worstPart(report),
    '\\section*{Method}',
    items(methodNotes(report).map(latexText)),
    '\\end{document}',
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

const sentence = (text: string): string => latexText(text);

const items = (texts: readonly string[]): string =>
  texts.length === 0 ? '' : `\\begin{itemize}\n${texts.map((text) => `\\item {}${text}`).join('\n')}\n\\end{itemize}`;

function lossPart(report: Report): string[] {
  const clauses = lossClauses(report);
  const cases = clauses.flatMap(({ name, cases: own }) =>
    own.length === 0 ? [] : [latexText(`${name}: ${own.map(caseText).join('; ')}`)],
  );
  return [sentence(lossSentence(clauses)), items(cases)];
}

function methodsPart(report: Report): string[] {
  const prompts = methodsPrompts(report);
  const lines = methodsLines(report).map(
    ({ name, text }) => `\\item[${latexText(name)}] ${latexText(breakable(text))}`,
  );
  const prompt = prompts.length === 0 ? [`\\item[Prompt] ${latexText(NO_PROMPTS)}`] : [];
  return [
    '\\section*{How this was made}',
    `\\begin{description}\n${[...lines, ...prompt].join('\n')}\n\\end{description}`,
    ...prompts.flatMap((one) => [`Prompt ${latexCode(one.id)}:`, latexLines(promptBody(one))]),
  ];
}

const blocks = (all: readonly (ReportTable | string)[]): string[] =>
  all.map((one) => (typeof one === 'string' ? sentence(one) : latexTable(one)));

/** Returns a section. Its tables are printed before the next one begins. */
const section = (title: string, content: readonly (ReportTable | string)[]): string[] => [
  '\\clearpage',
  `\\section*{${title}}`,
  ...blocks(content),
];

function worstPart(report: Report): string[] {
  if (report.worst.length === 0) return [];
  return ['\\clearpage', '\\section*{Worst answers}', items(report.worst.map((one) => worstItem(one, report)))];
}

function worstItem(one: WorstSample, { m, digits }: Report): string {
  const { series, game, ply, san, sentence: wrong, p, editDistance, predicted, trueFen, place } = one;
  const after = san === null ? '' : `, after ${san}`;
  const where = place === undefined ? '' : ` (${placeText(place)})`;
  const text = `${series}, game ${game + 1}, ply ${ply}${after}${where}: ${wrong}; ${depthName('p', m)} ${formatScore(p, { digits })}, edit distance ${editDistance}.`;
  return `${latexText(breakable(text))} Predicted ${latexCode(predicted)}, true ${latexCode(trueFen)}.`;
}

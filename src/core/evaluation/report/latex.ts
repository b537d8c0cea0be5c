import { escapeLatex } from '../../base/text/escape.ts';
import { formatScore } from '../../metrics/score-format.ts';
import { caseText, lossClauses, lossSentence } from './loss-words.ts';
import { methodsLines, methodsPrompts, NO_PROMPTS, promptBody } from './methods-words.ts';
import { type Report, reportModels, type WorstSample } from './report.ts';
import { mainTable, reportSections } from './report-sections.ts';
import { modelTable, type ReportRow, type ReportTable, verdictTable } from './tables.ts';
import { cautions, depthName, finding, methodNotes, placeText, sampleCountsText, unbeatenNote } from './words.ts';

/** Characters outside of ASCII that reports and prompts contain, as LaTeX writes them without further packages. */
const CHARACTERS: Readonly<Record<string, string>> = {
  '\u00A0': '~',
  '\u200B': '\\allowbreak{}',
  '–': '--',
  '—': '---',
  '−': '$-$',
  '·': '$\\cdot$',
  '×': '$\\times$',
  '±': '$\\pm$',
  '≤': '$\\le$',
  '≥': '$\\ge$',
  '≈': '$\\approx$',
  '≠': '$\\neq$',
  '→': '$\\to$',
  '←': '$\\gets$',
  '√': '$\\surd$',
  '∞': '$\\infty$',
  τ: '$\\tau$',
  λ: '$\\lambda$',
  μ: '$\\mu$',
  π: '$\\pi$',
  σ: '$\\sigma$',
  '‘': '`',
  '’': "'",
  '“': '``',
  '”': "''",
  '„': ',,',
  '•': '\\textbullet{}',
  '°': '\\textdegree{}',
  '©': '\\textcopyright{}',
  '§': '\\S{}',
  '€': '\\texteuro{}',
};

const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉';
/** Letters of Latin-1 and of Latin Extended-A that fonts in the T1 encoding have. */
const LETTERS = /[À-ÖØ-öø-ÿĂ-ąĆćČčĎďĐđĘ-ěĞğİıĹĺĽ-łŃńŇňŐ-œŔŕŘ-śŞ-ťŮ-űŸ-ž]/u;

/**
 * Escapes a text for LaTeX, on one line, so that it compiles with any engine: characters that no usual font has become
 * their code, `[U+4E2D]`.
 */
export const latexText = (text: string): string =>
  escapeLatex(text.replaceAll('`', '\u2018'))
    .replaceAll('τ\\_b', '$\\tau_b$')
    .replace(/-(?=-)/g, '-{}')
    .replace(/[₀-₉]+/g, (digits) => `$_{${Array.from(digits, (digit) => SUBSCRIPTS.indexOf(digit)).join('')}}$`)
    .replace(/[^ -~]/gu, latexCharacter);

function latexCharacter(letter: string): string {
  const known = CHARACTERS[letter];
  if (known !== undefined) return known;
  if (LETTERS.test(letter)) return letter;
  const code = letter.codePointAt(0) ?? 0;
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return '';
  return `{[}U+${code.toString(16).toUpperCase().padStart(4, '0')}{]}`;
}

/** Length of a word from which it may break anywhere. */
const LONG = 20;

/** Allows line breaks within long words, such as hashes and paths. */
export const breakable = (text: string): string =>
  text.replace(/\S+/g, (word) =>
    word.length < LONG ? word : word.replace(/[/.:,_=-]+(?=.)|[^/.:,_=-]{8}(?=.)/gu, '$&\u200B'),
  );

/** Returns a text in typewriter letters that may break within long words. */
export const latexCode = (text: string): string => `\\texttt{${latexText(breakable(text))}}`;

/** Returns a cell of a table: one that begins as an option of the line break before it is protected. */
export const latexCell = (text: string): string => {
  const cell = latexText(text);
  return /^[[*]/.test(cell) ? `{}${cell}` : cell;
};

/** Returns lines of text as they are, in typewriter letters. */
export const latexLines = (text: string): string => {
  const lines = text.split(/\r\n|\r|\n/).map((line) => {
    const indent = /^ */.exec(line)?.[0].length ?? 0;
    return `{}${'~'.repeat(indent)}${latexText(breakable(line.slice(indent)))}\\strut`;
  });
  return `\\begin{quote}\\ttfamily\\footnotesize\\raggedright\n${lines.join('\\\\\n')}\n\\end{quote}`;
};

/** Maximum number of rows on a page; longer tables continue in another one. */
const MAX_ROWS = 40;

/**
 * Returns a table with the rules of booktabs, no wider than the text: several, if it has more rows than a page. It
 * requires the packages booktabs and graphicx.
 */
export function latexTable(table: ReportTable, label?: string): string {
  const { rows, caption } = table;
  const pages = Array.from({ length: Math.max(1, Math.ceil(rows.length / MAX_ROWS)) }, (_, i) =>
    rows.slice(i * MAX_ROWS, (i + 1) * MAX_ROWS),
  );
  return pages
    .map((page, i) =>
      floatingTable(
        { ...table, rows: page, caption: i === 0 ? caption : `${caption} (continued)` },
        i === 0 ? label : undefined,
      ),
    )
    .join('\n\n');
}

function floatingTable({ caption, head, rows, texts = 1 }: ReportTable, label: string | undefined): string {
  const columns = head.map((_, i) => (i < texts ? 'l' : 'r')).join('');
  return [
    '\\begin{table}[htbp]',
    '\\centering',
    `\\caption{${latexText(caption)}}`,
    ...(label === undefined ? [] : [`\\label{${label}}`]),
    '\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%',
    `\\begin{tabular}{@{}${columns}@{}}`,
    '\\toprule',
    `${head.map(latexCell).join(' & ')} \\\\`,
    '\\midrule',
    ...rows.map(rowText),
    '\\bottomrule',
    '\\end{tabular}}',
    '\\end{table}',
  ].join('\n');
}

const rowText = ({ head, cells, floor = false }: ReportRow): string =>
  `${[floor ? `\\textit{${latexText(head)}}` : latexCell(head), ...cells.map(latexCell)].join(' & ')} \\\\`;

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

import { escapeLatex } from '../../../base/text/escape.ts';

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

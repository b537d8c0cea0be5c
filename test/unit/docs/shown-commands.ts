import { type Block, blocksOf } from './pages.ts';

/** A command that a page shows, and what it shows of its output. */
export interface ShownCommand {
  readonly page: string;
  /** 1-based. */
  readonly line: number;
  readonly command: string;
  /** Null where the page shows no output. */
  readonly output: string | null;
  /** The exit status that the page states in a note; 0 without one. */
  readonly status: number;
  /** Why it is not run, where a note says so. */
  readonly notRun: string | undefined;
}

/** Blocks in which commands stand: `console` shows them behind `$ `, `sh` one a line. */
const LANGUAGES: ReadonlySet<string> = new Set(['console', 'sh']);
/** What begins a command that the docs may show. */
const COMMAND = /^(?:\$ )?(?:statelens|npx statelens|node dist\/cli\.mjs|npm (?:ci|start|test|run)\b)/;

/** The commands of a page, in order. */
export const shownCommands = (page: string, text?: string): ShownCommand[] =>
  blocksOf(page, text)
    .filter(({ language }) => LANGUAGES.has(language))
    .flatMap((block) => (block.language === 'console' ? ofConsole(block) : ofShell(block)));

function ofConsole({ page, line, lines, notes }: Block): ShownCommand[] {
  const found: ShownCommand[] = [];
  for (let i = 0; i < lines.length; ) {
    const at = line + i;
    let command = (lines[i++] ?? '').replace(/^\$ /, '');
    while (command.endsWith('\\')) command = `${command.slice(0, -1)} ${(lines[i++] ?? '').trim()}`;
    const output: string[] = [];
    while (i < lines.length && !(lines[i] ?? '').startsWith('$ ')) output.push(lines[i++] ?? '');
    found.push({ page, line: at, command, output: output.length > 0 ? output.join('\n') : null, ...told(notes) });
  }
  return found;
}

const ofShell = ({ page, line, lines, notes }: Block): ShownCommand[] =>
  lines.flatMap((text, i) => {
    const command = text.replace(/\s+#.*$/, '').trim();
    return command === '' || command.startsWith('#')
      ? []
      : [{ page, line: line + i, command, output: null, ...told(notes) }];
  });

const told = (notes: Block['notes']) => ({ status: Number(notes.get('exit') ?? 0), notRun: notes.get('not run') });

/** Lines that show a command where no test finds it: in other blocks, and in indented code. */
export function hiddenCommands(page: string, text: string): string[] {
  const blocks = blocksOf(page, text);
  const inOthers = blocks
    .filter(({ language, notes }) => !LANGUAGES.has(language) && !notes.has('not run'))
    .flatMap(({ line, lines }) => lines.map((words, i) => ({ line: line + i, words })));
  const fenced = new Set(blocks.flatMap(({ line, lines }) => lines.map((_, i) => line + i)));
  const indented = text
    .split('\n')
    .map((words, i) => ({ line: i + 1, words }))
    .filter(({ line, words }) => !fenced.has(line) && words.startsWith('    '));
  return [...inOthers, ...indented]
    .filter(({ words }) => COMMAND.test(words.trim()))
    .map(({ line, words }) => `${page}:${line}: ${words.trim()}`);
}

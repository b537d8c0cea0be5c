/** One program of a command line: its words, and the file that its output goes to. */
export interface Stage {
  readonly words: readonly string[];
  readonly output: string | undefined;
}

/** Programs that read what the one before wrote. */
export type Pipeline = readonly Stage[];

const TOKEN = /\s*(?:(\|\||&&|[|>;&<])|((?:"[^"]*"|'[^']*'|[^\s"'|>;&<])+))/y;

/**
 * What a shell makes of a line, as far as the docs need it: words, quotation marks, `|`, `>` and `&&`.
 *
 * @returns the pipelines, which `&&` joins
 * @throws on anything else of a shell
 */
export function readShellLine(line: string): Pipeline[] {
  const pipelines: Pipeline[] = [];
  let stages: Stage[] = [];
  let words: string[] = [];
  let output: string | undefined;
  const endStage = (): void => {
    if (words.length === 0) throw new Error(`a program is missing in: ${line}`);
    stages.push({ words, output });
    [words, output] = [[], undefined];
  };
  const text = line.trim();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const [, operator, word] = TOKEN.exec(text) ?? [];
    if (operator === undefined && word === undefined) throw new Error(`cannot read: ${line}`);
    if (word !== undefined)
      words.push(word.replace(/"([^"]*)"|'([^']*)'/g, (_, a?: string, b?: string) => a ?? b ?? ''));
    else if (operator === '|') endStage();
    else if (operator === '&&') {
      endStage();
      pipelines.push(stages);
      stages = [];
    } else if (operator === '>') {
      output = TOKEN.exec(text)?.[2];
      if (output === undefined) throw new Error(`a file is missing in: ${line}`);
    } else throw new Error(`${operator} is not understood in: ${line}`);
  }
  endStage();
  return [...pipelines, stages];
}

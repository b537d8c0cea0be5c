import { createInterface, type Interface } from 'node:readline';
import { LineIndex } from '../../core/base/text/line-index.ts';
import type { FixQuestion } from '../../core/languages/fix-steps.ts';
import { oneLine, type Terminal } from '../io/terminal.ts';

const HELP = 'a number chooses a fix, y the first, n none; q leaves everything else as it is';

/** Asks on a terminal which fix to make. */
export class Asker {
  readonly #terminal: Terminal;
  readonly #reader: Interface;
  readonly #lines: AsyncIterator<string>;
  #isOver = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    // without a terminal of its own, Ctrl-C reaches the process
    this.#reader = createInterface({ input: terminal.stdin, terminal: false });
    this.#lines = this.#reader[Symbol.asyncIterator]();
  }

  /** The index of the fix that the user chooses; -1 for none. `line`: the line of the file in which the text begins, from 1. */
  async ask(file: string, line: number, { finding, fixes, text }: FixQuestion): Promise<number> {
    if (this.#isOver) return -1;
    const at = new LineIndex(text).positionAt(finding.range.start);
    const place = `${file}:${line + at.line}:${at.character + 1}`;
    const { noteStyle } = this.#terminal;
    const head = `${noteStyle.bold(oneLine(place))}: ${finding.severity} ${finding.code}: ${oneLine(finding.message)}`;
    const choices = fixes.map(
      ({ title, preferred }, i) => `  ${i + 1}  ${oneLine(title)}${preferred ? noteStyle.dim(' (preferred)') : ''}`,
    );
    this.#terminal.printNote(`${[head, ...choices].join('\n')}\n`);
    const all = fixes.length === 1 ? 'y' : `1-${fixes.length}, y`;
    for (;;) {
      this.#terminal.printNote(`fix it? [${all}, n, q, ?] `);
      const next = await this.#lines.next();
      const answer = next.done === true ? 'q' : next.value.trim().toLowerCase();
      const chosen = answer === 'y' ? 1 : Number(answer);
      if (answer === 'n' || answer === 'no') return -1;
      if (answer === 'q' || answer === 'quit') {
        this.#isOver = true;
        return -1;
      }
      if (answer !== '' && Number.isInteger(chosen) && chosen >= 1 && chosen <= fixes.length) return chosen - 1;
      this.#terminal.printNote(`${HELP}\n`);
    }
  }

  /** Stops reading. */
  end(): void {
    this.#isOver = true;
    this.#reader.close();
  }
}

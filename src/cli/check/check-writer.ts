import { oneLine, type Style, type Terminal } from '../io/terminal.ts';
import { packageVersion } from '../version.ts';
import type { FileFinding } from './findings.ts';
import { SarifLog } from './sarif.ts';

export const CHECK_FORMATS = ['text', 'json', 'jsonl', 'sarif'] as const;
export type CheckFormat = (typeof CHECK_FORMATS)[number];

/** Writes findings as they come, as far as the format lets it. */
export interface CheckWriter {
  write(findings: readonly FileFinding[]): Promise<void>;
  end(): Promise<void>;
}

/** A writer to standard output. */
export function checkWriter(terminal: Terminal, format: CheckFormat): CheckWriter {
  switch (format) {
    case 'text':
      return lineWriter(terminal, (finding) => textLine(finding, terminal.style));
    case 'jsonl':
      return lineWriter(terminal, (finding) => JSON.stringify(finding));
    case 'json':
      return jsonWriter(terminal);
    case 'sarif':
      return sarifWriter(terminal);
  }
}

/** `games.pgn:12:5: error PGN_ILLEGAL_MOVE: ...`, 1-based as editors and terminals jump to. */
function textLine({ file, range: { start }, severity, code, message }: FileFinding, style: Style): string {
  const place = `${file}:${start.line + 1}:${start.character + 1}`;
  const level = severity === 'error' || severity === 'warning' ? style.wrong(severity) : severity;
  return `${style.bold(oneLine(place))}: ${level} ${code}: ${oneLine(message)}`;
}

const lineWriter = (terminal: Terminal, line: (finding: FileFinding) => string): CheckWriter => ({
  async write(findings) {
    if (findings.length > 0) await terminal.print(findings.map((finding) => `${line(finding)}\n`).join(''));
  },
  end: () => Promise.resolve(),
});

/** One array, an object a line. */
function jsonWriter(terminal: Terminal): CheckWriter {
  let before = '[';
  return {
    async write(findings) {
      const parts: string[] = [];
      for (const finding of findings) {
        parts.push(`${before}\n${JSON.stringify(finding)}`);
        before = ',';
      }
      if (parts.length > 0) await terminal.print(parts.join(''));
    },
    end: () => terminal.print(before === '[' ? '[]\n' : '\n]\n'),
  };
}

function sarifWriter(terminal: Terminal): CheckWriter {
  const log = new SarifLog(packageVersion());
  return {
    async write(findings) {
      if (findings.length > 0) await terminal.print(log.results(findings));
    },
    end: () => terminal.print(log.end()),
  };
}

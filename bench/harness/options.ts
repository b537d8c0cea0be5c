import { parseArgs } from 'node:util';

/** How a benchmark is asked to report. */
export interface BenchOptions {
  /** `text` for a terminal, `markdown`, or one JSON document on standard output. */
  readonly format: 'text' | 'markdown' | 'json';
  /** Also put the tables between the markers of bench/README.md. */
  readonly writeReadme: boolean;
  /** Fewer rounds and pairs, to see that all works. */
  readonly quick: boolean;
  /** The Python that is asked for python-chess. */
  readonly python: string;
  /** A PGN of real games that is read in place of those of the fixtures. */
  readonly pgn: string | undefined;
}

const HELP = `Options:
  --json          one JSON document on standard output
  --markdown      tables as in bench/README.md
  --write-readme  put the tables between the markers of bench/README.md
  --quick         fewer rounds and pairs; figures are rough
  --python=EXE    Python with python-chess (default python3, or STATELENS_PYTHON)
  --pgn=FILE      games for the suite check, in place of those of the fixtures`;

/** Reads the options; undefined after help or a complaint, with the exit status set. */
export function readOptions(args: readonly string[]): BenchOptions | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        json: { type: 'boolean', default: false },
        markdown: { type: 'boolean', default: false },
        'write-readme': { type: 'boolean', default: false },
        quick: { type: 'boolean', default: false },
        python: { type: 'string', default: process.env.STATELENS_PYTHON ?? 'python3' },
        pgn: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) {
      console.log(HELP);
      return undefined;
    }
    return {
      format: values.json ? 'json' : values.markdown ? 'markdown' : 'text',
      writeReadme: values['write-readme'],
      quick: values.quick,
      python: values.python,
      pgn: values.pgn,
    };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${HELP}`);
    process.exitCode = 2;
    return undefined;
  }
}

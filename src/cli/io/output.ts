import { closeSync, openSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import { Option } from 'commander';
import { detectLanguage, firstLine, languageName } from '../../core/languages/languages.ts';
import type { Language } from '../../core/notation/language.ts';
import { attempt, usageError } from '../command.ts';

/** Kind of a file by its first bytes. */
export type FileKind =
  | 'empty'
  | 'run'
  | 'tree'
  | 'league'
  | 'lab'
  | 'manifest'
  | 'examples'
  | 'requests'
  | 'json'
  | 'report-html'
  | 'league-html'
  | 'lab-html'
  | 'mav-html'
  | 'report-md'
  | 'report-csv'
  | 'report-json'
  | 'report-junit'
  | 'report-latex'
  | 'games-csv'
  | 'trace-rows'
  | 'games-html'
  | 'parquet'
  | 'zip'
  | 'svg'
  | 'other'
  // A text has the kind of its language.
  | (Language & {});

/** A command's output file, before it is written. */
export interface OutputFile {
  /** Kind of its content. */
  readonly kind: FileKind;
  /** Files that it is made from. */
  readonly inputs: readonly string[];
  /** True if an option names the format, so that the ending does not decide it. */
  readonly isNamed?: boolean | undefined;
  /** Value of `--overwrite`. */
  readonly overwrite?: boolean | undefined;
}

const REPORT = ['.md', '.markdown', '.html', '.htm', '.json', '.csv', '.xml', '.tex'];
const GAMES = ['.pgn', '.jsonl', '.csv', '.parquet', '.epd', '.mav'];
/**
 * Endings of file names by kind. The ending of another format is refused: a name that promises something a command cannot write
 * (`report.pdf`) must not become something else silently. Unlisted kinds are written under any name.
 */
const ENDINGS: Partial<Readonly<Record<FileKind, readonly string[]>>> = {
  run: ['.jsonl'],
  tree: ['.jsonl', '.json'],
  league: ['.json', '.jsonl'],
  lab: ['.json', '.jsonl'],
  svg: ['.svg'],
  'report-md': REPORT,
  'report-html': REPORT,
  'report-csv': REPORT,
  'report-json': REPORT,
  'report-junit': REPORT,
  'report-latex': REPORT,
  'league-html': ['.html', '.htm'],
  'lab-html': ['.html', '.htm'],
  'mav-html': ['.html', '.htm'],
  'games-html': ['.html', '.htm'],
  pgn: GAMES,
  'games-csv': GAMES,
  epd: [...GAMES, '.fen'],
  fen: [...GAMES, '.fen'],
  mav: GAMES,
};
/** Endings of formats that no command writes. */
const FOREIGN =
  '.pdf .ps .eps .doc .docx .odt .rtf .xls .xlsx .ods .tsv .ipynb .png .jpg .jpeg .gif .webp .db .sqlite .arrow .feather .npy .npz .pkl .zip .gz .yaml .yml .toml .py .js';
const FORMATS: ReadonlySet<string> = new Set([
  ...FOREIGN.split(' '),
  ...Object.values(ENDINGS).flatMap((endings = []) => endings),
]);

/** Refuses a name whose ending belongs to another format. */
function checkEnding(file: string, kind: FileKind): void {
  const [ending] = /\.[a-z][a-z0-9]{0,9}$/i.exec(path.basename(file, '.tmp')) ?? [];
  const endings = ENDINGS[kind];
  if (ending === undefined || endings === undefined || endings.includes(ending.toLowerCase())) return;
  if (!FORMATS.has(ending.toLowerCase())) return;
  throw usageError(`${file} cannot be written: its ending must be ${joinWords(endings)}, not ${ending}`);
}

const joinWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** Bytes examined to detect the kind of a file. */
const HEAD = 4096;

const MARKS: readonly (readonly [FileKind, RegExp])[] = [
  ['run', /^\{\s*"kind"\s*:\s*"run"/],
  ['league', /^\{"format":"statelens-league/],
  ['lab', /^\{"format":"statelens-lab/],
  ['tree', /^\{"format":"statelens-/],
  ['trace-rows', /^(?:file,trace,line,|\{"file":"[^"\n]{0,1000}","trace":\d+,"line":)/],
  ['manifest', /^\{\s*"kind"\s*:\s*"(?:mav-dataset|games|traces)"/],
  ['examples', /^\{"prompt":/],
  ['requests', /^\{"custom_id":/],
  ['report-json', /^\{\s*"schema"\s*:\s*\d+\s*,\s*"kind"\s*:\s*"report"/],
  ['json', /^[[{]\s*(?:["{[\]}]|$)/],
  ['report-html', /^<!doctype html>[\s\S]*<title>State tracking report/i],
  ['league-html', /^<!doctype html>[\s\S]*<title>StateLens league/i],
  ['lab-html', /^<!doctype html>[\s\S]*<title>StateLens lab/i],
  ['mav-html', /^<!doctype html>[\s\S]*<title>StateLens MAV/i],
  ['games-html', /^<!doctype html>[\s\S]*<title>StateLens games/i],
  ['report-junit', /^<\?xml[^>]*>\s*<testsuites name="statelens report"/],
  ['svg', /^(?:<\?xml[^>]*>\s*)?<svg/],
  ['report-csv', /^model,/],
  ['games-csv', /^file,game,/],
  ['report-md', /^(?:# State|\*\*State tracking by model)/],
  ['report-latex', /^% StateLens/],
  ['parquet', /^PAR1/],
  ['zip', /^PK[^ -~]{2}/],
];

/** Detects the kind of a file by its beginning, by its name only if that does not decide. */
export function detectKind(head: string, name = ''): FileKind {
  const text = head.replace(/^\uFEFF/, '').trimStart();
  if (text === '') return 'empty';
  const marked = MARKS.find(([, mark]) => mark.test(text));
  return marked?.[0] ?? detectLanguage('', firstLine(text)) ?? detectLanguage(name) ?? 'other';
}

/**
 * Refuses to write to a file that must stay: an input of the command under any name or link, a run file, and, without `overwrite`, a file
 * of another kind. Call it before any work starts.
 */
export function checkOutput(file: string | undefined, { kind, inputs, isNamed, overwrite }: OutputFile): void {
  if (file === undefined || file === '-') return;
  const found = attempt(`cannot write ${file}`, () => statSync(file, { throwIfNoEntry: false }));
  if (found?.isFile() === true) checkReplaced(file, { kind, inputs, overwrite });
  if (isNamed !== true) checkEnding(file, kind);
}

/** Refuses to replace a file that must stay. */
function checkReplaced(file: string, { kind, inputs, overwrite }: OutputFile): void {
  const input = inputs.find((item) => item !== '-' && isSameFile(item, file));
  if (input !== undefined) throw usageError(`${file} is the input ${input}; specify another file with --out`);
  const there = fileKind(file);
  const isSame = kindFamily(there) === kindFamily(kind);
  if (there === 'empty' || (isSame && kind !== 'run')) return;
  if (there === 'run' && kind !== 'run')
    throw usageError(`${file} is a run file, which is never overwritten; specify another file`);
  if (overwrite !== true)
    throw usageError(
      isSame
        ? `${file} already exists; use --overwrite to replace it`
        : `${file} is a file of another kind; specify another file, or use --overwrite to replace it`,
    );
}

/** Returns a kind, or the editor identifier that languages share: FEN and EPD replace each other. */
const kindFamily = (kind: FileKind): string => languageName(kind)?.editorId ?? kind;

/** Returns the option of commands with an output. */
export const overwriteOption = (): Option => new Option('--overwrite', 'replace an existing file');

/** Returns true if two names lead to one file, by links or another spelling. */
export function isSameFile(a: string, b: string): boolean {
  if (path.resolve(a) === path.resolve(b)) return true;
  const [first, second] = [a, b].map((file) => statSync(file, { throwIfNoEntry: false, bigint: true }));
  return (
    first !== undefined &&
    second !== undefined &&
    first.ino === second.ino &&
    first.dev === second.dev &&
    first.ino !== 0n
  );
}

/** Returns the kind of an existing file. */
export const fileKind = (file: string): FileKind => detectKind(readHead(file), file);

function readHead(file: string): string {
  return attempt(`cannot read ${file}`, () => {
    const handle = openSync(file, 'r');
    try {
      const bytes = Buffer.alloc(HEAD);
      return bytes.toString('utf8', 0, readSync(handle, bytes, 0, HEAD, 0));
    } finally {
      closeSync(handle);
    }
  });
}

import { parseJson } from '../../core/base/text/json-items.ts';
import { LAB_FILE_FORMAT } from '../../core/lab/lab-file.ts';
import { detectLanguage, firstLine, languageRow } from '../../core/languages/languages.ts';
import { LEAGUE_FILE_FORMAT } from '../../core/league/league-file.ts';
import { holdsExample } from '../../core/mav/lexer.ts';
import { type LogRecord, readRecords, recordFormat } from '../../core/mav/read-records.ts';
import { detectFields } from '../../core/mav/record-fields.ts';
import { TREE_FILE_FORMAT } from '../../core/search/tree-header.ts';
import { detectTraceFields } from '../../core/traces/record-traces.ts';
import { recordProbe } from '../../core/traces/trace-records.ts';
import { isFields } from '../json-fields.ts';
import { recognizeLog, textHead } from './logs/formats.ts';

/** Contents of a file, as far as it decides how the file is opened. */
export type FileKind =
  /** A text of our languages. */
  | 'text'
  /** A run file. */
  | 'run'
  /** A search tree, a league, a lab. */
  | 'tree'
  | 'league'
  | 'lab'
  /** A log of another program, with answers about positions. */
  | 'log'
  /** Records with MAV examples, or traces of searches. */
  | 'records'
  /** Records that may be either. */
  | 'log-or-records'
  | 'other';

/** Extensions of our files, in the order in which they are tried. */
const ENDINGS: readonly (readonly [ending: string, kind: FileKind])[] = [
  ['.mcts.jsonl', 'tree'],
  ['.league.jsonl', 'league'],
  ['.lab.jsonl', 'lab'],
  ['.run.jsonl', 'run'],
];

/** Values of `format` in the first line of our files. */
const FORMATS: ReadonlyMap<unknown, FileKind> = new Map<unknown, FileKind>([
  [TREE_FILE_FORMAT, 'tree'],
  [LEAGUE_FILE_FORMAT, 'league'],
  [LAB_FILE_FORMAT, 'lab'],
]);

/** Maximum number of records that are examined. */
const MAX_RECORDS = 20;

/**
 * Returns the kind of a file by its name, otherwise by the beginning of its content.
 *
 * @param name without its folder
 * @param head the first bytes, decoded as UTF-8; `HEAD_LENGTH` are enough
 */
export function recognizeFile(name: string, head: string): FileKind {
  const lower = name.toLowerCase();
  const named = ENDINGS.find(([ending]) => lower.endsWith(ending))?.[1];
  if (named !== undefined) return named;
  if (head.startsWith('PK')) return 'log';
  const log = textHead(name, head);
  const own = isFields(log.first) ? FORMATS.get(log.first['format']) : undefined;
  if (own !== undefined) return own;
  if (isText(name, head)) return 'text';
  const format = recognizeLog(log)?.format.name;
  const isKnown = format !== undefined && format !== 'rows';
  const hasRecords = /\.(?:jsonl?|ndjson|csv|tsv)$/.test(lower) || /^\s*[[{]/.test(head);
  if (hasRecords && holdsTraces(name, head)) return isKnown ? 'log-or-records' : 'records';
  return isKnown || (hasRecords && format !== undefined) ? 'log' : 'other';
}

/** Returns true for a text of a language with separate file endings; JSON is none, whatever stands in it. */
function isText(name: string, head: string): boolean {
  const line = firstLine(head);
  const language = parseJson(line) === undefined ? detectLanguage(name, line) : undefined;
  return language !== undefined && languageRow(language).endings.length > 0;
}

/** Returns true for records with MAV examples, or with traces of searches. */
function holdsTraces(name: string, head: string): boolean {
  const records: LogRecord[] = [];
  for (const event of readRecords(head, recordFormat(name, head))) {
    if (event.type === 'record') records.push(event);
    if (records.length >= MAX_RECORDS) break;
  }
  if (detectFields(records).prompts.some(({ example }) => holdsExample(example))) return true;
  const values = records.map(({ value }) => value);
  return detectTraceFields(values, recordProbe()) !== undefined;
}

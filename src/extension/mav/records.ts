import * as vscode from 'vscode';
import { inTurns } from '../../compute/system-clock.ts';
import { thrownMessage } from '../../core/base/result.ts';
import { holdsExample } from '../../core/mav/lexer.ts';
import { type LogRecord, readRecords, recordFormat } from '../../core/mav/read-records.ts';
import { type DetectedFields, detectFields, type RecordField } from '../../core/mav/record-fields.ts';
import { parseRecordComment, RECORD_BOUNDS, type RecordFieldChoice, RecordsText } from '../../core/mav/records-text.ts';
import type { TraceDialect } from '../../core/traces/dialect.ts';
import { TRACE_DIALECTS } from '../../core/traces/dialects.ts';
import { readDialectFile } from '../../core/traces/own/own-dialect.ts';
import { proseWorld } from '../../core/traces/prose/prose-dialect.ts';
import { detectProseFields } from '../../core/traces/prose/prose-records.ts';
import { detectTraceFields, recordTrace, type TraceFields } from '../../core/traces/record-traces.ts';
import { recordProbe, TraceRecordsText } from '../../core/traces/trace-records.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { openDocument } from '../platform/files/open-document.ts';
import { baseName, RECORDS_SCHEME } from '../platform/files/uris.ts';
import { readDialects } from '../platform/files/workspace-files.ts';
import { t } from '../platform/l10n.ts';
import { showMessage } from '../platform/show-message.ts';
import { addChoice, preview, type RecordsSource, readChosen, readSource, writeSource } from './records-documents.ts';

const CHOSEN = 'statelens.recordFields';
const TITLE = t('StateLens: Open Traces');
/** Number of records that are examined to detect the fields. */
const LOOKED_AT = 50;
/** Maximum number of links per document; Go to Definition leads back from every record. */
const MAX_LINKS = 2000;

/** Arguments of the command, for key bindings, menus and tests; all are optional. */
interface RecordsArguments {
  readonly log?: vscode.Uri;
  /** Fields, instead of questions. */
  readonly fields?: RecordChoice;
}

/** Fields of a record: prompt and answer of a MAV example, or those that together are a trace. */
type RecordChoice = RecordFieldChoice | { readonly traces: readonly string[]; readonly isProse?: true };

/** Fields with traces, which may be searches in prose, and the first records. */
type FoundTraces = TraceFields & { readonly isProse?: true; readonly first: readonly unknown[] };

/** Reads the arguments: the Explorer's menu passes a URI; key bindings can pass it as text, with the names of fields. */
function readArguments(value: unknown): RecordsArguments {
  if (value instanceof vscode.Uri) return { log: value };
  const { log, prompt, output, trace } = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  const text = (item: unknown): string | undefined => (typeof item === 'string' && item !== '' ? item : undefined);
  const named = text(log);
  const own = text(trace);
  const fields = own === undefined ? { prompt: text(prompt), output: text(output) } : { traces: [own] };
  const isEmpty = 'prompt' in fields && fields.prompt === undefined && fields.output === undefined;
  return {
    ...(named === undefined ? {} : { log: vscode.Uri.parse(named) }),
    ...(isEmpty ? {} : { fields }),
  };
}

/** Runs Open Traces…: records with traces of searches open as traces, others as examples of MAV. */
export async function openRecords(context: FeatureContext, given: unknown): Promise<void> {
  const args = readArguments(given);
  const log = args.log ?? activeLog() ?? (await pickLog());
  if (log === undefined) return;
  const fields = args.fields ?? (await chooseFields(context, log));
  if (fields === undefined) return;
  const isTrace = 'traces' in fields;
  const choice = isTrace ? { prompt: undefined, output: undefined, ...fields } : fields;
  const uri = log.with({
    scheme: RECORDS_SCHEME,
    path: `${log.path}.${isTrace ? 'trace' : 'mav'}`,
    query: writeSource({ log: log.toString(), ...choice }),
  });
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { preview: false });
}

/** Returns the active editor's document if it looks like a log. */
function activeLog(): vscode.Uri | undefined {
  const document = vscode.window.activeTextEditor?.document;
  const isLog =
    document !== undefined &&
    (/^(?:jsonl?|csv|tsv|jsonc)$/.test(document.languageId) || /\.(?:jsonl?|ndjson|csv|tsv)$/i.test(document.uri.path));
  return isLog ? document.uri : undefined;
}

async function pickLog(): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title: TITLE,
    openLabel: t('Open'),
    filters: { Logs: ['jsonl', 'json', 'ndjson', 'csv', 'tsv'], [t('All files')]: ['*'] },
  });
  return chosen?.[0];
}

/** Asks for the fields to show, and stores the choice for the log; undefined if canceled, or if there are no fields. */
async function chooseFields({ workspaceState }: FeatureContext, log: vscode.Uri): Promise<RecordChoice | undefined> {
  const found = await fieldsOf(log);
  if (found === undefined) return undefined;
  if ('fields' in found) return chooseTraces(found);
  const key = log.toString();
  const chosen = readChosen(workspaceState.get(CHOSEN));
  const before = chosen.find(([other]) => other === key)?.[1];
  const prompt = await pickField('prompt', found.prompts, before === undefined ? found.prompt : before.prompt);
  if (prompt === undefined) return undefined;
  const output = await pickField('output', found.outputs, before === undefined ? found.output : before.output);
  if (output === undefined) return undefined;
  const fields = { prompt: prompt.path, output: output.path };
  if (fields.prompt === undefined && fields.output === undefined) return undefined;
  await workspaceState.update(CHOSEN, addChoice(chosen, key, fields));
  return fields;
}

/** Asks which traces to show, if the records have several; undefined if canceled. */
async function chooseTraces({ fields, others, isProse, first }: FoundTraces): Promise<RecordChoice | undefined> {
  const form = isProse === true ? { isProse } : {};
  if (others.length === 0) return { traces: fields, ...form };
  const items = [fields, ...others.map((path) => [path])].map((traces) => {
    const texts = first.flatMap((record) => recordTrace(record, traces) ?? []);
    return {
      label: traces.join(' + '),
      description: t('in {0} of the first {1} records', texts.length, first.length),
      detail: preview(texts[0] ?? ''),
      traces,
    };
  });
  const chosen = await vscode.window.showQuickPick(items, {
    title: TITLE,
    placeHolder: t('Which field has the traces?'),
  });
  return chosen && { traces: chosen.traces, ...form };
}

/** Returns the fields of the records of a log: those with traces, or the possible ones of MAV examples. */
async function fieldsOf(log: vscode.Uri): Promise<DetectedFields | FoundTraces | undefined> {
  const name = baseName(log);
  let text: string;
  try {
    text = await readLog(log);
  } catch (error) {
    const reason = thrownMessage(error);
    void showMessage('error', t('{0} cannot be read: {1}', name, reason), {
      [t('Open Traces…')]: 'statelens.openTraces',
    });
    return undefined;
  }
  const first: LogRecord[] = [];
  const problems: string[] = [];
  for (const event of readRecords(text, recordFormat(name, text))) {
    if (event.type === 'record') first.push(event);
    else if (problems.length === 0) problems.push(t('line {0}: {1}', event.line, event.message));
    if (first.length >= LOOKED_AT) break;
  }
  const values = first.map(({ value }) => value);
  const traces = detectTraceFields(values, recordProbe(await workspaceDialects()));
  if (traces !== undefined) return { ...traces, first: values };
  const prose = detectProseFields(values, proseWorld(''), holdsExample);
  if (prose !== undefined) return { ...prose, isProse: true, first: values };
  const fields = detectFields(first);
  if (fields.prompts.length + fields.outputs.length > 0) return fields;
  const summary =
    problems.length === 0
      ? t('{0} has no records with text. Supported formats: JSON, JSON Lines, CSV.', name)
      : t('{0} has no records with text ({1}). Supported formats: JSON, JSON Lines, CSV.', name, problems.join());
  void showMessage('warning', summary);
  return undefined;
}

interface FieldItem extends vscode.QuickPickItem {
  readonly path: string | undefined;
}

/** Asks for a field, the likeliest first; an item without a path stands for none. */
async function pickField(
  what: 'prompt' | 'output',
  fields: readonly RecordField[],
  likely: string | undefined,
): Promise<FieldItem | undefined> {
  const items: FieldItem[] = fields.map(({ path, count, example }) => ({
    path,
    label: path,
    description: t('in {0} of the first {1} records', count, LOOKED_AT),
    detail: preview(example),
  }));
  const none = {
    path: undefined,
    label: what === 'prompt' ? t('No prompt') : t('No output'),
    description: t('the other field holds everything, or there is none'),
  };
  const first = items.filter(({ path }) => path === likely);
  const rest = items.filter(({ path }) => path !== likely);
  return vscode.window.showQuickPick(likely === undefined ? [none, ...items] : [...first, ...rest, none], {
    title: TITLE,
    placeHolder: what === 'prompt' ? t('Which field is the prompt?') : t('Which field is the answer?'),
    matchOnDetail: true,
  });
}

/** Returns the location in its log of the record around a line of such a document. */
export function recordInLog(document: vscode.TextDocument, position: vscode.Position): vscode.Location | undefined {
  const log = readSource(document.uri.query)?.log;
  if (log === undefined) return undefined;
  for (let line = position.line; line >= 0; line--) {
    const place = parseRecordComment(document.lineAt(line).text);
    if (place !== undefined) return new vscode.Location(vscode.Uri.parse(log), new vscode.Position(place.line - 1, 0));
  }
  return undefined;
}

/** Returns the location in its log of the record whose trace is at a line of a document of traces. */
async function recordOfTrace(
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.Location | undefined> {
  const source = document.uri.scheme === RECORDS_SCHEME ? readSource(document.uri.query) : undefined;
  if (source?.traces === undefined) return undefined;
  const log = vscode.Uri.parse(source.log);
  const { records } = await traceRecords(baseName(log), await readLog(log), source.traces, source.isProse);
  const line = records.recordAt(position.line);
  return line === undefined ? undefined : new vscode.Location(log, new vscode.Position(line - 1, 0));
}

/** Runs Go to Record. */
export async function goToRecord(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const place =
    editor &&
    (recordInLog(editor.document, editor.selection.active) ??
      (await recordOfTrace(editor.document, editor.selection.active)));
  if (place === undefined) {
    void showMessage('info', t('there is no log record here. Run Open Traces… first.'), {
      [t('Open Traces…')]: 'statelens.openTraces',
    });
    return;
  }
  await vscode.commands.executeCommand('vscode.open', place.uri, { selection: place.range });
}

/** Returns a link from the comment above each record to its line in the log. */
export function recordLinks(document: vscode.TextDocument): vscode.DocumentLink[] {
  const log = readSource(document.uri.query)?.log;
  const links: vscode.DocumentLink[] = [];
  if (log === undefined) return links;
  for (let line = 0; line < document.lineCount && links.length < MAX_LINKS; line++) {
    const { text, range } = document.lineAt(line);
    const place = parseRecordComment(text);
    if (place === undefined) continue;
    const link = new vscode.DocumentLink(
      range.with(range.start.translate(0, text.indexOf(': ') + 2)),
      vscode.Uri.parse(log).with({ fragment: `L${place.line}` }),
    );
    link.tooltip = t('Open this record in its log');
    links.push(link);
  }
  return links;
}

/** Maximum size of a log, in bytes; larger ones are for the command line. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Returns the text of a log, from its document if it is open. Throws an error with a message for users. */
async function readLog(uri: vscode.Uri): Promise<string> {
  const open = openDocument(uri);
  if (open !== undefined) return open.getText();
  const { size } = await vscode.workspace.fs.stat(uri);
  if (size > MAX_BYTES)
    throw new Error('it is over 256 MB; in a terminal, "statelens mav records" reads files of up to 512 MB');
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}

/** Reads the traces of a log, in turns with other work. */
async function traceRecords(
  name: string,
  text: string,
  fields: readonly string[],
  isProse: boolean | undefined,
): Promise<{ readonly records: TraceRecordsText }> {
  const records = new TraceRecordsText(fields, RECORD_BOUNDS, isProse === true ? proseWorld('') : undefined);
  await inTurns(readRecords(text, recordFormat(name, text)), (event) => {
    records.add(event);
    return !records.isCut;
  });
  return { records };
}

/** Returns the text of a document that shows a log. */
export async function recordsDocument(uri: vscode.Uri): Promise<string> {
  const source = readSource(uri.query);
  if (source === undefined) return `# ${t('This document does not name a log.')}\n`;
  const log = vscode.Uri.parse(source.log);
  try {
    return await recordsText(baseName(log), await readLog(log), source);
  } catch (error) {
    const reason = thrownMessage(error);
    return `# ${t('{0} cannot be shown: {1}', baseName(log), reason.replace(/\s+/g, ' '))}\n`;
  }
}

async function recordsText(name: string, text: string, source: RecordsSource): Promise<string> {
  if (source.traces !== undefined)
    return (await traceRecords(name, text, source.traces, source.isProse)).records.text();
  const records = new RecordsText(name, source);
  const isWhole = await inTurns(readRecords(text, recordFormat(name, text)), (event) => {
    if (records.isCut) return false;
    records.add(event);
    return true;
  });
  return records.text(isWhole);
}

/** Returns the dialects of traces: those of files of the workspace, which have no fault, and those that exist. */
async function workspaceDialects(): Promise<readonly TraceDialect[]> {
  const own = (await readDialects()).flatMap(({ text }) => {
    const read = readDialectFile(text);
    return read.ok ? [read.value] : [];
  });
  return [...own, ...TRACE_DIALECTS];
}

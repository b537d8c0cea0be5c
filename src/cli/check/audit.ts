import type { Command } from 'commander';
import { type LocatedFinding, TranscriptAudit, type TranscriptForm } from '../../core/audit/audit.ts';
import type { Severities } from '../../core/notation/diagnostic.ts';
import { type Act, missingArgument } from '../command.ts';
import { Archive, bareName } from '../io/archives/archives.ts';
import { Decoder } from '../io/decoder.ts';
import { displayPath, expandPaths, readBytes, totalBytes } from '../io/files.ts';
import type { Progress, Terminal } from '../io/terminal.ts';
import { addFindingOptions, type FindingFlags, FindingOutput } from './finding-output.ts';
import type { FileFinding } from './findings.ts';

const MEGABYTE = 1_000_000;
const ENDINGS = ['.json', '.jsonl', '.ndjson', '.md', '.markdown', '.txt', '.eval'];
const TEXT_ENDINGS = ['.md', '.markdown', '.txt', '.pgn'];

const AFTER_HELP = `
A transcript is Markdown, plain text, JSON or JSON Lines: chats, logs of agents, of evaluations and of traces. Roles and conversations
are found by shape. A .eval is a zipped log of Inspect AI. A folder stands for all ${ENDINGS.join(', ')} files in it and its subfolders. --explain lists the
moves that were not placed in any game, with the reason.

Examples:
  $ statelens audit transcript.md
  $ statelens audit games.jsonl --explain
  $ statelens audit logs --format sarif > audit.sarif`;

export function define(command: Command, act: Act): void {
  addFindingOptions(command)
    .description(
      'Find chess states and moves in transcripts that contradict the positions that their record or conversation shows.',
    )
    .option('--explain', 'say how the text is read, with reasons')
    .usage('[options] <files...>')
    .argument('[files...]', 'files, folders, or - for standard input')
    .addHelpText('after', AFTER_HELP)
    .action(act(audit));
}

/** Options of `audit`. */
interface AuditFlags extends FindingFlags {
  readonly explain?: true;
}

async function audit(terminal: Terminal, given: readonly string[], flags: AuditFlags): Promise<number> {
  if (given.length === 0) throw missingArgument('files', 'audit');
  const files = expandPaths(given, ENDINGS);
  const output = new FindingOutput(terminal, flags);
  const unplaced = { moves: 0, isExplained: flags.explain === true };
  const isInterrupted = await terminal.interruptible(async (signal) => {
    const bytes = files.includes('-') ? 0 : totalBytes(files);
    const progress = terminal.progress('auditing', bytes === 0 ? undefined : bytes / MEGABYTE, ' MB');
    for (const path of files) {
      if (signal.aborted) break;
      await auditFile({ terminal, output, progress, severities: flags.severity, signal, unplaced }, path);
    }
    progress.end();
    return signal.aborted;
  });
  if (unplaced.moves > 0) terminal.note(unplacedText(unplaced.moves, unplaced.isExplained));
  return output.end(files.length, isInterrupted, 'audited');
}

interface AuditRun {
  readonly terminal: Terminal;
  readonly output: FindingOutput;
  readonly progress: Progress;
  readonly severities: Severities;
  readonly signal: AbortSignal;
  readonly unplaced: { moves: number; readonly isExplained: boolean };
}

function unplacedText(moves: number, isExplained: boolean): string {
  const count = moves === 1 ? '1 move was' : `${moves.toLocaleString('en-US')} moves were`;
  return `${count} not placed in any game${isExplained ? '' : '; --explain lists them'}`;
}

async function auditFile(run: AuditRun, path: string): Promise<void> {
  const { terminal, output, progress, signal } = run;
  const file = displayPath(path);
  if (path.toLowerCase().endsWith('.eval')) return auditLog(run, path, file);
  const archive = new Archive(terminal, signal);
  const pieces = decoded(archive.unpack(file, 'audit', readBytes(terminal, path, signal)), (size) =>
    progress.add(size / MEGABYTE),
  );
  await auditPieces(run, file, pieces, transcriptForm(path));
  if (archive.failure === undefined) return;
  terminal.note(`${file}: ${archive.failure}; what is before that was audited`);
  output.isIncomplete = true;
}

/**
 * Audits the samples of a zipped log of Inspect AI, each as a separate conversation; locations are relative to its entry.
 */
async function auditLog(run: AuditRun, path: string, file: string): Promise<void> {
  const { terminal, output, progress, signal } = run;
  const { sampleTexts } = await import('../../models/import/logs/node-inspect-archive.ts');
  for await (const item of sampleTexts(path)) {
    if (signal.aborted) return;
    if ('fault' in item) {
      terminal.note(`${file}: ${item.place}: ${item.fault}`);
      output.isIncomplete = true;
      continue;
    }
    await auditPieces(run, `${file}/${item.place}`, [item.text], 'json');
  }
  progress.add(totalBytes([path]) / MEGABYTE);
}

async function auditPieces(
  { terminal, output, severities, signal, unplaced }: AuditRun,
  file: string,
  pieces: AsyncIterable<string> | Iterable<string>,
  form: TranscriptForm | undefined,
): Promise<void> {
  const audit = new TranscriptAudit(form);
  const write = (found: readonly LocatedFinding[]): Promise<void> => {
    for (const { start, moves, why: reason } of audit.takeUnplaced())
      if (unplaced.isExplained)
        terminal.note(
          `${file}:${start.line + 1}:${start.character + 1}: ${moves === 1 ? '1 move' : `${moves} moves`} not placed: ${reason}`,
        );
    return output.write(found.flatMap((item) => fileFinding(file, item, severities)));
  };
  for await (const piece of pieces) {
    await write(audit.push(piece));
    if (signal.aborted) return;
  }
  await write(audit.end());
  unplaced.moves += audit.unplacedMoves;
}

/** Returns the form of a transcript by its name, because Markdown may begin as JSON does; undefined for other names. */
function transcriptForm(path: string): TranscriptForm | undefined {
  const name = bareName(path).toLowerCase();
  return TEXT_ENDINGS.some((ending) => name.endsWith(ending)) ? 'text' : undefined;
}

async function* decoded(
  bytes: AsyncIterable<Buffer>,
  onBytes: (size: number) => void,
): AsyncGenerator<string, void, undefined> {
  const decoder = new Decoder('auto');
  for await (const piece of bytes) {
    onBytes(piece.length);
    yield decoder.push(piece);
  }
  yield decoder.end();
}

/** Returns a finding in the form of `check`, with the severity chosen by the user; none if that is off. */
function fileFinding(file: string, found: LocatedFinding, severities: Severities): FileFinding[] {
  const { start, end, code, message, ply } = found;
  const severity = severities[code] ?? found.severity;
  return severity === 'off' ? [] : [{ file, range: { start, end }, severity, code, message, game: null, ply }];
}

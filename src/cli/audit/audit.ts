import { type Command, Option } from 'commander';
import { type PlacedFinding, TranscriptAudit, type TranscriptForm } from '../../core/audit/audit.ts';
import type { Severity } from '../../core/notation/diagnostics/codes.ts';
import { atLeast } from '../../core/notation/diagnostics/diagnostic.ts';
import type { Severities } from '../../core/notation/diagnostics/severities.ts';
import { severityOption } from '../check/check-options.ts';
import { CHECK_FORMATS, type CheckFormat, type CheckWriter, checkWriter } from '../check/check-writer.ts';
import { emptyTally, type FileFinding, SEVERITIES, type Tally, tallyText } from '../check/findings.ts';
import { type Act, EXIT, usageError } from '../command.ts';
import { Archive, bareName } from '../io/archives/archives.ts';
import { Decoder } from '../io/decoder.ts';
import { expandPaths, readBytes, shownName, totalBytes } from '../io/files.ts';
import type { Terminal } from '../io/terminal.ts';

const MEGABYTE = 1_000_000;
const ENDINGS = ['.json', '.jsonl', '.ndjson', '.md', '.markdown', '.txt'];
const TEXT_ENDINGS = ['.md', '.markdown', '.txt', '.pgn'];

const AFTER_HELP = `
A transcript is Markdown, plain text, JSON or JSON Lines: chats, logs of agents, of evaluations and of traces. Roles and conversations
are found by shape. A folder stands for all ${ENDINGS.join(', ')} files in it and its subfolders.

Examples:
  $ statelens audit transcript.md
  $ statelens audit logs --format sarif > audit.sarif`;

interface AuditFlags {
  readonly format: CheckFormat;
  readonly failOn: Severity | 'never';
  readonly severity: Severities;
}

export function define(command: Command, act: Act): void {
  command
    .description(
      'Find chess states, moves and claims in transcripts that contradict the game they speak of. Exits with status 1 if there is a finding of severity --fail-on or higher.',
    )
    .usage('[options] <files...>')
    .argument('[files...]', 'files, folders, or - for standard input')
    .addOption(new Option('--format <name>', 'output format').choices(CHECK_FORMATS).default('text'))
    .addOption(
      new Option('--fail-on <level>', 'lowest severity that gives exit status 1')
        .choices([...SEVERITIES, 'never'])
        .default('warning'),
    )
    .addOption(severityOption())
    .addHelpText('after', AFTER_HELP)
    .action(act(audit));
}

async function audit(terminal: Terminal, given: readonly string[], flags: AuditFlags): Promise<number> {
  if (given.length === 0) throw usageError("missing required argument 'files'");
  const files = expandPaths(given, ENDINGS);
  const writer = checkWriter(terminal, flags.format);
  const outcome = await terminal.interruptible((signal) => auditFiles(terminal, files, flags, writer, signal));
  await writer.end();
  if (outcome.isInterrupted) terminal.note('interrupted; the rest was not audited');
  else if (flags.format === 'text') terminal.note(tallyText(outcome.tally, files.length));
  return outcome.isInterrupted || outcome.isCut ? EXIT.incomplete : outcome.hasFailed ? EXIT.findings : EXIT.ok;
}

interface Outcome {
  readonly tally: Tally;
  /** There is a finding of severity `--fail-on` or higher. */
  readonly hasFailed: boolean;
  /** A compressed file is damaged. */
  readonly isCut: boolean;
  readonly isInterrupted: boolean;
}

async function auditFiles(
  terminal: Terminal,
  files: readonly string[],
  { failOn, severity: severities }: AuditFlags,
  writer: CheckWriter,
  signal: AbortSignal,
): Promise<Outcome> {
  const bytes = files.includes('-') ? 0 : totalBytes(files);
  const progress = terminal.progress('auditing', bytes === 0 ? undefined : bytes / MEGABYTE, ' MB');
  const tally = emptyTally();
  let hasFailed = false;
  let isCut = false;
  for (const path of files) {
    const file = shownName(path);
    const archive = new Archive();
    const pieces = decoded(archive.unpack(file, 'audit', readBytes(terminal, path, signal)), (size) =>
      progress.add(size / MEGABYTE),
    );
    for await (const found of findingsOf(pieces, formOf(path))) {
      const wanted = found.flatMap((one) => fileFinding(file, one, severities));
      for (const { severity } of wanted) {
        tally[severity]++;
        hasFailed ||= failOn !== 'never' && atLeast(severity, failOn);
      }
      await writer.write(wanted);
      if (signal.aborted) break;
    }
    if (archive.failure !== undefined) {
      terminal.note(`${file}: ${archive.failure}; what is before that was audited`);
      isCut = true;
    }
    if (signal.aborted) break;
  }
  progress.end();
  return { tally, hasFailed, isCut, isInterrupted: signal.aborted };
}

/** Markdown may begin as JSON does; other names say nothing. */
function formOf(path: string): TranscriptForm | undefined {
  const name = bareName(path).toLowerCase();
  return TEXT_ENDINGS.some((ending) => name.endsWith(ending)) ? 'text' : undefined;
}

async function* findingsOf(
  pieces: AsyncIterable<string>,
  form: TranscriptForm | undefined,
): AsyncGenerator<readonly PlacedFinding[], void, undefined> {
  const audit = new TranscriptAudit(form);
  for await (const piece of pieces) {
    const found = audit.push(piece);
    if (found.length > 0) yield found;
  }
  yield audit.end();
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

/** A finding as `check` writes it, with the severity that the user chose; none where it is off. */
function fileFinding(file: string, found: PlacedFinding, severities: Severities): FileFinding[] {
  const { start, end, code, message, ply } = found;
  const severity = severities[code] ?? found.severity;
  return severity === 'off' ? [] : [{ file, range: { start, end }, severity, code, message, game: null, ply }];
}

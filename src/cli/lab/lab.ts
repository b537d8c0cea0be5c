import { existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { plural } from '../../core/base/text/counts.ts';
import { fingerprint } from '../../core/base/text/hash.ts';
import { LAB_BASELINES } from '../../core/lab/baselines.ts';
import {
  describeDifference,
  type LabHeader,
  labHeaderLine,
  mergeHeaders,
  readLab,
  type StoredLab,
  type UnitRecord,
  unitKey,
  unitLine,
} from '../../core/lab/lab-file.ts';
import { type LabView, labHtml, labJson, labMarkdown, labParts, labTitle } from '../../core/lab/lab-tables.ts';
import { labWalks } from '../../core/lab/lab-walks.ts';
import { listUnits, referenceUnits, runUnits } from '../../core/lab/run-units.ts';
import { defaultEpsilon, NAMED_LAB_MEASURES, surveyWorld, type WorldSurvey } from '../../core/lab/settings.ts';
import { type LabSummary, summarizeLab } from '../../core/lab/summary.ts';
import type { World } from '../../core/worlds/world.ts';
import { FileLock } from '../../models/runs/node-lock.ts';
import { type Act, attempt, EXIT, packageVersion, usageError } from '../command.ts';
import { AppendFile } from '../io/append-file.ts';
import { writeText } from '../io/files.ts';
import { checkOutput } from '../io/output.ts';
import { type Align, columns, type Style, type Terminal } from '../io/terminal.ts';
import { requestConcurrency } from '../model-options.ts';
import { type OpenedWorld, openWorld } from '../open-world.ts';
import {
  type ActionModel,
  addLabOptions,
  type LabFlags,
  openActionModel,
  type PrintedRun,
  printedRun,
  worldNameInWalk,
} from './lab-inputs.ts';

const AFTER_HELP = `
A model implies a world by the actions that it allows behind a history; no state is printed. docs/implicit.md defines every figure. It is
baseline:NAME (${LAB_BASELINES.join(', ')}), jsonl:COMMAND, onnx:FOLDER, openai:MODEL or builtin:mav-small. --out appends the units to a
.lab.jsonl file: repeat the command to continue an interrupted lab.

Example:
  $ statelens lab othello6 --model baseline:history-hash --measure compression,distinction --histories 20 --length 12
  $ statelens lab chess --model baseline:naive-tracker --measure attack --out naive.lab.jsonl --walk naive.walk
  $ statelens lab s5 --model 'jsonl:python3 model.py' --html s5.html`;

export function define(command: Command, act: Act): void {
  command.description(
    'Measure what a model implies about a world: legality, compression, distinction, attacks, brittleness (Vafa et al., 2024).',
  );
  addLabOptions(command).addHelpText('after', AFTER_HELP).action(act(lab));
}

async function lab(terminal: Terminal, name: string, flags: LabFlags): Promise<number> {
  const { out, html, walk, overwrite, json, markdown } = flags;
  if (json === true && markdown === true) throw usageError('use --json or --markdown, not both');
  checkOutput(out, { kind: 'lab', inputs: [], overwrite });
  const inputs = out === undefined ? [] : [out];
  checkOutput(html, { kind: 'lab-html', inputs, overwrite });
  checkOutput(walk, { kind: 'walk', inputs, overwrite });
  const opened = await openWorld(terminal, name);
  const survey = surveyWorld(opened.world, flags.length);
  const lock = out === undefined ? undefined : attempt(`cannot write ${out}`, () => FileLock.take(out));
  if (lock?.ok === false) throw usageError(lock.error.message);
  const actions = openActionModel(terminal, flags, opened.world, survey);
  try {
    const printed =
      flags.printed === undefined ? undefined : await printedRun(terminal, flags.printed, opened.world, flags.seed);
    const wanted = labHeader(opened, actions, survey, flags, printed);
    const stored = out === undefined ? undefined : storedLab(out, wanted, overwrite === true);
    if (stored !== undefined && stored.damaged > 0)
      terminal.note(`${out}: ${plural(stored.damaged, 'damaged line')}; their units are measured again`);
    return await measure(terminal, { opened, survey, actions, wanted, stored, printed, flags });
  } finally {
    await actions.end();
    lock?.value.release();
  }
}

/** Returns everything that the lab depends on. */
function labHeader(
  opened: OpenedWorld,
  { model, asking }: ActionModel,
  { mostLegal }: WorldSurvey,
  flags: LabFlags,
  printed: PrintedRun | undefined,
): LabHeader {
  const { histories, length, seed, suffix, pairLimit: limit, suffixSamples: samples, budget, failure } = flags;
  const { spec, world } = opened;
  const epsilon = flags.epsilon ?? defaultEpsilon(mostLegal);
  return {
    world: world.name,
    worldPrint: fingerprint(JSON.stringify(spec)),
    ...(flags.out !== undefined && { walkWorld: worldNameInWalk(opened, flags.out) }),
    model: model.label,
    asking,
    measures: selectMeasures(world, model, flags),
    histories,
    length,
    seed,
    epsilon,
    suffix,
    limit,
    samples,
    budget,
    failure,
    ...(printed !== undefined && { printedRun: printed.print, printedSamples: printed.places.length }),
  };
}

/** Returns the measures: those that were named, or all supported ones; printed states if there is a run. */
function selectMeasures(
  { name }: World<unknown>,
  model: ActionModel['model'],
  { measure: named, printed }: LabFlags,
): LabHeader['measures'] {
  if (named?.includes('chess960') === true) {
    if (name !== 'chess') throw usageError(`the measure chess960 is of chess, not of ${name}`);
    if (model.from === undefined)
      throw usageError(`${model.label} cannot be told a start; --prompt must contain {start} for the measure chess960`);
  }
  const canStart = name === 'chess' && model.from !== undefined;
  const all = named ?? NAMED_LAB_MEASURES.filter((measure) => measure !== 'chess960' || canStart);
  return [...all, ...(printed === undefined ? [] : (['printed'] as const))];
}

/** Returns the lab in a file to continue; undefined for a new file, or one of another kind that may be overwritten. */
function storedLab(file: string, wanted: LabHeader, mayReplace: boolean): StoredLab | undefined {
  if (!existsSync(file)) return undefined;
  const text = attempt(`cannot read ${file}`, () => readFileSync(file, 'utf8'));
  if (text === '') return undefined;
  const read = readLab(text);
  if (!read.ok && mayReplace) return undefined;
  // The mismatch is in the header, the first line.
  const refused = (reason: string) => usageError(`${file}:1: the lab cannot be continued: ${reason}`);
  if (!read.ok) throw refused(read.error);
  const difference = describeDifference(read.value.header, wanted);
  if (difference !== undefined) throw refused(`${difference}; use another --out`);
  return read.value;
}

interface Work {
  readonly opened: OpenedWorld;
  readonly survey: WorldSurvey;
  readonly actions: ActionModel;
  readonly wanted: LabHeader;
  readonly stored: StoredLab | undefined;
  readonly printed: PrintedRun | undefined;
  readonly flags: LabFlags;
}

async function measure(terminal: Terminal, work: Work): Promise<number> {
  const { opened, survey, actions, wanted, stored, printed, flags } = work;
  const { world } = opened;
  const header = stored === undefined ? wanted : mergeHeaders(stored.header, wanted);
  const records = new Map((stored?.units ?? []).map((unit): [string, UnitRecord] => [unitKey(unit), unit]));
  const units = listUnits(header.measures, header).filter((unit) => !records.has(unitKey(unit)));
  const progress = terminal.progress('measuring', units.length, ' units');
  const output = flags.out === undefined ? undefined : openedFile(flags.out, header, stored);
  const onUnit = (record: UnitRecord): void => {
    records.set(unitKey(record), record);
    output?.write(unitLine(record));
    output?.flush();
    progress.step();
  };
  const { fault, isStopped, references } = await terminal.interruptible(async (signal) => {
    try {
      const settings = header;
      const fault = await runUnits({
        world,
        model: actions.model,
        settings,
        survey,
        wanted: units,
        ...(printed !== undefined && { printed: printed.places }),
        concurrency: requestConcurrency('lab', flags),
        signal,
        onUnit,
      });
      const references = await referenceUnits(world, header, survey, { printed: printed?.places, signal });
      return { fault, isStopped: signal.aborted, references };
    } finally {
      output?.close();
      progress.end();
    }
  });
  const summary = summarizeLab(header, [...records.values()], survey.walks, references);
  if (flags.walk !== undefined) writeWalks(terminal, flags.walk, opened, { header, units: [...records.values()] });
  await write(terminal, summary, world, flags);
  if (fault !== undefined) terminal.note(`the model failed: ${fault}`);
  if (isStopped || fault !== undefined)
    terminal.note(
      flags.out === undefined
        ? 'incomplete; the units are lost without --out'
        : 'incomplete; repeat the command to continue',
    );
  return summary.units < summary.wanted ? EXIT.incomplete : EXIT.ok;
}

/** Opens the file of the units, with a header that has all measures and histories. */
function openedFile(file: string, header: LabHeader, stored: StoredLab | undefined): AppendFile {
  // In one step: the file of a killed process always has a whole header.
  if (stored === undefined) writeText(file, labHeaderLine(header));
  else if (labHeaderLine(stored.header) !== labHeaderLine(header))
    writeText(file, [labHeaderLine(header), ...stored.units.map(unitLine)].join(''));
  return new AppendFile(file, true);
}

/** Writes the failing histories and the worst pairs as walks. */
function writeWalks(
  terminal: Terminal,
  file: string,
  opened: OpenedWorld,
  found: Pick<StoredLab, 'header' | 'units'>,
): void {
  const { text, units } = labWalks(found, worldNameInWalk(opened, file));
  writeText(file, text);
  terminal.note(`${file}: ${plural(units.length, 'walk')} written`);
}

async function write(terminal: Terminal, summary: LabSummary, world: World<unknown>, flags: LabFlags): Promise<void> {
  const { html, json, markdown, digits } = flags;
  const view = { ...summary, digits };
  if (html !== undefined) writeText(html, labHtml(view, world, `statelens ${packageVersion()}`));
  const text =
    json === true
      ? `${JSON.stringify(labJson(summary))}\n`
      : markdown === true
        ? labMarkdown(view, world)
        : labText(view, world, terminal.style);
  await terminal.print(text);
}

/** Returns a lab as text for a terminal. */
const labText = (summary: LabView, world: World<unknown>, style: Style): string =>
  [
    style.bold(labTitle(summary, world.title)),
    ...labParts(summary, world).flatMap(({ title, blocks }) => [
      '',
      style.bold(title),
      ...blocks.flatMap((block) => {
        if (typeof block === 'string') return [block];
        const align = block.head.map((_, i): Align => (i < (block.texts ?? 1) ? 'left' : 'right'));
        return columns([block.head, ...block.rows.map((row) => [row.head, ...row.cells])], align);
      }),
    ]),
    '',
  ].join('\n');

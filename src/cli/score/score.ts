import { type Command, Option } from 'commander';
import type { CompareJob } from '../../compute/jobs/jobs.ts';
import { plural } from '../../core/base/text/counts.ts';
import { LineIndex } from '../../core/base/text/lines.ts';
import { annotatedLanguages, languageName } from '../../core/languages/languages.ts';
import { PredictionReader } from '../../core/languages/predictions.ts';
import type { CompareOptions } from '../../core/metrics/compare.ts';
import { isUnread } from '../../core/metrics/fen-reading.ts';
import type { HistoryPly } from '../../core/metrics/placement.ts';
import { UNREAD_TEXT } from '../../core/metrics/sentence/answer-text.ts';
import type { Language } from '../../core/notation/language.ts';
import { type Act, EXIT } from '../command.ts';
import { checkWhere, GameChooser, whereOption } from '../games/game-query.ts';
import { wholeBlocks } from '../io/file-blocks.ts';
import { expandPaths, totalBytes } from '../io/files.ts';
import { type Progress, type Terminal } from '../io/terminal.ts';
import { READ_ENDINGS, TextSource } from '../io/text-source.ts';
import { withPool } from '../open-pool.ts';
import { nameGivenProgram, worldFlag } from '../open-world.ts';
import {
  addScoringOptions,
  compareOptions,
  digitsOption,
  jobsOption,
  languageOption,
  missedTarget,
  type ScoringFlags,
} from '../options.ts';
import { WalkWorlds } from '../walk-worlds.ts';
import {
  type PredictionLine,
  type PredictionPlace,
  predictionPlace,
  type ScoreLine,
  SummaryBuilder,
  scoreJob,
  type Unscored,
} from './score-lines.ts';
import { scoreTable } from './score-table.ts';

/** Size in bytes of files with too few predictions to be worth threads. */
const SMALL_BYTES = 8_000;

const AFTER_HELP = `
Prints one JSON object per prediction (docs/cli.md) to standard output, and a table of the models to standard error. On a terminal
the table alone, unless --json asks for the objects.

Example:
  $ statelens score annotated.pgn > scores.jsonl
  $ statelens score samples --table`;

interface ScoreFlags extends ScoringFlags {
  readonly digits?: number;
  readonly summary?: boolean;
  readonly table?: boolean;
  readonly json?: boolean;
  readonly setBased?: boolean;
  readonly conditional: boolean;
  readonly listMoves?: boolean;
  readonly strict?: boolean;
  readonly where?: string;
  readonly language?: Language;
  readonly jobs?: number;
  readonly world?: string;
}

export function define(command: Command, act: Act): void {
  command
    .description('Score the predictions in PGN, FEN, EPD and walk files.')
    .argument('<files...>', 'files, folders, or - for standard input');
  addScoringOptions(command)
    .option(
      '--set-based',
      'also compute set-based precision and recall (those of Appendix A of the paper with --terminal drop)',
    )
    .option(
      '--no-conditional',
      'leave out the scores with the true side to move and of the board only; about twice as fast',
    )
    .addOption(
      new Option('--json', 'print JSON (default: unless the output is a terminal)').conflicts(['table', 'summary']),
    )
    .option('--list-moves', 'also list lost and invented legal moves')
    .addOption(new Option('--summary', 'print a summary as JSON instead of the predictions').conflicts('table'))
    .option('--table', 'print a table')
    .addOption(digitsOption())
    .option('--strict', 'exit with status 3 if something was left out')
    .addOption(whereOption())
    .addOption(languageOption(annotatedLanguages()))
    .addOption(worldFlag())
    .addOption(jobsOption())
    .addHelpText('after', AFTER_HELP)
    .action(act(score));
}

async function score(terminal: Terminal, paths: readonly string[], flags: ScoreFlags): Promise<number> {
  const { conditional, language, where } = flags;
  nameGivenProgram(flags.world);
  const chooser = where === undefined ? undefined : GameChooser.of(terminal, where);
  if (where !== undefined && chooser === undefined) return EXIT.usage;
  const files = expandPaths(paths, READ_ENDINGS);
  const options = {
    ...compareOptions(flags),
    conditional,
    setBased: flags.setBased === true,
    moves: flags.listMoves === true,
  };
  const progress = terminal.progress('scoring');
  const source = new PredictionSource(terminal, { files, language, chooser }, options, progress);
  const summary = new SummaryBuilder();
  const isForReader = terminal.stdout.isTTY === true && flags.json !== true && flags.summary !== true;
  const printsTable = flags.table === true || isForReader;
  const printsLines = flags.summary !== true && !printsTable;
  let unscored = 0;
  let unread = 0;
  let broken = 0;
  let missed = 0;
  let ofWorlds = false;
  const write = async (line: ScoreLine, asked?: PredictionLine) => {
    progress.step();
    ofWorlds ||= line.world !== undefined;
    if ('unscored' in line) {
      if (line.verdict === 'unread') unread++;
      else unscored++;
      summary.addUnscored(line);
    } else {
      if (line.target?.reached === false) missed++;
      summary.add(line, line, asked ?? NO_LINE);
    }
    if (printsLines) await terminal.print(`${JSON.stringify(line)}\n`);
  };

  const small = !files.includes('-') && totalBytes(files) < SMALL_BYTES;
  await withPool(terminal, { jobs: flags.jobs, small }, async (pool) => {
    for await (const result of pool.map('compare', source.jobs())) {
      for (const line of source.unscorable()) await write(line);
      const { place, asked } = source.next();
      if (result.ok && !('stopped' in result.value)) await write({ ...place, ...result.value }, asked);
      else {
        broken++;
        await write({ ...place, unscored: result.ok ? 'the node budget is exhausted' : result.error.message });
      }
    }
  });
  for (const line of source.unscorable()) await write(line);
  progress.end();
  chooser?.noteCounts(terminal, ' with predictions');

  const figures = summary.summary(flags.depth, options.affordance);
  if (flags.summary === true) await terminal.print(`${JSON.stringify(figures, undefined, 2)}\n`);
  else if (printsTable) await terminal.print(scoreTable(figures, terminal.style, ofWorlds, flags.digits));
  else if (figures.models.length > 0)
    terminal.printNote(scoreTable(figures, terminal.noteStyle, ofWorlds, flags.digits));
  if (missed > 0) terminal.note(missedTarget(plural(missed, 'prediction'), options.affordance));
  if (unscored > 0) terminal.note(`${plural(unscored, 'prediction')} could not be scored`);
  if (unread > 0) terminal.note(`${plural(unread, 'prediction')} could not be read`);
  return broken > 0 || (unscored + unread > 0 && flags.strict === true) ? EXIT.incomplete : EXIT.ok;
}

const NO_LINE: PredictionLine = { startFen: '', moves: [] };

/** Returns the line that a prediction is about; for a record without moves, its position. */
function predictionLine(history: readonly HistoryPly[], trueFen: string | undefined): PredictionLine {
  const [first, ...rest] = history;
  return { startFen: first?.fen ?? trueFen ?? '', moves: rest.map(({ san }) => san ?? '') };
}

/** Sources of the predictions. */
interface Sources {
  readonly files: readonly string[];
  readonly language: Language | undefined;
  readonly chooser: GameChooser | undefined;
}

/** Predictions of files in order: as jobs for the pool, and as locations to be matched with the results. */
class PredictionSource {
  readonly #terminal: Terminal;
  readonly #files: readonly string[];
  readonly #language: Language | undefined;
  readonly #options: CompareOptions;
  readonly #progress: Progress;
  readonly #waiting: {
    readonly place: PredictionPlace;
    readonly asked: PredictionLine;
    /** Reason why there is no result for it. */
    readonly unknown: string | undefined;
  }[] = [];
  readonly #chooser: GameChooser | undefined;
  /** Number of predictions found so far. */
  #total = 0;

  constructor(terminal: Terminal, { files, language, chooser }: Sources, options: CompareOptions, progress: Progress) {
    this.#terminal = terminal;
    this.#files = files;
    this.#language = language;
    this.#chooser = chooser;
    this.#options = options;
    this.#progress = progress;
  }

  /** Yields one job for each prediction with a known true state. */
  async *jobs(): AsyncGenerator<CompareJob> {
    for (const file of this.#files) {
      const { source, close } = await TextSource.open(this.#terminal, file, {
        language: this.#language,
        command: 'score',
        choices: annotatedLanguages(),
      });
      try {
        yield* this.#jobsOf(source, file);
      } finally {
        close();
      }
    }
    this.#progress.expect(this.#total);
  }

  /** @param file path as given */
  async *#jobsOf(source: TextSource, file: string): AsyncGenerator<CompareJob> {
    const { name, language } = source;
    checkWhere(this.#chooser, name, language);
    const reader = new PredictionReader(language, this.#chooser?.isWanted);
    const worlds = new WalkWorlds(this.#terminal, file);
    const before = this.#total;
    const readBefore = this.#chooser?.read;
    let line = 0;
    for await (const { text } of wholeBlocks(source)) {
      const predictions = reader.read(text, await worlds.of(text, language));
      this.#total += predictions.length;
      const lines = new LineIndex(text);
      for (const prediction of predictions) {
        const { trueFen, fen } = prediction;
        const place = predictionPlace(prediction, name, line + lines.positionAt(prediction.range.start).line);
        const history = trueFen === undefined ? [] : prediction.history();
        const unknown = prediction.unknown ?? (isUnread(fen) ? UNREAD_TEXT : undefined);
        this.#waiting.push({ place, unknown, asked: predictionLine(history, trueFen) });
        if (trueFen !== undefined && unknown === undefined) yield scoreJob(prediction, trueFen, history, this.#options);
      }
      line += lines.lineCount - 1;
    }
    if (this.#total > before || this.#chooser?.read !== readBefore) return;
    // A MAV file among others is acceptable: `mav stats` evaluates it.
    if (languageName(language)?.isAnswer !== true) this.#terminal.note(`no predictions in ${name}`);
    else if (this.#files.length === 1)
      this.#terminal.note(`no predictions in ${name}; use statelens mav stats to evaluate MAV files`);
  }

  /** Removes and yields the locations without a true state, and unread ones, before the next result. */
  *unscorable(): Generator<PredictionPlace & Unscored> {
    for (let first = this.#waiting[0]; first?.unknown !== undefined; first = this.#waiting[0]) {
      void this.#waiting.shift();
      const isUnknown = first.place.true === null;
      yield { ...first.place, unscored: first.unknown, ...(!isUnknown && { verdict: 'unread' }) };
    }
  }

  /** Removes and returns the location of the next result. */
  next(): { readonly place: PredictionPlace; readonly asked: PredictionLine } {
    const next = this.#waiting.shift();
    if (next === undefined) throw new Error('more results than predictions');
    return next;
  }
}

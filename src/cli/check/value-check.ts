import { availableParallelism } from 'node:os';
import { textFindings } from '../../compute/jobs/check-job.ts';
import { type CheckJob, type CheckOutput, type Finding, JOB_VERSIONS, type Jobs } from '../../compute/jobs/jobs.ts';
import { Pool } from '../../compute/pool/pool.ts';
import { nodeThreads, workerBeside } from '../../compute/worker/node-threads.ts';
import { plural } from '../../core/base/text/counts.ts';
import { LineIndex, type TextPosition } from '../../core/base/text/lines.ts';
import type { PositionValues } from '../../core/games/position-values.ts';
import { languageName } from '../../core/languages/languages.ts';
import {
  checkValues,
  notValuedFinding,
  type ValuedList,
  valuedLists,
  valueHabitFinding,
} from '../../core/mav/check/engine-values.ts';
import { readMav } from '../../core/mav/read-mav.ts';
import { rookLists } from '../../core/mav/rookworld/check-rook.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import { sourceLabel, type ValueSource, type ValueSourceFault } from '../../core/mav/values.ts';
import type { Diagnostic } from '../../core/notation/diagnostic.ts';
import { openValueSource } from '../../engine/node-value-source.ts';
import { CHECK_LIMITS } from '../../engine/value-sources.ts';
import { type Progress, type Terminal } from '../io/terminal.ts';
import type { EngineFlags } from './check-options.ts';

/** Compares the lists of MAV files with the values of an engine, of the Connect Four solver and of Hex playouts. */
export class ValueCheck {
  readonly #terminal: Terminal;
  readonly #source: ValueSource;
  readonly #signal: AbortSignal;
  readonly #tolerance: number | undefined;
  readonly #progress: Progress;
  #positions = 0;
  /** Number of positions without values. `#faults` has the first reason of each kind. */
  #unvalued = 0;
  readonly #faults = new Map<ValueSourceFault['code'], string>();

  constructor(terminal: Terminal, flags: EngineFlags, jobs: number | undefined, signal: AbortSignal) {
    const { engine, engineDepth: depth, threads, tolerance } = flags;
    this.#source = openValueSource({
      bundle: import.meta.url,
      clock: terminal.clock,
      jobs: jobs ?? availableParallelism(),
      // Threads start with the first Connect Four or Hex position.
      runner: new Pool<Jobs>({
        transport: nodeThreads(workerBeside(import.meta.url), jobs),
        versions: JOB_VERSIONS,
        clock: terminal.clock,
      }),
      solver: CHECK_LIMITS,
      ...(typeof engine === 'string' && { path: engine }),
      ...(depth !== undefined && { depth }),
      ...(threads !== undefined && { threads }),
    });
    this.#terminal = terminal;
    this.#progress = terminal.progress('evaluating', undefined, ' positions');
    this.#signal = signal;
    this.#tolerance = tolerance;
  }

  /** Adds findings about the values of a text to the others. */
  async add({ text, language, options }: CheckJob, output: CheckOutput): Promise<CheckOutput> {
    if (languageName(language)?.isAnswer !== true) return output;
    const lists = [...valueLists(text, options.mavDialect)];
    this.#positions += lists.length;
    this.#progress.expect(this.#positions);
    const { mavDialect: dialect } = options;
    const tolerance = this.#tolerance;
    const valued: { list: ValuedList; values: PositionValues }[] = [];
    const labels = new Set<string>();
    const found = await Promise.all(
      lists.map(async ({ list, game }): Promise<Diagnostic[]> => {
        const values = await this.#source.values(list.position, this.#signal);
        this.#progress.step();
        const label = sourceLabel(this.#source, list.position.game);
        if (!values.ok) {
          this.#miss(values.error);
          return values.error.code === 'too-long' ? [{ ...notValuedFinding(list, label), game }] : [];
        }
        valued.push({ list, values: values.value });
        labels.add(label);
        const said = checkValues(list, values.value, {
          label,
          ...(dialect !== undefined && { dialect }),
          ...(tolerance !== undefined && { tolerance }),
        });
        return said.map((diagnostic) => ({ ...diagnostic, game }));
      }),
    );
    valued.sort((a, b) => a.list.line.range.start - b.list.line.range.start);
    const habit = valueHabitFinding(valued, {
      label: [...labels].join(', '),
      ...(dialect !== undefined && { dialect }),
    });
    const own = found.flat();
    const reported = habit === undefined ? own : [habit, ...own.filter(({ code }) => code === 'MAV_NOT_VALUED')];
    const findings = textFindings(new LineIndex(text), reported);
    if (findings.length === 0) return output;
    // The check without an engine may have seen the same habit in what is chosen.
    const before = habit === undefined ? output.findings : output.findings.filter((one) => !isSameHabit(one, habit));
    return { ...output, findings: [...before, ...findings].sort(byPlace) };
  }

  /** Stops the engine and reports lists that were not compared; returns true if an engine failed. */
  async end(): Promise<boolean> {
    this.#progress.end();
    await this.#source.dispose();
    if (this.#signal.aborted || this.#unvalued === 0) return false;
    for (const message of this.#faults.values()) this.#terminal.note(message);
    this.#terminal.note(`${this.#unvalued} of ${plural(this.#positions, 'list')} could not be compared with an engine`);
    return this.#faults.has('failed');
  }

  #miss({ code, message }: ValueSourceFault): void {
    this.#unvalued++;
    if (!this.#faults.has(code)) this.#faults.set(code, message);
  }
}

const HABIT_WORDS = /^values look like the other side's/;
const isSameHabit = ({ code, message }: Finding, habit: Diagnostic): boolean =>
  code === habit.code && HABIT_WORDS.test(message) && HABIT_WORDS.test(habit.message);

const byPlace = (a: Finding, b: Finding): number => compare(a.range.start, b.range.start);
const compare = (a: TextPosition, b: TextPosition): number => a.line - b.line || a.character - b.character;

/** Yields the lists of a text that a source of values can judge, each with the index of its example. */
function* valueLists(
  text: string,
  dialect: MavDialect | undefined,
): Generator<{ readonly list: ValuedList; readonly game: number }> {
  if (dialect?.format === 'rookworld') {
    yield* rookLists(text, dialect);
    return;
  }
  let game = 0;
  for (const { section } of readMav(text)) {
    for (const list of valuedLists(section.item, dialect)) yield { list, game };
    if (section.item !== undefined) game++;
  }
}

import { checkValues, notValuedFinding, type ValuedList, valuedLists } from '../../core/mav/check/engine-values.ts';
import type { MavGameName } from '../../core/mav/game-names.ts';
import { readMavSection } from '../../core/mav/read-mav.ts';
import { sourceLabel, type ValueSource, type ValueSourceFault } from '../../core/mav/values.ts';
import { type Diagnostic, sortDiagnostics } from '../../core/notation/diagnostic.ts';
import type { Clock } from '../../protocol/clock.ts';
import type { ServerSettings } from '../../protocol/settings.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { Section } from '../documents/sections.ts';
import type { ServerHost } from '../host.ts';
import { serverPart } from '../languages/parts.ts';

/** Minimum time between reports of findings, in milliseconds. */
const REPORT_MS = 300;

export interface ValueFindingsOptions {
  readonly host: Pick<ServerHost, 'openValues' | 'defer'>;
  readonly clock: Clock;
  readonly settings: () => ServerSettings;
  /** Returns the folder of the bundled engine, if the client states it. */
  readonly folder: () => string | undefined;
  /** Called when a document has new findings. */
  readonly changed: (document: ServerDocument) => void;
  /** Called once for each engine that cannot be used. */
  readonly failed: (message: string) => void;
}

/** A section whose values an engine is asked for. */
interface Work {
  readonly document: ServerDocument;
  readonly section: Section;
  readonly controller: AbortController;
}

/**
 * Checks values in MAV files with an engine, the solver of Connect Four and playouts of Hex, section by section, after
 * all other diagnostics. Off unless `mav.checkValues` is on; the engine is opened with the first question.
 */
export class ValueFindings {
  readonly #options: ValueFindingsOptions;
  #source: ValueSource | undefined;
  #known = new WeakMap<Section, readonly Diagnostic[]>();
  /** Sections in the order in which they are asked about. */
  readonly #queue = new Map<Section, Work>();
  #current: Work | undefined;
  /** Games whose source cannot be used, with the reason. */
  readonly #broken = new Map<MavGameName, string>();
  readonly #unreported = new Set<ServerDocument>();
  #stopReport: (() => void) | undefined;

  constructor(options: ValueFindingsOptions) {
    this.#options = options;
  }

  /** Returns the findings of a section so far; ranges count from its start. */
  of(section: Section): readonly Diagnostic[] {
    return this.#known.get(section) ?? [];
  }

  /** Queues new sections of a checked document, and removes sections that no longer exist. */
  touch(document: ServerDocument): void {
    if (serverPart(document).hasValues !== true || !this.#options.settings().mavCheckValues) return;
    const sections = new Set(document.sections.list);
    this.#cancel((work) => work.document === document && !sections.has(work.section));
    for (const section of sections) {
      const isNew = section.found !== undefined && section.reading?.counts === true && !this.#known.has(section);
      if (isNew && !this.#queue.has(section) && this.#current?.section !== section)
        this.#queue.set(section, { document, section, controller: new AbortController() });
    }
    this.#next();
  }

  /** Called when a document is closed. */
  drop(document: ServerDocument): void {
    this.#unreported.delete(document);
    this.#cancel((work) => work.document === document);
    this.#next();
  }

  /** Asks about all sections again where changed settings matter. */
  settingsChanged(before: ServerSettings, documents: readonly ServerDocument[]): void {
    const now = this.#options.settings();
    const same = (...names: (keyof ServerSettings)[]): boolean => names.every((name) => before[name] === now[name]);
    const isSameEngine = same('enginePath', 'engineDepth', 'engineThreads');
    if (isSameEngine && same('mavCheckValues', 'mavDialect', 'mavValueTolerance')) return;
    this.#cancel(() => true);
    this.#known = new WeakMap();
    if (!isSameEngine || !now.mavCheckValues) void this.#close();
    for (const document of documents) {
      if (serverPart(document).hasValues !== true) continue;
      this.#options.changed(document);
      this.touch(document);
    }
  }

  async dispose(): Promise<void> {
    this.#cancel(() => true);
    this.#stopReport?.();
    await this.#close();
  }

  /** Ends the engine; the next question opens one with the settings of that time. */
  async #close(): Promise<void> {
    const source = this.#source;
    this.#source = undefined;
    this.#broken.clear();
    await source?.dispose();
  }

  #cancel(concerns: (work: Work) => boolean): void {
    for (const [section, work] of this.#queue) if (concerns(work)) this.#queue.delete(section);
    if (this.#current !== undefined && concerns(this.#current)) {
      this.#current.controller.abort();
      this.#current = undefined;
    }
  }

  #next(): void {
    if (this.#current !== undefined) return;
    for (const [section, work] of this.#queue) {
      this.#queue.delete(section);
      this.#current = work;
      // Messages are served in between: the values of many may be known already.
      this.#options.host.defer(() => void this.#ask(work).then((found) => this.#answered(work, found)));
      return;
    }
  }

  #answered(work: Work, found: readonly Diagnostic[]): void {
    if (this.#current !== work) return;
    this.#current = undefined;
    this.#known.set(work.section, found);
    if (found.length > 0) this.#report(work.document);
    this.#next();
  }

  async #ask({ document, section, controller }: Work): Promise<readonly Diagnostic[]> {
    if (controller.signal.aborted) return [];
    const { list } = document.sections;
    const index = list.indexOf(section);
    if (index < 0) return [];
    const { item } = readMavSection(document.sectionText(document.sections.at(index)), 0);
    const lists = valuedLists(item, this.#options.settings().mavDialect);
    if (lists.length === 0) return [];
    const source = this.#open();
    if (source === undefined) return [];
    const found = await Promise.all(lists.map((list) => this.#judge(list, source, controller.signal)));
    return sortDiagnostics(found.flat());
  }

  async #judge(list: ValuedList, source: ValueSource, signal: AbortSignal): Promise<Diagnostic[]> {
    const { game } = list.position;
    if (this.#broken.has(game)) return [];
    const values = await source.values(list.position, signal);
    // an engine has a name only once it is started
    const label = sourceLabel(source, game);
    if (!values.ok) {
      this.#miss(values.error, source, game);
      return values.error.code === 'too-long' ? [notValuedFinding(list, label)] : [];
    }
    const { mavDialect: dialect, mavValueTolerance: tolerance } = this.#options.settings();
    return checkValues(list, values.value, { label, dialect, tolerance });
  }

  #open(): ValueSource | undefined {
    const { enginePath: path, engineDepth: depth, engineThreads: threads } = this.#options.settings();
    const folder = this.#options.folder();
    this.#source ??= this.#options.host.openValues({ path, depth, threads, ...(folder !== undefined && { folder }) });
    return this.#source;
  }

  #miss({ code, message }: ValueSourceFault, source: ValueSource, game: MavGameName): void {
    if (code !== 'failed' || source !== this.#source || this.#broken.has(game)) return;
    const isNews = [...this.#broken.values()].every((other) => other !== message);
    this.#broken.set(game, message);
    if (isNews) this.#options.failed(message);
  }

  #report(document: ServerDocument): void {
    this.#unreported.add(document);
    this.#stopReport ??= this.#options.clock.after(REPORT_MS, () => {
      this.#stopReport = undefined;
      const unreported = [...this.#unreported];
      this.#unreported.clear();
      for (const each of unreported) this.#options.changed(each);
    });
  }
}

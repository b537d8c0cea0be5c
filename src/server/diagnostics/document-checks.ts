import { type Connection, MessageType, ShowMessageNotification, type ShowMessageParams } from 'vscode-languageserver';
import type { Jobs } from '../../compute/jobs/jobs.ts';
import type { Pool } from '../../compute/pool/pool.ts';
import type { CheckOptions } from '../../core/languages/sections.ts';
import { withSeverities } from '../../core/notation/diagnostic.ts';
import type { Language } from '../../core/notation/language.ts';
import type { ServerSettings } from '../../protocol/settings.ts';
import type { ClientAbilities } from '../abilities.ts';
import type { ServerDocument } from '../documents/document.ts';
import { splitUri } from '../documents/open-domain.ts';
import type { Section } from '../documents/sections.ts';
import { tooLongText } from '../documents/text-buffer.ts';
import { Work } from '../documents/work.ts';
import type { OpenDocuments } from '../feature.ts';
import type { ServerHost } from '../host.ts';
import { serverPart } from '../languages/parts.ts';
import { type Log, sendOrLog } from '../log.ts';
import type { RunningProgram, WorldPrograms } from '../world-programs.ts';
import { skippedDiagnostic, toLsp } from './diagnostics.ts';
import { ValueFindings } from './value-findings.ts';

export interface DocumentChecksContext {
  readonly connection: Connection;
  readonly host: ServerHost;
  readonly log: Log;
  readonly documents: OpenDocuments;
  readonly client: Readonly<ClientAbilities>;
  readonly pool: () => Pool<Jobs>;
  readonly settings: () => ServerSettings;
  readonly programs: WorldPrograms;
  /** Called when documents are read again that were not edited: a program has answered, or a dialect has changed. */
  answered(): void;
  /** Called when the pool has checked a section whose lens is made from its findings. */
  checked(): void;
}

/**
 * Reads and checks open documents and publishes their diagnostics: parses in slices, checks large games in the pool and
 * values with an engine.
 */
export class DocumentChecks {
  readonly work: Work;
  /** URL of the folder with the bundled engine, if the client states it. */
  engineFolder: string | undefined;
  readonly #context: DocumentChecksContext;
  readonly #values: ValueFindings;
  /** Sections that the pool checks. */
  readonly #inPool = new Map<Section, AbortController>();
  #isOver = false;

  constructor(context: DocumentChecksContext) {
    const { host, log, settings } = context;
    this.#context = context;
    this.#values = new ValueFindings({
      host,
      clock: host.clock,
      settings,
      folder: () => this.engineFolder,
      changed: (document) => this.#publish(document),
      failed: (message) => this.#warn(`StateLens: values are not checked: ${message}`),
    });
    const events = {
      found: (document: ServerDocument) => {
        this.#publish(document);
        this.#values.touch(document);
      },
      failed: ({ uri }: ServerDocument, error: unknown) => log.error(`could not check ${uri}`, error),
    };
    const options = (): CheckOptions => this.#options();
    this.work = new Work(host, events, (...job) => this.#checkInPool(...job), options);
  }

  opened(document: ServerDocument): void {
    this.work.touch(document, false);
    this.#checkThoseBeside(document);
  }

  edited(document: ServerDocument): void {
    if (!document.hasEdits) return;
    this.work.touch(document, true);
    this.#checkThoseBeside(document);
  }

  closed(document: ServerDocument): void {
    const { connection, log } = this.#context;
    const { uri } = document;
    this.work.drop(document);
    this.#values.drop(document);
    this.#stopPool(document);
    sendOrLog(log, `diagnostics of ${uri}`, () => connection.sendDiagnostics({ uri, diagnostics: [] }));
    this.#checkThoseBeside(document);
  }

  /** Checks again what the new settings affect. */
  settingsChanged(before: ServerSettings): void {
    const { documents, settings } = this.#context;
    this.#values.settingsChanged(before, documents.all());
    const { strictExport, severities, mavDialect, maxFileSize } = settings();
    if (maxFileSize !== before.maxFileSize)
      for (const document of documents.all()) {
        document.limitTo(maxFileSize);
        this.work.touch(document, false);
      }
    const isOther = strictExport !== before.strictExport || mavDialect !== before.mavDialect;
    if (!isOther && severities === before.severities) return;
    for (const document of documents.all()) {
      if (isOther) this.#forget(document);
      document.readIn(mavDialect);
      this.work.touch(document, false);
    }
  }

  /** Reads and checks walks through programs again: other programs may have been started. */
  programsChanged(): void {
    for (const document of this.#context.documents.all()) {
      if (document.kit?.worldsOf === undefined) continue;
      document.readProgramsAgain();
      this.work.touch(document, false);
    }
  }

  /** Reads traces again whose dialect files have changed. */
  dialectsChanged(): void {
    let some = false;
    for (const document of this.#context.documents.all()) {
      if (!document.readDialectsAgain()) continue;
      this.#stopPool(document);
      this.work.touch(document, false);
      some = true;
    }
    if (some) this.#context.answered();
  }

  async dispose(): Promise<void> {
    this.#isOver = true;
    this.work.dispose();
    for (const stop of this.#inPool.values()) stop.abort();
    await this.#values.dispose();
  }

  /** Checks what a document may decide again: the open problems in the folder of a PDDL file, traces in a dialect. */
  #checkThoseBeside(document: ServerDocument): void {
    if (document.kit?.isDialect === true) this.dialectsChanged();
    if (document.kit?.besideOptions === undefined) return;
    const { folder } = splitUri(document.uri);
    for (const other of this.#context.documents.all())
      if (other !== document && other.kit?.besideOptions !== undefined && splitUri(other.uri).folder === folder) {
        this.#forget(other);
        this.work.touch(other, false);
      }
  }

  /** Marks a document as unchecked; results of the pool for the earlier options are dropped. */
  #forget(document: ServerDocument): void {
    this.#stopPool(document);
    document.forgetFindings();
  }

  #stopPool({ sections }: ServerDocument): void {
    for (const section of sections.list) {
      this.#inPool.get(section)?.abort();
      this.#inPool.delete(section);
    }
  }

  #options(): CheckOptions {
    const { strictExport, mavDialect } = this.#context.settings();
    return { strictExport, mavDialect };
  }

  #publish(document: ServerDocument): void {
    const { connection, client, log, settings } = this.#context;
    const { uri, version, tooLong } = document;
    const { severities, maxFileSize } = settings();
    const findings = document
      .findings(serverPart(document).hasValues === true ? (section) => this.#values.of(section) : undefined)
      .map(({ found, offset }) => ({ found: withSeverities(found, severities), offset }));
    const diagnostics =
      tooLong === undefined
        ? toLsp((range) => document.rangeAt(range), findings, { uri, related: client.related })
        : [skippedDiagnostic(tooLongText(tooLong, maxFileSize))];
    sendOrLog(log, `diagnostics of ${uri}`, () => connection.sendDiagnostics({ uri, version, diagnostics }));
  }

  #checkInPool(section: Section, text: string, language: Language, options: CheckOptions): void {
    const { documents, log, pool, programs } = this.#context;
    if (documents.all().some(({ sections }) => sections.asks(section))) {
      void this.#ask(section, text, programOf(options, programs));
      return;
    }
    // a game that was edited since is requested again
    for (const [other, stop] of this.#inPool) if (!this.#isOpen(other)) stop.abort();
    this.#inPool.get(section)?.abort();
    const stop = new AbortController();
    const { signal } = stop;
    this.#inPool.set(section, stop);
    void pool()
      .run('diagnose', { text, language, options }, { priority: 'normal', signal })
      .then((result) => {
        // its document was closed, or is being checked again: with another domain or other options
        if (this.#inPool.get(section) !== stop) return;
        this.#inPool.delete(section);
        section.isInPool = false;
        if (!result.ok && !signal.aborted && result.error.code !== 'COMPUTE_DISPOSED')
          log.error('could not check a section', result.error.message);
        section.found = result.ok ? result.value : [];
        for (const document of documents.all())
          if (document.sections.list.includes(section)) {
            this.work.touch(document, false);
            if (serverPart(document).hasFindingLenses === true) this.#context.checked();
          }
      });
  }

  /** Asks the program of a walk, which is then read again. A program that was revoked meanwhile is not asked. */
  async #ask(section: Section, text: string, program: RunningProgram | undefined): Promise<void> {
    await program?.learn(text);
    if (this.#isOver) return;
    for (const document of this.#context.documents.all())
      if (document.sections.readAgain(section)) this.work.touch(document, false);
    this.#context.answered();
  }

  #isOpen(section: Section): boolean {
    return this.#context.documents.all().some(({ sections }) => sections.list.includes(section));
  }

  #warn(message: string): void {
    const { connection, log } = this.#context;
    log.warn(message);
    const params: ShowMessageParams = { type: MessageType.Warning, message };
    sendOrLog(log, 'a warning', () => connection.sendNotification(ShowMessageNotification.type, params));
  }
}

/** Returns the program that the walk of a section runs through, as its options name it. */
function programOf({ worlds = {} }: CheckOptions, programs: WorldPrograms): RunningProgram | undefined {
  for (const world of Object.values(worlds)) {
    const program = world.ok ? programs.of(world.value) : undefined;
    if (program !== undefined) return program;
  }
  return undefined;
}

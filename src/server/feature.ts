import type { Connection, Event, ServerCapabilities } from 'vscode-languageserver';
import type { ServerSettings } from '../protocol/settings.ts';
import type { ClientAbilities } from './abilities.ts';
import type { Comparer } from './comparison/comparer.ts';
import type { ServerDocument } from './documents/document.ts';
import type { Turns } from './documents/turns.ts';
import type { Work } from './documents/work.ts';
import type { Views } from './games/game-view.ts';
import type { ServerHost } from './host.ts';
import type { Log } from './log.ts';
import type { Scorer } from './scoring/scorer.ts';
import type { WorldPrograms } from './world-programs.ts';

/** The open documents. */
export interface OpenDocuments {
  get(uri: string): ServerDocument | undefined;
  all(): readonly ServerDocument[];
}

/** Events that a feature can follow. */
export interface ServerEvents {
  /** Fires when a setting has changed, with the previous settings. */
  readonly onSettings: Event<ServerSettings>;
  readonly onClose: Event<ServerDocument>;
  /** Fires when documents are read again that were not edited: a program was started or has answered, a dialect changed. */
  readonly onPrograms: Event<void>;
  /** Fires when the pool has checked a section whose lens is made from its findings. */
  readonly onChecked: Event<void>;
  readonly onShutdown: Event<void>;
}

/** Services for every feature. */
export interface FeatureContext {
  readonly connection: Connection;
  readonly host: Pick<ServerHost, 'clock' | 'defer'>;
  readonly log: Log;
  readonly documents: OpenDocuments;
  /** Reads and checks documents in slices; await `whenRead` before anything that needs all of one. */
  readonly work: Work;
  /** Scheduler of long work in this thread, between messages. */
  readonly turns: Turns;
  /** Replayed games of open documents. */
  readonly views: Views;
  /** Scores of predictions, kept between sessions. */
  readonly scorer: Scorer;
  /** Full comparisons of predictions. */
  readonly comparer: Comparer;
  /** Programs that may be started. */
  readonly programs: WorldPrograms;
  readonly events: ServerEvents;
  /** Capabilities of the client, known after `initialize`. */
  readonly client: Readonly<ClientAbilities>;
  readonly settings: () => ServerSettings;
}

/**
 * A part of the language server that answers some requests. It is an adapter: its answers are pure functions of text
 * and settings, in `core`.
 */
export interface ServerFeature {
  readonly name: string;
  /** Registers the handlers on the connection; returns the server capabilities that they add. */
  register(context: FeatureContext): Partial<ServerCapabilities>;
}

import type { Connection, ServerCapabilities } from 'vscode-languageserver';
import type { Clock } from '../protocol/clock.ts';
import type { ServerSettings } from '../protocol/settings.ts';
import type { ServerDocument } from './documents/document.ts';
import type { Work } from './documents/work.ts';
import type { Views } from './games/views.ts';

/** What a client can do, as far as it matters here; known once it has said hello. */
export interface ClientAbilities {
  /** Shows related places of diagnostics. */
  related: boolean;
  /** Asks for lenses again when it is told to. */
  refreshes: boolean;
  /** Shows pictures in hovers. */
  images: boolean;
  /** Opens trees of traces. */
  trees: boolean;
  markdown: boolean;
  /** Asks for inlay hints again when it is told to. */
  refreshesInlays: boolean;
  /** Inserts completions with placeholders. */
  snippets: boolean;
  /** May be refused the semantic tokens of a whole file. */
  takesRefusal: boolean;
  /** Colours by a grammar first; semantic tokens are laid over. */
  hasGrammar: boolean;
  /** Asks for the edit of a code action when it is chosen. */
  resolvesEdits: boolean;
}

/** The open documents. */
export interface OpenDocuments {
  get(uri: string): ServerDocument | undefined;
  all(): readonly ServerDocument[];
}

/** What every feature is given. */
export interface FeatureContext {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly documents: OpenDocuments;
  /** Reads and checks documents in slices; `whenRead` before anything that needs all of one. */
  readonly work: Work;
  /** Replayed games of open documents. */
  readonly views: Views;
  readonly client: Readonly<ClientAbilities>;
  settings(): ServerSettings;
}

/**
 * A part of the language server that answers requests of its own. It is an adapter: what it answers is a pure function of
 * text and settings, in `core`.
 */
export interface ServerFeature {
  readonly name: string;
  /** Registers its handlers on the connection; returns what they add to the server's capabilities. */
  register(context: FeatureContext): Partial<ServerCapabilities>;
  /** Called when a setting is another than before. */
  settingsChanged?(before: ServerSettings, context: FeatureContext): void;
}

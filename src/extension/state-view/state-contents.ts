import type { TextPosition } from '../../core/base/text/lines.ts';
import type { StateLine } from '../../core/evaluation/game-trace/timeline.ts';
import type {
  ComparisonParams,
  ComparisonResult,
  LineComparisonParams,
  LspRange,
  PositionParams,
} from '../../protocol/lsp.ts';
import type {
  DocumentLine,
  ReferenceView,
  StandaloneLine,
  StateHere,
  StateParams,
  StateResult,
  StoredAnswer,
} from '../../protocol/state.ts';
import {
  type ShowFinding,
  type ShowLine,
  STATE_VERSION,
  type StateCommand,
  type ToState,
} from '../../protocol/state-messages.ts';
import { t } from '../platform/l10n.ts';

/** A line that is on the page. */
export interface LineContent {
  readonly lineId: string;
  readonly line: StateLine;
  /** Undefined for a line outside any document. */
  readonly source: { readonly uri: string; readonly version: number; readonly placed: DocumentLine } | undefined;
  /** Answers of a line outside any document. */
  readonly answers: StandaloneLine['answers'];
}

/**
 * The content of the page. Its title, and the messages to a page that opens again, depend on nothing else, so that they
 * always agree.
 */
export class StateContents {
  shown: LineContent | undefined;
  /** Undefined for a line outside any document, and without a cursor. */
  here: StateHere | undefined;
  /** Index in the steps of the line. */
  at = 0;
  /** The label that is open; null for all; undefined if the page chose it itself. */
  label: string | null | undefined;
  pinned = false;
  /** The label whose answer is scrolled into view, until other content is shown. */
  answerOf: string | undefined;
  /** The reason why nothing is shown. */
  nothing: { readonly reason: string; readonly commands: readonly StateCommand[] } | undefined;

  clear(): void {
    this.shown = this.here = this.nothing = this.answerOf = undefined;
    this.at = 0;
    this.label = undefined;
    this.pinned = false;
  }

  /** Title of the panel. */
  get title(): string {
    const name = this.pinned ? t('Pinned') : t('State');
    if (this.shown === undefined) return name;
    return `${name}: ${this.shown.line.title}`;
  }

  /** Returns all messages for a page that was opened, or opened again. */
  messages(settings: PageSettings, after: number, place: PositionParams | undefined): ToState[] {
    if (this.nothing !== undefined) return [this.pinnedMessage(), this.nothingMessage(this.nothing)];
    if (this.shown === undefined) return [];
    return [
      this.lineMessage(this.shown, settings),
      this.atMessage(this.shown, after, place),
      this.pinnedMessage(),
      ...this.selectMessages(),
    ];
  }

  lineMessage({ lineId, line, source }: LineContent, settings: PageSettings): ToState {
    const { title, variant, m, labels, steps, rows } = line;
    const bare: StateLine = { title, variant, m, labels, steps, rows };
    const { accepts = false, predicts = false } = source?.placed ?? {};
    return { version: STATE_VERSION, type: 'line', lineId, line: bare, accepts, predicts, ...settings };
  }

  /** @param after number of the page's last step that this answers */
  atMessage({ lineId, source }: LineContent, after: number, place: PositionParams | undefined): ToState {
    return {
      version: STATE_VERSION,
      type: 'at',
      lineId,
      at: this.at,
      label: this.here?.label ?? null,
      board: this.here?.board ?? null,
      instead: this.here?.instead ?? [],
      after,
      place: source === undefined ? null : (place ?? null),
    };
  }

  nothingMessage(nothing: NonNullable<StateContents['nothing']>): ToState {
    return { version: STATE_VERSION, type: 'nothing', ...nothing };
  }

  pinnedMessage(): ToState {
    return { version: STATE_VERSION, type: 'pinned', pinned: this.pinned };
  }

  answerMessages(): ToState[] {
    const { answerOf: label, shown } = this;
    return label === undefined || shown === undefined ? [] : [{ version: STATE_VERSION, type: 'showAnswer', label }];
  }

  selectMessages(): ToState[] {
    return this.label === undefined ? [] : [{ version: STATE_VERSION, type: 'select', label: this.label }];
  }
}

/** A position of a document whose answers are searched. */
export interface AnswerPlace {
  readonly uri: string;
  readonly line: StateLine;
  /** Index in the steps. */
  readonly at: number;
  /** 0-based index of the game in its file. */
  readonly game: number;
}

/** A position of a MAV file whose example may have a reference. */
export interface ReferencePlace {
  readonly uri: string;
  /** Version of the document that the position refers to. */
  readonly version: number;
  /** Range of its example or trace: the rest of the document is not read. */
  readonly section: LspRange;
  readonly cursor: TextPosition;
}

/** Settings that are sent to the page. */
type PageSettings = Pick<ShowLine, 'orientation' | 'asks'>;

/** Services that the controller of the state view needs from VS Code and the language server. */
export interface StateHost {
  /** @param isNewest returns false once the answer is no longer needed */
  ask(params: StateParams, isNewest: () => boolean): Promise<StateResult | null>;
  detail(place: ComparisonParams): Promise<ComparisonResult | null>;
  /** Returns the details of a position of a line outside any document. */
  lineDetail(params: LineComparisonParams): Promise<ComparisonResult | null>;
  answers(place: AnswerPlace): Promise<readonly StoredAnswer[]>;
  /** Returns the answer beside its reference; null if none was requested. */
  reference(place: ReferencePlace): ReferenceView | null;
  /** Reports the error at a position immediately, and again when its quick fixes are known. */
  finding(place: PositionParams, report: (finding: ShowFinding['finding']) => void): void;
  post(message: ToState): void;
  /** Shows a text on the page. */
  notice(text: string): void;
  /** Sets the title of the panel. */
  title(text: string): void;
  /** Moves the cursor of the document's editor; the page keeps the keyboard focus. */
  moveCursor(uri: string, to: TextPosition): void;
  settings(): PageSettings;
  /** Calls back after `ms` milliseconds; the result cancels the call. */
  after(ms: number, then: () => void): () => void;
  failed(error: unknown): void;
}

import type { StateLine } from '../../core/evaluation/game-trace/state-line.ts';
import type { PositionParams } from '../../protocol/lsp.ts';
import type { GivenLine, PlacedLine, StateHere } from '../../protocol/state.ts';
import { STATE_VERSION, type StateCommand, type ToState } from '../../protocol/state-messages.ts';
import { t } from '../platform/l10n.ts';
import type { PageSettings } from './state-host.ts';

/** A line that is on the page. */
export interface ShownLine {
  readonly lineId: string;
  readonly line: StateLine;
  /** Undefined for a line that is no document's. */
  readonly source: { readonly uri: string; readonly version: number; readonly placed: PlacedLine } | undefined;
  /** Of a line that is no document's. */
  readonly answers: GivenLine['answers'];
}

/** What is on the page. Its title, and what a page is told that opens again, follow from it alone, so that they never part. */
export class StateContents {
  shown: ShownLine | undefined;
  /** Undefined for a line that is no document's, and where no cursor leads. */
  here: StateHere | undefined;
  /** Index in the steps of the line. */
  at = 0;
  /** The label that is open; null for all; undefined where the page chose it itself. */
  label: string | null | undefined;
  pinned = false;
  /** The label whose answer is scrolled into view, until something else is looked at. */
  answerOf: string | undefined;
  /** Why nothing is shown. */
  nothing: { readonly reason: string; readonly commands: readonly StateCommand[] } | undefined;

  clear(): void {
    this.shown = this.here = this.nothing = this.answerOf = undefined;
    this.at = 0;
    this.label = undefined;
    this.pinned = false;
  }

  /** Of the panel. */
  get title(): string {
    const name = this.pinned ? t('Pinned') : t('State');
    if (this.shown === undefined) return name;
    return `${name}: ${this.shown.line.title}`;
  }

  /** Everything, for a page that has just been opened, or opened again. */
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

  lineMessage({ lineId, line, source }: ShownLine, settings: PageSettings): ToState {
    const { title, variant, m, labels, steps, rows } = line;
    const bare: StateLine = { title, variant, m, labels, steps, rows };
    const { accepts = false, predicts = false } = source?.placed ?? {};
    return { version: STATE_VERSION, type: 'line', lineId, line: bare, accepts, predicts, ...settings };
  }

  /** @param after the number of the page's last step that this answers */
  atMessage({ lineId, source }: ShownLine, after: number, place: PositionParams | undefined): ToState {
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

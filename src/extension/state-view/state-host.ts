import type { Position } from '../../core/base/text/line-index.ts';
import type { StateLine } from '../../core/evaluation/game-trace/state-line.ts';
import type { ComparisonParams, ComparisonResult, LineComparisonParams, PositionParams } from '../../protocol/lsp.ts';
import type { KeptAnswer, ShownReference, StateParams, StateResult } from '../../protocol/state.ts';
import type { ShowFinding, ShowLine, ToState } from '../../protocol/state-messages.ts';

/** A position of a document whose answers are looked for. */
export interface AnsweredPlace {
  readonly uri: string;
  readonly line: StateLine;
  /** Index in the steps. */
  readonly at: number;
  /** 0-based index of the game in its file. */
  readonly game: number;
}

/** A position of a MAV file whose example may have a reference. */
export interface ReferencedPlace {
  readonly uri: string;
  /** Of the document that the place counts in. */
  readonly version: number;
  readonly cursor: Position;
}

/** What the page hears of the settings. */
export type PageSettings = Pick<ShowLine, 'orientation' | 'asks'>;

/** What the controller of the state view needs of VS Code and the language server. */
export interface StateHost {
  /** @param isNewest false once nobody waits for this answer any more */
  ask(params: StateParams, isNewest: () => boolean): Promise<StateResult | null>;
  detail(place: ComparisonParams): Promise<ComparisonResult | null>;
  /** The same about a position of a line that is no document's. */
  lineDetail(params: LineComparisonParams): Promise<ComparisonResult | null>;
  answers(place: AnsweredPlace): Promise<readonly KeptAnswer[]>;
  /** The answer beside its reference; null where nobody has asked for one. */
  reference(place: ReferencedPlace): ShownReference | null;
  /** What is wrong at a place, told at once, and again when its quick fixes are known. */
  finding(place: PositionParams, tell: (finding: ShowFinding['finding']) => void): void;
  post(message: ToState): void;
  /** Says something on the page. */
  notice(text: string): void;
  /** Of the panel. */
  title(text: string): void;
  /** Puts the cursor of the document's editor somewhere; the page keeps the keyboard. */
  moveCursor(uri: string, to: Position): void;
  settings(): PageSettings;
  /** Calls back after some milliseconds; the result calls it off. */
  after(ms: number, then: () => void): () => void;
  failed(error: unknown): void;
}

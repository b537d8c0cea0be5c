// Messages between the state view's page and the extension. Both sides check what arrives; messages of another version
// or an unknown shape are dropped.
import * as v from 'valibot';
import type { TextPosition } from '../core/base/text/lines.ts';
import type { StateLine, StateStep, TimelineCell, TimelineRow } from '../core/evaluation/game-trace/timeline.ts';
import { CAUSE_IDS } from '../core/metrics/sentence/causes.ts';
import { VERDICTS } from '../core/metrics/verdict.ts';
import { BOARD_STEPS, type BoardStep } from '../core/notation/pgn/ply-selection.ts';
import { candidateSchema, readingViewSchema } from './answer-reading.ts';
import { comparedSchema, comparisonResultSchema, listRowSchema, squareBlameSchema } from './comparison-schema.ts';
import type { ComparisonResult, PositionParams } from './lsp.ts';
import { type Message, messageSchemas, schemaReader, type TypedSchema } from './messages.ts';
import { ORIENTATIONS, type Orientation } from './settings.ts';
import type { ReferenceView, StandaloneLine, StateHere, StoredAnswer } from './state.ts';

/** Version of the messages, increased with every change of one. */
export const STATE_VERSION = 2;

/** Contents that can be copied: the comparison in four forms, the timeline as a picture, the answer, the true FEN. */
export const STATE_COPIES = ['Markdown', 'CSV', 'LaTeX', 'SVG', 'Strip as SVG', 'Answer', 'True state'] as const;
export type StateCopy = (typeof STATE_COPIES)[number];

/** Commands of the extension that the page may request. */
export const STATE_COMMANDS = [
  'statelens.predictHere',
  'statelens.traceGame',
  'statelens.selectModel',
  'statelens.openSamples',
  'statelens.compareReference',
  'statelens.openReferenceText',
  'editor.action.quickFix',
] as const;
export type StateCommand = (typeof STATE_COMMANDS)[number];

type Of<Type extends string, Content extends object = object> = Message<typeof STATE_VERSION, Type, Content>;

/** A line to show; the message `at` follows immediately. */
export type ShowLine = Of<
  'line',
  {
    readonly lineId: string;
    readonly line: StateLine;
    /** True for a game: moves can be inserted. */
    readonly accepts: boolean;
    /** True for a game or a walk: models can be asked. */
    readonly predicts: boolean;
    /** The setting `board.orientation`. */
    readonly orientation: Orientation;
    /** Label of the model that the settings select; empty for none. */
    readonly asks: string;
  }
>;

/** Nothing to show: the reason, and commands to offer. The content of the page is removed. */
export type ShowNothing = Of<'nothing', { readonly reason: string; readonly commands: readonly StateCommand[] }>;

/** Position of the cursor in the line that was sent last. */
export type ShowAt = Of<
  'at',
  {
    readonly lineId: string;
    /** Index in `steps`. */
    readonly at: number;
    /** The label to open, as written; null leaves the open one. */
    readonly label: string | null;
    readonly board: StateHere['board'];
    readonly instead: readonly { readonly name: string; readonly cursor: TextPosition }[];
    /** Number of the page's last `go` that this answers, 0 for none: later actions of the page are newer. */
    readonly after: number;
    /** The place in a document; null for a line outside any document. */
    readonly place: PositionParams | null;
  }
>;

/** The error at the cursor of a MAV file; null for none. `fixes` are the titles of its known quick fixes. */
export type ShowFinding = Of<
  'finding',
  {
    readonly lineId: string;
    readonly at: number;
    readonly finding: { readonly text: string; readonly fixes: readonly string[] } | null;
  }
>;

/** Messages from the extension to the page. */
export type ToState =
  | ShowLine
  | ShowAt
  | ShowFinding
  /** The comparison of the predictions at a step: moves lost and invented, scores by depth. */
  | Of<'detail', { readonly lineId: string; readonly at: number; readonly result: ComparisonResult }>
  /** The models' answers about the step; empty if none are stored. */
  | Of<'answers', { readonly lineId: string; readonly at: number; readonly answers: readonly StoredAnswer[] }>
  /**
   * The answer beside its reference, in MAV files; null if none was requested. `asked` counts the requests: the page
   * shows the reference immediately when it increases.
   */
  | Of<
      'reference',
      {
        readonly lineId: string;
        readonly at: number;
        readonly reference: ReferenceView | null;
        readonly asked: number;
      }
    >
  | Of<'pinned', { readonly pinned: boolean }>
  /** Opens a label, or with null the table of all. */
  | Of<'select', { readonly label: string | null }>
  /** Scrolls to the answer of the open model: the sample that the label names. */
  | Of<'showAnswer', { readonly label: string }>
  | ShowNothing
  /** A text to read: the reason why a move was not inserted, the content of the clipboard. */
  | Of<'notice', { readonly text: string }>
  | Of<'flip'>
  /** The same as the page's keys. */
  | Of<'step', { readonly to: BoardStep }>;

/** Messages from the page to the extension. */
export type FromState =
  /** The page listens. The message can come again after VS Code has discarded a hidden page. */
  | Of<'ready'>
  /** The page shows a step of its line, and the cursor follows. `number` counts up. */
  | Of<'go', { readonly lineId: string; readonly at: number; readonly number: number }>
  /** A step outside the line: into a variation, out of it, to another record. */
  | Of<'step', { readonly to: BoardStep }>
  | Of<'goTo', { readonly cursor: TextPosition }>
  | Of<'nextWrong', { readonly to: 'next' | 'previous' }>
  /** Gives the keyboard focus to the text. */
  | Of<'toText'>
  /** Inserts a move, UCI or as people write it, after the position with this FEN. */
  | Of<'play', { readonly move: string; readonly fen: string }>
  /** A label was chosen, or with null all of them. */
  | Of<'select', { readonly label: string | null }>
  /** Replaces the state of a label's prediction with another state of its answer. */
  | Of<'take', { readonly label: string; readonly state: string }>
  /** Shows the prediction of a label in the editor. */
  | Of<'reveal', { readonly label: string }>
  | Of<'pin', { readonly pinned: boolean }>
  | Of<'copy', { readonly what: StateCopy; readonly text: string }>
  /** Saves text, a picture of the timeline or the boards, as a file. */
  | Of<'save', { readonly name: string; readonly text: string }>
  | Of<'command', { readonly command: StateCommand }>;

const message = messageSchemas(STATE_VERSION);
const point: TypedSchema<TextPosition> = v.object({ line: v.number(), character: v.number() });
const nullablePoint = v.nullable(point);
const text = v.nullable(v.string());
const number = v.nullable(v.number());

const cell: TypedSchema<TimelineCell> = v.object({
  label: v.string(),
  fen: text,
  printed: v.exactOptional(v.string()),
  p: number,
  r: number,
  boardAccuracy: v.number(),
  wrongSquares: v.number(),
  verdict: v.picklist(VERDICTS),
  cause: v.object({ id: v.picklist(CAUSE_IDS), ply: number, move: text }),
  sentence: v.string(),
  verdictText: v.string(),
  blame: v.nullable(v.array(squareBlameSchema)),
  knows: v.boolean(),
});

const row: TypedSchema<TimelineRow> = v.object({
  label: v.string(),
  isBaseline: v.boolean(),
  cells: v.array(v.nullable(cell)),
  asked: v.number(),
  events: v.array(v.object({ kind: v.picklist(['lost', 'recovered']), from: v.number(), to: v.number() })),
  says: v.string(),
});

const step: TypedSchema<StateStep> = v.object({
  ply: v.number(),
  name: v.string(),
  fen: v.string(),
  lastMove: v.nullable(v.tuple([v.string(), v.string()])),
  basis: v.exactOptional(v.string()),
  unjudged: v.exactOptional(v.string()),
});

/** Schema of a line, as it is stored and sent. */
export const stateLineSchema: TypedSchema<StateLine> = v.object({
  title: v.string(),
  variant: comparedSchema,
  m: v.number(),
  labels: v.picklist(['models', 'states']),
  steps: v.array(step),
  rows: v.array(row),
});

const place: TypedSchema<PositionParams> = v.object({ uri: v.string(), position: point });

const board: TypedSchema<StateHere['board']> = v.nullable(
  v.object({
    check: v.boolean(),
    situation: v.string(),
    legal: v.array(v.string()),
    glyphs: v.string(),
    comment: v.string(),
    shapes: v.array(
      v.object({
        from: v.string(),
        to: v.exactOptional(v.string()),
        color: v.picklist(['green', 'red', 'yellow', 'blue']),
      }),
    ),
    steps: v.object({
      first: nullablePoint,
      previous: nullablePoint,
      next: nullablePoint,
      last: nullablePoint,
      up: nullablePoint,
      down: nullablePoint,
    }),
    stuckAt: text,
  }),
);

const keptAnswer = {
  label: v.string(),
  prompt: text,
  raw: text,
  reading: v.nullable(readingViewSchema),
  reasoning: text,
  drafts: v.array(candidateSchema),
  finishReason: text,
  tokens: v.nullable(v.object({ prompt: number, completion: number })),
  seconds: number,
  attempts: number,
  at: text,
  fault: text,
  source: v.string(),
  otherMoves: v.boolean(),
};

export const storedAnswerSchema: TypedSchema<StoredAnswer> = v.object(keptAnswer);

const reference: TypedSchema<ReferenceView> = v.object({
  values: text,
  lines: v.array(v.object({ label: v.string(), text: v.string() })),
  rows: v.array(listRowSchema),
});

const lineMessage: TypedSchema<ShowLine> = message('line', {
  lineId: v.string(),
  line: stateLineSchema,
  accepts: v.boolean(),
  predicts: v.boolean(),
  orientation: v.picklist(ORIENTATIONS),
  asks: v.string(),
});

const atMessage: TypedSchema<ShowAt> = message('at', {
  lineId: v.string(),
  at: v.number(),
  label: text,
  board,
  instead: v.array(v.object({ name: v.string(), cursor: point })),
  after: v.number(),
  place: v.nullable(place),
});

const toState: TypedSchema<ToState> = v.union([
  lineMessage,
  atMessage,
  message('detail', { lineId: v.string(), at: v.number(), result: comparisonResultSchema }),
  message('answers', { lineId: v.string(), at: v.number(), answers: v.array(storedAnswerSchema) }),
  message('reference', {
    lineId: v.string(),
    at: v.number(),
    reference: v.nullable(reference),
    asked: v.number(),
  }),
  message('finding', {
    lineId: v.string(),
    at: v.number(),
    finding: v.nullable(v.object({ text: v.string(), fixes: v.array(v.string()) })),
  }),
  message('pinned', { pinned: v.boolean() }),
  message('select', { label: text }),
  message('showAnswer', { label: v.string() }),
  message('nothing', { reason: v.string(), commands: v.array(v.picklist(STATE_COMMANDS)) }),
  message('notice', { text: v.string() }),
  message('flip', {}),
  message('step', { to: v.picklist(BOARD_STEPS) }),
]);

const fromState: TypedSchema<FromState> = v.variant('type', [
  message('ready', {}),
  message('go', { lineId: v.string(), at: v.number(), number: v.number() }),
  message('step', { to: v.picklist(BOARD_STEPS) }),
  message('goTo', { cursor: point }),
  message('nextWrong', { to: v.picklist(['next', 'previous']) }),
  message('toText', {}),
  message('play', { move: v.string(), fen: v.string() }),
  message('select', { label: text }),
  message('take', { label: v.string(), state: v.string() }),
  message('reveal', { label: v.string() }),
  message('pin', { pinned: v.boolean() }),
  message('copy', { what: v.picklist(STATE_COPIES), text: v.string() }),
  message('save', { name: v.string(), text: v.string() }),
  message('command', { command: v.picklist(STATE_COMMANDS) }),
]);

const givenLine: TypedSchema<StandaloneLine> = v.object({
  line: stateLineSchema,
  at: v.number(),
  label: text,
  answers: v.array(v.object({ ...keptAnswer, step: v.number() })),
});

/** State of a hidden page: enough to show the same content immediately, before the extension sends a message. */
export interface StatePageState {
  readonly shown: ShowLine;
  readonly at: number;
  /** The place that the extension requests again; null for a line outside any document. */
  readonly place: PositionParams | null;
  /** The label that is open; null for the table of all. */
  readonly label: string | null;
  readonly flipped: boolean;
  readonly pinned: boolean;
  /** Headings of the expanded sections. */
  readonly unfolded: readonly string[];
}

const pageState: TypedSchema<StatePageState> = v.object({
  shown: lineMessage,
  at: v.number(),
  place: v.nullable(place),
  label: text,
  flipped: v.boolean(),
  pinned: v.boolean(),
  unfolded: v.array(v.string()),
});

/** Reads a message that arrived at the page; undefined for an invalid one. */
export const readToState = schemaReader(toState);

/** Reads a message that arrived from the page; undefined for an invalid one. */
export const readFromState = schemaReader(fromState);

/** Reads the argument of `SHOW_STATE_COMMAND`; undefined for an invalid one. */
export const readStandaloneLine = schemaReader(givenLine);

/** Reads the page's saved state; undefined for other versions. */
export const readStatePage = schemaReader(pageState);

import { Chess } from 'chessops/chess';
import { makeBoardFen, parseFen } from 'chessops/fen';
import { parseSan } from 'chessops/san';
import { isNormal } from 'chessops/types';
import { makeUci, squareFile } from 'chessops/util';
import type { AnswerPlace } from '../../core/answers/answer-reading.ts';
import { INITIAL_FEN } from '../../core/games/chess/state.ts';
import { BUCKETS, bucketToken } from '../../core/mav/values.ts';
import { encodeState, isRenamed, lineKeyEntries } from '../../core/worlds/renamed-world.ts';
import type { ChatMessage, MavTask, StateTask, Task, WorldTask } from '../model.ts';

/** Variables of templates for worlds: the task as text, and nothing else of its walk. */
interface WorldVariables {
  /** Title of the world: `Othello`. */
  readonly world: string;
  /** Descriptions of a state's text and of the names of actions. */
  readonly stateForm: string;
  readonly actionForm: string;
  /** Meaning of the walk's renamed actions, one per line after an introductory line; empty without renamed actions. */
  readonly key: string;
  /** State before the first action. */
  readonly start: string;
  /** Actions with spaces between them; `(none)` if there are none. */
  readonly actions: string;
}

/** Returns the variables of a task. */
const worldVariables = (task: WorldTask): WorldVariables => ({
  world: task.world.title,
  stateForm: task.world.stateForm,
  actionForm: task.world.actionForm,
  // Replayed only for a template that uses it.
  get key() {
    return keyText(task);
  },
  start: encodeState(task.world, task.startFen),
  actions: task.moves.length === 0 ? '(none)' : task.moves.join(' '),
});

function keyText({ world, startFen, moves }: WorldTask): string {
  if (!isRenamed(world)) return '';
  const start = world.automaton.parse(startFen);
  const entries = start.ok ? lineKeyEntries(world, start.value, moves) : [];
  const lines = entries.map(({ code, action }) => `${code} = ${action}`);
  const key = `Each code stands for ${world.original.actionForm}. These are the codes below:\n${lines.join('\n')}\n\n`;
  const { stateCode } = world;
  if (stateCode === undefined) return key;
  const head = 'States are in a code, too: each letter and digit of the first line is written as the sign under it.';
  return `${key}${head}\n${stateCode.known}\n${stateCode.written}\nUpper case follows lower case, and other signs stay.\n\n`;
}

/**
 * Returns the moves of a task in UCI, up to the first that cannot be played: `e2e4 e7e5 e1g1`. Castling is the king's two steps in chess,
 * and the king onto its rook in Chess960.
 */
export function uciMoves(task: StateTask): string[] {
  return replayed(task).written;
}

/**
 * Returns the board after the moves of a task, up to the first that cannot be played, as a FEN writes it; undefined without a start.
 */
function boardAfter(task: StateTask): string | undefined {
  const { chess } = replayed(task);
  return chess && makeBoardFen(chess.board);
}

function replayed({ variant, startFen, moves }: StateTask): { written: string[]; chess?: Chess } {
  const position = parseFen(startFen).chain((setup) => Chess.fromSetup(setup));
  if (position.isErr) return { written: [] };
  const chess = position.value;
  const written: string[] = [];
  for (const san of moves) {
    const move = parseSan(chess, san);
    if (move === undefined) break;
    let { to } = move;
    if (isNormal(move) && variant === 'chess' && chess.board.getRole(move.from) === 'king') {
      const ontoRook = chess.board[chess.turn].has(to);
      if (ontoRook) to = to - squareFile(to) + (squareFile(to) > squareFile(move.from) ? 6 : 2);
    }
    written.push(makeUci({ ...move, to }));
    chess.play(move);
  }
  return { written, chess };
}

/**
 * A prompt template: plain data, so that it can be a file. `{{{name}}}` stands for a variable and is filled in without escapes (Mustache's
 * triple braces).
 */
export interface PromptTemplate {
  /** Id, a part of an annotation's label if several templates are compared (`model@template`). */
  readonly id: string;
  readonly title: string;
  /** Kind of task. */
  readonly task: Task['kind'];
  /** True if the messages are sent as one text to continue, not as a chat. */
  readonly isRaw?: boolean;
  /** Place of the state in its answers; undefined: anywhere, by the roles of its states. */
  readonly answer?: AnswerPlace;
  readonly messages: readonly ChatMessage[];
}

/** Variables of templates for states: the task as text, and nothing else from its file. */
interface PromptVariables {
  /** `[Variant "Chess960"]` and `[FEN "..."]` with an empty line after, or nothing for the standard start. */
  readonly start: string;
  /** Moves with their numbers, `1. e4 e5 2. Nf3`; `No move has been played yet.` if there are none. */
  readonly movetext: string;
  /** The same moves as `e2e4 e7e5 g1f3`; `(none)` if there are none. */
  readonly uci: string;
}

/** Variables of templates for MAV. */
interface MavVariables {
  /** Lowest and highest value: `<ctrl1> to <ctrl64>`. */
  readonly values: string;
  /** Header and inputs of the example, as written, with the line end after them. */
  readonly mav: string;
}

/** Names of the variables of each kind of task. */
export const VARIABLE_NAMES: Readonly<Record<Task['kind'], readonly string[]>> = {
  state: ['start', 'movetext', 'uci'],
  world: ['world', 'stateForm', 'actionForm', 'key', 'start', 'actions'],
  mav: ['values', 'mav'],
};

/** Variables that hold the question itself: a template must use one of them. */
export const QUESTION_NAMES: Readonly<Record<Task['kind'], readonly string[]>> = {
  state: ['movetext', 'uci'],
  world: ['actions'],
  mav: ['mav'],
};

/** Characters per token, roughly: moves are split into more tokens than prose. */
export const CHARACTERS_A_TOKEN = 3;

export const FOLLOWER = 'You follow chess games exactly.';
export const FEN_ALONE = `${FOLLOWER} You answer with one FEN on one line and nothing else.`;
export const FEN_FIELDS =
  'piece placement, side to move, castling rights, en passant square, halfmove clock, fullmove number';

/** The paper's task (section 5): PGN movetext in, FEN out. */
export const PGN_TO_FEN: PromptTemplate = {
  id: 'pgn-to-fen',
  title: 'PGN to FEN',
  task: 'state',
  messages: [
    { role: 'system', content: FEN_ALONE },
    {
      role: 'user',
      content:
        'Give the FEN of the position after the last move of this game, with all six fields: ' +
        `${FEN_FIELDS}.\n\n{{{start}}}{{{movetext}}}`,
    },
  ],
};

export const DEFAULT_TEMPLATE = PGN_TO_FEN;

/** Returns a move without its suffix (`!?`) and anything attached to it: only the move may reach a prompt. */
const bareSan = (san: string): string => /^[^\s!?{}()[\];$]+/.exec(san.trim())?.[0] ?? '';

/**
 * Returns moves with their numbers, as PGN's export format writes them (standard, 8.2.2): a number before each White move, and `12...`
 * before a first move by Black. The numbers continue from the start FEN; without a readable one they start at 1.
 */
export const movetext = (startFen: string, moves: readonly string[]): string => {
  const fields = startFen.trim().split(/\s+/);
  let black = fields[1] === 'b';
  let number = /^\d{1,4}$/.test(fields[5] ?? '') ? Math.max(1, Number(fields[5])) : 1;
  const words: string[] = [];
  for (const [i, move] of moves.entries()) {
    if (!black) words.push(`${number}.`);
    else if (i === 0) words.push(`${number}...`);
    words.push(bareSan(move));
    if (black) number++;
    black = !black;
  }
  return words.join(' ');
};

/** Returns the variables of a task. */
export const promptVariables = (task: StateTask): PromptVariables => {
  const tags: string[] = [];
  if (task.variant === 'chess960') tags.push('[Variant "Chess960"]');
  if (task.startFen !== INITIAL_FEN) tags.push(`[FEN "${task.startFen}"]`);
  return {
    start: tags.length === 0 ? '' : `${tags.join('\n')}\n\n`,
    movetext: task.moves.length === 0 ? 'No move has been played yet.' : movetext(task.startFen, task.moves),
    // Replayed only for a template that uses it.
    get uci() {
      return task.moves.length === 0 ? '(none)' : uciMoves(task).join(' ');
    },
  };
};

const mavVariables = ({ prompt, dialect }: MavTask): MavVariables => ({
  values: `${bucketToken(dialect.base, dialect)} to ${bucketToken(dialect.base + BUCKETS - 1, dialect)}`,
  mav: prompt,
});

function taskVariables(task: Task): PromptVariables | WorldVariables | MavVariables {
  if (task.kind === 'state') return promptVariables(task);
  return task.kind === 'world' ? worldVariables(task) : mavVariables(task);
}

/**
 * Returns the messages of a task. For a state they are a pure function of start FEN, variant and moves, the same however the game was
 * annotated. No example reveals the answer.
 */
export const renderPrompt = (template: PromptTemplate, task: Task): ChatMessage[] => {
  const variables = taskVariables(task);
  const valueOf = (name: string): string =>
    VARIABLE_NAMES[task.kind].includes(name) ? variables[name as keyof typeof variables] : '';
  const messages = template.messages.map(({ role, content }) => ({
    role,
    content: content.replace(/\{\{\{(\w+)\}\}\}/g, (_, name: string) => valueOf(name)),
  }));
  return task.kind === 'state' ? withoutAnswer(messages, task) : messages;
};

/** Removes the examples, each a question with its answer, whose answer is the requested board. */
function withoutAnswer(messages: ChatMessage[], task: StateTask): ChatMessage[] {
  if (!messages.some(({ role }) => role === 'assistant')) return messages;
  const board = boardAfter(task);
  const tells = (message: ChatMessage | undefined): boolean =>
    message?.role === 'assistant' && board !== undefined && message.content.includes(board);
  return messages.filter((message, i) => !tells(message) && !(message.role === 'user' && tells(messages[i + 1])));
}

/**
 * Returns the messages of a prompt as one text, each under its role: the text that a person would paste into a chat.
 */
export const promptText = (messages: readonly ChatMessage[]): string =>
  messages.length === 1
    ? (messages[0]?.content ?? '')
    : messages.map(({ role, content }) => `${role}:\n${content}`).join('\n\n');

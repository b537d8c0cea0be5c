import type { Task } from '../model.ts';
import { FEN_ALONE, FEN_FIELDS, FOLLOWER, PGN_TO_FEN, type PromptTemplate } from './prompt.ts';

/** The same question, with room to reason first; the last FEN of the answer counts. */
const STEP_BY_STEP: PromptTemplate = {
  id: 'step-by-step',
  title: 'Think step by step, then the FEN',
  task: 'state',
  messages: [
    { role: 'system', content: FOLLOWER },
    {
      role: 'user',
      content:
        'Follow this game move by move. Then give, on a last line of its own, the FEN of the position after the last ' +
        `move, with all six fields: ${FEN_FIELDS}.\n\n{{{start}}}{{{movetext}}}`,
    },
  ],
};

/** Board first: models that miscount empty squares are better at this. */
const DRAW_BOARD: PromptTemplate = {
  id: 'draw-board',
  title: 'Draw the board, then the FEN',
  task: 'state',
  messages: [
    { role: 'system', content: FOLLOWER },
    {
      role: 'user',
      content:
        'Draw the board after the last move of this game: eight lines of eight characters, rank 8 first, a dot for an ' +
        'empty square. Then give the FEN of the position on a line of its own, with all six fields: ' +
        `${FEN_FIELDS}.\n\n{{{start}}}{{{movetext}}}`,
    },
  ],
};

/** Two worked examples before the question. */
const FEW_SHOT: PromptTemplate = {
  id: 'few-shot',
  title: 'Two examples, then PGN to FEN',
  task: 'state',
  messages: [
    { role: 'system', content: FEN_ALONE },
    { role: 'user', content: '1. e4 c5 2. Nf3' },
    { role: 'assistant', content: 'rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2' },
    { role: 'user', content: '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O' },
    { role: 'assistant', content: 'r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 3 5' },
    { role: 'user', content: '{{{start}}}{{{movetext}}}' },
  ],
};

/** The same question about the moves as engines write them. */
const UCI_TO_FEN: PromptTemplate = {
  id: 'uci-to-fen',
  title: 'UCI moves to FEN',
  task: 'state',
  messages: [
    { role: 'system', content: FEN_ALONE },
    {
      role: 'user',
      content:
        'Give the FEN of the position after the last of these moves, which are in UCI notation, with all six fields: ' +
        `${FEN_FIELDS}.\n\n{{{start}}}{{{uci}}}`,
    },
  ],
};

/** A first answer, a check of it, and the answer that counts, in one turn. */
const SELF_CHECK: PromptTemplate = {
  id: 'self-check',
  title: 'A FEN, checked, then the FEN',
  task: 'state',
  answer: 'last-line',
  messages: [
    { role: 'system', content: FOLLOWER },
    {
      role: 'user',
      content:
        `Give the FEN of the position after the last move of this game, with all six fields: ${FEN_FIELDS}. Then check it: ` +
        'every rank has eight squares, each piece is where its last move left it, the side to move and both counters are ' +
        'right. Last, on a line of its own, give the FEN again, corrected where it was wrong.\n\n{{{start}}}{{{movetext}}}',
    },
  ],
};

const TRACKER = 'You track the state of a system exactly.';
const ABOUT_WORLD =
  'The system is: {{{world}}}.\nA state is written as follows: {{{stateForm}}}.\nAn action is {{{actionForm}}}.\n\n{{{key}}}' +
  'Start state: {{{start}}}\nActions, in order: {{{actions}}}\n\n';

/** A walk of any world: its start and its actions in, its state out. */
export const WALK_TO_STATE: PromptTemplate = {
  id: 'walk-to-state',
  title: 'Start and actions to state',
  task: 'world',
  messages: [
    { role: 'system', content: `${TRACKER} You answer with one state on one line and nothing else.` },
    { role: 'user', content: `${ABOUT_WORLD}Give the state after the last action.` },
  ],
};

/** The same question, with room to reason first; the last state of the answer counts. */
const WALK_STEP_BY_STEP: PromptTemplate = {
  id: 'walk-step-by-step',
  title: 'Think step by step, then the state',
  task: 'world',
  messages: [
    { role: 'system', content: TRACKER },
    {
      role: 'user',
      content: `${ABOUT_WORLD}Follow the actions one by one. Then give the state after the last action, on a last line of its own that begins with "State:".`,
    },
  ],
};

/** A first answer, a check of it, and the answer that counts, in one turn. */
const WALK_SELF_CHECK: PromptTemplate = {
  id: 'walk-self-check',
  title: 'A state, checked, then the state',
  task: 'world',
  answer: 'last-line',
  messages: [
    { role: 'system', content: TRACKER },
    {
      role: 'user',
      content: `${ABOUT_WORLD}Give the state after the last action. Then go through the actions once more and check it. Last, on a line of its own, give the state again, corrected where it was wrong.`,
    },
  ],
};

/** The example unchanged, after a short instruction. */
export const MAV: PromptTemplate = {
  id: 'mav',
  title: 'MAV example, in a chat',
  task: 'mav',
  messages: [
    {
      role: 'system',
      content:
        'You complete Multi-Action-Value examples. The header names the commands; the lines of the inputs are given. You ' +
        'answer with the lines of the other commands, in the order of the header, one [%command ...] a line, and nothing else. ' +
        'A value is the win probability of the side to move after the action, from {{{values}}}.',
    },
    { role: 'user', content: '{{{mav}}}' },
  ],
};

/** The example unchanged, which the model continues: the input of the paper's models. */
export const MAV_RAW: PromptTemplate = {
  id: 'mav-raw',
  title: 'MAV example, as text to continue',
  task: 'mav',
  isRaw: true,
  messages: [{ role: 'user', content: '{{{mav}}}' }],
};

/** Stop texts of a raw text, which never ends by itself; the next example is not part of its answer. */
export const RAW_STOPS: readonly string[] = ['\n<mav ', '\n<|', '\nMinimax '];
/** Stop texts of a trace, which has an example for every node. */
export const TRACE_STOPS: readonly string[] = ['\n<|', '\nMinimax '];

/** Stop texts of RookWorld, whose examples are lines. */
export const ROOK_STOPS: readonly string[] = ['\n', '<|endoftext|>'];

/** Built-in templates; the first of each kind of task is the default. */
export const TEMPLATES: readonly PromptTemplate[] = [
  PGN_TO_FEN,
  STEP_BY_STEP,
  DRAW_BOARD,
  FEW_SHOT,
  UCI_TO_FEN,
  SELF_CHECK,
  WALK_TO_STATE,
  WALK_STEP_BY_STEP,
  WALK_SELF_CHECK,
  MAV,
  MAV_RAW,
];

/** Returns the templates for one kind of task. */
export const templatesFor = (task: Task['kind']): readonly PromptTemplate[] =>
  TEMPLATES.filter((item) => item.task === task);

export const templateNamed = (id: string): PromptTemplate | undefined => TEMPLATES.find((item) => item.id === id);

import { err, ok, type Result } from '../core/result.ts';
import type { ChatMessage, Task } from './model.ts';
import { PGN_TO_FEN, type PromptTemplate, VARIABLE_NAMES } from './prompts.ts';

const FIELDS = 'piece placement, side to move, castling rights, en passant square, halfmove clock, fullmove number';

/** The same question, with leave to think first; the last FEN of the answer counts. */
const STEP_BY_STEP: PromptTemplate = {
  id: 'step-by-step',
  title: 'Think step by step, then the FEN',
  task: 'state',
  messages: [
    { role: 'system', content: 'You follow chess games exactly.' },
    {
      role: 'user',
      content:
        'Follow this game move by move. Then give, on a last line of its own, the FEN of the position after the last ' +
        `move, with all six fields: ${FIELDS}.\n\n{{{start}}}{{{movetext}}}`,
    },
  ],
};

/** Draw the board first: models that are poor at counting empty squares are better at this. */
const DRAW_BOARD: PromptTemplate = {
  id: 'draw-board',
  title: 'Draw the board, then the FEN',
  task: 'state',
  messages: [
    { role: 'system', content: 'You follow chess games exactly.' },
    {
      role: 'user',
      content:
        'Draw the board after the last move of this game: eight lines of eight characters, rank 8 first, a dot for an ' +
        'empty square. Then give the FEN of the position on a line of its own, with all six fields: ' +
        `${FIELDS}.\n\n{{{start}}}{{{movetext}}}`,
    },
  ],
};

/** Two worked examples before the question. */
const FEW_SHOT: PromptTemplate = {
  id: 'few-shot',
  title: 'Two examples, then PGN to FEN',
  task: 'state',
  messages: [
    {
      role: 'system',
      content: 'You follow chess games exactly. You answer with one FEN on one line and nothing else.',
    },
    { role: 'user', content: '1. e4 c5 2. Nf3' },
    { role: 'assistant', content: 'rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2' },
    { role: 'user', content: '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O' },
    { role: 'assistant', content: 'r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 3 5' },
    { role: 'user', content: '{{{start}}}{{{movetext}}}' },
  ],
};

/** The example as it is, after a short word on what is wanted. */
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

/** The example as it is, and the model goes on: what the models of the paper are given. */
export const MAV_RAW: PromptTemplate = {
  id: 'mav-raw',
  title: 'MAV example, as a text to go on with',
  task: 'mav',
  isRaw: true,
  messages: [{ role: 'user', content: '{{{mav}}}' }],
};

/** The templates that are always there; the first of each kind of task is the default. */
export const TEMPLATES: readonly PromptTemplate[] = [PGN_TO_FEN, STEP_BY_STEP, DRAW_BOARD, FEW_SHOT, MAV, MAV_RAW];

/** Those for one kind of task. */
export const templatesFor = (task: Task['kind']): readonly PromptTemplate[] =>
  TEMPLATES.filter((one) => one.task === task);

export const templateNamed = (id: string): PromptTemplate | undefined => TEMPLATES.find((one) => one.id === id);

const LONGEST = 100_000;
const ROLES: Readonly<Record<string, ChatMessage['role']>> = { system: 'system', user: 'user', assistant: 'assistant' };

/**
 * A template out of a Markdown file: front matter with `id` and, if wanted, `title`, then one section a message, under the
 * headings `# system`, `# user` and `# assistant`. `{{{start}}}` and `{{{movetext}}}` stand for the game, `{{{mav}}}` for a MAV
 * example, `{{{values}}}` for the range of its values. The error says what is missing.
 */
export function readTemplate(text: string, task: Task['kind'] = 'state'): Result<PromptTemplate, string> {
  if (text.length > LONGEST) return err(`a template has at most ${LONGEST} characters`);
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const close = lines[0]?.trim() === '---' ? lines.indexOf('---', 1) : -1;
  if (close < 0) return err('it has no front matter: --- before and behind the line "id: NAME", at the top');
  const fields = new Map(
    lines.slice(1, close).map((line) => {
      const colon = line.indexOf(':');
      return [
        line.slice(0, Math.max(0, colon)).trim(),
        line
          .slice(colon + 1)
          .trim()
          .replace(/^(["'])(.*)\1$/, '$2'),
      ];
    }),
  );
  const id = fields.get('id') ?? '';
  if (!/^[A-Za-z0-9][\w.-]{0,63}$/.test(id)) return err('its id is no name of letters, digits, -, _ and dots');
  const messages: { role: ChatMessage['role']; lines: string[] }[] = [];
  for (const line of lines.slice(close + 1)) {
    const role = ROLES[/^#\s+(\w+)\s*$/.exec(line)?.[1]?.toLowerCase() ?? ''];
    if (role !== undefined) messages.push({ role, lines: [] });
    else if (messages.length > 0) messages.at(-1)?.lines.push(line);
    else if (line.trim() !== '')
      return err('text stands before the first of the headings # system, # user, # assistant');
  }
  const contents = messages.map(({ role, lines: own }) => ({ role, content: own.join('\n').trim() }));
  if (contents.at(-1)?.role !== 'user') return err('its last section is not # user');
  const names = VARIABLE_NAMES[task];
  const needed = `{{{${names.at(-1)}}}}`;
  if (!contents.some(({ content }) => content.includes(needed))) return err(`it does not use ${needed}`);
  const used = contents.flatMap(({ content }) => [...content.matchAll(/\{\{\{(\w*)\}\}\}/g)].map((m) => m[1] ?? ''));
  const odd = used.find((name) => !names.includes(name));
  if (odd !== undefined)
    return err(`it uses {{{${odd}}}}; there is ${names.map((name) => `{{{${name}}}}`).join(' and ')}`);
  return ok({ id, title: fields.get('title') ?? id, task, messages: contents });
}

import { ANSWER_PLACES, type AnswerPlace } from '../../core/answers/answer-reading.ts';
import { err, ok, type Result } from '../../core/base/result.ts';
import type { ChatMessage, Task } from '../model.ts';
import { type PromptTemplate, QUESTION_NAMES, VARIABLE_NAMES } from './prompt.ts';

/** A mistake in a template file. */
export interface TemplateFault {
  /** End of a sentence: `its id is no name …`. */
  readonly message: string;
  /** 0-based. */
  readonly line: number;
}

/** Returns the message of a fault, with its line. */
export const templateFaultText = ({ message, line }: TemplateFault): string => `line ${line + 1}: ${message}`;

const wrong = (message: string, line = 0): Result<never, TemplateFault> => err({ message, line });

const MAX_LENGTH = 100_000;
const ROLES: Readonly<Record<string, ChatMessage['role']>> = { system: 'system', user: 'user', assistant: 'assistant' };
const FIELDS: readonly string[] = ['id', 'title', 'role', 'variables', 'answer', 'raw'];

/** Front matter of a template file. */
interface FrontMatter {
  readonly id: string;
  readonly title: string;
  /** Role of the text before the first heading. */
  readonly role: ChatMessage['role'] | undefined;
  /** Variables that the file declares, with the line of the declaration; undefined without one. */
  readonly variables: { readonly names: readonly string[]; readonly line: number } | undefined;
  readonly answer: AnswerPlace | undefined;
  readonly isRaw: boolean;
}

/**
 * Reads a template from a Markdown file: front matter, then one section per message, under the headings `# system`, `# user` and `#
 * assistant`. The front matter has `id` and optionally `title`; `role`, for a file without headings; `variables`, which the text must use,
 * and no others; `answer`, the place of the state (`anywhere`, `last-line`, `fence`); `raw: true` for a text that the model continues.
 * `{{{start}}}` and `{{{movetext}}}` or `{{{uci}}}` stand for the game, `{{{world}}}`, `{{{stateForm}}}`, `{{{actionForm}}}`, `{{{key}}}`,
 * `{{{start}}}` and `{{{actions}}}` for a walk of a world, `{{{mav}}}` for a MAV example, `{{{values}}}` for the range of its values. The
 * error describes the mistake, with its line.
 */
export function readTemplate(text: string, task: Task['kind'] = 'state'): Result<PromptTemplate, TemplateFault> {
  if (text.length > MAX_LENGTH) return wrong(`a template has at most ${MAX_LENGTH} characters`);
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const close = lines[0]?.trim() === '---' ? lines.findIndex((line, i) => i > 0 && line.trim() === '---') : -1;
  if (close < 0) return wrong('missing front matter: the line "id: NAME" between two lines --- at the top');
  const front = readFront(lines.slice(0, close), task);
  if (!front.ok) return front;
  const { id, title, answer, isRaw } = front.value;
  const messages = readMessages(lines, close + 1, front.value.role);
  if (!messages.ok) return messages;
  const fault = wrongVariables(lines, close + 1, front.value.variables, task);
  if (fault !== undefined) return err(fault);
  return ok({
    id,
    title,
    task,
    ...(answer === undefined ? {} : { answer }),
    ...(isRaw ? { isRaw } : {}),
    messages: messages.value,
  });
}

/** Returns the first mistake in a template file, whichever kind of task it is for; undefined if there is none. */
export function templateFault(text: string): TemplateFault | undefined {
  const uses = (task: Task['kind']): boolean => QUESTION_NAMES[task].some((name) => text.includes(`{{{${name}}}}`));
  const isMav = VARIABLE_NAMES.mav.some((name) => text.includes(`{{{${name}}}}`));
  const template = readTemplate(text, isMav ? 'mav' : uses('world') ? 'world' : 'state');
  return template.ok ? undefined : template.error;
}

/** Reads the front matter. The lines start with the opening `---`, which is skipped. */
function readFront(lines: readonly string[], task: Task['kind']): Result<FrontMatter, TemplateFault> {
  const fields = new Map<string, { readonly value: string; readonly line: number }>();
  for (const [i, line] of lines.entries()) {
    if (i === 0 || line.trim() === '' || line.trimStart().startsWith('#')) continue;
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim();
    if (!FIELDS.includes(name))
      return wrong(`unknown front matter "${line.trim()}"; expected one of ${FIELDS.join(', ')}`, i);
    const value = line.slice(colon + 1).trim();
    fields.set(name, { value: value.replace(/^(["'])(.*)\1$/, '$2'), line: i });
  }
  const field = (name: string): string | undefined => fields.get(name)?.value;
  const bad = (name: string, message: string) => wrong(message, fields.get(name)?.line);
  const id = field('id') ?? '';
  if (!isTemplateId(id)) return bad('id', 'its id must consist of letters, digits, -, _ and dots');
  const role = field('role');
  if (role !== undefined && ROLES[role] === undefined)
    return bad('role', `its role must be one of ${Object.keys(ROLES).join(', ')}`);
  const place = field('answer');
  const answer = ANSWER_PLACES.find((item) => item === place);
  if (place !== undefined && task === 'mav') return bad('answer', 'only templates for states have an answer place');
  if (place !== undefined && answer === undefined)
    return bad('answer', `its answer must be one of ${ANSWER_PLACES.join(', ')}`);
  const raw = field('raw') ?? 'false';
  if (raw !== 'true' && raw !== 'false') return bad('raw', 'raw must be true or false');
  const variables = fields.get('variables');
  return ok({
    id,
    title: field('title') ?? id,
    role: role === undefined ? undefined : ROLES[role],
    variables: variables && { names: namesIn(variables.value), line: variables.line },
    answer,
    isRaw: raw === 'true',
  });
}

/** Returns true if a text can be the id of a template, and so the name of its file. */
export const isTemplateId = (text: string): boolean => /^[A-Za-z0-9][\w.-]{0,63}$/.test(text);

const namesIn = (list: string): readonly string[] =>
  list
    .replace(/^\[(.*)\]$/, '$1')
    .split(/[\s,]+/)
    .filter((name) => name !== '');

function readMessages(
  lines: readonly string[],
  from: number,
  role: ChatMessage['role'] | undefined,
): Result<ChatMessage[], TemplateFault> {
  const messages: { role: ChatMessage['role']; lines: string[]; at: number }[] = [];
  for (let i = from; i < lines.length; i++) {
    const line = lines[i] ?? '';
    const heading = ROLES[/^#\s+(\w+)\s*$/.exec(line)?.[1]?.toLowerCase() ?? ''];
    if (heading !== undefined) messages.push({ role: heading, lines: [], at: i });
    else if (messages.length > 0) messages.at(-1)?.lines.push(line);
    else if (line.trim() !== '') {
      if (role === undefined)
        return wrong('there is text before the first heading (# system, # user or # assistant) and no role is set', i);
      messages.push({ role, lines: [line], at: i });
    }
  }
  const last = messages.at(-1);
  if (last?.role !== 'user') return wrong('its last section must be # user', last?.at ?? from - 1);
  return ok(messages.map(({ role: own, lines: text }) => ({ role: own, content: text.join('\n').trim() })));
}

const braced = (names: readonly string[]): string[] => names.map((name) => `{{{${name}}}}`);

/** Returns the first mistake in the variables used by the lines from `from` on; undefined if there is none. */
function wrongVariables(
  lines: readonly string[],
  from: number,
  declared: FrontMatter['variables'],
  task: Task['kind'],
): TemplateFault | undefined {
  const used = lines
    .slice(from)
    .flatMap((text, i) => [...text.matchAll(/\{\{\{(\w*)\}\}\}/g)].map(([, name = '']) => ({ name, line: from + i })));
  const isUsed = (name: string): boolean => used.some((item) => item.name === name);
  const names = VARIABLE_NAMES[task];
  const inFront = (declared?.names ?? []).map((name) => ({ name, line: declared?.line ?? 0 }));
  const odd = [...used, ...inFront].find(({ name }) => !names.includes(name));
  const needed = QUESTION_NAMES[task];
  if (!needed.some(isUsed)) {
    return { message: `it does not use ${braced(needed).join(' or ')}`, line: odd?.line ?? from - 1 };
  }
  if (odd !== undefined)
    return {
      message: `it uses the unknown variable {{{${odd.name}}}}; expected ${braced(names).join(' or ')}`,
      line: odd.line,
    };
  const undeclared = declared && used.find(({ name }) => !declared.names.includes(name));
  if (undeclared !== undefined)
    return { message: `it uses {{{${undeclared.name}}}}, which its variables do not list`, line: undeclared.line };
  const unused = inFront.find(({ name }) => !isUsed(name));
  return unused && { message: `its variables list {{{${unused.name}}}}, which it does not use`, line: unused.line };
}

/** Prints a template as a file that `readTemplate` reads as the same template. */
export function printTemplate({ id, title, answer, isRaw, messages }: PromptTemplate): string {
  const front = [
    `id: ${id}`,
    `title: ${title}`,
    ...(answer === undefined ? [] : [`answer: ${answer}`]),
    ...(isRaw === true ? ['raw: true'] : []),
  ];
  const sections = messages.map(({ role, content }) => `# ${role}\n\n${content}\n`);
  return `---\n${front.join('\n')}\n---\n\n${sections.join('\n')}`;
}

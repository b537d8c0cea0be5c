import { CODES, type Code } from '../../notation/diagnostics/codes.ts';
import type { ActionValue, Example, MavSection, NodeRef, TraceStep } from '../syntax.ts';

/** Faults that are a spelling. */
const SPELLING: ReadonlySet<Code> = new Set<Code>(['MAV_HEADER_BRACKET', 'MAV_LOOSE_COMMAND']);

/**
 * What a section says, however it is written, as plain data to be compared deeply: texts with equal meanings differ in blanks,
 * line ends, quotation marks, the case and the underscores of commands, the words of a trace's steps and a `>` alone. Comments
 * and what belongs to nothing are in it, too.
 */
export function mavMeaning(text: string, { item, faults, length }: MavSection, from: number): unknown {
  const stray = faults
    .filter(({ code }) => CODES[code].category === 'syntax' && !SPELLING.has(code))
    .map(({ code, range }) => [code, code === 'MAV_STRAY_TEXT' ? plain(text.slice(range.start, range.end)) : '']);
  const comments = (text.slice(from, from + length).match(/#[^\r\n]*/g) ?? []).map(plain);
  const rest = { stray, comments };
  if (item === undefined) return { item: undefined, ...rest };
  if (item.kind === 'example') return { item: exampleMeaning(item), ...rest };
  const { breadth, depth, steps, playing } = item;
  return {
    item: {
      breadth: breadth?.value,
      depth: depth?.value,
      steps: steps.map(stepMeaning),
      playing: playing?.text,
    },
    ...rest,
  };
}

const plain = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** What an example says. */
export const exampleMeaning = ({ header, lines }: Example): unknown => ({
  form: header.form,
  game: header.game?.text,
  commands: header.commands.map(({ kind, name }) => [kind, name]),
  isClosed: header.close !== undefined,
  lines: lines.map(({ command, body }) => [command.kind, command.name, ...bodyMeaning(body)]),
});

function bodyMeaning(body: Example['lines'][number]['body']): unknown[] {
  switch (body.kind) {
    case 'state':
      return ['state', plain(body.state.text)];
    case 'move':
      return ['move', body.move.text];
    case 'list':
      return ['list', body.isElided, ...body.actions.map(pairMeaning)];
    case 'terminal':
      return ['terminal', body.result.text];
    default:
      return [];
  }
}

const pairMeaning = ({ move, value, bucket }: ActionValue): unknown => [move.text, value?.text, bucket];

const nodeMeaning = (node: NodeRef | undefined): unknown => node?.path.map(({ text }) => text);

function stepMeaning(step: TraceStep): unknown {
  const { kind } = step;
  const node = nodeMeaning(step.node);
  if (kind === 'evaluation') return { kind, node, example: step.example && exampleMeaning(step.example) };
  if (kind === 'expansion') return { kind, node, children: step.children.map(nodeMeaning) };
  const { selection } = step;
  return {
    kind,
    node,
    actions: step.actions.map(pairMeaning),
    selection:
      selection === undefined
        ? undefined
        : selection.kind === 'action'
          ? pairMeaning(selection.action)
          : ['invalid', selection.result.text],
  };
}

/** Pattern of lines that name the node of a part of a trace. */
const NODE = /^(Evaluation|Decision) for node: (<[^>\r\n]*>)/gm;
const HEADER = /^<(?:mav\b|\|)/gm;

/**
 * Returns the offset of the example for the node that a position of a trace describes: on a line between examples, such
 * as a decision, it is not the example above. Outside traces, returns the offset itself.
 */
export function evaluationOffset(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  const before = text.slice(0, end < 0 ? text.length : end);
  const start = before.startsWith('Minimax ') ? 0 : -1;
  const trace = Math.max(before.lastIndexOf('\nMinimax '), start);
  if (trace < 0) return offset;
  const own = before.slice(trace);
  const last = [...own.matchAll(NODE)].at(-1);
  if (last === undefined) return offset;
  const [, part, name] = last;
  // An example that is no part of the trace ends it.
  const headers = own.slice(last.index).match(HEADER)?.length ?? 0;
  if (headers > (part === 'Evaluation' ? 1 : 0)) return offset;
  const evaluation = own.indexOf(`Evaluation for node: ${name}`);
  if (evaluation < 0) return offset;
  const line = text.indexOf('\n', trace + evaluation);
  return line < 0 ? offset : line + 1;
}

import type { TextEdit } from '../../base/text/range.ts';
import { type Diagnostic, diagnostic } from '../../notation/diagnostics/diagnostic.ts';
import { isToken } from '../read-actions.ts';
import type { ActionValue, Example, Line, MavDialect, TraceStep } from '../syntax.ts';
import { bucketToken, isBucket } from '../values.ts';
import type { MavView } from '../view.ts';

/** A value of an example or a trace that is spelled in another way, and what is to stand there. */
interface Loose {
  readonly written: string;
  readonly edit: TextEdit;
}

/**
 * Values whose bucket is clear but that are not written as control tokens, or not with a colon and marks as there: one finding for all
 * that are written alike, since a tokenizer or a habit writes them all so. Numbers alone in all places are a hint: whoever trains
 * a model of its own may write values so.
 */
export function looseValues({ text, section }: MavView, dialect: MavDialect): Diagnostic[] {
  const { item } = section;
  if (item === undefined) return [];
  const ways = new Map<string, Loose[]>();
  let count = 0;
  const add = (way: string, loose: Loose): void => {
    const same = ways.get(way);
    if (same === undefined) ways.set(way, [loose]);
    else same.push(loose);
  };
  const look = ({ range, move, value, bucket }: ActionValue, quote: string): void => {
    if (value === undefined || bucket === undefined || !isBucket(bucket, dialect)) return;
    count++;
    const start = move.range.end;
    const before = text.slice(start, value.range.start);
    const behind = text.slice(value.range.end, range.end);
    const isPlaced = /^\s*:\s*"?$/.test(before) && before.endsWith('"') === (behind === '"');
    if (isPlaced && isToken(value)) return;
    const token = bucketToken(bucket, dialect);
    const way = `${isPlaced ? '' : before + behind}${value.text.replace(/\d+/, '1')}`;
    const newText = quote === '' ? `:${token}` : ` : "${token}"`;
    add(way, {
      written: isPlaced ? value.text : text.slice(move.range.start, range.end),
      edit: isPlaced ? { range: value.range, newText: token } : { range: { start, end: range.end }, newText },
    });
  };
  for (const step of item.kind === 'trace' ? item.steps : [item]) lookAt(step, look);
  const ends = item.kind === 'example' ? item.lines.flatMap((line) => looseEnd(text, line)) : [];
  return [...ends, ...[...ways].map(([way, all]) => findingOf(all, way === '1' && all.length === count))];
}

function lookAt(step: TraceStep | Example, look: (action: ActionValue, quote: string) => void): void {
  if (step.kind === 'decision') {
    for (const action of step.actions) look(action, '"');
    if (step.selection?.kind === 'action') look(step.selection.action, '"');
  }
  const example = step.kind === 'example' ? step : step.kind === 'evaluation' ? step.example : undefined;
  for (const { body } of example?.lines ?? []) if (body.kind === 'list') for (const one of body.actions) look(one, '');
}

/** The finding that a terminal state is not written `invalid : "1-0"`, where its result is clear. */
function looseEnd(text: string, { command, body }: Line): Diagnostic[] {
  if (body.kind !== 'terminal' || !/^(?:1-0|0-1|1\/2-1\/2)$/.test(body.result.text)) return [];
  const { start, end } = body.result.range;
  const isMarked = text[end] === '"';
  const from = command.range.end + text.slice(command.range.end, start).toLowerCase().lastIndexOf('invalid');
  const before = text.slice(from, start);
  if (/^invalid[ \t]*:[ \t]*"?$/i.test(before) && before.endsWith('"') === isMarked) return [];
  const range = { start: from, end: isMarked ? end + 1 : end };
  const right = `invalid : "${body.result.text}"`;
  return [findingOf([{ written: text.slice(range.start, range.end), edit: { range, newText: right } }], false)];
}

function findingOf(all: readonly Loose[], isHint: boolean): Diagnostic {
  const [first, ...others] = all as [Loose, ...Loose[]];
  const right = first.edit.newText.trim();
  const more = others.length === 0 ? '' : `, and ${others.length} more alike`;
  return diagnostic('MAV_LOOSE_VALUE', first.edit.range, `${first.written} must be written ${right}${more}`, {
    ...(isHint && { severity: 'info' }),
    fixes: [
      {
        title: others.length === 0 ? `Write ${right}` : 'Write Control Tokens',
        edits: all.map(({ edit }) => edit),
        safe: true,
      },
    ],
  });
}

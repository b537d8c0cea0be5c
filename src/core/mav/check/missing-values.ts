import { type Diagnostic, diagnostic } from '../../notation/diagnostics/diagnostic.ts';
import type { Example } from '../syntax.ts';

/**
 * The findings of a section, with one hint in place of a finding for each action where no action of its lists has a value: a
 * model does not forget them all, but a decoder that leaves out special tokens does.
 */
export function gatherMissingValues(found: readonly Diagnostic[], examples: Iterable<Example>): readonly Diagnostic[] {
  if (!found.some(({ code }) => code === 'MAV_NO_VALUE')) return found;
  const lists = [...examples].flatMap(({ lines }) => lines.filter(({ body }) => body.kind === 'list'));
  const actions = lists.flatMap(({ body }) => (body.kind === 'list' ? body.actions : []));
  const [first] = lists;
  if (first === undefined || actions.some(({ value }) => value !== undefined)) return found;
  const what = actions.length === 1 ? 'the only action has no value' : `none of ${actions.length} actions has a value`;
  const message = `${what}: control tokens may have been stripped in decoding`;
  return [...found.filter(({ code }) => code !== 'MAV_NO_VALUE'), diagnostic('MAV_NO_VALUES', first.range, message)];
}

import type { RunHeader } from './run-schema.ts';

/** Everything that determines the answers of a run, under readable names; the shard does not. */
function identityOf({ models, settings, seed, plan }: RunHeader): Readonly<Record<string, unknown>> {
  const [model] = models;
  const { shard: _, gamesHash, ...rest } = plan ?? {};
  return {
    label: model?.label,
    model: model && `${model.provider ?? ''}:${model.model ?? ''}`,
    'base URL': model?.endpoint,
    api: model?.api,
    settings: Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1)),
    seed,
    [textName(plan)]: gamesHash,
    ...rest,
  };
}

/** What the positions of a run were read from. */
function textName(plan: RunHeader['plan']): string {
  if (plan?.walks !== undefined) return 'the text of the world';
  return plan?.world === undefined ? 'the text of the PGN' : 'the text of the walks';
}

/** In which parts two headers differ, for people; none for those of one run and its shards. */
export function runDifferences(a: RunHeader, b: RunHeader): string[] {
  const [one, other] = [identityOf(a), identityOf(b)];
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  // files of older versions do not say it
  const isUnsaid = (name: string): boolean => name === 'api' && (one[name] === undefined || other[name] === undefined);
  return names.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]) && !isUnsaid(name));
}

/** Reason why a run file cannot be resumed under another header, as the end of a sentence; undefined if it can. */
export function otherRun(there: RunHeader, wanted: RunHeader): string | undefined {
  const names = runDifferences(there, wanted);
  if (JSON.stringify(there.plan?.shard) !== JSON.stringify(wanted.plan?.shard)) names.push('shard');
  if (names.length === 0) return undefined;
  return `belongs to a different run (${names.join(', ')} ${names.length === 1 ? 'differs' : 'differ'})`;
}

/** Address of a model at the start of its label: `openai:`, `meta-llama/`, `baseline:`. */
const ADDRESS = /^.*[/:](?=[^/:])/;
/** The date or number of a version at the end of a name: `-2024-08-06`, `-001`. */
const VERSION = /-(?:\d{4}-\d{2}-\d{2}|\d{3,8})(?=@|$)/;

/**
 * Returns a short name for each label, unique among all of them: without its address and version, or with what it
 * takes to tell it from the others.
 *
 * @param labels without numbers of samples
 */
export function shortLabels(labels: readonly string[]): ReadonlyMap<string, string> {
  const forms = [(label: string) => nameOf(label).replace(VERSION, ''), nameOf, (label: string) => label];
  const short = new Map<string, string>();
  let left = [...new Set(labels)];
  for (const form of forms) {
    const counts = new Map<string, number>();
    for (const label of left) counts.set(form(label), (counts.get(form(label)) ?? 0) + 1);
    const taken = new Set(short.values());
    for (const label of left)
      if (counts.get(form(label)) === 1 && !taken.has(form(label))) short.set(label, form(label));
    left = left.filter((label) => !short.has(label));
  }
  for (const label of left) short.set(label, label);
  return short;
}

const nameOf = (label: string): string => label.replace(ADDRESS, '');

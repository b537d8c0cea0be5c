import { PositionClusters } from './positions.ts';
import { isBaseline, type ReportRun, type ReportSample, seriesName, type WeightedSample } from './report-sample.ts';

/** Samples of one model, in the order of games and plies. */
export interface Series {
  readonly name: string;
  readonly floor: boolean;
  readonly files: readonly string[];
  readonly placed: readonly WeightedSample[];
}

/** Returns the series of runs, and the number of prompts of all. */
export function buildSeries(runs: readonly ReportRun[], rules?: ConstructorParameters<typeof PositionClusters>[0]) {
  const positions = new PositionClusters(rules);
  const states = new Map<string, number>();
  const found = new Map<string, { files: Set<string>; placed: Unplaced[] }>();
  const nameOf = seriesNames(runs);
  for (const run of runs) {
    for (const sample of run.samples) {
      const name = nameOf(run, sample);
      const one = found.get(name) ?? { files: new Set(), placed: [] };
      found.set(name, one);
      one.files.add(run.file);
      const state = states.get(sample.trueFen) ?? states.size;
      states.set(sample.trueFen, state);
      one.placed.push({ sample, run, prompt: positions.of(run, sample), state });
    }
  }
  const clusters = positions.clusters();
  const series = Array.from(
    found,
    ([name, { files, placed }]): Series => ({
      name,
      floor: isBaseline(name),
      files: [...files],
      placed: weighed(
        placed.sort((a, b) => inOrder(a.sample, b.sample)),
        clusters,
      ),
    }),
  );
  return { series, prompts: positions.count };
}

type Unplaced = Pick<WeightedSample, 'sample' | 'run' | 'prompt' | 'state'>;

const inOrder = (a: ReportSample, b: ReportSample): number => a.game - b.game || a.ply - b.ply || a.index - b.index;

/**
 * Adds weights to samples. A prompt counts once for each sample number, however many games of a file contain it:
 * samples of the same prompt and number share one weight, and of those that hold the same answer all but the first are
 * copies.
 */
function weighed(placed: readonly Unplaced[], clusters: Int32Array): WeightedSample[] {
  const shares = new Map<string, { n: number; readonly item: number; readonly answers: Map<string, WeightedSample> }>();
  const keyOf = ({ prompt, sample }: Unplaced): string => `${prompt}/${sample.index}`;
  for (const one of placed) {
    if (one.sample.scores === null) continue;
    const key = keyOf(one);
    const share = shares.get(key);
    if (share === undefined) shares.set(key, { n: 1, item: shares.size, answers: new Map() });
    else share.n++;
  }
  return placed.map((one) => {
    const { sample, run, prompt } = one;
    const prices = run.prices?.[sample.model];
    const share = sample.scores === null ? undefined : shares.get(keyOf(one));
    const { n = 1, item = -1, answers } = share ?? {};
    const text = sample.predicted ?? '\n';
    const first = answers?.get(text);
    if (first !== undefined) first.copies++;
    const made: WeightedSample = {
      ...one,
      cluster: clusters[prompt] ?? 0,
      weight: 1 / n,
      item,
      isShared: n > 1,
      isCopy: first !== undefined,
      copies: 1,
      prices,
    };
    if (first === undefined) answers?.set(text, made);
    return made;
  });
}

/**
 * Returns runs by file, with the series that equals it; the file itself where it has several series, or shares one with
 * another file.
 */
export function namedRuns(runs: readonly ReportRun[]): { file: string; name: string }[] {
  const nameOf = seriesNames(runs);
  const names = runs.map((run) => [...new Set(run.samples.map((sample) => nameOf(run, sample)))].join('\n'));
  return runs.map(({ file }, i) => {
    const name = names[i] ?? '';
    const isOwn = name !== '' && !name.includes('\n') && names.indexOf(name) === names.lastIndexOf(name);
    return { file, name: isOwn && runs.length > 1 ? name : file };
  });
}

/**
 * Returns the namer of series: the model alone, unless that would mix unrelated samples. A model that was asked about
 * two files of games has a series for each, as has a model of which two runs hold the same sample.
 */
export function seriesNames(runs: readonly ReportRun[]): (run: ReportRun, sample: ReportSample) => string {
  const holders = new Map<string, ReportRun[]>();
  for (const run of runs) {
    for (const name of new Set(run.samples.map(seriesName))) holders.set(name, [...(holders.get(name) ?? []), run]);
  }
  const shared = new Map([...holders].filter(([, holding]) => holding.length > 1));
  const repeated = new Set<string>();
  const seen = new Set<string>();
  for (const run of shared.size === 0 ? [] : runs) {
    for (const sample of run.samples) {
      const name = seriesName(sample);
      if (!shared.has(name)) continue;
      const id = `${run.games ?? ''}/${sample.id}`;
      if (seen.has(id)) repeated.add(name);
      seen.add(id);
    }
  }
  const severalGames = new Set(
    [...shared].flatMap(([name, holding]) => (new Set(holding.map(({ games }) => games ?? '')).size > 1 ? name : [])),
  );
  return (run, sample) => {
    const name = seriesName(sample);
    if (repeated.has(name)) return `${name} (${run.file})`;
    return severalGames.has(name) ? `${name} (${run.games ?? 'unnamed games'})` : name;
  };
}

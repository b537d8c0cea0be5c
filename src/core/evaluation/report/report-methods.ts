import type { CompareOptions } from '../../metrics/compare.ts';
import type { ClusterRules } from '../../notation/game-clusters.ts';
import type { GroupBy } from './report-lists.ts';
import type { RunMethods } from './run-methods.ts';

/** Settings of a report from which its figures can be computed again. */
export interface ReportRecipe {
  readonly compare: CompareOptions;
  readonly baselines: boolean;
  readonly worst: number;
  readonly groupBy: readonly GroupBy[];
  readonly lists: readonly ('samples' | 'positions')[];
  readonly clusters: Partial<ClusterRules>;
  /** File of `--games`; null without it. */
  readonly games: string | null;
}

/** Program and command that made a report; null for what is not known. */
export interface ReportOrigin {
  readonly commit: string | null;
  /** Version of Node; null in a browser. */
  readonly node: string | null;
  /** Command line without folders and output. */
  readonly command: string | null;
  /** Null for reports of the editor, which take its settings. */
  readonly recipe: ReportRecipe | null;
}

/** How a report and its runs were made. */
export interface ReportMethods extends ReportOrigin {
  readonly runs: readonly RunMethods[];
}

export const UNKNOWN_ORIGIN: ReportOrigin = { commit: null, node: null, command: null, recipe: null };

/**
 * Returns methods in which the games of runs that state no hash have that of the file that was found.
 *
 * @param hashes SHA-256 by name of the file
 */
export const withGamesHashes = (methods: ReportMethods, hashes: ReadonlyMap<string, string>): ReportMethods => ({
  ...methods,
  runs: methods.runs.map((run) => {
    const { games } = run;
    const sha256 = games === null || games.sha256 !== null ? undefined : hashes.get(games.file);
    return games === null || sha256 === undefined
      ? run
      : { ...run, games: { ...games, sha256, isFound: true as const } };
  }),
});

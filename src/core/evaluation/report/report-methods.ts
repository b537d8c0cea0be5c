import type { CompareOptions } from '../../metrics/compare.ts';
import type { ClusterRules } from '../../notation/game-clusters.ts';
import { worldOption } from '../../worlds/world-spec.ts';
import { planWorld, type RunHeader, type RunSample } from '../runs/run-schema.ts';
import type { GroupBy } from './report-lists.ts';
import { type ServedChange, ServedTally } from './served.ts';

/** Facts about the answers of a run that only a reading of all of them gives. */
export interface AnswerRecord {
  /** Starts of the first and the last request, ISO 8601; null where the run states none. */
  readonly first: string | null;
  readonly last: string | null;
  /** Served models by requested model, with `changes` 0 where it stayed the same. */
  readonly served: readonly ServedChange[];
}

/** Collects the facts about the answers of a run. */
export class AnswerTally {
  readonly #served = new ServedTally();
  #first: string | null = null;
  #last: string | null = null;

  /** Adds the next sample of the file. */
  add(sample: RunSample): void {
    this.#served.add(sample);
    const started = sample.timing?.started;
    if (started === undefined) return;
    if (this.#first === null || started < this.#first) this.#first = started;
    if (this.#last === null || started > this.#last) this.#last = started;
  }

  record(): AnswerRecord {
    return { first: this.#first, last: this.#last, served: this.#served.all() };
  }
}

/** Prompt as a run states it: the messages of a template, with its variables. */
export interface PromptText {
  readonly id: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** File of games of a run. */
interface GamesRecord {
  readonly file: string;
  readonly count: number;
  /** SHA-256 of the text in hexadecimal digits; null if it is not known. */
  readonly sha256: string | null;
  /** True if the hash is that of the file that the report found, since the run states none. */
  readonly isFound?: true;
}

/** How a run was made, as its file states it; null where it does not. */
export interface RunMethods {
  readonly file: string;
  /** SHA-256 of the run file in hexadecimal digits; of a run in segments, of these in sequence. */
  readonly sha256: string | null;
  readonly tool: RunHeader['tool'] | null;
  readonly created: string | null;
  /** Dates of the answers. */
  readonly answered: Pick<AnswerRecord, 'first' | 'last'>;
  /** Form and files of the imported log; null for a run that asked models itself. */
  readonly imported: { readonly format: string; readonly files: readonly string[] } | null;
  readonly models: readonly (Omit<RunHeader['models'][number], 'prices'> & {
    /** Names under which the server answered: null where it named none. */
    readonly served: readonly { readonly model: string | null; readonly fingerprint: string | null }[];
  })[];
  readonly settings: RunHeader['settings'];
  readonly seed: number | null;
  readonly games: GamesRecord | null;
  readonly world: string | null;
  readonly plies: string | null;
  readonly where: string | null;
  readonly samplesPerPosition: number | null;
  readonly prompts: readonly PromptText[];
}

/** Returns how a run was made, from its header and its answers. */
export function runMethods(
  file: string,
  header: RunHeader | undefined,
  answers: AnswerRecord | undefined,
  sha256: string | null,
): RunMethods {
  const { origin, plan, games } = header ?? {};
  const world = planWorld(plan);
  return {
    file,
    sha256,
    tool: header?.tool ?? null,
    created: header?.created ?? null,
    answered: { first: answers?.first ?? null, last: answers?.last ?? null },
    imported: origin?.type === 'import' ? { format: origin.format, files: origin.files } : null,
    models: (header?.models ?? []).map((model) => ({
      ...withoutPrices(model),
      served: (answers?.served.find(({ label }) => label === model.label)?.as ?? []).map(
        ({ model: name, fingerprint }) => ({
          model: name,
          fingerprint,
        }),
      ),
    })),
    settings: header?.settings ?? {},
    seed: header?.seed ?? null,
    games: games === undefined ? null : { ...games, sha256: plan?.gamesHash ?? null },
    world: world === undefined ? null : worldOption(world),
    plies: plan?.plies ?? null,
    where: plan?.where ?? null,
    samplesPerPosition: plan?.samples ?? header?.settings.samplesPerPosition ?? null,
    prompts: promptTexts(header),
  };
}

function withoutPrices(model: RunHeader['models'][number]): Omit<RunHeader['models'][number], 'prices'> {
  const { prices: _, ...rest } = model;
  return rest;
}

function promptTexts(header: RunHeader | undefined): PromptText[] {
  const { plan, prompt } = header ?? {};
  if (plan !== undefined)
    return plan.templates.map(({ id, messages }) => ({
      id,
      messages: messages.map(({ role, content }) => ({ role, content })),
    }));
  if (prompt === undefined) return [];
  const messages = (['system', 'user'] as const).flatMap((role) => {
    const content = prompt[role];
    return content === undefined ? [] : [{ role, content }];
  });
  return messages.length === 0 ? [] : [{ id: prompt.template, messages }];
}

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

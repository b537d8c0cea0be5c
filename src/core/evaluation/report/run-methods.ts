import { worldOption } from '../../worlds/world-spec.ts';
import { planWorld, type RunHeader, type RunSample } from '../runs/run-schema.ts';
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
export interface GamesRecord {
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

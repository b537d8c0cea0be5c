/** What is measured, in the order of reports. */
export const MEASURES = [
  'legality',
  'compression',
  'distinction',
  'attack',
  'brittleness',
  'chess960',
  'printed',
] as const;
export type Measure = (typeof MEASURES)[number];

/** Those that are asked for by name: what is printed comes with a run. */
export const NAMED_MEASURES = MEASURES.filter((measure) => measure !== 'printed');

/** Units of a measure: histories, pairs, attacks, or samples of the run that prints states. */
export const unitCount = (
  measure: Measure,
  { histories, printedSamples = 0 }: { readonly histories: number; readonly printedSamples?: number | undefined },
): number => (measure === 'printed' ? Math.min(histories, printedSamples) : histories);

/** What counts as a failure of a model under attack: its likeliest action is illegal, or any action that it allows. */
export const FAILURES = ['top', 'allowed'] as const;
export type FailureRule = (typeof FAILURES)[number];

/** How the quantities are measured (docs/implicit.md). */
export interface LabSettings {
  /** Units of each measure: histories, pairs of them, or attacks of each strategy. */
  readonly histories: number;
  /** Actions of a history, at most. */
  readonly length: number;
  readonly seed: number;
  /** An action is allowed where its probability is above this. */
  readonly epsilon: number;
  /** Length of suffixes, at most. */
  readonly suffix: number;
  /** Histories that a pair may be asked about, for all suffixes of a kind, before they are sampled. */
  readonly limit: number;
  /** Suffixes that are drawn where there are too many. */
  readonly samples: number;
  /** Histories that an attack may ask about. */
  readonly budget: number;
  readonly failure: FailureRule;
}

/** Defaults but for epsilon, which depends on the world (`defaultEpsilon`). */
export const LAB_DEFAULTS: Omit<LabSettings, 'epsilon'> = {
  histories: 50,
  length: 40,
  seed: 1,
  suffix: 2,
  limit: 500,
  samples: 100,
  budget: 1000,
  failure: 'top',
};

/** The threshold of Vafa et al. (2024) for language models. */
const EPSILON = 0.01;

/**
 * The default of epsilon: 0.01, or half of an even share of the most legal actions that were seen in a state of the world, if that is
 * less. A model that allows every legal action alike would otherwise allow none of them.
 */
export const defaultEpsilon = (mostLegal: number): number => Math.min(EPSILON, 1 / (2 * Math.max(1, mostLegal)));

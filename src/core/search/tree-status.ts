/** Statuses of a node of a trace, in the order of legends. */
export const TREE_STATUSES = ['open', 'closed', 'pruned', 'goal', 'claimed', 'wrong', 'unlinked'] as const;

/**
 * Status of a node of a trace. `open`: generated. `closed`: expanded completely. `pruned`: given up. `goal`: reaches the
 * goal. `claimed`: the trace says that it reaches the goal, and no rule confirms that. `wrong`: its state does not
 * follow from its parent's, or its action is illegal there. `unlinked`: its parent is not certain.
 */
export type TreeStatus = (typeof TREE_STATUSES)[number];

/** Statements of a trace about a node, and the verdict on it. */
export interface NodeMarks {
  /** Status at the end of the trace. */
  readonly status: TreeStatus;
  /** Name that the trace gives it: `0,0,1`. */
  readonly name?: string;
  /** Reason why the action that leads to it is illegal, without a period. */
  readonly illegal?: string;
  /** True if no rule gives its state: an action above it is illegal, or the world is not known. */
  readonly isLost?: true;
  /** True if a state above it is wrong, or an action above it illegal. */
  readonly isBelowWrong?: true;
  /** True if it is on the plan, or is the action that the trace chooses. */
  readonly isChosen?: true;
  /** g: cost of the path to it. */
  readonly cost?: number;
  /** h: estimate of the remaining cost. */
  readonly heuristic?: number;
  /** Value as the trace states it, in any unit. */
  readonly stated?: number;
}

/** Events of a trace about a node, in the words of a tree file. */
export const STEP_KINDS = ['generate', 'visit', 'close', 'abandon', 'claim'] as const;
export type StepKind = (typeof STEP_KINDS)[number];

/** Statements of a claim, in the words of a tree file. */
export const STEP_CLAIMS = ['goal', 'no-goal', 'unsolvable', 'value', 'best', 'exhausted'] as const;
export type StepClaim = (typeof STEP_CLAIMS)[number];

/** Event of a trace about a node. */
export interface TreeStep {
  readonly kind: StepKind;
  /** Number of the node. */
  readonly node: number;
  /** Statement of a claim. */
  readonly claim?: StepClaim;
}

/** Facts about a trace as a whole. */
export interface TraceHeader {
  /** Name of the dialect. */
  readonly dialect: string;
  /** Declared algorithm. */
  readonly algorithm?: string;
  /** Verdict on the trace: a sentence without its period. */
  readonly verdict?: string;
  /** True if the verdict is a fault. */
  readonly isFault?: true;
  /** Number of the node with the first fault. */
  readonly fault?: number;
}

const isStatus = (value: unknown): value is TreeStatus => (TREE_STATUSES as readonly unknown[]).includes(value);
const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** Reads the marks in a line of a node; undefined for a node of a search. */
export function readMarks(record: Readonly<Record<string, unknown>>): NodeMarks | undefined {
  const { status, name, illegal, lost, below, chosen, g, h, value } = record;
  if (!isStatus(status)) return undefined;
  const [cost, heuristic, stated] = [numberOf(g), numberOf(h), numberOf(value)];
  return {
    status,
    ...(typeof name === 'string' && { name }),
    ...(typeof illegal === 'string' && { illegal }),
    ...(lost === true && { isLost: true }),
    ...(below === true && { isBelowWrong: true }),
    ...(chosen === true && { isChosen: true }),
    ...(cost !== undefined && { cost }),
    ...(heuristic !== undefined && { heuristic }),
    ...(stated !== undefined && { stated }),
  };
}

/** Returns the fields of marks in a line of a node. */
export const marksRecord = (marks: NodeMarks): Record<string, unknown> => ({
  status: marks.status,
  name: marks.name,
  illegal: marks.illegal,
  lost: marks.isLost,
  below: marks.isBelowWrong,
  chosen: marks.isChosen,
  g: marks.cost,
  h: marks.heuristic,
  value: marks.stated,
});

/**
 * Reads the line of a step, or returns the reason why it has none.
 *
 * @param isKnown returns true for the number of a node of the file
 */
export function readStep(
  record: Readonly<Record<string, unknown>>,
  isKnown: (node: number) => boolean,
): TreeStep | string {
  const { step: kind, at, says } = record;
  if (!(STEP_KINDS as readonly unknown[]).includes(kind) || typeof at !== 'number') return 'no step can be read';
  if (!isKnown(at)) return 'the node of a step is missing';
  const claim = STEP_CLAIMS.find((word) => word === says);
  return { kind: kind as StepKind, node: at, ...(claim !== undefined && { claim }) };
}

/** Returns the line of a step. */
export const stepLine = ({ kind, node, claim }: TreeStep): string =>
  `${JSON.stringify({ step: kind, at: node, says: claim })}\n`;

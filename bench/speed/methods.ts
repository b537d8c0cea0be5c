import { type Agreement, agreesExactly, agreesOnAverage, relativeError } from '../harness/accuracy.ts';
import { type Contestant, contest, type Outcome, type Scores } from '../harness/contest.ts';
import { median, type Spread, spreadOf } from '../harness/spread.ts';
import { figure, percent, type Table } from '../harness/table.ts';
import type { Pair } from '../pairs/pair.ts';
import { PythonChess } from '../peers/python-chess.ts';
import {
  CHESS_IN_JAVASCRIPT,
  chessopsContestant,
  ours,
  oursSetBased,
  pythonContestant,
  SAMPLES,
} from './contestants.ts';

/** One row: a way to score p_m and r_m of a pair, both together. */
export interface MethodResult {
  readonly name: string;
  readonly pairs: number;
  readonly rounds: number;
  /** CPU time a pair in milliseconds: the median of its rounds, spread over the pairs. */
  readonly cpuMs: Spread;
  /** Mean relative error of an estimator (`relativeError`); 0 of an exact method. */
  readonly error: number;
  readonly agreement: Agreement;
}

export interface MethodsResult {
  readonly methods: readonly MethodResult[];
  /** Why there is no python-chess, or which one it is. */
  readonly python: string;
}

/** What a contestant's values are compared with: our exact p_m at its depth, or the exact set-based quantity. */
type Reference = 'exact 4' | 'exact 3' | 'set-based 4';
interface Entry {
  readonly contestant: Contestant;
  readonly reference: Reference;
  readonly kind: 'exact' | 'estimate';
}

/** Methods that keep the sum of weights are biased by a little; the tests have the same allowance. */
const BIAS = 0.005;

export const EXACT_4 = 'StateLens, exact, m = 4';
export const EXACT_3 = 'StateLens, exact, m = 3';

/** Runs ours and the peers over the pairs, in interleaved rounds. */
export async function compareMethods(
  pairs: readonly Pair[],
  python: string,
  quick: boolean,
  progress: (text: string) => void,
): Promise<MethodsResult> {
  const many = quick ? 2 : 9;
  const few = quick ? 1 : 3;
  const peer = await PythonChess.start(python);
  const entries: Entry[] = [
    entry(ours(EXACT_4, many, { m: 4, method: 'exact' }), 'exact 4', 'exact'),
    entry(ours(EXACT_3, many, { m: 3, method: 'exact' }), 'exact 3', 'exact'),
    entry(ours(`${EXACT_4}, in JavaScript`, many, { m: 4, method: 'exact' }, CHESS_IN_JAVASCRIPT), 'exact 4', 'exact'),
    entry(own('stratified', 'stratified', many), 'exact 4', 'estimate'),
    entry(own('Algorithm 1', 'intermediate', many), 'exact 4', 'estimate'),
    entry(own('Algorithm 2', 'naive', many), 'set-based 4', 'estimate'),
    entry(oursSetBased('StateLens, exact set-based, m = 4', few, 4), 'set-based 4', 'exact'),
    entry(chessopsContestant('chessops, exact, m = 4', quick ? 1 : 2, 4, 'exact'), 'exact 4', 'exact'),
    entry(chessopsContestant('chessops, exact, m = 3', few, 3, 'exact'), 'exact 3', 'exact'),
    entry(chessopsContestant('chessops, exact set-based, m = 4', 1, 4, 'set-based'), 'set-based 4', 'exact'),
    entry(
      chessopsContestant(`chessops, Algorithm 1 carrying both boards, N = ${SAMPLES}`, few, 4, 'algorithm1'),
      'exact 4',
      'estimate',
    ),
  ];
  if (typeof peer !== 'string') {
    const version = `python-chess ${peer.version}`;
    const name = `${version}, Algorithm 1 as printed, N = ${SAMPLES}`;
    const stride = quick ? 20 : 4;
    entries.push(
      entry(pythonContestant(name, { rounds: 1, stride, m: 4 }, 'algorithm1', peer), 'exact 4', 'estimate'),
      entry(
        pythonContestant(
          `${version}, independent playouts, N = ${SAMPLES}`,
          { rounds: few, stride: quick ? 10 : 1, m: 4 },
          'playouts',
          peer,
        ),
        'exact 4',
        'estimate',
      ),
    );
  }
  const outcomes = await contest(
    entries.map((e) => e.contestant),
    pairs,
    progress,
  );
  if (typeof peer !== 'string') peer.stop();
  const references = referencesOf(entries, outcomes);
  return {
    methods: entries.map((e, i) => resultOf(e, outcomes[i], references)),
    python: typeof peer === 'string' ? `python-chess was skipped: ${peer}` : `python-chess ${peer.version}`,
  };
}

const entry = (contestant: Contestant, reference: Reference, kind: Entry['kind']): Entry => ({
  contestant,
  reference,
  kind,
});

const own = (label: string, method: 'stratified' | 'intermediate' | 'naive', rounds: number): Contestant =>
  ours(`StateLens, ${label}, N = ${SAMPLES}, m = 4`, rounds, { m: 4, method, samples: SAMPLES });

/** Our exact values of the first round; chessops, by code that shares nothing with ours, has to give the same. */
function referencesOf(entries: readonly Entry[], outcomes: readonly Outcome[]): ReadonlyMap<Reference, Scores[]> {
  const references = new Map<Reference, Scores[]>();
  for (const [i, { reference, kind }] of entries.entries()) {
    if (kind !== 'exact' || references.has(reference)) continue;
    references.set(
      reference,
      outcomes[i].scored.map(([first]) => first),
    );
  }
  return references;
}

function resultOf(
  { contestant, reference, kind }: Entry,
  outcome: Outcome,
  references: ReadonlyMap<Reference, Scores[]>,
): MethodResult {
  const exact = references.get(reference) ?? [];
  const perPair = outcome.scored
    .filter((rounds) => rounds.length > 0)
    .map((rounds) => median(rounds.map((s) => s.cpuMs)));
  return {
    name: contestant.name,
    pairs: perPair.length,
    rounds: contestant.rounds,
    cpuMs: spreadOf(perPair),
    error: kind === 'exact' ? 0 : relativeError(outcome, exact),
    agreement: kind === 'exact' ? agreesExactly(outcome, exact) : agreesOnAverage(outcome, exact, BIAS),
  };
}

export function methodsTable({ methods, python }: MethodsResult): Table {
  return {
    title: 'p_m and r_m of a pair',
    columns: ['method', 'pairs × rounds', 'min ms', 'median ms', 'p95 ms', 'error', 'agrees'],
    rows: methods.map(({ name, pairs, rounds, cpuMs, error, agreement }) => [
      name,
      `${pairs} × ${rounds}`,
      figure(cpuMs.min),
      figure(cpuMs.median),
      figure(cpuMs.p95),
      error === 0 ? '0' : percent(error),
      `${agreement.ok ? 'yes' : 'NO'}: ${agreement.detail}`,
    ]),
    notes: [
      'CPU time for p_m and r_m together: the median of a pair over its rounds, then spread over the pairs. ' +
        'Error: mean of |value - exact| / exact where exact is 0.01 or more. ' +
        'Agrees: the values of this run against our exact ones; Algorithm 2 against the exact set-based quantity, which is what it estimates.',
      `${python}.`,
    ],
  };
}

import { countCauses } from '../metrics/sentence/cause-counts.ts';
import type { Cause } from '../metrics/sentence/causes.ts';
import { byLabel, type Summary, type SummaryInput, summarize, summarizeByLength } from '../metrics/summary.ts';
import { roundedOrNull } from './bounded.ts';
import type { ToolAnswer } from './tool.ts';

/** A judged prediction, as far as figures need it. */
export interface Judged {
  /** The label without its sample number: figures are per model and template, never across. */
  readonly model: string;
  readonly ply: number;
  readonly comparison: SummaryInput & { readonly cause: Cause };
}

const MAX_MODELS = 30;

/** The figures of each model, in the order in which they first appear. */
export function modelFigures(judged: readonly Judged[], m: number): ToolAnswer[] {
  const groups = [...byLabel(judged, ({ model }) => model)].slice(0, MAX_MODELS);
  return groups.map(([model, own]) => ({
    model,
    ...figures(summarize(own.map(({ comparison }) => comparison)), m),
    causes: countCauses(own.map(({ comparison }) => comparison.cause.id)),
    by_plies: summarizeByLength(own).map(({ from, to, ...summary }) => ({
      plies: to === null ? `${from} or more` : `${from}-${to}`,
      n: summary.n,
      exact: summary.exact,
      mean_board_accuracy: roundedOrNull(summary.meanBoardAccuracy),
      [`mean_p${m}`]: roundedOrNull(summary.meanP),
      [`mean_r${m}`]: roundedOrNull(summary.meanR),
      [`mean_f${m}`]: roundedOrNull(summary.meanF),
    })),
  }));
}

function figures(summary: Summary, m: number): ToolAnswer {
  const { n, scored, verdicts, invalid, exact, staleShare, tauB, vacuous } = summary;
  return {
    n,
    exact,
    invalid,
    verdicts: Object.fromEntries(Object.entries(verdicts).filter(([, count]) => count > 0)),
    mean_board_accuracy: roundedOrNull(summary.meanBoardAccuracy),
    mean_edit_distance: roundedOrNull(summary.meanEditDistance),
    [`mean_p${m}`]: roundedOrNull(summary.meanP),
    [`mean_r${m}`]: roundedOrNull(summary.meanR),
    [`mean_f${m}`]: roundedOrNull(summary.meanF),
    ...(vacuous.p + vacuous.r > 0 ? { vacuous } : {}),
    // p and r are means over these alone
    scored_p_r: scored,
    tau_b_of_p_and_edit_distance: roundedOrNull(tauB),
    stale_share_of_wrong_squares: roundedOrNull(staleShare),
  };
}

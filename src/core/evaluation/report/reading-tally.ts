import { roundShareSum } from '../../base/text/counts.ts';
import { isUnread } from '../../metrics/fen-reading.ts';
import type { ReportSample } from './report-sample.ts';
import { lastP, type SampleScores } from './sample-scores.ts';

/** Faults that samples with p_m = 0 or without a score are due to. */
export const FAULTS = ['model', 'doubtful', 'unread', 'cut-off', 'refused', 'request'] as const;
export type SampleFault = (typeof FAULTS)[number];

/** Readings of answers, and their scores under other rules. Counts of scored answers are weighted. */
export interface ReadingFigures {
  /** Scored answers that hold several states. */
  readonly several: number;
  /** Scored answers with differing states of equal rank. */
  readonly doubtful: number;
  /** Answers that hold something like an unreadable state; no other figure includes them. */
  readonly unread: number;
  /** Scored answers that do not state all fields. */
  readonly inPart: number;
  /** Mean p_m if the last, the first, the last labeled state of each answer had been taken; null without scores. */
  readonly byRule: { readonly last: number; readonly first: number; readonly labelled: number } | null;
  /** Scored answers whose taken state is wrong and that hold the true position elsewhere; and in their thoughts. */
  readonly elsewhere: number;
  readonly inThoughts: number;
  /**
   * Samples with p_m = 0 or without a score by fault. `model`: the answer was read without doubt. `request`: the
   * request failed. `refused`: the model or a filter refused. The first that applies of refused, cut-off, doubtful
   * counts.
   */
  readonly faults: Readonly<Record<SampleFault, number>>;
}

/** Counts of the readings of answers. */
export class ReadingTally {
  #several = 0;
  #doubtful = 0;
  #unread = 0;
  #inPart = 0;
  #elsewhere = 0;
  #inThoughts = 0;
  #weight = 0;
  readonly #sums = { last: 0, first: 0, labelled: 0 };
  readonly #faults = { model: 0, doubtful: 0, unread: 0, 'cut-off': 0, refused: 0, request: 0 };

  /** @param weight weight of a scored answer */
  add(sample: ReportSample, weight: number): void {
    const { error, scores, predicted } = sample;
    if (error !== undefined) this.#faults[error === 'moderated' ? 'refused' : 'request']++;
    else if (scores !== null) this.#addScored(sample, scores, weight);
    else if (isUnread(predicted)) {
      this.#unread++;
      this.#faults[sample.ended === undefined ? 'unread' : FAULT_OF[sample.ended]]++;
    }
  }

  #addScored({ several, doubtful, ended }: ReportSample, scores: SampleScores, weight: number): void {
    const p = lastP(scores);
    const { last, first, labelled } = scores.others ?? { last: p, first: p, labelled: p };
    this.#weight += weight;
    this.#sums.last += weight * last;
    this.#sums.first += weight * first;
    this.#sums.labelled += weight * labelled;
    if (several === true) this.#several += weight;
    if (doubtful === true) this.#doubtful += weight;
    if (scores.inPart) this.#inPart += weight;
    if (scores.others?.inAnswer === true) this.#elsewhere += weight;
    if (scores.others?.inThoughts === true) this.#inThoughts += weight;
    if (p === 0) this.#faults[faultOf(scores, ended, doubtful === true)] += weight;
  }

  figures(): ReadingFigures {
    const weight = this.#weight;
    const { last, first, labelled } = this.#sums;
    return {
      several: roundShareSum(this.#several),
      doubtful: roundShareSum(this.#doubtful),
      unread: this.#unread,
      inPart: roundShareSum(this.#inPart),
      byRule: weight === 0 ? null : { last: last / weight, first: first / weight, labelled: labelled / weight },
      elsewhere: roundShareSum(this.#elsewhere),
      inThoughts: roundShareSum(this.#inThoughts),
      faults: {
        model: roundShareSum(this.#faults.model),
        doubtful: roundShareSum(this.#faults.doubtful),
        unread: this.#faults.unread,
        'cut-off': roundShareSum(this.#faults['cut-off']),
        refused: roundShareSum(this.#faults.refused),
        request: this.#faults.request,
      },
    };
  }
}

const FAULT_OF = { cut: 'cut-off', refused: 'refused' } as const;

function faultOf({ cause, valid }: SampleScores, ended: ReportSample['ended'], isDoubtful: boolean): SampleFault {
  // A limit that ended an answer after its state removed nothing.
  if (ended !== undefined && !valid) return FAULT_OF[ended];
  if (cause.id === 'cut-off' || cause.cut === true) return 'cut-off';
  return isDoubtful ? 'doubtful' : 'model';
}

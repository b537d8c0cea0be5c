import type { PlacedFinding } from '../../core/audit/audit.ts';
import { type LineAnswer, stateLine } from '../../core/evaluation/game-trace/state-line.ts';
import { PairComparer } from '../../core/metrics/compare.ts';
import { excerpt } from '../../core/tools/bounded.ts';
import { wholeReading } from '../../protocol/answer-reading.ts';
import type { GivenLine } from '../../protocol/state.ts';

/** The row of the state view that has what a transcript says. */
const LABEL = 'transcript';

/** Characters of a transcript that the sentence of the view quotes. */
const MAX_QUOTED = 60;

/**
 * A finding for the state view: the game up to the position that is meant, and what the transcript says of it. A state is compared with
 * the true one; of a move or a claim, which is no state and has no p and r, what is wrong is said. Undefined where no position is known.
 *
 * @param said the text that the finding is on
 * @param source the name of the transcript
 * @param m depth of p and r
 */
export function findingState(
  { states, history, message }: PlacedFinding,
  said: string,
  source: string,
  m: number,
): GivenLine | undefined {
  const plies = states?.history ?? history?.();
  if (plies === undefined || plies.length === 0) return undefined;
  const at = plies.length - 1;
  const of = { title: source, variant: 'chess', m } as const;
  if (states === undefined) {
    const quote = excerpt(said, MAX_QUOTED);
    const unjudged = message.startsWith(quote) ? message : `“${quote}”: ${message}`;
    const line = stateLine(plies, [], of);
    // The sentence names its position, and stays while the page steps through the game.
    return {
      line: { ...line, steps: line.steps.map((step) => ({ ...step, unjudged })) },
      at,
      label: null,
      answers: [],
    };
  }
  const { written } = states;
  const input = { trueFen: plies[at]?.fen ?? '', predictedFen: written, history: plies };
  const scored = new PairComparer('chess').compare(input, { affordance: { m }, conditional: false });
  const answer: LineAnswer = {
    label: LABEL,
    at,
    fen: written ?? null,
    answer: { raw: said },
    ...(scored.ok && { scores: scored.value }),
  };
  return {
    line: stateLine(plies, [answer], of),
    at,
    label: LABEL,
    answers: [
      {
        label: LABEL,
        step: at,
        prompt: null,
        raw: said,
        reading: wholeReading(said),
        reasoning: null,
        drafts: [],
        finishReason: null,
        tokens: null,
        seconds: null,
        attempts: null,
        at: null,
        fault: null,
        source,
        otherMoves: false,
      },
    ],
  };
}

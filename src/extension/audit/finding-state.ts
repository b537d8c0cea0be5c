import type { PlacedFinding } from '../../core/audit/audit.ts';
import { type LineAnswer, stateLine } from '../../core/evaluation/game-trace/state-line.ts';
import { PairComparer } from '../../core/metrics/compare.ts';
import type { GivenLine } from '../../protocol/state.ts';

/** The row of the state view that has what a transcript says. */
const LABEL = 'transcript';

/**
 * A finding for the state view: the game up to the position that is meant, and what the transcript says of it; a state is compared with
 * the true one, other words stand as they are. Undefined where no position is known.
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
  const written = states?.written;
  const input = { trueFen: plies[at]?.fen ?? '', predictedFen: written, history: plies };
  const scored = new PairComparer('chess').compare(input, { affordance: { m }, conditional: false });
  const answer: LineAnswer = {
    label: LABEL,
    at,
    fen: written ?? null,
    answer: { raw: said },
    ...(scored.ok && { scores: scored.value }),
  };
  const line = stateLine(plies, [answer], { title: source, variant: 'chess', m });
  const isState = states !== undefined;
  return {
    line,
    at,
    label: LABEL,
    answers: [
      {
        label: LABEL,
        step: at,
        prompt: null,
        raw: isState ? said : `${said}\n\n${message}`,
        reasoning: null,
        extracted: isState ? { start: 0, end: said.length } : null,
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

import { formatScore } from '../../metrics/score-format.ts';
import { DOT } from '../../metrics/wording.ts';
import { nameAt, type Position } from '../check/example-model.ts';
import type { JudgedExample } from '../check/judged-example.ts';
import type { ListScores } from './list-scores.ts';

/** The position that an example is judged on, and the printed one where that is another. */
export const statesOf = ({ truth, printed }: JudgedExample): [Position | undefined, Position | undefined] => [
  truth ?? printed,
  truth === undefined ? undefined : printed,
];

/** The scores of a list in a few words. */
export function listText(scores: ListScores): string {
  if (scores.kind === 'terminal') return scores.isRight ? 'terminal, right' : 'wrongly called terminal';
  if (scores.kind === 'over') return 'actions although the game is over';
  const { hits, listed, wanted, precision, recall, f1, isElided, isCounted } = scores;
  if (recall !== null && f1 !== null)
    return [`precision ${formatScore(precision)}`, `recall ${formatScore(recall)}`, `F1 ${formatScore(f1)}`].join(DOT);
  const count = `${hits} of ${listed} legal${isElided ? ', elided' : isCounted ? '' : `, ${wanted} asked for`}`;
  return `precision ${formatScore(precision)} (${count})`;
}

/** A plain sentence for each score. */
export function listSentences(scores: ListScores | undefined): string[] {
  if (scores?.kind !== 'list') return [];
  const { hits, listed, recall, wanted } = scores;
  const sentences = [`Precision: ${hits} of the ${listed} listed actions are legal.`];
  if (recall !== null) sentences.push(`Recall: ${hits} of ${wanted} legal actions are listed.`);
  return sentences;
}

/** True if the best action is legal, on the true position and where it differs on the printed one. */
export function bestText(
  { model: { best } }: JudgedExample,
  position: Position,
  printed: Position | undefined,
): { readonly text: string; readonly isLegal: boolean } | undefined {
  if (best === undefined) return undefined;
  const isLegalOn = (on: Position): boolean => on.allows(nameAt(on, best.word.text));
  const isLegal = isLegalOn(position);
  const onPrinted = printed === undefined ? isLegal : isLegalOn(printed);
  const also =
    printed === undefined
      ? ''
      : onPrinted === isLegal
        ? isLegal
          ? ''
          : ' on both boards'
        : `, ${onPrinted ? 'legal' : 'illegal'} on the printed board`;
  return { text: `best action ${isLegal ? 'legal' : 'illegal'}${also}`, isLegal };
}

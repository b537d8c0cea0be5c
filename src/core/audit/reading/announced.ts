import { isMoveText } from './moves.ts';

/** The words right before a move by which somebody makes it. */
const OWN =
  /(?:\bI(?:'ll|’ll| will)? (?:now )?(?:play|choose|select|pick|(?:answer|respond|reply)(?: with)?|go(?: with| for)?|opt for)|\blet me play|\b(?:my|final|chosen|selected|best)(?: chosen| selected| final| best| next)? (?:move|reply|response|answer)(?: here)?(?: is| will be)?|(?<!\b(?:last|previous|prior|played|opponent(?:'s|’s)?|white(?:'s|’s)?|black(?:'s|’s)?|legal|candidate|illegal|first|second|next|example|invalid) )\b(?:move|action|uci|san)|bestmove|\b(?:make_move|play_move)|\bpush(?:_san|_uci|_xboard)?(?:\((?:chess\.)?Move\.from_uci)?|\\boxed\{(?:\\text\{)?|<(?:move|answer|final_answer|action|final_move|best_move|uci_move|chosen_move)>)\s?["'\s:=`*([]*$/i;
/** The same, by which it is told who made it. */
const TOLD =
  /(?:\b(?:you|they|we|opponent|white|black|he|she|it|engine|stockfish)(?: have| has)?(?: just)? (?:play|plays|played|answers?|answered|reply|replies|replied|moved|responded|chose)(?: with)?|(?:opponent|white|black|human|engine):)\s?["'\s:=`*(]*$/i;
const MAYBE =
  /\b(?:if|unless|would|could|can|can't|cannot|may|might|should|not|never|n't|n’t|suppose|imagine|when|what|perhaps|maybe|consider\w*|before|after|instead of|rather than|example|legal|illegal|invalid|format|either)\b[^.!?\n]*$|\be\.g\.|<[^<>\n]*\bmove>/i;
const LINE_END = /^[+#]?[*_`"')\]}>]{0,4}[!?.]{0,3}[^\S\n]*(?:<\/\w{1,20}>)?[^\S\n]*(?:\n|$)/;
const WORDS = 72;

const lineBefore = (text: string, start: number): string => {
  const left = text.slice(Math.max(0, start - WORDS), start);
  return left.slice(left.lastIndexOf('\n') + 1);
};

/** How the words before a move that stands alone announce it. `own`: somebody makes it; `told`: it is told that it was made. */
export function announcement(text: string, start: number, end: number): 'own' | 'told' | undefined {
  const left = lineBefore(text, start);
  if (OWN.test(left)) return MAYBE.test(left.replace(OWN, '')) ? undefined : 'own';
  if (TOLD.test(left)) return MAYBE.test(left) ? undefined : 'told';
  // `Nf3` or `**Nf3**` as the last line of a text, or the only one
  const isLast = LINE_END.test(text.slice(end, end + 32)) && text.slice(end).trim().length <= 8;
  return isLast && /^[\s*_`"'([>…]*(?:\.\.\.\s?)?$/.test(left) ? 'own' : undefined;
}

/** True if a text is a move, and nothing else. */
export const isMoveAlone = (text: string): boolean => text.length <= 24 && isMoveText(text.trim());

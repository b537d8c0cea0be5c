import type { BranchLabel, ItemMark, PlayerIndex, Relation } from './mention.ts';

/** Marks between words and an action: markup, quotation marks, opening brackets. */
const MARKS = /[\s*_`"'“”‘’([{<>|]+$/;

/** Words right before an action that report it. */
const PAST =
  /\b(?:(?:has|have|had|'ve|just|already|was|were)(?: just| already)? (?:played|moved|pushed|captured|taken|answered|replied)|(?:last|previous|preceding|prior|opponent'?s) move(?: was| is|,|:)?(?: \w+'s)?|(?:^|[.,;] )(?:White|Black|I|they|my opponent|the opponent) played|game so far|moves?(?: played)? so far|moves so far (?:are|were)|position after|reached after)[:,]?$/i;
/** Lists of what could be done that are no search. */
const LISTED =
  /\b(?:legal (?:moves?|actions?|cells?|columns?|options?)|(?:format|notation)(?! of the (?:game|moves)))\b[^.;!?]*$/i;
const UNMADE =
  /(?:\bthreat(?:s|en|ens|ening|ened)?(?: of| to| is| was| with| even)?(?: play| take)?|\bprepar(?:e|es|ing|ed)(?: for| to play)?|\bintend(?:s|ing)?(?: to play)?|\bplanning(?: to play)?|\bplans? (?:of|to play)|\bideas?(?: of)?|\baim(?:s|ing)? (?:for|at)|\bwants?(?: to play)?|\bhop(?:e|es|ing) (?:for|to play)|\bprevent(?:s|ing|ed)?|\bstop(?:s|ping|ped)?|\bavoid(?:s|ing|ed)?|\bbefore|\bwithout|\bunless|\bagainst|\bsupport(?:s|ing)?|\bguard(?:s|ing)? against|\brul(?:e|es|ing) out|\bdefend(?:s|ing)? against|\bparr(?:y|ies|ying)|\blater|\bsomeday|\beventually|\bwould (?:now |already )?(?:threaten|like)(?: to play)?)$/i;
/** Words that make an action's name that of a piece: `e6 is covered by Bf7`, or of a plan. */
const DESCRIBED =
  /\b(?:covered|protected|guarded|controlled|defended|attacked|supported|shielded|(?:would|could|can|will) be hit)(?: twice)? by(?: the| my| his| her| its)?$/i;
/** Sentences in which the wrong player moves. */
const NULL_MOVE = /\b(?:null(?:[- ]move)?\b|if (?:it|this) (?:were|was)\b|gets? to (?:play|move)\b)[^.!?\n]*$/i;
const REFERENCE =
  /\b(?:instead of|(?:in|on)(?: the)? place of|rather than|compared (?:to|with)|as opposed to|better than|worse than|unlike)$/i;
const CHOICE =
  /(?:\bI(?:'ll|’ll| will|'d|’d| would|'m going to|’m going to| am going to) (?:now |therefore |just |probably |have to |go ahead and )?(?:play|choose|pick|take|castle|push|(?:go (?:with|for)|opt for|stick with|(?:open|start|begin|reply|respond|answer|continue) with)(?: (?:the|a|my) [a-z' -]{1,30}:)?|(?:drop|place|put)(?: (?:my|a|the) (?:disc|piece|stone|mark))?(?: in| into| at| on)?)|\b(?:so|thus|therefore|hence|okay|ok|finally),? (?:I|let me|let's|we|we'll) (?:play|move)|\bI (?:choose|select|pick|go(?:ing)?(?: with| for)?|opt for|decide(?:d)? on|settle on|answer|recommend|suggest)|\bI'm (?:going|settling) (?:with|for|on)|\b(?:my|the|final|chosen|selected|best|strongest|correct)(?: chosen| selected| final| best| next| strongest| recommended)? (?:move|reply|response|answer|choice|action|recommendation|plan|decision)(?: here| now| for (?:white|black|me|us))?(?: is| would be| will be| must be| was)?(?: to play| to)?|\b(?:(?:my |the |final )(?:answer|decision|choice|conclusion|recommendation|move)|(?:answer|decision|choice|conclusion|recommendation|move)(?=\s*[:=])|bestmove|best_move)|\\boxed\{(?:\\text\{)?|(?:answer|final_answer|move|best_move|action|final_move)>|\b(?:so|the) plan(?: is)?|^(?:so )?(?:the )?plan|^(?:the )?(?:best|strongest|simplest)(?: here| choice| option)? (?:is|seems|must be)|^I (?:play|move)|^(?:so|thus|therefore|verdict)(?=:))\s*[:=]?$/i;
/** A choice that is only weighed. */
const WEIGHED = /\b(?:if|could|might|may|can|what|should|suppose|when|maybe|perhaps|not|n't|n’t)\b[^.!?]*$/i;
const ALTERNATIVE =
  /\b(?:alternatively|instead|(?:would|should|could|will|can) rather|what about|how about|what if|(?:an)?other (?:option|idea|move|try|candidate|possibility|line|approach|choice|plan)s?|or maybe|or perhaps|could also|can also|may also|might also|would also|also|otherwise|else|on the other hand|the alternative|alternatives?)\b[^.;!?]*$/i;
const PREMISE =
  /\b(?:after|if|following|upon|suppose|assuming|assume|once|on)\b(?=[^,;:.!?]*$)|^(?:(?:and|but|so|now),? )?with$/i;
const SIBLING = /(?:^|[\s,(])or(?: [a-z']+){0,3}$|\/$/i;
/** Words before an action that the same player may be meant to make: it follows the last one or has no place. */
const FOLLOWING = /\bfollowed (?:up )?(?:by|with)$/i;
const NEXT =
  /\b(?:then|and then|next|from there|from here|afterwards|continu(?:es?|ing)(?: with| by)?|repl(?:y|ies|ied|ying)(?: with| is)?|(?:will|can|could|would|should|must|may|might|has to|have to|to) (?:\w+ )?(?:answer|respond|reply|continue|recapture|retreat|block)(?: with| by| in| at)?|answers?(?: with| by| is)?|answered (?:with|by)|respon(?:ds?|ded|ding|se)(?: with| by| is)?|met (?:with|by)|recaptur(?:es?|ing)(?: with| by)?|blocks?(?: with| at| in)?|allow(?:s|ing)?|forced(?: is)?|forcing)$/i;
/** Words at the start of a sentence that continue the line. */
const NEXT_START =
  /^there (?:white|black|i|we|you|they|he|she)\b|^(?:and |but |so |well,? )?(?:then|now|next|after that|afterwards|after which|in (?:response|reply|return|that case|turn)|from there|here)\b/i;
/** Words at the start of a paragraph that count candidates. */
const ENUMERATED = /^(?:next|now|first|second|third|fourth|finally|lastly|last)\b,?(?: let'?s \w+(?: at)?)?$/i;
const REFUTATION =
  /\b(?:because of|due to|in view of|on account of|fails to|runs into|loses to|refuted by|is hit by|since)(?: the)?$/i;
const THEN_PLAYS = /\b(?:then|now|next|still|immediately) (?:plays?|has|goes|takes|castles|pushes|moves)$/i;
/** Words that continue a line within a sentence, and begin anything at its start. */
const WEAK_NEXT = /\b(?:with|plays?|so|hence|and|by|is|has)$/i;
/** An answer as a thing that was named before: `the parallel reply e3`. */
const NAMED_REPLY =
  /\b(?:the|this|that|his|her|its|their)\b[^,.;:]*\b(?:reply|answer|response|retreat|capture|recapture|continuation|variation|line)$/i;
const CANDIDATE =
  /\b(?:consider(?:ing|s)?|candidates?(?: moves?)?|try|tries|trying|options?(?: \w+)?|main (?:move|line|option|candidate)|first|second|third|fourth|next up|look(?:ing)? at|start(?:ing|s)?(?: with)?|begin(?:s|ning)?(?: with)?|simplest|compare|the obvious (?:move|thing|one)|line [a-z0-9]|variation [a-z0-9]|moves? like|such as|natural|between)\b[^.;!?]*$|\b(?:answers|replies|responses|choices?|tries)(?: are| here| now)?:$/i;

/** Words before an action that make a bare place an action by themselves. */
const PLAYED =
  /\b(?:play(?:s|ed|ing)?|push(?:es|ing)?|choos(?:e|es|ing)|select(?:s|ing)?|pick(?:s|ing)?|go(?:es|ing)?(?: with| for)?|try(?:ing)?|tries|consider(?:ing|s)?|drop(?:s|ping)?|plac(?:e|es|ing)|start(?:s|ing)?(?: with)?|begin(?:s|ning)?(?: with)?|open(?:s|ing)?(?: with)?|respond(?:s|ing)?(?: with)?|repl(?:y|ies|ying)(?: with| is)?|answers?(?: with| by)?|answered (?:with|by)|continu(?:e|es|ing)(?: with)?|follow(?:s|ed)?(?: up)?(?: by| with)?|counters?(?: with)?|block(?:s|ing)?(?: with)?|extend(?:s|ing)?(?: with)?|stack(?:s|ing)?(?: with)?|after|if|what about|how about|then|instead of|rather than|alternatively|instead|maybe|perhaps|also|or|(?:move|reply|answer|choice|option|break|idea|plan|play)s?(?: is| are| would be| was| with)?|moves? like|now|(?:I|we|white|black|he|she|they|[xo]) (?:ha(?:s|ve)|gets?)(?: also| now| then| still)?|(?:white|black|yellow|red|opponent|[xo])|(?:way|answer|approach|continuation|solution|recapture|try) (?:is|was|would be)|^with|(?:possible|playable|better|best|natural|simplest|interesting|critical|principled|usual|normal|stronger|strongest) (?:is|are|was|would be)|because of|due to|met (?:by|with)|allow(?:s|ing)?|continues|answer with|spread out with|(?:could|can|may|might|would|should|will|must)(?: also| now| then| still)? (?:play|answer|reply|respond|try|take|go|push)|so)[,:]?(?: (?:a|my|another|the) (?:disc|piece|stone))?(?: again| simply| just| immediately| first)?(?: (?:in|into|at|on|to)(?=(?: the)? ?(?:col|$)))?$/i;
/** A label before a colon whose content is an action. */
const LABELLED =
  /\b(?:moves?|answers?|candidates?|options?|choice|line|try|variation|plan|idea|repl(?:y|ies)|responses?|play|white|black|me|opponent|sequence|continuation|best|threat)(?: \w{1,12}){0,2}:$/i;
/** Words right after a place that make it an action. */
const PLAYED_AFTER = /^[*_`"')\]]{0,4} (?:first|at\s+once|immediately|right\s+away|straight away)\b|^(?:!|\?[?!])/i;
/** Words that make it a place. */
const PLACE_BEFORE =
  /\b(?:on|onto|to|toward|towards|from|at|of|over|via|near|square|squares|cell|cells|corner|corners|pawns?|knights?|bishops?|rooks?|queens?|kings?|pieces?|discs?|stones?|file|diagonal|controls?|controlling|attack(?:s|ing|ed)?|hit(?:s|ting)?|eye(?:s|ing)?|cover(?:s|ing|ed)?|defend(?:s|ing|ed)?|protect(?:s|ing|ed)?|guard(?:s|ing|ed)?|occup(?:y|ies|ying)|weaken(?:s|ing|ed)?|target(?:s|ing)?|reach(?:es|ing)?|between|threat|in|top|bottom|through|the|a|an|both|around|against|leaving|wins?|capture|takes?)(?: the| a| an)?$/i;
const PLACE_AFTER =
  /^[*_`"']{0,3}(?:[- ](?:pawns?|squares?|knights?|bishops?|rooks?|queens?|kings?|break|breaks|file|cells?|outpost|point|points|push|disc|stone|is (?:weak|empty|free|vacant|occupied|taken|open|covered|controlled|attacked|protected|guarded|defended|hanging|pinned))\b|[–-][a-h][1-8])/i;

/** Words right after an action that leave it for later, or name it as a plan. */
const UNMADE_AFTER =
  /^[*_`"')\]!?]{0,4} (?:(?:mate |mating )?(?:ideas?|plans?|tricks?)\b|(?:\w+ )?(?:later|coming)\b)/i;
/** Words that correct the action before: what was a threat stays one. */
const CORRECTED = /^(?:(?:wait|no|sorry|hmm|oh|actually|i mean|or rather|rather|well)\b[ ,.…-]*){1,4}$/i;

const AS_WELL = /^(?:(?:and|or|also|as well as|plus|then|maybe|even|with|the|a)\b[ ,]*){1,4}$/i;

/** Returns true if the words before an action add it to the one before: `the idea of A, and also B`. */
export const addsTo = (lead: string): boolean => AS_WELL.test(lead);

/** Returns true if an action stands for another one: `if B instead`. */
export const replacesOther = (after: string): boolean => /^[*_`"')\]]{0,4} instead\b/i.test(after);

/** Returns true if the words after an action leave it for later. */
export const isLeft = (after: string): boolean => UNMADE_AFTER.test(after);

/** Returns true if the words before an action only correct the one before. */
export const corrects = (lead: string): boolean => CORRECTED.test(lead);

const LABEL =
  /(?:^|\n)[\s>*_#•–—-]*(option|line|variation|case|branch|candidate|idea|plan|try|choice|reply|defen[cs]e|possibility|path) \(?([a-h]|[1-9])\)?[*_]{0,2}[ :.)—–-]/gi;

/** Returns the last name of a branch that begins a line of a text. */
export function lastLabel(text: string): BranchLabel | undefined {
  const [, kind, mark] = Array.from(text.matchAll(LABEL)).at(-1) ?? [];
  if (kind === undefined || mark === undefined) return undefined;
  const ordinal = /^\d/.test(mark) ? Number(mark) : mark.toLowerCase().charCodeAt(0) - 'a'.charCodeAt(0) + 1;
  return { kind: kind.toLowerCase(), ordinal };
}

const ITEM = /(?:^|\n)([ \t]*)(?:([-*•–+])|\d{1,2}([.)])|\(?[a-h](\)))(?=\s)(?!.*\n[ \t]*\n)/gs;

/** Returns the mark of the item of a list that the last block of a text begins with. */
export function lastItem(text: string): ItemMark | undefined {
  const match = Array.from(text.matchAll(ITEM)).at(-1);
  if (match === undefined) return undefined;
  const [, indent = '', bullet, number] = match;
  return { indent: indent.length, kind: bullet ?? (number === undefined ? 'a)' : `1${number}`) };
}

const DENIED =
  /\b(?:illegal|not legal|isn't legal|impossible|not possible|isn't possible|can't|cannot|can not|unable to|(?:wouldn['’]t|would not|won['’]t|will not|couldn['’]t) be able|not allowed|(?:isn['’]t|is not|not) (?:available|an option|on the board)|no longer|never)\b/i;

/** Returns the text before an action without marks at its end. */
export const trimLead = (lead: string): string =>
  trimStart(lead)
    .replace(LIST_MARK, '')
    .replace(/^instead, /i, '');

const LIST_MARK = /^(?:[-•–—#>]|\d{1,2}[.)])+(?:\s+|$)/;
const trimStart = (lead: string): string => lead.replace(MARKS, '').replace(/^[\s,;:.!?)\]}*_`"']+/, '');

/** Place of an action in its text. */
interface Place {
  readonly isNewSentence: boolean;
  readonly isNewBlock: boolean;
}

/**
 * Returns the relation that the words before an action tell; `loose` if none does.
 *
 * @param lead the words of its sentence after the action before it
 * @param canChoose false right after a premise: `if A, I'll play B`
 */
export function readRelation(lead: string, { isNewSentence, isNewBlock }: Place, canChoose: boolean): Relation {
  if (PAST.test(lead)) return 'past';
  if ([LISTED, UNMADE, DESCRIBED, NULL_MOVE].some((cue) => cue.test(lead))) return 'unmade';
  if (REFERENCE.test(lead)) return 'reference';
  if (canChoose && CHOICE.test(lead) && !WEIGHED.test(lead.replace(CHOICE, ''))) return 'choice';
  if (SIBLING.test(lead)) return 'sibling';
  // `Alternatively, after A B`: what is new is B.
  if (ALTERNATIVE.test(lead) && !/\b(?:after|following|upon)$/i.test(lead)) return 'alternative';
  if (PREMISE.test(lead)) return 'premise';
  if (NAMED_REPLY.test(lead)) return 'loose';
  if (isNewBlock && ENUMERATED.test(lead)) return 'candidate';
  if (REFUTATION.test(lead)) return 'refutation';
  if (NEXT_START.test(lead) || THEN_PLAYS.test(lead) || FOLLOWING.test(lead)) return 'then';
  if (NEXT.test(lead) || (!isNewSentence && WEAK_NEXT.test(lead))) return 'next';
  if (CANDIDATE.test(lead)) return 'candidate';
  return 'loose';
}

const PREPOSITION = /\b(?:to|on|onto|at|in|into|from)(?: the)?$/i;
const TAKEN = /\b(?:takes?|taking|grabs?|grabbing|occup(?:y|ies|ying)|claims?|uses?|fills?)$/i;
/** Words right after a place at the start of a sentence that are about an action. */
const SAID_OF_ACTION =
  /^[*_`"')]{0,4} (?:(?:is|seems|looks)(?: also| just| simply| clearly| very| quite| too)? (?:(?:the|a|an) (?:\w+ )?(?:move|idea|break|option|try|mistake|blunder|trick|thrust|push|gambit|advance|alternative|candidate|reply|response)|known|playable|possible|bad|good|better|worse|best|natural|risky|passive|interesting|solid|fine|strong|slow|slower|met|answered|principled|premature|tempting|worth|considered)|leads|gives|flips|allows|loses|wins|would|also|threatens|prevents|creates|makes|strikes|keeps|can|could|may|might|fails|runs|pushes|attacks|hits|drives|chases|kicks|opens|develops|puts|brings|fights|challenges|prepares|supports|gains|grabs|avoids|leaves|weakens|closes|transposes|invites|deserves|does|doesn['’]t|isn['’]t|at (?:once)|immediately|first|right away|straight away|here)\b/i;

/**
 * Returns true if the words around a bare place make it an action; undefined if they tell nothing.
 *
 * @param takesCells true if `takes` makes it one
 */
export function isPlayed(lead: string, after: string, takesCells: boolean): boolean | undefined {
  if (PLACE_AFTER.test(after)) return false;
  if (!takesCells && PREPOSITION.test(lead)) return false;
  if (PLAYED_AFTER.test(after)) return true;
  if (PLAYED.test(lead) || LABELLED.test(lead) || CHOICE.test(lead) || REFERENCE.test(lead)) return true;
  if (takesCells && TAKEN.test(lead)) return true;
  if (PLACE_BEFORE.test(lead)) return false;
  return after.startsWith('?') ? true : undefined;
}

/** Words after an action that decide for it, and before it. */
const DECIDED_AFTER =
  /^[*_`"')\]]{0,4} (?:is|seems|looks|must be|should be|appears)(?: to be)?(?: \w+)? (?:the )?(?:best|strongest)\b(?! reply| response| answer| defen[cs]e)/i;
const DECIDED_BEFORE =
  /^(?:i (?:think|believe|guess)|so|therefore|thus|overall|hence|in conclusion|in summary)\b[\w' ,]*$/i;

/** Returns true if the words around an action say that it is the best: `I think A is the best move`. */
export const isDecided = (lead: string, after: string): boolean =>
  DECIDED_BEFORE.test(lead) && DECIDED_AFTER.test(after) && !WEIGHED.test(lead);

const OTHER_CHOICE = /\b(?:so|instead|therefore|thus|hence|better|rather|usual|usually|normal|main|prefer)\b/i;

/** Returns true if words turn to another choice: `not A because of B, so C`. */
export const turnsToOther = (lead: string): boolean => OTHER_CHOICE.test(lead);

/** Returns true for a place that a sentence begins with and that it may describe as an action. */
export const describesAction = (lead: string, after: string): boolean =>
  lead === '' && !PLACE_AFTER.test(after) && SAID_OF_ACTION.test(after);

/** Returns true if the words around an action deny that it can be made. */
export const deniesAction = (lead: string, after: string): boolean => DENIED.test(lead) || DENIED.test(after);

const SPEAKER = "i|we|i'll|we'll|i’ll|i'd|us|me|my";
const OTHER = 'opponent|they|he|she|the other side|the other player';
const ANSWERS = String.raw`(?:\w+ )?(?:answers?|repl(?:y|ies)|responses?|options|choices|candidates|tries)`;
const ACTOR = new RegExp(
  String.raw`\b(?:(${SPEAKER})|(${OTHER})|([a-z]+))\b(?:(?!['’]s)(?=[^,;:.!?]*:?$)|(?=['’]s ${ANSWERS}(?: are| here| now)?:?$))`,
  'gi',
);

/** Words at the end that make the action before what a player does one of the other player. */
const ANSWERED =
  /\b(?:do|have|try|play|go|answer|reply|respond|happens?) (?:after|against|to|upon|following|if)\b[^,;:.!?]*$/i;

/**
 * Returns the player whom the last words before an action name: `Black can respond with`.
 *
 * @param own the player to move in the root, for whom `I` and `we` stand
 */
export function findActor(
  lead: string,
  own: PlayerIndex | undefined,
  players: readonly [readonly string[], readonly string[]] | undefined,
): PlayerIndex | undefined {
  if (players === undefined || own === undefined) return undefined;
  // `What can Black do after A`: Black answers A.
  const premise = lead.search(ANSWERED);
  let found: PlayerIndex | undefined;
  for (const { 1: speaker, 2: other, 3: word, index } of lead.matchAll(ACTOR)) {
    if (index < premise) continue;
    if (speaker !== undefined) found = own;
    else if (other !== undefined) found = own === 0 ? 1 : 0;
    else if (word !== undefined) {
      const name = word.toLowerCase();
      if (players[0].includes(name)) found = 0;
      else if (players[1].includes(name)) found = 1;
    }
  }
  return found;
}

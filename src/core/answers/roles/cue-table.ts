import type { Range } from '../../base/text/range.ts';
import type { AnswerRole } from '../answer-reading.ts';
import type { ScannedState } from '../states/scan.ts';

/**
 * Meaning of the words, the key or the mark at a state. `answer`: it is the answer. `label`: it is a state (`FEN:`).
 * `step`: the state after a move. `working`: part of how the answer was found. `example`: of a notation, or of another
 * game. The others are the roles of the same names.
 */
export type CueMeaning =
  | 'answer'
  | 'label'
  | 'step'
  | 'working'
  | 'example'
  | 'start'
  | 'earlier'
  | 'later'
  | 'rejected'
  | 'draft';

/** Words and their meaning. */
export interface Cue {
  readonly meaning: CueMeaning;
  readonly words: RegExp;
}

const cue = (meaning: CueMeaning, words: string, flags = 'i'): Cue => ({ meaning, words: new RegExp(words, flags) });

/** A move in SAN, perhaps with its number. */
export const SAN = String.raw`(?:\d{1,3}\.(?:\.\.)?[ ]?)?(?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=[QRBN])?|[O0]-[O0](?:-[O0])?)[+#]?`;

const ANY_WORD = String.raw`[\w-]+`;
const WRONG = '(?:wrong|incorrect|mistaken|flawed|invalid|illegal|bogus)';
const ERROR = '(?:mistake|error|slip|typo|oversight)s?';
/** Words that call what stands before them wrong, by a verb. */
const IS_WRONG = String.raw`(?:'s|is|was|looks|seems)(?: \w+)? (?:${WRONG}|(?:[\w-]+ ){0,2}?${ERROR})`;
const BLAMES = String.raw`(?:that|this|it|which|above|fen|position|board|state|answer|one) ?${IS_WRONG}`;
/** Words that repair an error, or exclude it. */
const REPAIRS = String.raw`(?:(?:fix|correct|resolv|remov|avoid)\w*|without|free of|no) (?:[\w-]+ ){0,2}?${ERROR}|(?:error|mistake)-free`;

/**
 * Returns the pattern of words that admit an error.
 *
 * @param word pattern of a word between them
 */
const admitting = (word: string): string =>
  [
    String.raw`(?:i|we)(?:'ve| have| had)? (?:${word} ){0,2}?(?:made|see|spotted|noticed?|found) (?:${word} ){0,2}?${ERROR}`,
    String.raw`there (?:${word} ){0,4}?(?:is|was|be|been) (?:${word} ){0,2}?${ERROR}`,
    String.raw`(?:(?:i|we)(?:'m| am)? |my )?(?:${word} )?(?:sorry|apologi[sz]e|apologies)(?: ${word}){0,2} for (?:${word} ){0,2}?${ERROR}`,
    String.raw`(?:i|we) (?:${word} ){0,2}?(?:got|had|put|wrote) (?:[\w'-]+ ){1,4}?${WRONG}`,
  ].join('|');

/**
 * Words before a state that judge another one: admitted errors, and sentences that call something wrong. `The wrong FEN` judges the state
 * that follows.
 */
export const JUDGES_OTHER = {
  anywhere: new RegExp(String.raw`\b(?:${admitting(ANY_WORD)}|${REPAIRS})\b`, 'gi'),
  afterState: new RegExp(String.raw`\b(?:${admitting(ANY_WORD)}|${REPAIRS}|${BLAMES})\b|^ *${IS_WRONG}\b`, 'gi'),
} as const;

/** Words right before a state, at the end of its clause. The first that fits counts. */
export const CUES_AT: readonly Cue[] = [
  cue(
    'example',
    String.raw`\b(?:for example|e\.g\.|for instance|such as|(?:an?|any|every) [^.;:\n]{0,40}looks? like(?: this)?|(?:fens|strings|notations) look like|of the form|in the format)[ ,:]*$`,
  ),
  cue(
    'answer',
    String.raw`\b(?:but|but rather|corrected(?: to)?|should (?:be|read|have been)|instead it is|it'?s actually|is actually|now is|is now|so (?:it|that|this|the (?:position|fen|board|state)) (?:is|becomes|must be))[ :]*$`,
  ),
  cue(
    'rejected',
    String.raw`\b(?:not|isn'?t|instead of|rather than|unlike|as opposed to|other than|wrong(?:ly)?|incorrect(?:ly)?|mistaken(?:ly)?|false|(?:mistake|error|answer|slip)s? would be|(?:i|we) (?:first|initially) (?:thought|wrote|said|had|got))(?: the position| the fen)?[ :]*$`,
  ),
  cue(
    'start',
    String.raw`\b(?:(?:start|begin|began|begun|set out|started|starting|beginning)(?:s|ning)? (?:from|at|with|in|as)|starts?|begins?|starting|initially)[ :]*$`,
  ),
  cue(
    'earlier',
    String.raw`\b(?:(?:was|were|had(?: been)?)(?: roughly| about| still| probably| perhaps)?|used to be|from|differs? from|compared (?:to|with)|different from|reasoning about|transform(?:s|ed|ing)?|turn(?:s|ed|ing)|change[sd]?|convert(?:s|ed|ing)?|previously|formerly|earlier(?: we had)?|before(?:hand)?|prior|it read|given)[ :]*$`,
  ),
];

/** Words for what is to be reached, unless it has been. */
const GOAL = [
  String.raw`(?<!\b(?:reach|achiev|satisf|attain|match|meet|fulfil)\w{0,4} (?:the |our |its |my )?)\b(?:goals?|(?:desired|target) (?:state|stacks|towers|configuration|arrangement))\b(?! (?:is |are |was |has been |have been )?(?:reached|achieved|satisfied|met|fulfilled|attained)\b)`,
  String.raw`^\W*to (?:build|reach|achieve|form)\b|\b(?:want|need|wish)(?:s|ed)? to (?:build|reach|achieve|form|get)\b`,
].join('|');

/** Words anywhere in the clause before a state. Of several the one nearest to the state counts. */
export const CUES_IN: readonly Cue[] = [
  cue(
    'rejected',
    String.raw`\b(?:first|initial|original|earlier|previous) (?:thought|guess|attempt|try|instinct|answer|idea|draft|mistake)|\b(?:mistake|error|pitfall|trap)s?\b|\b${WRONG}\b(?! moves?\b)|\bnot the (?:final|right|correct|answer)`,
  ),
  cue(
    'earlier',
    String.raw`\b(?:second|next)[- ]to[- ]last|penultimate|\b(?:previous|prior|preceding|old|former|last known)\b|\b(?:one|a|1|two|2) (?:ply|plies|half-?moves?|moves?) (?:earlier|before|ago|back|prior)|\bearlier\b|\bup (?:to|until)\b|\buntil\b|\bvorher|\bavant\b|\bantes\b|(?:^|[\s(])(?:до|перед)\s|предыдущ|之前|直前|上一|走[子棋]前|移[动動]前|指す前|前の局面|이전|직전|السابق|قبل`,
  ),
  cue(
    'start',
    String.raw`\b(?:start(?:ing|s|ed)?|initial(?:ly)?|beginning|began|begin|original|opening (?:position|fen)|(?:given|provided|supplied) (?:fen|position|board|state)|set-?up|default)\b|\bausgangs|\banfangs|\b(?:initiale?|départ|inicial|inicio|iniziale)\b|初始|开始|起始`,
  ),
  cue(
    'later',
    String.raw`\b(?:next|would|could|might|(?:we|you|it|they|i|white|black)'d|had (?:white|black|we|you|he|she|they) |suppose|imagine|hypothetical(?:ly)?|continuations?|continues?|continuing|follow-?ups?|alternative(?:ly)?|variation|threat(?:ens)?|in case|best (?:move|reply|response)|recommended|leading to|leads to|you get)\b|\bif\b|之后如果|接下来|${GOAL}`,
  ),
  cue('example', String.raw`\b(?:example|sample|template|format|standard notation)\b`),
  cue(
    'answer',
    String.raw`\b(?:final(?:ly)?|answer|result(?:ing|s)?|solution|output|ending|end (?:position|state|fen)|correct(?:ed|ion|ly)?|actual(?:ly)?|new|updated|right (?:one|fen|answer|position)|conclusion|therefore|thus|hence|overall|complete fen|full fen|in summary|to summari[sz]e)\b|\bend(?:stellung|position|ergebnis)|\bantwort|\b(?:finale?|réponse|résultat|respuesta|resultado|resposta|risposta|posizione finale)\b|\b(?:place|put|mark|play)(?:ed|ing)? (?:my |an? )?[XO]\b(?!-)|最终|最后|答案|結果|结果|答え|最終|ответ|итог|финальн|конечн|走[子棋][后後]|최종|النهائي|अंतिम|\bkońcow|\beind(?:stelling|positie)`,
  ),
  cue(
    'step',
    String.raw`\b(?:after|following|plays?|played|move|step|ply)\b[^:]{0,30}?(?:\d|\b${SAN})|^\W*(?:${SAN}\s{1,3})?${SAN}\W*$`,
  ),
  cue(
    'label',
    String.raw`\bfen\b|\bposition\b|\bboard\b|\bstate\b|\bplacement\b|\bepd\b|局面|盤面|позиция|\bstellung\b|\bcurrent(?:ly)?\b|\bafter (?:all|these|those|the|this|that|every|\d+)\b|^\W*after\W*$`,
  ),
];

/** `before the last move`: whatever follows in its clause. */
export const BEFORE = /\b(?:before|prior to|preceding|bevor|vor)\b/i;

/** Words of a name (a key of JSON, a tag, a heading, a cell) for its content. The first that fits counts. */
export const CUES_OF_NAMES: readonly Cue[] = [
  cue(
    'draft',
    String.raw`^(?:scratch(?:pad| work)?|think(?:ing)?|thoughts?|draft|notes to self|monologue|chain of thought|cot)$`,
  ),
  cue('rejected', String.raw`\b(?:wrong|incorrect|rejected|mistakes?|errors?|first (?:attempt|guess)|discarded)\b`),
  cue('earlier', String.raw`\b(?:previous|prev|prior|before|old|earlier|penultimate|last but one)\b`),
  cue(
    'later',
    String.raw`\b(?:next|continuations?|best|variations?|alternatives?|candidates?|suggest(?:ed|ion)|possible|predicted move|future|follow ?up|goals?|goal (?:state|configuration)|(?:white|black) could)\b`,
  ),
  cue(
    'answer',
    String.raw`\b(?:final|answer|result|resulting|solution|output|corrected|correction|prediction|predicted|conclusion|end|updated|new|target|completion|after)\b|^(?:antwort|lösung|réponse|respuesta|答案)$`,
  ),
  cue('start', String.raw`\b(?:start|starting|initial|original|begin|beginning|from|base|setup|given)\b`),
  cue(
    'working',
    String.raw`\b(?:how|explanations?|explained|reasoning|rationale|derivation|steps?|step by step|verif(?:y|ication)|checks?|sanity|recap|understanding|transformation|problem|solving|analysis|approach|process|moves?|tracking|history|trace|log|notes|context|input|prompt|question|positions|path|sequence|intermediate|walkthrough|details|working|work|summary of moves|states|boards|fens)\b`,
  ),
  cue('example', String.raw`\b(?:examples?|format|legend|key|reference)\b`),
  cue('label', String.raw`\b(?:fen|position|board|state|placement)\b`),
];

/** Words after a state, at the beginning of the rest of its sentence. */
export const CUES_AFTER: readonly Cue[] = [
  cue(
    'later',
    String.raw`^[^\w.!?;\n]{0,6}(?:which )?(?:would|could|might|may|will) (?:follow|arise|be|result|come|occur|happen|appear)|^[^\w.!?;\n]{0,6}(?:if|in case|after a further)\b`,
  ),
  cue(
    'earlier',
    String.raw`^[^\w.!?;\n]{0,6}(?:is |was |being )?(?:the )?(?:position |fen |state |board )?(?:\(?(?:before|previous(?:ly)?|prior|earlier|one (?:ply|move|half-?move) (?:earlier|before|ago)))\b`,
  ),
  cue('start', String.raw`^[^\w.!?;\n]{0,6}(?:is |was |being )?(?:the |our )?\(?(?:start(?:ing)?|initial|beginning)\b`),
  cue(
    'rejected',
    String.raw`^[^\w.!?;\n]{0,6}(?:is|was|would be|looks|seems) (?:wrong|incorrect|not (?:right|correct|it)|illegal|impossible|a mistake|out of date|outdated|obsolete)|^[^\n.]{0,12}\((?:wrong|incorrect|mistake|typo|error|no\))`,
  ),
  cue(
    'answer',
    String.raw`^[^\w.!?;\n]{0,6}(?:is |as |being )?(?:the |my |our )?\(?(?:final|answer|resulting|current)\b`,
  ),
  cue('label', String.raw`^[^\w.!?;\n]{0,6}is (?:the )?(?:position|fen|state|board) after`),
];

/** Words that only weaken a statement (`the position would be`). */
export const LOOSENS = /^(?:would|could|might|should|(?:we|you|it|they|i|white|black)'d)$/i;

/** Words by which a sentence is about what was not played. */
export const SUPPOSES =
  /\b(?:if|had|suppose|imagine|hypothetical(?:ly)?|instead|next|continu\w+|alternative(?:ly)?|variation|best|reply|response|follow\w*|threat\w*|recommended)\b/i;

/** Words between two states that are alternatives. */
export const OR_ELSE =
  /^[^\p{L}\n]{0,6}\n{0,2}[^\p{L}\n]{0,6}(?:or|otherwise|else|if not|alternatively|oder|sonst|ou|sinon|o|si no|или|否则)(?!\p{L})/iu;

/** The same words right before the second state. */
export const OR = /[ ,;](?:or|otherwise|else|oder|sonst|ou|sinon|o)[ ,:"'\x60(]{1,4}$/i;

/** Text after a state from which moves are played: a UCI command, a PGN tag with its moves. */
export const PLAYS_ON = new RegExp(
  String.raw`^["'\x60]{0,3}[ ,]{0,3}moves:?[ ]{1,3}[a-h][1-8][a-h][1-8]|^"\][ \t]{0,4}\n\s{0,8}(?:\[[^\]\n]{0,120}\]\s{0,8}){0,20}\d{1,3}\.(?:\.\.)?[ ]?${SAN}`,
);

/** Text after a state that is named in a question. */
export const ASKS = /^["'\x60)*]{0,4}(?:[ ,:(-][^.!?;\n]{0,160})?\?/;

/** Signs right before a state. */
export const SIGNS_BEFORE: readonly Cue[] = [
  cue('rejected', '~~["\'`*]{0,3}$|(?:<(?:s|del|strike)>|[\u274c\u2717\u2718\u2716])["\'`*: ]{0,4}$', 'iu'),
  cue('answer', '[\u2705\u2713\u2714]["\'`*: ]{0,4}$|#{1,6}[ \\t]{0,4}$', 'u'),
];

/** Signs between two states of which the second follows from the first. */
export const LEADS_ON =
  /^[\s`"'*|]{0,6}(?:[-=]{1,3}(?:[ ]?\([^()\n]{0,24}\)[ ]?|[^()\n]{0,12}?)[-=]{0,3}>|[→⟶⇒]|into\b)/;

const AFTER = String.raw`^[\s.,;:!?\x60"'*)\](-]{0,8}`;
const HESITATES = String.raw`(?:(?:but|however|so|oh|ah|and|no|wait|hmm+|oops|sorry|actually|again|once again|unfortunately|it (?:seems|appears|looks like)|i (?:think|believe|realized?|see)|that)[ ,.!:]{1,3}){0,4}`;
/** A word that does not deny what follows. */
const AFFIRMED = String.raw`(?!(?:not?|never|any)\b)[\w-]+`;
const CALLS_BACK = String.raw`${HESITATES}(?:(?:${admitting(AFFIRMED)}|${BLAMES})(?! (?:by|to|of)\b)|that(?:'s| is| was| isn't| is not| can't) (?:not |be )?(?:right|correct|quite))`;

/** Words after a state that say that it is wrong. */
export const CALLED_WRONG = new RegExp(`${AFTER}(?:${CALLS_BACK})`, 'i');

/** Words after a state that take it back. They count if another state follows. */
export const TAKES_BACK = new RegExp(
  `${AFTER}(?:edit\\b|or rather|i mean|on reflection|wait|hm+\\b|no wait|no[,.!:]|nope|oops|ops|sorry|actually|hold on|correction|scratch that|let me (?:re|fix|correct|double|try|check)|${CALLS_BACK})`,
  'i',
);

/** Words of an answer that refuses. */
export const REFUSES =
  /\b(?:can(?:no|'|’)t|cannot|unable|not able|don(?:'|’)t know|do not know|impossible to|sorry|lost track|won(?:'|’)t|refuse|not possible|no way to|please (?:provide|clarify|share|specify)|do you mean)\b|无法|不能|kann nicht|ne peux pas/i;

/**
 * Weights of the meanings: of labels, of the single fence or bold text, of states without words, of parts of the work.
 * `left`: its words say that it is none, but there is no other.
 */
export const WEIGHT = { answer: 5, label: 4, only: 3, plain: 2, working: 1, left: 0.5, none: 0 } as const;

export const WEIGHT_OF: Readonly<Record<CueMeaning, number>> = {
  answer: WEIGHT.answer,
  label: WEIGHT.label,
  step: WEIGHT.plain,
  working: WEIGHT.working,
  example: 0,
  start: 0,
  earlier: 0,
  later: 0,
  rejected: 0,
  draft: 0,
};
export const ROLE_OF: Partial<Readonly<Record<CueMeaning, AnswerRole>>> = {
  answer: 'final',
  label: 'final',
  example: 'earlier',
  start: 'start',
  earlier: 'earlier',
  later: 'later',
  rejected: 'rejected',
  draft: 'draft',
};

/** A state while its role is judged. */
export interface RoleDraft {
  readonly state: ScannedState;
  meaning: CueMeaning | undefined;
  cue: Range | undefined;
  weight: number;
  role: AnswerRole;
}

/** Excludes a state from those that can be the answer. */
export function excludeDraft(draft: RoleDraft, role: AnswerRole): void {
  draft.role = role;
  draft.weight = WEIGHT.none;
}

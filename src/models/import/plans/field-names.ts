/** Keys that hold the text of a field. */
const WRAPPED =
  /(?<=(?:^|\.)(?:inputs?|outputs?|responses?|prompt|question|answer|completion|prediction|target|expected|reference|result|gold|ideal))\.(?:value|text|content|data)$/i;

/**
 * Returns the last key of a path, in lower case with `_` between its words: `modelAnswer` is `model_answer`; of `output.value`, `output`.
 */
export function fieldKey(path: string): string {
  const names = path.replace(WRAPPED, '');
  const key = /([^.[\]"]+)["\]]*$/.exec(names)?.[1] ?? names;
  return key
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[\s-]+/g, '_')
    .toLowerCase();
}

/**
 * Names used for a model's answer only. `answer`, `output` and the like are in `MAYBE_ANSWER`: data sets use them for the right answer,
 * too.
 */
const ANSWER =
  /^(?:[a-z0-9]+_)*(?:response|reply|completion|generation|prediction|pred)s?(?:_(?:text|raw|content|str|string|fen|output|body))?$|^(?:(?:raw|model|llm|ai|gpt|bot|assistant|agent)_)+(?:answer|output|text|fen|state|message|raw_text)s?$|^(?:[a-z0-9]+_)*(?:predicted|generated|extracted|parsed|pred)_(?:[a-z0-9]+_)*(?:fen|text|state|answer|output|board|position|response)s?$|^(?:[a-z0-9]+_)*(?:predicted|generated)$|^(?:[a-z0-9]+_)+pred$|^(?:output_text|output_messages|assistant|raw_text|choices|resps?|sampled)$/;
const MAYBE_ANSWER =
  /^(?:answers?|outputs?|text|content|results?|message|final_answer|output_fen|answer_fen|answer_text|raw|fen_output|body|(?:actual|got|observed)(?:_(?:fen|state|output|answer|response|board|position))?)$/;
/** Names that hold the words of a model if another field has the question. */
const WORDS = /^(?:text|content|message|raw|body)$/;
/** Names of the right answer. */
const GOLD =
  /^(?:(?:[a-z]+_)?(?:target|truth|gold|golden|ideal|expected|reference|correct|label)(?:_(?:fen|state|answer|output|board|position|text|completion|response))?s?|true_(?:fen|state|board|position|answer))$/;
/** Names of a position later in a game, which may be the one that is asked for. */
const LATER = /(?:^|_)(?:after|final|end|result|resulting|next|new)(?:_|$)/;
const START = /(?:^|_)(?:start|starting|initial|init|before|setup|prev|previous|root)(?:_|$)/;
/** Names of positions. */
const POSITION = /(?:^|_)(?:fens?|epd|pos|position|board|state|setup|node)(?:_|$)/;
const MODEL =
  /^(?:model|model_?name|model_?id|llm|llm_name|engine_model|baseline_model|player_id|player|player_name|agent|agent_name|model_version)$/;
const PROMPT =
  /^(?:(?:user|full|input|raw|final|model|llm)_)?(?:prompt|question|query|instruction|problem|request)s?(?:_(?:text|raw|str))?$|^inputs?$/;
const CHAT =
  /^(?:messages|contents|input_messages|conversations?|dialog|dialogue|chat|history_messages|input|inputs|prompt|turns)$/;
const REASONING =
  /^(?:(?:model|llm|raw)_)?(?:reasoning|reasoning_content|reasoning_text|thinking|thoughts?|think|cot|chain_of_thought|rationale|scratchpad)$/;
const NAME =
  /^(?:id|example_id|task_id|position_id|sample_id|question_id|puzzle_id|game_id|idx|index|uid|uuid|key|name)$/;
/** Moves that lead to the position of a record. */
const MOVES = /move|pgn|san|uci|history|game|line|sequence|opening|played|input|prefix/;
/** Moves that were not made in the game, or the last move of it. */
const OTHER_MOVES =
  /best|engine|stockfish|solution|blunder|retry|legal|candidate|option|score|top|illegal|failed|tried|wrong|possible|available|last|prev|expected|correct|target|opponent|reply|ponder|pv|refut|continuation/;
/** A record's own move: one move made in its position. */
const OWN_MOVE =
  /^(?:(?:model|player|llm|ai|agent|chosen|selected|played|made|parsed|predicted|final|next|our)_)?(?:move|action|san|uci|ply)s?(?:_(?:san|uci|played|made|text|str))?$/;
/** A move that a model answered, in logs without its words. */
const MODEL_MOVE =
  /^(?:model|player|llm|ai|agent|baseline|predicted|parsed|chosen|selected|attempted|illegal)(?:_[a-z]+)*_(?:move|san|uci)(?:_(?:san|uci))?$/;

const named =
  (pattern: RegExp) =>
  (path: string): boolean =>
    pattern.test(fieldKey(path));

export const isAnswerNamed = named(ANSWER);
export const isMaybeAnswerNamed = named(MAYBE_ANSWER);
export const isWordsNamed = named(WORDS);
export const isGoldNamed = named(GOLD);
export const isLaterNamed = named(LATER);
export const isStartNamed = named(START);
export const isPositionNamed = named(POSITION);
export const isModelNamed = named(MODEL);
export const isPromptNamed = named(PROMPT);
export const isChatNamed = named(CHAT);
export const isReasoningNamed = named(REASONING);
export const isNameNamed = named(NAME);
export const isMovesNamed = named(MOVES);
export const isOtherMoveNamed = named(OTHER_MOVES);
export const isOwnMoveNamed = named(OWN_MOVE);
export const isModelMoveNamed = named(MODEL_MOVE);

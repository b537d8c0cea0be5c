/** Normalizes the name of a field to lower case with underscores; dots stay between the names of objects around it. */
export const plainKey = (key: string): string =>
  key
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[ -]/g, '_')
    .toLowerCase();

/** Returns a pattern of words in the name of a field. */
const words = (alternatives: string): RegExp => new RegExp(`(?:^|[_.])(?:${alternatives})(?=$|[_.\\d])`);

const AFTER = words('after|new|next|result|resulting|post|updated');
const FINAL = words('final|end|ending');
const START = words('start|starting|startpos|initial|init|opening|begin|setup');
const BEFORE = words('before|prev|previous|pre|old|earlier');
const BELIEVED = words(
  'pred|preds|predicted|prediction|predictions|guess|guessed|belief|believed|mental|internal|memory|estimate|tracked|reconstructed|reconstruction|answer|answered|model|llm|raw|response|resps|output|completion|generated|generation|extracted|extraction|parsed|hallucinated',
);
const OTHER = words('example|examples|other|alternative|distractor|wrong|perturbed|corrupted|choices|options?');

/**
 * Moment of the state in a field. `before`, `after`: a move of its record; `start`, `final`: of a game or a line;
 * `now`: a state without a moment; `believed`: somebody's answer; `other`: none of its record.
 */
export type Tense = 'before' | 'after' | 'start' | 'final' | 'now' | 'believed' | 'other';

export function readFieldTense(key: string): Tense {
  const name = plainKey(key);
  if (OTHER.test(name)) return 'other';
  if (BELIEVED.test(name)) return 'believed';
  if (BEFORE.test(name)) return 'before';
  if (START.test(name)) return 'start';
  if (AFTER.test(name)) return 'after';
  return FINAL.test(name) ? 'final' : 'now';
}

/** Moves that were possible, but not all made. */
const OFFERED = words(
  'legal|legals|possible|available|valid|candidates?|options?|choices|alternatives|top|ranked|scores?|scored|samples?|sampled|book|hints?|suggest\\w*',
);
/** Moves that follow one another in a line of analysis, and were not made in the game. */
const LINES = words(
  'pv|pvs|line|lines|variation|variations|continuation|solution|refutation|threats?|ponder|best_line|rollouts?',
);
const MOVES = words(
  'moves|pgn|movetext|history|game|game_moves|san_moves|uci_moves|moves_san|moves_uci|sans|ucis|plies|move_list|movelist',
);
const LEGAL =
  /(?:^|[_.])(?:(?:legal|possible|available|valid)_?(?:moves?|san|uci)?(?:_(?:san|uci|list))?|moves_legal)$/;

/**
 * Kind of the moves of a field: `game` follow one another from a start, `legal` are all legal moves, `offered` are no
 * game, `none` may be anything.
 */
export type MovesKind = 'game' | 'legal' | 'offered' | 'none';

export function readMovesKind(key: string): MovesKind {
  const name = plainKey(key);
  if (LEGAL.test(name) && !/illegal|invalid/.test(name)) return 'legal';
  if (OFFERED.test(name) || LINES.test(name)) return 'offered';
  return MOVES.test(name) ? 'game' : 'none';
}

const MAIN =
  /^(?:.*\.)?(?:move|played|played_move|move_played|action|san|uci|lan|move_(?:san|uci|lan|str|notation)|(?:san|uci)_move|move\.(?:san|uci|lan))$/;

/** Returns true for fields of the move that was made, if a record has several moves. */
export const isMainMoveKey = (key: string): boolean => MAIN.test(plainKey(key));

const MOVE =
  /(?:^|[_.])(?:move|moves|san|uci|lan|action|actions?_?(?:str|string)|played|plays|moved|choice|chosen|bestmove|arguments)(?:_?(?:san|uci|lan|str|string|text|played|made|notation))*$/;
/** Words for another moment than that of the record. */
const ELSEWHERE = words(
  'last|prev|previous|opp|opponent|opponents|reply|replies|ponder|next|second|following|follow|refutation|first',
);

/** Returns true for fields that hold the move of a record. */
export const isMoveKey = (key: string): boolean => {
  const name = plainKey(key);
  return MOVE.test(name) && !ELSEWHERE.test(name) && !LINES.test(name);
};

/** Returns true for fields of the move before the position of their record. */
export const isLastMoveKey = (key: string): boolean =>
  /(?:^|[_.])(?:last|prev|previous)_?(?:move|san|uci)(?:_?(?:san|uci|played))?$/.test(plainKey(key));

const VERDICT = /(?:^|[_.])(?:(?:[a-z]+_)?(?:is_)?(?:legal|valid|accepted)|is_legal_move|move_is_legal)$/;

/** Returns true for fields that state the legality of a move. */
export const isVerdict = (key: string): boolean => key.length <= 40 && VERDICT.test(plainKey(key));

/**
 * Returns the names of the moves that a verdict is about: `retry_is_legal` is about `retry_move`; '' for all that have
 * no separate verdict.
 */
export const verdictStem = (key: string): string =>
  plainKey(key)
    .replace(/(?:^|_|(?<=\.))(?:move_)?(?:is_)?(?:legal|valid|accepted)(?:_move)?$/, '')
    .replace(/^.*\./, '');

const USER = words('prompt|question|instruction|query|user_prompt|user|system|task|observation');
const ASSISTANT = words(
  'completion|response|responses|resps|generated_text|generation|prediction|model_output|output_text|raw|raw_response|raw_output|raw_text|answer|reasoning|reasoning_content|rationale|thoughts?|thinking|analysis|explanation|comment|commentary|reply|llm_output|model_answer|output|returns',
);

/** Returns the speaker of the text of a field, by its name. */
export function readFieldRole(key: string): 'user' | 'assistant' | undefined {
  const name = plainKey(key);
  return ASSISTANT.test(name) ? 'assistant' : USER.test(name) ? 'user' : undefined;
}

const TURN =
  /(?:^|[_.])(?:(?:current_)?turn|side_to_move|to_(?:move|play)|stm|active_colou?r|(?:current|next)_(?:player|side)|player_to_move)$/;
const CHECK = /(?:^|[_.])(?:is_)?(?:in_)?check$/;
const CASTLING = /(?:^|[_.])castling(?:_(?:rights|availability))?$/;
const NUMBER = /(?:^|[_.])full_?moves?(?:_(?:number|clock|counter))?$/;
const PLY = /(?:^|[_.])(?:ply|ply_number|half_?move_number)$/;

/** Property of a position, besides its pieces, in a field. */
export type PositionFieldKind = 'turn' | 'check' | 'castling' | 'number' | 'ply';

const FIELDS: readonly (readonly [PositionFieldKind, RegExp, RegExp])[] = [
  ['turn', TURN, /^(?:white|black|w|b)$/i],
  ['check', CHECK, /^(?:true|false)$/i],
  ['castling', CASTLING, /^(?:K?Q?k?q?|-)$/],
  ['number', NUMBER, /^\d{1,4}$/],
  ['ply', PLY, /^\d{1,4}$/],
];

/** Returns the property of a position that a field states with its value; undefined for other fields and values. */
export function readPositionField(key: string, value: string): PositionFieldKind | undefined {
  if (key.length > 60 || value.length > 8) return undefined;
  const name = plainKey(key);
  return FIELDS.find(([, keys, values]) => keys.test(name) && values.test(value))?.[0];
}

const names = new Map<string, boolean>();
const MAX_NAMES = 2000;

/** Returns true for fields whose values alone do not mention chess. */
export function isStateField(key: string): boolean {
  if (key.length > 40) return false;
  let is = names.get(key);
  if (is === undefined) {
    const name = plainKey(key);
    is = FIELDS.some(([, keys]) => keys.test(name));
    if (names.size < MAX_NAMES) names.set(key, is);
  }
  return is;
}

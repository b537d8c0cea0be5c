import { isChessVariant } from '../../games/chess/chess-variants.ts';
import { mavGameName } from '../game-names.ts';
import { mavGame } from '../games.ts';
import { NATIVE_STATE, parseNativeDigits } from '../native-chess.ts';
import { type Example, type MavDialect, type MavSection, PUBLISHED_DIALECT } from '../syntax.ts';
import { type MavState, makeExampleModel, normalizeAction, positionFromReading } from './example-model.ts';
import { type JudgedExample, judgeExample } from './judged-example.ts';

/** Number of digits of a native chess state. */
const DIGITS = 11;

/** Digits with castling rights or an en passant square: the first six are not all 0. */
const SAYS_RIGHTS = /^(?!000000)\d{6}/;

/** Returns the digits of a native state; undefined if it has none, or another number of them. */
export function nativeDigits(text: string): string | undefined {
  const [, , , digits = ''] = NATIVE_STATE.exec(text) ?? [];
  return digits.length === DIGITS ? digits : undefined;
}

/**
 * Returns true if the states of a section use the digits of native chess states in the assumed form, so that all of its
 * states can be checked by it. The given states decide; if those are FENs, the first native state after them.
 */
export function usesDigits(item: MavSection['item']): boolean {
  const example = item?.kind === 'trace' ? firstExample(item.steps) : item;
  const game = mavGameName(example?.header.game?.text ?? '');
  if (example === undefined || !isChessVariant(game)) return false;
  const native = example.lines.find(
    ({ command, body }) => body.kind === 'state' && command.name.endsWith('state') && body.state.text.includes('|'),
  );
  if (native?.body.kind !== 'state') return false;
  const played = example.lines.find(({ command }) => command.name === 'prev_action')?.body;
  const isBefore = native.command.name.startsWith('prev_') && played?.kind === 'move';
  return isInForm(native.body.state.text, game, isBefore ? played.move.text : undefined);
}

type Steps = Extract<MavSection['item'], { kind: 'trace' }>['steps'];

const firstExample = (steps: Steps): Example | undefined =>
  steps.flatMap((step) => (step.kind === 'evaluation' && step.example !== undefined ? [step.example] : []))[0];

/**
 * Returns true if the digits of a native state name a right or a square, and its board allows all of it.
 *
 * @param played the action played in it: if only the digits make it illegal, they have another form
 */
function isInForm(text: string, name: string, played: string | undefined): boolean {
  const digits = nativeDigits(text);
  const [castling] = digits === undefined || !SAYS_RIGHTS.test(digits) ? [] : (parseNativeDigits(digits) ?? []);
  const strict = castling === undefined ? undefined : mavGame(name, strictDialect(PUBLISHED_DIALECT));
  const reading = strict?.read(text, 'native');
  if (strict === undefined || castling === undefined || reading?.state === undefined) return false;
  const position = positionFromReading(strict, reading);
  const loose = mavGame(name);
  const open = loose && positionFromReading(loose, loose.read(text, 'native'));
  const isOnlyOpen = (action: string): boolean =>
    open?.allows(normalizeAction(open, action)) === true &&
    position?.allows(normalizeAction(position, action)) === false;
  if (played !== undefined && isOnlyOpen(played)) return false;
  // Rights that the board does not allow are dropped by the parser.
  const [, , rights = ''] = strict.write(reading.state, 'FEN').split(' ');
  return castling === '-' || rights.length === castling.length;
}

/** Returns a dialect in which all digits of native states are read. */
export const strictDialect = (dialect: MavDialect): MavDialect => ({ ...dialect, strictMeta: true });

/**
 * Returns true if a state has castling rights and en passant square: a FEN of four fields, or a native state with
 * readable digits.
 */
export const hasRights = ({ form, word, reading }: MavState): boolean =>
  form === 'native' && word.text.includes('|')
    ? parseNativeDigits(nativeDigits(word.text) ?? '') !== undefined
    : reading.fields.castling !== undefined;

/**
 * Reads a chess example again with the digits of its native states in the assumed form. Returns the same example if
 * they are read already, or no native state has such digits.
 */
export function readStrictly(judged: JudgedExample, dialect: MavDialect): JudgedExample {
  const { example, model, node } = judged;
  if (model.game?.hasFen !== true || model.readsDigits) return judged;
  const states = [...model.previous, ...model.current, ...model.final];
  if (!states.some((placed) => placed.word.text.includes('|') && hasRights(placed))) return judged;
  const strict = makeExampleModel(example, strictDialect(dialect), model.game.automaton.id);
  return judgeExample(example, strict, node);
}

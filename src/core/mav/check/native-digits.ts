import { mavGame, mavGameName } from '../games.ts';
import { NATIVE_STATE, parseNativeDigits } from '../native-chess.ts';
import { type Example, type MavDialect, type MavSection, PUBLISHED_DIALECT } from '../syntax.ts';
import { type MavState, makeExampleModel, normalizeAction, positionFromReading } from './example-model.ts';
import { type JudgedExample, judgeExample } from './judged-example.ts';

/** Number of digits of a native state of chess. */
const DIGITS = 11;

/** Digits that name castling rights or an en passant square: the first six are not all 0. */
const SAYS_RIGHTS = /^(?!000000)\d{6}/;

/** The digits of a native state; undefined where it has none, or another number of them. */
export function nativeDigits(text: string): string | undefined {
  const [, , , digits = ''] = NATIVE_STATE.exec(text) ?? [];
  return digits.length === DIGITS ? digits : undefined;
}

/**
 * True if the states of a section use the digits of native states of chess in the form that is assumed for them, so that all of its
 * states can be held to it. The given states decide; where those are FENs, the first native state that follows.
 */
export function usesDigits(item: MavSection['item']): boolean {
  const example = item?.kind === 'trace' ? firstExample(item.steps) : item;
  const game = mavGameName(example?.header.game?.text ?? '');
  if (example === undefined || (game !== 'chess' && game !== 'chess960')) return false;
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
 * True if the digits of a native state name a right or a square, and its board allows all of it.
 *
 * @param played the action that was played in it: where it is legal but for the digits, they have another form
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
  // rights that the board does not allow are not read
  const [, , rights = ''] = strict.write(reading.state, 'FEN').split(' ');
  return castling === '-' || rights.length === castling.length;
}

/** A dialect in which all digits of native states are read. */
export const strictDialect = (dialect: MavDialect): MavDialect => ({ ...dialect, strictMeta: true });

/** True if a state says castling rights and en passant square: a FEN of four fields, or a native state with readable digits. */
export const saysRights = ({ form, word, reading }: MavState): boolean =>
  form === 'native' && word.text.includes('|')
    ? parseNativeDigits(nativeDigits(word.text) ?? '') !== undefined
    : reading.fields.castling !== undefined;

/**
 * An example of chess with the digits of its native states read, in the form that is assumed for them; the same one where that is
 * done anyway, or where no native state has such digits.
 */
export function readStrictly(judged: JudgedExample, dialect: MavDialect): JudgedExample {
  const { example, model, node } = judged;
  if (model.game?.hasFen !== true || model.readsDigits) return judged;
  const states = [...model.previous, ...model.current, ...model.final];
  if (!states.some((placed) => placed.word.text.includes('|') && saysRights(placed))) return judged;
  const strict = makeExampleModel(example, strictDialect(dialect), model.game.automaton.id);
  return judgeExample(example, strict, node);
}

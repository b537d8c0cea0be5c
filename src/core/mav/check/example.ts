import { type Diagnostic, diagnostic } from '../../notation/diagnostics/diagnostic.ts';
import { writes } from '../fixing.ts';
import { MAV_GAMES, type MavGameName, mavGame } from '../games.ts';
import type { MavDialect } from '../values.ts';
import type { ExampleModel } from './example-model.ts';
import { checkHeader } from './header.ts';
import type { JudgedExample } from './judged-example.ts';
import { checkList } from './list.ts';
import { checkFinal, checkStates } from './states.ts';

/** What is wrong with an example (mav.md, checks 1 to 17), in no order. */
export function checkExample(judged: JudgedExample, dialect: MavDialect): Diagnostic[] {
  const faults: Diagnostic[] = [];
  const other = gameOfStates(judged.model, dialect);
  if (other !== undefined) return [other];
  checkHeader(judged.model, faults);
  const consequences = checkStates(judged, faults);
  checkList(judged, consequences, dialect, faults);
  checkFinal(judged, faults);
  return faults;
}

/**
 * The finding that a header names another game than that of its states, of which none can be read and all can in the other: what
 * else is wrong by the rules of the game that is named nobody meant.
 */
function gameOfStates(
  { example, game, named, previous, current, final }: ExampleModel,
  dialect: MavDialect,
): Diagnostic | undefined {
  const states = [...previous, ...current, ...final];
  const word = example.header.game;
  if (game === undefined || game !== named || word === undefined || states.length === 0) return undefined;
  if (states.some(({ reading }) => reading.error === undefined)) return undefined;
  const fits = (name: MavGameName): boolean => {
    const other = mavGame(name, dialect);
    return (
      other !== undefined &&
      states.every(
        ({ word, form }) => (form === 'native' || other.hasFen) && other.read(word.text, form).error === undefined,
      )
    );
  };
  const meant = MAV_GAMES.find(fits);
  if (meant === undefined) return undefined;
  const what = states.length === 1 ? 'the state is one' : 'the states are';
  return diagnostic(
    'MAV_BAD_STATE',
    word.range,
    `${what} of ${meant}, not of ${game.automaton.id}`,
    writes(meant, word.range),
  );
}

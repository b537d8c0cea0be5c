import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkText } from '../../../src/core/languages/check.ts';
import type { MavGameName } from '../../../src/core/mav/game-names.ts';
import { readMav } from '../../../src/core/mav/read-mav.ts';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import { type MavView, mavView } from '../../../src/core/mav/view.ts';
import { compareTraces, type TraceDivergence } from '../../../src/core/search/comparison/compare-traces.ts';
import { traceOf } from '../../support/made-trace.ts';
import { chance } from '../../support/mav-drafts.ts';
import { mutations } from '../../support/mav-mutations.ts';
import { itLong, thoroughly } from '../../support/thorough.ts';

/** The view of a text that is one trace; undefined for another one, which the command says of it. */
function traceIn(text: string): MavView | undefined {
  const sections = readMav(text);
  const items = sections.filter(({ section }) => section.item !== undefined || section.faults.length > 0);
  if (items.length !== 1) return undefined;
  const view = mavView(text, sections[0]?.section);
  return view.trace === undefined ? undefined : view;
}

/** What differs; undefined where a text is no longer one trace. */
function told(view: MavView | undefined, reference: MavView, values = true): readonly TraceDivergence[] | undefined {
  if (view?.trace === undefined) return undefined;
  assert.ok(reference.trace);
  const [faults, referenceFaults] = [view.section.faults, reference.section.faults];
  return compareTraces(view.trace, reference.trace, { values, faults, referenceFaults });
}

const isReported = (view: MavView | undefined, reference: MavView): boolean => told(view, reference)?.length !== 0;

/** True if a check tells that a value is spelled in another way, which it is read by. */
const isLoose = (text: string): boolean => checkText(text, 'mav').some(({ code }) => code === 'MAV_LOOSE_VALUE');

/** Another character of the same kind: another digit, another letter, a letter for a sign. */
function otherThan(c: string): string {
  const code = c.charCodeAt(0);
  if (/[0-8a-yA-Y]/.test(c)) return String.fromCharCode(code + 1);
  if (/[9zZ]/.test(c)) return String.fromCharCode(code - 1);
  return c === '\n' ? ' ' : c === ' ' ? '_' : c === '-' ? 'x' : '~';
}

const SLIPS = ['delete', 'replace', 'double'] as const;
type Slip = (typeof SLIPS)[number];

/**
 * Slips of one character after which a trace reads the same, whatever its reference is: blanks between words, the colon of a step, quotes
 * around a value, the exclamation mark, the `>` of a node or a closed header, the underscore of `connect_four`, and the player of a disc,
 * whose column alone is an action, too.
 */
function readsTheSame(slip: Slip, text: string, at: number): boolean {
  const c = text[at];
  const [before, after] = [text.slice(0, at), text.slice(at + 1)];
  if (/\s/.test(c)) return true;
  if (slip === 'replace') return false;
  if (c === '_') return before.endsWith('game=connect');
  if (c === ':') return /(?:node|Selecting|<root[^<>]*>)$/.test(before);
  if (slip === 'double') return false;
  if (c === '"') return after.startsWith('\n');
  if (c === '!') return after === '\n';
  if (c === '>') return /<root[^<>]*$|<\/mav$/.test(before);
  return /[xo]/.test(c) && /^\d[\]: \n!>]/.test(after) && text.includes('connect_four');
}

interface Task {
  readonly game: MavGameName;
  readonly form: 'FEN' | 'state';
  readonly state?: string;
  /** True if each character has all slips; else the three kinds take turns. Default false. */
  readonly isWhole?: boolean;
}

const TASKS: readonly Task[] = [
  { game: 'chess', form: 'FEN', isWhole: true },
  { game: 'chess', form: 'state' },
  // an en passant capture, a promotion and a mate are near
  { game: 'chess', form: 'FEN', state: '6k1/5pPp/8/3pP3/8/8/5PPP/R3K3 w Q d6 0 9' },
  { game: 'chess960', form: 'FEN' },
  {
    game: 'connect_four',
    form: 'state',
    isWhole: true,
    state: 'x || . x . o . . . . x . o . . o . x o x . o o . o o o x x o x o x x x o x x x o x o o x ||',
  },
  { game: 'hex', form: 'state', state: 'x || . . . . . . . . . ||' },
];

describe('every slip in a trace', () => {
  for (const task of TASKS)
    itLong(`of a character is told, or reads the same: ${task.game} as ${task.form}`, async () => {
      const text = await traceOf({ ...task, breadth: 2 });
      const reference = mavView(text);
      assert.deepEqual(told(traceIn(text), reference), []);
      const step = thoroughly(1, 23);
      for (const [kind, slip] of SLIPS.entries())
        for (let at = 0; at < text.length; at += step) {
          if (task.isWhole !== true && at % SLIPS.length !== kind) continue;
          const c = text[at];
          const put = slip === 'delete' ? '' : slip === 'replace' ? otherThan(c) : c + c;
          const slipped = text.slice(0, at) + put + text.slice(at + 1);
          if (readsTheSame(slip, text, at)) continue;
          const place = `${slip} ${JSON.stringify(c)} behind ${JSON.stringify(text.slice(Math.max(0, at - 30), at))}`;
          const own = traceIn(slipped);
          // what is spelled loosely says the same
          assert.ok(isReported(own, reference) || isLoose(slipped), place);
          if (own !== undefined) assert.deepEqual(told(own, own), [], 'it is equal to itself');
        }
    });

  itLong('of a piece is told', async () => {
    const seeds = thoroughly([1, 2, 3, 4], [1]);
    for (const task of TASKS) {
      const text = await traceOf({ ...task, breadth: 2, depth: thoroughly(2, 1) });
      const reference = mavView(text);
      for (const seed of seeds)
        for (const { kind, text: slipped } of mutations(text, chance(seed), PUBLISHED_DIALECT))
          assert.ok(isReported(traceIn(slipped), reference), `${task.game}: ${kind}`);
    }
  });

  itLong('is told without values, too, but for another value', async () => {
    const text = await traceOf({ breadth: 2, depth: 2 });
    const reference = mavView(text);
    for (const { kind, text: slipped } of mutations(text, chance(3), PUBLISHED_DIALECT)) {
      const found = told(traceIn(slipped), reference, false);
      assert.equal(found?.length === 0, kind.endsWith('value far'), kind);
    }
  });
});

describe('what is lost in a trace', () => {
  const codes = (text: string, reference: MavView) =>
    told(traceIn(text), reference)?.map(({ node, code, found, expected, range, follows, cause }) => ({
      at: `${node} ${code}`,
      said: `${found} for ${expected}`,
      text: range === undefined ? '' : text.slice(range.start, range.end),
      ...(follows !== undefined && { from: `${follows} ${cause}` }),
    }));

  it('has its code, its place and its cause: castling rights, previous states and actions', async () => {
    const text = await traceOf({ breadth: 2 });
    const reference = mavView(text);
    const [, first = '', second = ''] = /node <root>: <root (\S+)> <root (\S+)>/.exec(text) ?? [];
    const lost = text.replace(new RegExp(`(\\[%prev_action ${first}\\]\\n\\[%FEN \\S+ b )KQkq`), '$1Kkq');
    assert.deepEqual(codes(lost, reference), [
      { at: `<root ${first}> state-castling`, said: 'Kkq for KQkq', text: 'Kkq' },
    ]);
    const copied = text.replace(/KQkq - 2 3\]\n\[%top/, 'Qkq - 2 3]\n[%top').replace(/KQkq - 2 3/, 'Qkq - 2 3');
    assert.deepEqual(codes(copied, reference), [
      { at: '<root> state-castling', said: 'Qkq for KQkq', text: 'Qkq' },
      {
        at: `<root ${first}> prev-state-castling`,
        said: 'Qkq for KQkq',
        text: 'Qkq',
        from: '<root> state-castling',
      },
    ]);
    assert.deepEqual(codes(text.replace(`%prev_action ${first}`, `%prev_action ${second}`), reference), [
      { at: `<root ${first}> prev-action`, said: `${second} for ${first}`, text: second },
    ]);
    const clock = text.replace(/(?<=\[%prev_FEN \S+ w KQkq - )2/, '5');
    assert.deepEqual(codes(clock, reference), [
      { at: `<root ${first}> prev-state-halfmove`, said: '5 for 2', text: '5' },
    ]);
  });

  it('is told of the digits of native states', async () => {
    const text = await traceOf({ breadth: 2, form: 'state' });
    const lost = text.replace(/(?<=%prev_state [^\]]*\|)1111/, '0111');
    const [only, ...others] = codes(lost, mavView(text)) ?? [];
    assert.deepEqual(others, []);
    assert.match(only?.at ?? '', /prev-state-castling$/);
    assert.deepEqual([only?.said, only?.text], ['Qkq for KQkq', '01110002003']);
    // digits of another form in all states cannot be judged; in one of them they are not what the others say
    const other = text.replaceAll('|1111', '|9111');
    assert.deepEqual(codes(other, mavView(text)), []);
    const once = codes(text.replace('|1111', '|9111'), mavView(text));
    assert.deepEqual(
      once?.map(({ at, said }) => [at, said]),
      ['castling', 'en-passant', 'halfmove', 'fullmove'].map((field, i) => [
        `<root> state-${field}`,
        ` for ${['KQkq', '-', '2', '3'][i]}`,
      ]),
    );
  });

  it('is told of orders: of steps, of what is expanded and weighed, of commands', async () => {
    const text = await traceOf({ breadth: 2 });
    const reference = mavView(text);
    const [, a = '', b = ''] = /node <root>: <root (\S+)> <root (\S+)>/.exec(text) ?? [];
    const expanded = text.replace(`<root ${a}> <root ${b}>`, `<root ${b}> <root ${a}>`);
    assert.deepEqual(
      codes(expanded, reference)?.map(({ at }) => at),
      ['<root> expansion-order'],
    );
    const [start, middle, end] = [
      text.indexOf(`Evaluation for node: <root ${a}>`),
      text.indexOf(`Evaluation for node: <root ${b}>`),
      text.indexOf('Decision for node: <root>'),
    ] as const;
    const blocks = text.slice(0, start) + text.slice(middle, end) + text.slice(start, middle) + text.slice(end);
    const [order, ...others] = codes(blocks, reference) ?? [];
    assert.deepEqual(others, []);
    assert.equal(order?.at, '<root> step-order');
    assert.equal(order.said, `evaluation of ${b} for evaluation of ${a}`);
    assert.ok(order.text.startsWith(`Evaluation for node: <root ${b}>`));
    const both = blocks.replace(`<root ${a}> <root ${b}>`, `<root ${b}> <root ${a}>`);
    assert.deepEqual(
      codes(both, reference)?.map(({ at, from }) => [at, from]),
      [
        ['<root> expansion-order', undefined],
        ['<root> step-order', '<root> expansion-order'],
      ],
    );
    const [weighed = ''] = new RegExp(`${a} : .*\\n${b} : .*\\n`).exec(text) ?? [];
    const [one, two] = weighed.split('\n');
    assert.deepEqual(
      codes(text.replace(weighed, `${two}\n${one}\n`), reference)?.map(({ at }) => at),
      ['<root> decision-order'],
    );
    assert.deepEqual(
      codes(text.replace('%FEN %top_all', '%top_all %FEN'), reference)?.map(({ at }) => at),
      ['<root> commands', '<root> state-missing'],
    );
  });

  it('is no slip where two texts mean the same: lists in another order, en passant squares that nobody can take', async () => {
    const text = await traceOf({ breadth: 2 });
    const reference = mavView(text);
    const list = text.replace(/(?<=\[%top_all )(\S+) (\S+)/, '$2 $1');
    assert.notEqual(list, text);
    assert.deepEqual(told(traceIn(list), reference), []);
    // the pawn on d4 is pinned: e3 may be named, and nothing else
    const pawn = await traceOf({ breadth: 14, state: '3k4/8/8/8/3p4/8/4P3/K2R4 w - - 0 1' });
    const withSquare = (square: string): string => {
      const named = pawn.replace(/(%prev_action e2e4\]\n\[%FEN \S+ b - )-/, `$1${square}`);
      assert.notEqual(named, pawn);
      return named;
    };
    assert.deepEqual(told(traceIn(withSquare('e3')), mavView(pawn)), []);
    for (const square of ['b3', 'e6', 'x'])
      assert.deepEqual(
        told(traceIn(withSquare(square)), mavView(pawn))?.map(({ code }) => code),
        ['state-en-passant'],
      );
  });
});

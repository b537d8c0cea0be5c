import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkText } from '../../../src/core/languages/check.ts';
import { MAV_GAMES } from '../../../src/core/mav/game-names.ts';
import type { MavDialect } from '../../../src/core/mav/syntax.ts';
import { printExample, printTrace } from '../../../src/core/mav/write/example-draft.ts';
import { chance, randomDialect, randomExample, randomTrace } from '../../support/mav-drafts.ts';
import { mutations } from '../../support/mav-mutations.ts';
import { thoroughly } from '../../support/thorough.ts';

/*
 * One slip is one finding: from right texts of all games and dialects each piece is made wrong in each way that
 * a pen slips, and what is found above info is counted.
 */

interface Census {
  /** Slips by the number of findings. */
  readonly none: Map<string, number>;
  readonly one: Map<string, number>;
  readonly several: Map<string, number>;
  total: number;
}

/** What is found above info. */
const faultsOf = (text: string, mavDialect: MavDialect): string[] =>
  checkText(text, 'mav', { mavDialect }).flatMap(({ severity, code }) => (severity === 'info' ? [] : [code]));

function census(kind: 'trace' | 'example', seeds: number): Census {
  const counted: Census = { none: new Map(), one: new Map(), several: new Map(), total: 0 };
  for (let seed = 1; seed <= seeds; seed++) {
    const luck = chance(seed);
    const dialect = randomDialect(luck);
    const game = MAV_GAMES[seed % MAV_GAMES.length];
    const text =
      kind === 'trace'
        ? printTrace(randomTrace(luck, dialect, game), dialect)
        : printExample(randomExample(luck, dialect, game), dialect);
    assert.deepEqual(faultsOf(text, dialect), [], text);
    for (const { kind: slip, text: changed } of mutations(text, luck, dialect)) {
      const { length } = faultsOf(changed, dialect);
      const counts = length === 0 ? counted.none : length === 1 ? counted.one : counted.several;
      counts.set(slip, (counts.get(slip) ?? 0) + 1);
      counted.total++;
    }
  }
  return counted;
}

const sum = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((a, b) => a + b, 0);

/** Slips that may be right as well: values that only an engine can judge, actions that tie, other legal parameters. */
const MAY_BE_RIGHT = /value far|selection (another|move of another)|best_action another|breadth|depth/;

describe('a slip anywhere in a trace', () => {
  const { none, several, total } = census('trace', thoroughly(24, 1));

  it('is found, but for what may be right', () => {
    const unseen = [...none].filter(([slip]) => !MAY_BE_RIGHT.test(slip));
    assert.ok(sum(new Map(unseen)) <= total * 0.001, JSON.stringify(unseen));
  });

  it('is one finding', () => {
    assert.ok(total > thoroughly(5000, 150));
    assert.ok(sum(several) <= total * 0.003, JSON.stringify([...several]));
  });

  it('is one finding wherever it is in the search: names of nodes, steps, parameters, values and selections', () => {
    const inSearch = [...several].filter(([slip]) => !/state|game|list|header|child node dropped/.test(slip));
    assert.deepEqual(inSearch, []);
  });
});

describe('a slip anywhere in an example, of any game, dialect and order of commands', () => {
  const { none, several, total } = census('example', thoroughly(120, 10));

  it('is one finding, but for states that decide on all that comes behind them', () => {
    assert.ok(total > thoroughly(3000, 200));
    assert.ok(sum(several) <= total * 0.01, JSON.stringify([...several]));
    const beside = [...several].filter(([slip]) => !/state|game|header position/.test(slip));
    assert.deepEqual(beside, []);
  });

  it('is found, but for what may be right, or makes a prompt: inputs and what is not there', () => {
    const allowed = /state|game|dropped|twice/;
    const unseen = [...none].filter(([slip]) => !MAY_BE_RIGHT.test(slip) && !allowed.test(slip));
    assert.ok(sum(new Map(unseen)) <= total * 0.005, JSON.stringify(unseen));
  });
});

describe('a name of a node', () => {
  const TRACE = `Minimax breadth=2 depth=1
Evaluation for node: <root>
<mav game=hex> %state %top_2 %best_action </mav>
[%state x || . . . . ||]
[%top_2 a1:<ctrl40> b2:<ctrl30>]
[%best_action a1]
Expand from node <root>: <root a1> <root b2>
Evaluation for node: <root a1>
<mav game=hex> %prev_state %prev_action %state %top_1 %best_action </mav>
[%prev_state x || . . . . ||]
[%prev_action a1]
[%state o || x . . . ||]
[%top_1 a2:<ctrl25>]
[%best_action a2]
Decision for node: <root a1>
Selecting: a2 : "<ctrl25>"
Evaluation for node: <root b2>
<mav game=hex> %prev_state %prev_action %state %top_1 %best_action </mav>
[%prev_state x || . . . . ||]
[%prev_action b2]
[%state o || . . . x ||]
[%top_1 a1:<ctrl36>]
[%best_action a1]
Decision for node: <root b2>
Selecting: a1 : "<ctrl36>"
Decision for node: <root>
a1 : "<ctrl40>"
b2 : "<ctrl29>"
Selecting: a1 : "<ctrl40>"
Playing a1!
`;
  const found = (text: string) =>
    checkText(text, 'mav')
      .filter(({ severity }) => severity !== 'info')
      .map(({ code, message, range, fixes = [] }) => ({
        code,
        message,
        at: text.slice(range.start, range.end),
        fixed: fixes.map(({ edits }) => edits.map(({ newText }) => newText)),
      }));

  it('that is another is told alone, with the node whose place it is', () => {
    assert.deepEqual(found(TRACE), []);
    const places = ['Evaluation for node: ', 'Decision for node: '];
    for (const place of places)
      for (const name of ['<root a2>', '<root a1>', '<root b2 a1>', '<root>'])
        assert.deepEqual(found(TRACE.replace(`${place}<root b2>`, `${place}${name}`)), [
          {
            code: 'TRACE_NODE',
            message: `${name} appears in the place of <root b2>`,
            at: name,
            fixed: [['<root b2>']],
          },
        ]);
    assert.deepEqual(
      found(TRACE.replace('<root>: <root a1>', '<root>: <root b1>')).map(({ message }) => message),
      ['<root b1> appears in the place of <root a1>'],
    );
  });

  it('that is left out is told alone', () => {
    const without = (text: string): string[] =>
      found(TRACE.replace(text, text.replace(/ ?<root[^>]*>/, ''))).map(({ message }) => message);
    assert.deepEqual(without('Expand from node <root>'), ['no node is named; expected Expand from node <root>']);
    assert.deepEqual(without('Decision for node: <root a1>'), [
      'no node is named; expected Decision for node: <root a1>',
    ]);
  });

  it('that nothing else names is made of its moves', () => {
    const slip = found('Minimax breadth=2 depth=1\nEvaluation for node: <root a1>\n').find(
      ({ code }) => code === 'TRACE_NODE',
    );
    assert.deepEqual([slip?.message, slip?.fixed], ['<root a1> appears in the place of <root>', [['<root>']]]);
  });

  it('that nothing names is cut off, wherever its trace stands', () => {
    const text = 'stray\nMinimax breadth=2 depth=1\nEvaluation for node:\n';
    const places = found(text).map(({ code, at }) => `${code} ${at}`);
    assert.deepEqual(places, ['TRACE_CUT_OFF Evaluation for node:']);
  });

  it('of a step that is not there is not made up', () => {
    const [head, ...rest] = TRACE.split('Evaluation for node: <root b2>');
    const cut = head + rest.join('').slice(rest.join('').indexOf('Decision for node: <root>'));
    assert.deepEqual(
      found(cut).map(({ code }) => code),
      ['TRACE_NOT_EVALUATED'],
    );
  });
});

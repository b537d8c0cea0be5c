import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { checkText } from '../../../src/core/languages/check.ts';
import { MAV_GAMES } from '../../../src/core/mav/game-names.ts';
import { readMav } from '../../../src/core/mav/read-mav.ts';
import { tallyAnswers } from '../../../src/core/mav/stats/judge-answers.ts';
import type { MavDialect } from '../../../src/core/mav/syntax.ts';
import { printTrace } from '../../../src/core/mav/write/example-draft.ts';
import { chance, randomDialect, randomTrace } from '../../support/mav-drafts.ts';
import { thoroughly } from '../../support/thorough.ts';

/*
 * One slip is one finding, whatever line of a trace it is in: from right traces of all games and depths each line is
 * deleted, prose is put before it, the text stops at it or in it, and each of its tokens is another.
 */

interface Slip {
  readonly kind: 'deleted' | 'prose' | 'cut' | 'token';
  readonly line: string;
  readonly text: string;
}

interface Right {
  readonly text: string;
  readonly dialect: MavDialect;
}

/** Right traces: of each game, and of each depth from 1 to 3. */
function* rightTraces(seeds: number): Generator<Right> {
  for (const game of MAV_GAMES)
    for (const depth of [1, 2, 3])
      for (let seed = 1; seed <= seeds; seed++) {
        const luck = chance(seed * 100 + depth);
        const dialect = randomDialect(luck);
        yield { text: printTrace(randomTrace(luck, dialect, game, depth), dialect), dialect };
      }
}

/** Where the outputs of a root begin: a trace that stops before them is a prompt, which lacks nothing. */
const firstOutput = (lines: readonly string[]): number => lines.findIndex((line) => line.startsWith('[%top'));

const PROSE = ['Let me think about this.', 'So, the next one: *now*', 'Hm (again)', 'The value is 3: it wins.'];

function* slipsOf(text: string, most: number, seed: number): Generator<Slip> {
  const lines = text.trimEnd().split('\n');
  const { below, pick } = chance(seed);
  const joined = (...parts: readonly (string | readonly string[])[]): string => `${parts.flat().join('\n')}\n`;
  const all = [...lines.keys()];
  for (const i of all.length <= most ? all : Array.from({ length: most }, () => below(all.length))) {
    const line = lines[i];
    const [before, behind] = [lines.slice(0, i), lines.slice(i + 1)];
    yield { kind: 'deleted', line, text: joined(before, behind) };
    // before a trace, and behind it, text is around it: an info
    if (i > 0) yield { kind: 'prose', line, text: joined(before, pick(PROSE), line, behind) };
    if (i > firstOutput(lines)) {
      yield { kind: 'cut', line, text: joined(before) };
      // only its mark of exclamation is missing
      for (const at of [1, below(line.length), line.length - 1])
        if (at > 0 && !(line.startsWith('Playing') && at === line.length - 1))
          yield { kind: 'cut', line, text: joined(before, line.slice(0, at)).slice(0, -1) };
    }
    // those of examples are tested with them
    if (/^[[<]/.test(line)) continue;
    for (const { 0: token, index } of line.matchAll(/\S+/g)) {
      const other = `${line.slice(0, index)}XX${line.slice(index + token.length)}`;
      yield { kind: 'token', line: other, text: joined(before, other, behind) };
    }
  }
}

/** What is found above info, and parts of a trace that are taken for text around it, which its fix would delete. */
const found = ({ text, dialect }: Right): string[] =>
  checkText(text, 'mav', { mavDialect: dialect }).flatMap(({ severity, code, message, range }) =>
    severity === 'info' && !(code === 'MAV_TEXT_AROUND' && range.start > 0) ? [] : [`${code}: ${message}`],
  );

const isShapeRight = ({ text, dialect }: Right): boolean =>
  Object.values(tallyAnswers(text, dialect)).some(({ tally: { shape } }) => shape.n > 0 && shape.right === shape.n);

describe('a slip in any line of a trace', () => {
  const all = [...rightTraces(thoroughly(2, 1))];

  it('is in none of the right ones', () => {
    for (const right of all) {
      assert.deepEqual(found(right), [], right.text);
      assert.ok(isShapeRight(right));
    }
  });

  it('is one finding, and what is missing, too much or cut off is a wrong shape', () => {
    const kinds = new Set<string>();
    const wrong: string[] = [];
    for (const [i, { text, dialect }] of all.entries())
      for (const { kind, line, text: changed } of slipsOf(text, thoroughly(6, 2), i)) {
        kinds.add(kind);
        const faults = found({ text: changed, dialect });
        const isContent = kind === 'token' || (kind === 'cut' && thoroughly(false, true));
        const isSeen = isContent || !isShapeRight({ text: changed, dialect });
        if (faults.length === 1 && isSeen) continue;
        wrong.push(`${kind} at ${line}: ${isSeen ? faults.join('; ') : 'the shape is right'}\n${changed}`);
      }
    assert.deepEqual(wrong, []);
    assert.equal(kinds.size, 4);
  });

  it('is one finding at most where a prompt stops', () => {
    for (const { text, dialect } of all) {
      const lines = text.split('\n').slice(0, firstOutput(text.split('\n')));
      const prompt = `${lines.join('\n')}\n`;
      assert.deepEqual(found({ text: prompt, dialect }), []);
      for (let at = 1; at < prompt.length; at += thoroughly(1, 37)) {
        const faults = found({ text: prompt.slice(0, at), dialect });
        assert.ok(faults.length <= 1, `${faults.join('; ')}\n${prompt.slice(0, at)}`);
      }
    }
  });
});

const [, BROAD = '', DEEP = ''] = readMav(fs.readFileSync('samples/traces.mav', 'utf8')).map(({ section, offset }) => {
  const { start = 0, end = 0 } = section.item?.range ?? {};
  return fs.readFileSync('samples/traces.mav', 'utf8').slice(Math.max(start, offset), end);
});

describe('a slip in a trace of the samples', () => {
  const LEAF = 'Decision for node: <root g3d6>\n';
  const HEADER = `Evaluation for node: <root g3d6>\n<mav game=chess> %prev_state %prev_action %state %top_all %best_action </mav>\n`;
  const cases: readonly [what: string, base: string, from: string | RegExp, to: string, finding: string][] = [
    [
      'a decision without actions',
      BROAD,
      /^g3(?:g6|d6|h2) : .*\n/gm,
      '',
      'TRACE_DECISION_LIST 1 Decision for node: <root>',
    ],
    ['nothing played', BROAD, 'Playing g3g6!', '', 'TRACE_CUT_OFF 1 Selecting: g3g6 : "<ctrl44>"'],
    ['a played action that stops', BROAD, 'g6!', '', 'TRACE_CUT_OFF 1 g3'],
    ['another action played', BROAD, 'Playing g3g6!', 'Playing g3d6!', 'TRACE_PLAYING 1 g3d6'],
    ['a bare Playing', BROAD, 'Playing g3g6!', 'Playing', 'TRACE_CUT_OFF 1 Playing'],
    ['two actions played', `${BROAD}\n`, /$/, 'Playing g3d6!\n', 'MAV_STRAY_TEXT 0 Playing g3d6!'],
    ['an action played too early', BROAD, LEAF, `Playing g3d6!\n${LEAF}`, 'MAV_STRAY_TEXT 0 Playing g3d6!'],
    ['prose in a leaf', BROAD, LEAF, `${LEAF}Let me think.\n`, 'MAV_STRAY_TEXT 0 Let me think.'],
    ['an illegal action in a leaf', BROAD, LEAF, `${LEAF}a1h8 : "<ctrl3>"\n`, 'TRACE_LEAF_DECISION 0 a1h8 : "<ctrl3>"'],
    ['another value in a leaf', BROAD, LEAF, `${LEAF}e6f4 : "<ctrl60>"\n`, 'TRACE_LEAF_DECISION 1 <ctrl60>'],
    ['its own value in a leaf', BROAD, LEAF, `${LEAF}e6f4 : "<ctrl19>"\n`, ''],
    ['prose in a decision', BROAD, 'g3d6 : "', 'Let me see: it wins\ng3d6 : "', 'MAV_STRAY_TEXT 0 Let me see: it wins'],
    [
      'an unmarked node',
      BROAD,
      HEADER,
      HEADER.slice(HEADER.indexOf('<mav')),
      'TRACE_NODE 0 <mav game=chess> %prev_state',
    ],
    ['prose below the name of a node', BROAD, HEADER, HEADER.replace('\n', '\nSo:\n'), 'MAV_STRAY_TEXT 0 So:'],
    [
      'a node without its header',
      BROAD,
      HEADER,
      HEADER.slice(0, HEADER.indexOf('<mav')),
      'MAV_COMMAND_ORDER 1 [%prev_state b',
    ],
    ['a header of another kind', BROAD, HEADER, HEADER.replace('<mav ', '<map '), 'MAV_STRAY_TEXT 0 <map game=chess>'],
    ['an unmarked decision', BROAD, 'Decision for node: <root>\n', '', 'TRACE_NODE 0 g3g6 : "<ctrl44>"'],
    ['the action of a leaf', BROAD, 'Selecting: e6c7', 'Selecting: e6g5', 'TRACE_LEAF_CHOICE 1 e6g5 : "<ctrl61>"'],
    [
      'action and value of a leaf',
      BROAD,
      'Selecting: e6c7 : "<ctrl61>',
      'Selecting: e6g5 : "<ctrl9>',
      'TRACE_LEAF_DECISION 1 <ctrl9>',
    ],
    [
      'the result of a leaf',
      DEEP,
      'Selecting: invalid : "1-0"',
      'Selecting: invalid : "1/2-1/2"',
      'TRACE_LEAF_DECISION 1 invalid : "1/2-1/2"',
    ],
    [
      'an end that is none',
      DEEP,
      'Selecting: o4 : "<ctrl64>"',
      'Selecting: invalid : "1-0"',
      'TRACE_SELECTION 1 invalid : "1-0"',
    ],
    ['the game of a node', BROAD, HEADER, HEADER.replace('chess', 'connect_four'), 'TRACE_INPUTS 1 connect_four'],
    ['no first line', BROAD, /^Minimax.*\n/, '', 'TRACE_PARAMETER 0 Evaluation for node: <root>'],
    ['a word in the first line', BROAD, '=3 ', '=3 and ', 'MAV_STRAY_TEXT 1 and'],
    ['a breadth below zero', BROAD, 'breadth=3', 'breadth=-3', 'TRACE_EXPANSION_COUNT 1 breadth=-3'],
    ...['breadth=x', 'breadth=3,', 'breadth=3.5', 'breadth='].map((to): (typeof cases)[number] => [
      to,
      BROAD,
      'breadth=3',
      to,
      `TRACE_PARAMETER 1 ${to}`,
    ]),
    ['no parameters', BROAD, ' breadth=3 depth=1', '', 'TRACE_PARAMETER 0 Minimax'],
    ['another step', DEEP, 'Expand from node <root x4>', 'Go on from <root x4>', 'MAV_STRAY_TEXT 0 Go on from'],
  ];
  for (const [what, base, from, to, finding] of cases)
    it(finding === '' ? `is not ${what}` : `is one finding: ${what}`, () => {
      const text = base.replace(from, to);
      assert.notEqual(text, base);
      const all = checkText(text, 'mav').filter(({ severity }) => severity !== 'info');
      const told = all.map(({ code, range }) => `${code} ${text.slice(range.start, range.end)}`);
      const [code = '', , ...place] = finding.split(' ');
      assert.equal(told.length, finding === '' ? 0 : 1, told.join('\n'));
      assert.ok(finding === '' || told[0].startsWith(`${code} ${place.join(' ')}`), told[0]);
    });
});

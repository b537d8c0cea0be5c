import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { checkText } from '../../../src/core/languages/check.ts';
import { type MavLenses, MavSums, mavLenses } from '../../../src/core/mav/features/lenses.ts';
import { listLocations } from '../../../src/core/mav/features/list-comparison.ts';
import { statePredictions } from '../../../src/core/mav/features/section-states.ts';
import { readMav } from '../../../src/core/mav/read-mav.ts';
import { tallyAnswers } from '../../../src/core/mav/stats/judge-answers.ts';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import { mavView } from '../../../src/core/mav/view.ts';

const EXAMPLE = fs.readFileSync('test/fixtures/mav/published-example.mav', 'utf8');
const TRACE = fs.readFileSync('test/fixtures/mav/published-trace.mav', 'utf8').replace('g3g5', 'g3g6');
const WRONG = EXAMPLE.replace('2ppPpp1/q7', '2ppPpp1/1q6').replace('P . . q . .', 'P . . . q .');
const CORNER = '[%state 7k/8/8/8/8/8/8/K7 w - - 0 1]';
const KING = `<mav game=chess> %state %top_all </mav>\n${CORNER}\n`;
const DISCS = `<mav game=connect_four> %prev_state %prev_action %state %top_all %best_action </mav>
[%prev_state x || ${'. '.repeat(35)}. . . o . . . ||]
[%prev_action x3]
[%state o || ${'. '.repeat(28)}. . . x . . . . . . o . . . ||]
[%top_all o0:<ctrl3> o1:<ctrl3> o2:<ctrl3> o3:<ctrl3> o4:<ctrl3> o5:<ctrl3> o6:<ctrl3>]
[%best_action o3]
`;

const INPUT = ' · input, not judged';

const found = (text: string): MavLenses => mavLenses(mavView(text), PUBLISHED_DIALECT);
const titles = (text: string): string[] => found(text).lenses.map(({ title }) => title);
const first = (text: string): string | undefined => titles(text)[0];

describe('lenses of MAV examples', () => {
  it('have precision, recall and F1 of a list of all actions', () => {
    const list = (actions: string): string => first(`${KING}[%top_all ${actions}]\n`) ?? '';
    assert.equal(list('a1a2:<ctrl32> a1b1:<ctrl32> a1b2:<ctrl32>'), `%top_all: precision 1 · recall 1 · F1 1${INPUT}`);
    assert.equal(list('a1a2:<ctrl32> a1b1:<ctrl32>'), `%top_all: precision 1 · recall 0.67 · F1 0.80${INPUT}`);
    assert.equal(list('a1a2:<ctrl32> a1c3:<ctrl32>'), `%top_all: precision 0.50 · recall 0.33 · F1 0.40${INPUT}`);
    assert.equal(list('a1c3:<ctrl32>'), `%top_all: precision 0 · recall 0 · F1 0${INPUT}`);
    assert.equal(list('a1a2:<ctrl32> ... a1c3:<ctrl32>'), `%top_all: precision 0.50 (1 of 2 legal, elided)${INPUT}`);
  });

  it('have the precision of a list of k, and how many were asked for', () => {
    assert.equal(first(EXAMPLE), '%top_5: precision 1 (5 of 5 legal) · best action legal · states exact');
    assert.equal(
      first(EXAMPLE.replace('f8h8', 'f8f1').replace(' a5f5:<ctrl29>', '')),
      '%top_5: precision 0.75 (3 of 4 legal, 5 asked for) · best action legal · states exact',
    );
    assert.match(found(EXAMPLE).lenses[0].tooltip, /^Precision: 5 of the 5 listed actions are legal\.$/);
    assert.equal(found(EXAMPLE).lenses[0].isWrong, false);
    assert.equal(found(EXAMPLE.replace('f8h8', 'f8f1')).lenses[0].isWrong, true);
  });

  it('judge on the true state, and on the printed one where that is another', () => {
    assert.equal(
      first(WRONG),
      'first error: state · 1 follow · %top_5: precision 1 (5 of 5 legal); on the printed board precision 0.80 (4 of 5 legal) · best action legal · 1 of 3 states exact',
    );
    const best = (move: string): string => first(WRONG.replace('%best_action f6f5', `%best_action ${move}`)) ?? '';
    assert.match(best('b5b2'), / · best action illegal, legal on the printed board$/);
    assert.match(best('h1h2'), / · best action illegal on both boards$/);
    assert.match(best('a5f5'), / · best action legal, illegal on the printed board$/);
    const followed = WRONG.replace('2ppP1p1/q4p2', '2ppP1p1/1q3p2');
    assert.match(first(followed) ?? '', / · final state follows the printed board$/);
  });

  it('know games that are over', () => {
    const mate = `<mav game=chess> %state %top_1 </mav>\n[%state 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1]\n`;
    assert.equal(first(`${mate}[%top_1 invalid : "1-0"]\n`), `%top_1: terminal, right${INPUT}`);
    assert.equal(first(`${mate}[%top_1 invalid : "0-1"]\n`), `%top_1: wrongly called terminal${INPUT}`);
    assert.equal(first(`${mate}[%top_1 h8g8:<ctrl1>]\n`), `%top_1: actions although the game is over${INPUT}`);
    assert.equal(first(`${KING}[%top_all invalid : "1-0"]\n`), `%top_all: wrongly called terminal${INPUT}`);
  });

  it('say where the list and the best action of other games are right', () => {
    const list = '%top_all: precision 1 · recall 1 · F1 1 · best action legal · state exact';
    assert.deepEqual(titles(DISCS), [list]);
    assert.deepEqual(titles(DISCS.replace('[%state o', '[%state x')), [
      'first error: state · %top_all: precision 1 · recall 1 · F1 1; on the printed board precision 0 · recall 0 · F1 0 · best action legal, illegal on the printed board',
    ]);
  });

  it('name the root cause first, and what it explains', () => {
    const { lenses } = found(WRONG);
    assert.match(lenses[0].tooltip, /^First error: not the state after e5e6: 2 squares wrong \(a5 empty, true q; /);
    assert.ok(lenses[0].isWrong);
    assert.match(first(EXAMPLE.replace('e5e6', 'e5e7')) ?? '', /^first error: previous action · /);
    assert.match(first(EXAMPLE.replace('<ctrl33>', '<ctrl99>')) ?? '', /^first error: value · %top_5: /);
    // What the list itself says needs no second word.
    assert.match(first(EXAMPLE.replace('f8h8', 'f8f1')) ?? '', /^%top_5: precision 0\.80/);
  });

  it('say that the truth is not known, or that the state is the input', () => {
    assert.match(
      first(EXAMPLE.replace('e5e6', 'e5e7')) ?? '',
      / · best action legal · true position unknown; judged on the printed board$/,
    );
    assert.match(first(`${KING}[%top_all a1a2:<ctrl32>]\n`) ?? '', / · input, not judged$/);
  });

  it('say where an output is cut off, has more than was asked for, or prose around it', () => {
    const cut = EXAMPLE.slice(0, EXAMPLE.indexOf('[%best_action'));
    assert.equal(first(cut), '%top_5: precision 1 (5 of 5 legal) · states exact · cut off before %best_action');
    const inside = EXAMPLE.slice(0, EXAMPLE.indexOf(' f8h8:'));
    assert.match(
      first(inside) ?? '',
      /^first error: syntax · .*%top_5: .*3 of 3 legal.* · cut off before %best_action$/,
    );
    const again = EXAMPLE.trimEnd().split('\n').slice(-3, -1).join('\n');
    assert.match(first(`${EXAMPLE.trimEnd()}\n${again}\n`) ?? '', /^first error: commands · %top_5: precision 1 /);
    const twice = readMav(`Here is my answer:\n${EXAMPLE}I hope that this helps.\n${EXAMPLE}`);
    assert.equal(twice.length, 2);
    const text = `Sure, the answer is below.\n${EXAMPLE}`;
    const { lenses } = found(text);
    assert.equal(lenses[0].range.start, text.indexOf('<mav'));
    assert.match(lenses[0].title, /%top_5: precision 1 \(5 of 5 legal\) · best action legal · states exact$/);
  });

  it('lead to the comparison of their list, or to the first error', () => {
    assert.deepEqual(found(EXAMPLE).lenses[0].place, { position: 0, label: '%top_5' });
    assert.deepEqual(listLocations(mavView(EXAMPLE)), [{ position: 0, label: '%top_5' }]);
    const [trace, , second] = found(TRACE.replace('Playing g3g6', 'Playing g3d6')).lenses;
    assert.equal(trace.place, undefined);
    assert.ok(trace.target !== undefined);
    assert.equal(TRACE.slice(trace.target.start, trace.target.start + 2), 'g3');
    assert.deepEqual(second.place, { position: 2, label: '%top_all' });
    assert.deepEqual(
      listLocations(mavView(TRACE)).map(({ position }) => position),
      [0, 2, 4, 6],
    );
  });

  it('blame nothing that stands above them: prose behind the example before is not theirs', () => {
    const prose = 'Let me think about that position.\nBlack is better.\n';
    const [alone] = found(EXAMPLE).lenses;
    const [section] = readMav(`${EXAMPLE}${prose}${EXAMPLE}`).slice(1);
    assert.ok(section);
    const both = `${EXAMPLE}${prose}${EXAMPLE}`;
    const below = mavLenses(mavView(both, section.section), PUBLISHED_DIALECT).lenses[0];
    assert.deepEqual([below.title, below.isWrong, below.tooltip], [alone.title, false, alone.tooltip]);
    assert.equal(below.target, undefined);
    assert.equal(first(prose + EXAMPLE), alone.title);
    // its own prose still is
    assert.match(first(EXAMPLE.replace('\n[%state b', '\nWell.\n[%state b')) ?? '', /^first error: /);
  });

  it('are none for a prompt, and where the game or the state is not known', () => {
    assert.deepEqual(titles(KING), []);
    assert.deepEqual(titles(EXAMPLE.replace('chess', 'draughts')), []);
    assert.deepEqual(titles(`${KING.replace('7k', '9k')}[%top_all a1a2:<ctrl1>]\n`), []);
    assert.deepEqual(titles(''), []);
  });
});

describe('lenses of traces', () => {
  it('say whether the shape is right', () => {
    assert.equal(first(TRACE), 'shape right · no error');
    assert.equal(
      first(TRACE.replace('g3g6 : "<ctrl43>"\nc2e2', 'g3g5 : "<ctrl43>"\nc2e2')),
      'first error: <root> decision · shape wrong (1 fault)',
    );
  });

  it('blame nothing that stands above them', () => {
    assert.equal(first(`Let me think.\n${TRACE}`), first(TRACE));
    assert.equal(found(`Let me think.\n${TRACE}`).lenses[0].isWrong, found(TRACE).lenses[0].isWrong);
  });

  it('say of a prompt that it is not answered, and count it in no sum', () => {
    const lines = TRACE.split('\n');
    // the first line alone, the root, its header, its state
    for (const count of [1, 2, 3, 4]) {
      const prompt = `${lines.slice(0, count).join('\n')}\n`;
      const [lens] = found(prompt).lenses;
      assert.deepEqual([lens.title, lens.isWrong], ['not answered', false], prompt);
      assert.deepEqual(
        checkText(prompt, 'mav').filter(({ severity }) => severity === 'error' || severity === 'warning'),
        [],
        prompt,
      );
      const sums = new MavSums();
      sums.addAll(found(prompt).sums);
      sums.addAll(found(TRACE).sums);
      sums.addAll(found(TRACE).sums);
      assert.match(sums.text ?? '', /2 traces · shape right 2 of 2$/);
      const tally = tallyAnswers(prompt, PUBLISHED_DIALECT)['chess']?.tally;
      assert.equal(tally?.shape?.n ?? 0, 0);
    }
    // an answer that breaks off is none
    assert.match(found(`${lines.slice(0, 5).join('\n')}\n`).lenses[0].title, /shape wrong/);
  });

  it('name the first error and count what follows', () => {
    const wrong = TRACE.replace('3qN1Pp/3Q4/8/5P2/PPr3P1/1K5R w', '3qN1P1/p2Q4/8/5P2/PPr3P1/1K5R w');
    assert.equal(first(wrong), 'first error: <root g3d6> state · shape right');
    assert.equal(
      first(wrong.replace('[%best_action d5d6]', '[%best_action a5a4]').replace('Playing g3g6', 'Playing g3d6')),
      'first error: <root g3d6> state · 2 follow · shape right',
    );
    assert.equal(first(TRACE.replace('a2a3:', 'a2a5:')), 'first error: <root g3d6> list · shape right');
    assert.equal(first(TRACE.replace('Playing g3g6', 'Playing g3d6')), 'first error: played action · shape right');
  });
});

describe('the line of a file', () => {
  const summary = (text: string): string | undefined => {
    const sums = new MavSums();
    for (const { offset, section } of readMav(text))
      sums.addAll(found(text.slice(offset, offset + section.length)).sums);
    return sums.text;
  };

  it('sums up examples and traces', () => {
    assert.equal(
      summary(`${EXAMPLE}\n${KING}[%top_all a1a2:<ctrl32> a1c3:<ctrl32>]\n${TRACE}`),
      '6 examples · best action legal 5 of 5 · lists: mean precision 0.92 · top_all: mean recall 0.33 F1 0.40 · 1 trace · shape right 1 of 1',
    );
    assert.equal(summary(EXAMPLE), undefined);
  });
});

describe('states as predictions', () => {
  const predictions = (text: string) => statePredictions(mavView(text));
  const AFTER_E6 = 'r1b1nr2/pp1np1bk/2ppPpp1/q7/3P1P2/2NQB3/PPP1B1PP/R4RK1 b - - 0 13';

  it('are those that follow from another state, with what they leave out taken from the true one', () => {
    const all = predictions(EXAMPLE);
    assert.deepEqual(
      all.map(({ label, fen, trueFen, position }) => [label, fen === trueFen, position]),
      [
        ['%FEN', true, 0],
        ['%state', true, 0],
        ['final %FEN', true, 1],
      ],
    );
    assert.equal(all[0].trueFen, AFTER_E6);
    assert.deepEqual(
      all[2].history().map(({ ply, san, fen }) => [ply, san, fen.split(' ')[1]]),
      [
        [0, undefined, 'w'],
        [1, 'e6', 'b'],
        [2, 'f5', 'w'],
      ],
    );
    assert.deepEqual(
      predictions(TRACE).map(({ label, fen, trueFen }) => [label, fen === trueFen]),
      Array.from({ length: 3 }, () => ['%state', true]),
    );
  });

  it('keep what is wrong as it is written', () => {
    assert.equal(predictions(WRONG)[0].fen, AFTER_E6.replace('/q7', '/1q6'));
    assert.equal(predictions(WRONG)[1].fen, AFTER_E6.replace('/q7', '/1q6'));
    const short = EXAMPLE.replace(`${AFTER_E6}]`, 'nonsense]');
    assert.equal(predictions(short)[0].fen, 'nonsense');
    const kingless = EXAMPLE.replace('p . b k r', 'p . b . r');
    assert.equal(predictions(kingless)[1].fen, AFTER_E6.replace('bk/', 'b1/'));
  });

  it('are as they are written in the games of stones, without what stands behind the cells', () => {
    const [one] = predictions(DISCS.replace('. . ||]\n[%top', '. . |007||]\n[%top'));
    assert.equal(one.fen, one.trueFen);
    assert.deepEqual([one.label, one.variant, one.history().length], ['%state', 'connect_four', 2]);
    const [torn] = predictions(DISCS.replace('. . x . . . . . . o', '. x . . o'));
    assert.match(torn.fen, /^o \|\| /);
  });

  it('are none where the truth is not known', () => {
    assert.deepEqual(predictions(KING), []);
    assert.deepEqual(predictions(EXAMPLE.replace('%prev_action e5e6', '%prev_action e5e7')), []);
  });
});

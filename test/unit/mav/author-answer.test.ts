import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { seeded } from '../../../src/core/base/random.ts';
import { positionAt } from '../../../src/core/mav/author/game-line.ts';
import { needsValues, readCommands } from '../../../src/core/mav/author/header-commands.ts';
import { knownGame } from '../../../src/core/mav/author/prompt-position.ts';
import { answerRequest, requestNeedsValues } from '../../../src/core/mav/author/reference-answer.ts';
import { makeRequest, printRequest, requestFromExample } from '../../../src/core/mav/author/request.ts';
import type { MavGameName } from '../../../src/core/mav/game-names.ts';
import { readMavSection } from '../../../src/core/mav/read-mav.ts';
import { type Example, PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import { printExample, printTarget } from '../../../src/core/mav/write/example-draft.ts';
import { commandsOf, dialect, findingsOf, madeUpValues, play, played, plyOf, wish } from './author-support.ts';

const published = readFileSync('test/fixtures/mav/published-example.mav', 'utf8').replace(/\n\n/g, '\n');
const fromPaper = PUBLISHED_DIALECT;

function exampleOf(text: string): Example {
  const { item } = readMavSection(text, 0);
  assert.ok(item?.kind === 'example');
  return item;
}

function requestFrom(text: string, written = fromPaper) {
  const request = requestFromExample(exampleOf(text), written);
  assert.ok(request.ok, request.ok ? '' : request.error);
  return request.value;
}

function parsed(game: MavGameName, state: string): unknown {
  const read = knownGame(game).automaton.parse(state);
  assert.ok(read.ok);
  return read.value;
}

/** Why an example has no request. */
function refusal(text: string): string {
  const request = requestFromExample(exampleOf(text));
  assert.ok(!request.ok);
  return request.error;
}

const FOOLS_MATE = 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3';
const TWO_KINGS = '8/8/8/8/8/2k5/8/K7 w - - 0 1';

describe('reference answers', () => {
  it('leave nothing to find, whatever the game, the position, the commands and the dialect', () => {
    fc.assert(
      fc.property(play, fc.nat(), wish, dialect, (game, seed, asked, written) => {
        const line = played(game);
        const position = positionAt(line, plyOf(line.actions.length, seed));
        const commands = commandsOf(asked, position);
        const request = makeRequest(position, commands);
        assert.ok(request.ok, request.ok ? '' : request.error);
        const values = madeUpValues(position.game, position.state, seed);
        const draft = answerRequest(request.value, { dialect: written, values, random: seeded(seed) });
        assert.ok(draft.ok, draft.ok ? '' : draft.error.message);
        assert.equal(draft.value.lines.length, commands.length);
        assert.deepEqual(findingsOf(printExample(draft.value, written), written), []);
      }),
      { numRuns: 400 },
    );
  });

  it('are the same whether the prompt is made or read from its text', () => {
    fc.assert(
      fc.property(play, fc.nat(), wish, dialect, (game, seed, asked, written) => {
        const line = played(game);
        const position = positionAt(line, plyOf(line.actions.length, seed));
        const request = makeRequest(position, commandsOf(asked, position));
        assert.ok(request.ok);
        const prompt = printRequest(request.value, written);
        const values = madeUpValues(position.game, position.state, seed);
        const [a, b] = [request.value, requestFrom(prompt, written)].map((one) =>
          answerRequest(one, { dialect: written, values, random: seeded(seed) }),
        );
        assert.ok(a.ok && b.ok);
        assert.equal(printExample(a.value, written), prompt + printTarget(b.value, written));
      }),
      { numRuns: 200 },
    );
  });

  it('write the published example, given its values', () => {
    const request = requestFrom(published);
    const buckets = new Map([['f6f5', 33], ['f8h8', 29], ['a5f5', 29], ['d7b6', 28], ['d7c5', 28]]); // biome-ignore format: pairs
    const { actions } = madeUpValues('chess', parsed('chess', request.state), 1);
    const values = actions
      .map(({ action }) => ({ action, win: ((buckets.get(action) ?? 1) - 0.5) / 64 }))
      .sort((a, b) => b.win - a.win);
    const draft = answerRequest(request, {
      dialect: fromPaper,
      values: { actions: values, outcome: undefined, kind: 'engine' },
    });
    assert.ok(draft.ok);
    const inOrder = (text: string): string =>
      text.replace(/(?<=\[%top_5 )[^\]]*/, (list) => list.split(' ').sort().join(' '));
    assert.equal(inOrder(printExample(draft.value, fromPaper)), inOrder(published));
    assert.match(printTarget(draft.value, fromPaper), /%top_5 f6f5:<ctrl33> /);
  });

  it('list the k best, all where there are fewer, in the order of the source or a random one', () => {
    const prompt = `<mav game=chess> %FEN %top_2 %best_action </mav>\n[%FEN ${TWO_KINGS}]\n`;
    const values = { actions: [{ action: 'a1b1', win: 1 }, { action: 'a1a2', win: 0.5 }], outcome: undefined, kind: 'exact' } as const; // biome-ignore format: short
    const answer = (text: string, random?: number): string => {
      const draft = answerRequest(requestFrom(text), {
        dialect: fromPaper,
        values,
        ...(random !== undefined && { random: seeded(random) }),
      });
      assert.ok(draft.ok);
      return printTarget(draft.value, fromPaper);
    };
    assert.equal(answer(prompt), '[%top_2 a1b1:<ctrl64> a1a2:<ctrl32>]\n[%best_action a1b1]\n');
    assert.equal(answer(prompt.replace('top_2', 'top_1')), '[%top_1 a1b1:<ctrl64>]\n[%best_action a1b1]\n');
    assert.equal(
      answer(prompt.replace('top_2', 'top_9')),
      '[%top_9 a1b1:<ctrl64> a1a2:<ctrl32>]\n[%best_action a1b1]\n',
    );
    const orders = new Set(Array.from({ length: 20 }, (_, seed) => answer(prompt, seed)));
    assert.deepEqual([...orders].sort(), [
      '[%top_2 a1a2:<ctrl32> a1b1:<ctrl64>]\n[%best_action a1b1]\n',
      '[%top_2 a1b1:<ctrl64> a1a2:<ctrl32>]\n[%best_action a1b1]\n',
    ]);
  });

  it('need no values where the game is over, and then say how it ended', () => {
    const request = requestFrom(`<mav game=chess> %FEN %top_3 %best_action %FEN </mav>\n[%FEN ${FOOLS_MATE}]\n`);
    assert.equal(requestNeedsValues(request), false);
    const draft = answerRequest(request, { dialect: fromPaper });
    assert.ok(draft.ok);
    assert.equal(
      printExample(draft.value, fromPaper),
      `<mav game=chess> %FEN %top_3 </mav>\n[%FEN ${FOOLS_MATE}]\n[%top_3 invalid : "0-1"]\n`,
    );
  });

  it('make up no values', () => {
    const request = requestFrom(`<mav game=chess> %FEN %top_1 </mav>\n[%FEN ${TWO_KINGS}]\n`);
    assert.equal(requestNeedsValues(request), true);
    const without = answerRequest(request, { dialect: fromPaper });
    assert.ok(!without.ok && without.error.code === 'no-values');
    const values = { actions: [{ action: 'a1b1', win: 1 }], outcome: undefined, kind: 'exact' } as const;
    const wrong = answerRequest(request, { dialect: fromPaper, values });
    assert.ok(!wrong.ok && wrong.error.code === 'bad-values', 'the values of some actions are not those of all');
  });

  it('answer states without values', () => {
    const prompt =
      '<mav game=connect_four> %prev_state %prev_action %state </mav>\n[%prev_state x || ................................... ....... ||]\n[%prev_action x3]\n';
    const draft = answerRequest(requestFrom(prompt), { dialect: fromPaper });
    assert.ok(draft.ok);
    assert.equal(printTarget(draft.value, fromPaper), `[%state o || ${'. '.repeat(38)}x . . . ||]\n`);
  });

  it('read what the digits of a native state say of castling and en passant', () => {
    const board =
      'R . . . K . . R P . . . . P P P . . . . . . . . . . . . . . . . . . . . P p . . . . . . . . . . p p p p p . p p r . . . k . . r';
    const prompt = `<mav game=chess> %state %top_all </mav>\n[%state w || ${board} |10006600012||]\n`;
    const state = parsed('chess', requestFrom(prompt).state);
    assert.equal(knownGame('chess').automaton.print(state), 'r3k2r/ppppp1pp/8/4Pp2/8/8/P4PPP/R3K2R w K f6 0 12');
  });

  it('say why nothing can be answered', () => {
    const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
    assert.match(refusal(`<mav game=go> %state %top_1 </mav>\n[%state x || . ||]\n`), /unknown game/);
    assert.match(refusal('<mav game=chess> %top_1 </mav>\n'), /gives no state/);
    assert.match(refusal(`<mav game=chess> %FEN %top_0 </mav>\n[%FEN ${start}]\n`), /%top_0 has no answer/);
    assert.match(refusal('<mav game=chess> %FEN %top_1 </mav>\n'), /line of %FEN is missing/);
    assert.match(refusal('<mav game=chess> %FEN %top_1 </mav>\n[%FEN 8/8 w - - 0 1]\n'), /given state is invalid/);
    assert.match(
      refusal(`<mav game=chess> %prev_FEN %prev_action %FEN </mav>\n[%prev_FEN ${start}]\n[%prev_action e2e5]\n`),
      /e2e5 is not legal/,
    );
    const final = requestFrom(`<mav game=chess> %FEN %top_1 %FEN </mav>\n[%FEN ${start}]\n`);
    const values = madeUpValues('chess', parsed('chess', start), 1);
    const draft = answerRequest(final, { dialect: fromPaper, values });
    assert.ok(!draft.ok && draft.error.code === 'no-answer');
  });
});

describe('the sample', () => {
  it('is answered and without a finding, in all four games', () => {
    const text = readFileSync('samples/examples.mav', 'utf8');
    assert.deepEqual(findingsOf(text), []);
    const games = new Set([...text.matchAll(/game=(\w+)/g)].map(([, game]) => game));
    assert.deepEqual([...games].sort(), ['chess', 'chess960', 'connect_four', 'hex']);
  });
});

describe('checks of a state after a native one, which leaves castling open', () => {
  const from =
    'w || R . . . K . . R . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . k . . . . |00000000001||';
  const after = (rights: string): string[] =>
    findingsOf(
      `<mav game=chess> %prev_state %prev_action %FEN </mav>\n[%prev_state ${from}]\n[%prev_action a1b1]\n[%FEN 3k4/8/8/8/8/8/8/1R2K2R b ${rights} - 1 1]\n`,
    );

  it('pass over rights that may be there, and name those that cannot', () => {
    assert.deepEqual(after('K'), []);
    assert.deepEqual(after('-'), []);
    // White castles: so it had rights, and Black may have had some.
    const castled = (rights: string): string[] =>
      findingsOf(
        `<mav game=chess> %prev_state %prev_action %FEN </mav>\n[%prev_state ${from.replace('. . . k . . . .', 'r . . . k . . .')}]\n[%prev_action e1g1]\n[%FEN r3k3/8/8/8/8/8/8/R4RK1 b ${rights} - 1 1]\n`,
      );
    assert.deepEqual([castled('-'), castled('q')], [[], []]);
    assert.match(castled('Q')[0], /castling rights Q/);
    const [finding, ...more] = after('KQ');
    assert.match(finding, /^MAV_WRONG_FIELD: after a1b1: castling rights KQ/);
    assert.deepEqual(more, []);
  });
});

describe('commands of a header', () => {
  it('are read, and refused where they ask for nothing or start from nothing', () => {
    const names = (text: string): string => {
      const read = readCommands(text, 'chess');
      return read.ok ? JSON.stringify(read.value.map((c) => ('k' in c ? c.k : c.command))) : read.error;
    };
    assert.equal(names('%prev_FEN %prev_action %state %top_all'), '["prev_FEN","prev_action","state","all"]');
    assert.match(names('%FEN %top_0'), /%top_0 cannot be requested/);
    assert.match(names('%FEN %side'), /side/);
    assert.match(names('%prev_FEN %FEN'), /requires its %prev_action/);
    assert.match(names('%prev_action %FEN'), /requires a %prev_state/);
    assert.match(names('%FEN %prev_FEN %prev_action'), /come before all other/);
    assert.match(names(''), /gives no state/);
    assert.equal(needsValues({ command: 'top', k: 1 }), true);
    assert.equal(needsValues({ command: 'prev_action' }), false);
  });
});

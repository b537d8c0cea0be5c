import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TimelineCell } from '../../../src/core/evaluation/game-trace/timeline.ts';
import { REST_MS } from '../../../src/extension/state-view/rested-position.ts';
import type { ReferencePlace, StateHost } from '../../../src/extension/state-view/state-contents.ts';
import { StateController } from '../../../src/extension/state-view/state-controller.ts';
import type { ComparisonResult, LineComparisonParams, LspRange, PositionParams } from '../../../src/protocol/lsp.ts';
import type {
  DocumentLine,
  ReferenceView,
  StateParams,
  StateResult,
  StoredAnswer,
} from '../../../src/protocol/state.ts';
import { readToState, STATE_VERSION, type StatePageState, type ToState } from '../../../src/protocol/state-messages.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const URI = 'file:///game.pgn';
const at = (character: number, uri = URI): PositionParams => ({ uri, position: { line: 0, character } });

const cell = (p: number | null): TimelineCell => ({
  label: 'gpt-4o#1',
  fen: '8/8/8/8/8/8/8/8 w - - 0 1',
  p,
  r: p,
  boardAccuracy: 1,
  wrongSquares: 0,
  verdict: 'exact',
  cause: { id: 'exact', ply: 0, move: null },
  sentence: 'exact',
  verdictText: 'exact',
  blame: null,
  knows: true,
});

/** A line of four steps, one a column; the model was asked at step 2. */
const lineOf = (p: number | null = 1): DocumentLine => ({
  title: 'Ann – Bob',
  variant: 'chess',
  m: 4,
  labels: 'models',
  steps: [0, 1, 2, 3].map((ply) => ({ ply, name: `${ply}`, fen: `fen ${ply}`, lastMove: null })),
  rows: [
    {
      label: 'gpt-4o',
      isBaseline: false,
      cells: [null, null, cell(p), null],
      asked: 1,
      events: [],
      says: '',
    },
  ],
  cursors: [0, 1, 2, 3].map((character) => ({ line: 0, character })),
  accepts: true,
  predicts: true,
});

const STEPS = { first: null, previous: null, next: null, last: null, up: null, down: { line: 7, character: 7 } };

const answerTo = ({ position, known }: StateParams, line = lineOf(), lineId = 'one'): StateResult => ({
  version: 1,
  lineId,
  line: known === lineId ? null : line,
  here: {
    at: Math.min(3, position.character),
    place: { game: 0, ply: position.character, path: [] },
    label: null,
    board: { check: false, situation: '', legal: [], glyphs: '', comment: '', shapes: [], steps: STEPS, stuckAt: null },
    instead: [],
  },
  reason: null,
});

/** The controller with a server that answers when it is told to. */
function controlled() {
  const clock = new ManualClock();
  const asked: { readonly params: StateParams; answer(result?: StateResult | null | Error): Promise<void> }[] = [];
  const posted: ToState[] = [];
  const moved: PositionParams[] = [];
  const titles: string[] = [];
  const said: string[] = [];
  const faults: unknown[] = [];
  const details: number[] = [];
  const lineDetails: LineComparisonParams[] = [];
  const answered: number[] = [];
  const found: PositionParams[] = [];
  const referenced: ReferencePlace[] = [];
  const references: ReferenceView[] = [];
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 12; i++) await Promise.resolve();
  };
  const host: StateHost = {
    ask: (params) =>
      new Promise((resolve, reject) => {
        asked.push({
          params,
          async answer(result = answerTo(params)) {
            if (result instanceof Error) reject(result);
            else resolve(result);
            await settle();
          },
        });
      }),
    detail: ({ ply }) => {
      details.push(ply);
      return Promise.resolve(null as ComparisonResult | null);
    },
    lineDetail: (params) => {
      lineDetails.push(params);
      return Promise.resolve(null as ComparisonResult | null);
    },
    answers: ({ at: step }) => {
      answered.push(step);
      return Promise.resolve([] as StoredAnswer[]);
    },
    reference: (place) => {
      referenced.push(place);
      return references[0] ?? null;
    },
    finding: (place, tell) => {
      found.push(place);
      tell({ text: 'wrong', fixes: [] });
    },
    post: (message) => void posted.push(message),
    title: (text) => void titles.push(text),
    notice: (text) => void said.push(text),
    moveCursor: (uri, position) => void moved.push({ uri, position }),
    settings: () => ({ orientation: 'white', asks: '' }),
    after: (ms, then) => clock.after(ms, then),
    failed: (error) => void faults.push(error),
  };
  const controller = new StateController(host);
  const taken = (): string[] =>
    posted.splice(0).map((message) => {
      if (message.type === 'at') return `at ${message.at} after ${message.after}`;
      if (message.type === 'select') return `select ${message.label}`;
      if (message.type === 'pinned') return `pinned ${message.pinned}`;
      return message.type === 'nothing' ? message.reason : message.type;
    });
  const kept = { found, details, lineDetails, answered, referenced, references };
  return { controller, clock, asked, posted, taken, moved, titles, said, faults, ...kept, settle };
}

/** The same, with the line on the page at a step. */
async function opened(step = 1) {
  const all = controlled();
  const opening = all.controller.open(at(step));
  await all.asked[0].answer();
  await opening;
  return all;
}

describe('the state view', () => {
  it('sends the line once, then only where in it the cursor is', async () => {
    const { controller, asked, taken, posted } = await opened();
    for (const message of posted) assert.deepEqual(readToState(message), message);
    assert.deepEqual(taken(), ['line', 'at 1 after 0']);
    controller.follow(at(2));
    assert.deepEqual([asked.length, asked[1].params.known], [2, 'one']);
    await asked[1].answer();
    assert.deepEqual(taken(), ['at 2 after 0']);
  });

  it('asks at once, one question at a time, and for the newest place next', async () => {
    const { controller, asked, taken } = await opened();
    taken();
    for (const step of [2, 3, 0, 1, 2]) controller.follow(at(step));
    assert.deepEqual(
      asked.map(({ params }) => params.position.character),
      [1, 2],
    );
    await asked[1].answer();
    await asked[2].answer();
    assert.deepEqual(
      [asked.length, asked[2].params.position.character, taken()],
      [3, 2, ['at 2 after 0', 'at 2 after 0']],
    );
  });

  it('opens what a model has just answered here, unless all are open, and nothing where it answered elsewhere', async () => {
    const { controller, asked, posted } = await opened();
    const predicted = async (label: string, uri = at(1).uri): Promise<string[]> => {
      posted.splice(0);
      const done = controller.predicted(uri, label);
      await asked[asked.length - 1].answer();
      await done;
      return posted.flatMap((message) => (message.type === 'select' ? [String(message.label)] : []));
    };
    const [row] = lineOf().rows;
    controller.follow(at(2));
    await asked[asked.length - 1].answer();
    controller.selected('another');
    assert.deepEqual(await predicted(`${row.label}#2`), [row.label]);
    assert.deepEqual(await predicted('nobody'), []);
    assert.deepEqual(await predicted(row.label, 'file:///other.pgn'), []);
    controller.selected(null);
    assert.deepEqual(await predicted(row.label), []);
  });

  it('opens the prediction at the cursor once: what is chosen then stays while scores come', async () => {
    const { controller, asked, posted } = await opened();
    const labelAfter = async (label: string): Promise<string | null | undefined> => {
      posted.splice(0);
      void controller.refresh();
      const question = asked[asked.length - 1];
      const answer = answerTo(question.params);
      await question.answer({ ...answer, here: answer.here && { ...answer.here, label } });
      return posted.flatMap((message) => (message.type === 'at' ? [message.label] : []))[0];
    };
    assert.deepEqual(
      [await labelAfter('gpt-4o'), await labelAfter('gpt-4o'), await labelAfter('o3'), await labelAfter('gpt-4o')],
      ['gpt-4o', null, 'o3', 'gpt-4o'],
    );
  });

  it('says what is wrong at the cursor of a MAV file, and of no game', async () => {
    const { controller, asked, posted, found } = await opened();
    assert.equal(found.length, 0);
    const states: DocumentLine = { ...lineOf(), labels: 'states' };
    controller.follow(at(2));
    await asked[1].answer(answerTo(asked[1].params, states, 'states'));
    const expected = {
      version: STATE_VERSION,
      type: 'finding',
      lineId: 'states',
      at: 2,
      finding: { text: 'wrong', fixes: [] },
    };
    assert.deepEqual([posted.pop(), found], [expected, [at(2)]]);
    controller.find();
    assert.deepEqual(posted.pop(), expected);
  });

  it('lets the page step ahead: the cursor follows, and each answer says which step it is about', async () => {
    const { controller, asked, taken, moved } = await opened();
    taken();
    controller.go('one', 2, 1);
    controller.go('one', 3, 2);
    assert.deepEqual(moved, [at(2), at(3)]);
    await asked[1].answer();
    await asked[2].answer();
    assert.deepEqual(taken(), ['at 2 after 1', 'at 3 after 2']);
    // a score came while the page still had the line before it
    void controller.refresh();
    await asked[3].answer(answerTo(asked[3].params, lineOf(0.5), 'two'));
    controller.go('one', 1, 3);
    assert.deepEqual(moved.pop(), at(1));
    await asked[4].answer(answerTo(asked[4].params, lineOf(0.5), 'two'));
    for (let score = 0; score < 30; score++) {
      void controller.refresh();
      const question = asked[5 + score];
      await question.answer(answerTo(question.params, lineOf(score / 30), `score ${score}`));
    }
    controller.go('one', 3, 4);
    assert.deepEqual(moved.pop(), at(3));
    await asked[35].answer();
    controller.go('another', 0, 3);
    controller.go('one', 9, 4);
    assert.deepEqual([moved.length, asked.length], [2, 36]);
  });

  it('keeps a pinned position while the cursor moves, steps without it, and comes back to it', async () => {
    const { controller, asked, taken, moved, titles } = await opened();
    controller.pin(true);
    controller.follow(at(3));
    assert.deepEqual([asked.length, titles.at(-1)], [1, 'Pinned: Ann – Bob']);
    controller.go('one', 2, 1);
    await asked[1].answer();
    assert.deepEqual([moved, controller.contents.at], [[], 2]);
    taken();
    controller.pin(false);
    await asked[2].answer();
    assert.deepEqual([asked[2].params.position.character, taken()], [3, ['pinned false', 'at 3 after 1']]);
  });

  it('tells a page that listens again everything, the label and the pin too, as the title has it', async () => {
    const { controller, clock, taken, titles, posted } = await opened(2);
    controller.selected('gpt-4o');
    controller.pin(true);
    clock.pass(REST_MS);
    await Promise.resolve();
    await Promise.resolve();
    taken();
    controller.ready();
    const [line, shown] = posted;
    assert.ok(line?.type === 'line' && shown?.type === 'at');
    assert.deepEqual([line.accepts, shown.place], [true, at(2)]);
    assert.deepEqual(taken(), ['line', 'at 2 after 0', 'pinned true', 'select gpt-4o', 'answers']);
    assert.equal(titles.at(-1), 'Pinned: Ann – Bob');
  });

  it('scrolls to an answer that a link names, as soon as the page listens, until something else is looked at', async () => {
    const { controller, asked, taken, posted } = await opened(2);
    taken();
    controller.showAnswer('gpt-4o#1');
    for (const message of posted) assert.deepEqual(readToState(message), message);
    assert.deepEqual(taken(), ['showAnswer']);
    controller.ready();
    assert.deepEqual(taken(), ['line', 'at 2 after 0', 'pinned false', 'showAnswer']);
    void controller.refresh();
    await asked[1].answer();
    controller.ready();
    assert.equal(taken().at(-1), 'showAnswer');
    controller.follow(at(3));
    await asked[2].answer();
    taken();
    controller.ready();
    assert.deepEqual(taken(), ['line', 'at 3 after 0', 'pinned false']);
  });

  it('asks for details and answers where the cursor rests, once, and for none where nobody was asked', async () => {
    const { controller, clock, asked, details, answered } = await opened(2);
    clock.pass(REST_MS - 1);
    assert.deepEqual(details, []);
    clock.pass(1);
    controller.follow(at(2));
    await asked[1].answer();
    clock.pass(REST_MS);
    assert.deepEqual([details, answered], [[2], [2]]);
    controller.follow(at(3));
    await asked[2].answer();
    clock.pass(REST_MS);
    assert.deepEqual([details, answered], [[2], [2]]);
    // what came stays with the line when a score makes it another one
    const { posted, taken } = await opened(2).then(async (all) => {
      all.clock.pass(REST_MS);
      await all.settle();
      all.taken();
      void all.controller.refresh();
      await all.asked[1].answer(answerTo(all.asked[1].params, lineOf(0.5), 'two'));
      return all;
    });
    const again = posted.at(-1);
    assert.equal(again?.type === 'answers' && again.lineId, 'two');
    assert.deepEqual(taken(), ['line', 'at 2 after 0', 'answers']);
    // a key that is held rests nowhere
    for (const step of [2, 1, 2, 1]) {
      controller.follow(at(step));
      await asked.at(-1)?.answer();
      clock.pass(REST_MS / 2);
    }
    assert.deepEqual(details, [2]);
  });

  it('asks for the reference of an answer where the cursor rests, and again when a new one is there or the text changed', async () => {
    const { controller, clock, asked, settle, taken, posted, details, referenced, references } = controlled();
    const section: LspRange = { start: { line: 0, character: 0 }, end: { line: 5, character: 0 } };
    const states: DocumentLine = { ...lineOf(), labels: 'states', accepts: false, predicts: false, section };
    const rest = async (version = 1): Promise<void> => {
      await asked.at(-1)?.answer({ ...answerTo({ ...at(1) }, states), version });
      clock.pass(REST_MS);
      await settle();
    };
    const told = () => posted.flatMap((one) => (one.type === 'reference' ? [[one.reference, one.asked]] : []));
    void controller.open(at(1));
    await rest();
    assert.deepEqual(referenced, [{ uri: URI, version: 1, section, cursor: { line: 0, character: 1 } }]);
    assert.deepEqual(told(), [[null, 0]]);
    const reference: ReferenceView = { values: null, lines: [{ label: '%FEN', text: 'same' }], rows: [] };
    references.push(reference);
    taken();
    void controller.openReference(at(1));
    await rest();
    assert.deepEqual(told(), [[reference, 1]]);
    for (const message of posted) assert.deepEqual(readToState(message), message);
    // a page that was only being opened has missed it
    taken();
    controller.ready();
    assert.deepEqual(told(), [[reference, 1]]);
    // lists are in no cell: with each edit they may be others
    void controller.refresh();
    await rest(2);
    assert.deepEqual([details.length, referenced.length, referenced.at(-1)?.version], [3, 3, 2]);
    void controller.refresh();
    await rest(2);
    assert.equal(details.length, 3);
  });

  it('shows numbers as they come, and says what is in the way of a position, once', async () => {
    const { controller, asked, taken, said } = controlled();
    void controller.open(at(2));
    const reason = '7.Nf9 is illegal: there is no square f9';
    await asked[0].answer({ ...answerTo(asked[0].params, lineOf(null)), reason });
    void controller.refresh();
    await asked[1].answer({ ...answerTo(asked[1].params, lineOf(1), 'two'), reason });
    assert.deepEqual(taken(), ['line', 'at 2 after 0', 'line', 'at 2 after 0']);
    assert.deepEqual(said, ['7.Nf9 is illegal: there is no square f9.']);
  });

  for (const [reason, said] of [
    ['e8e7 is not legal: there is no piece on e8', 'e8e7 is not legal: there is no piece on e8.'],
    ['left is not legal here; legal: up', 'left is not legal here; legal: up.'],
    ['there is no game here', 'There is no game here.'],
    ['this is not a position: the board is empty', 'This is not a position: the board is empty.'],
    ['line 3 cannot be read.', 'Line 3 cannot be read.'],
  ])
    it(`writes moves and actions as they are: ${reason}`, async () => {
      const all = await opened();
      all.controller.follow(at(2));
      await all.asked[1].answer({ ...answerTo(all.asked[1].params), reason });
      assert.deepEqual(all.said, [said]);
    });

  it('says why there is nothing, and shows the whole line when there is something again', async () => {
    const { controller, asked, taken, titles } = await opened();
    taken();
    controller.follow(at(2));
    await asked[1].answer({ version: 2, lineId: '', line: null, here: null, reason: 'there is no game here' });
    assert.deepEqual([taken(), titles.at(-1)], [['There is no game here.'], 'State']);
    controller.follow(at(3));
    assert.equal(asked[2].params.known, undefined);
    await asked[2].answer();
    assert.deepEqual(taken(), ['line', 'at 3 after 0']);
  });

  it('keeps what is shown when the server fails, and says so', async () => {
    const { controller, asked, taken, faults } = await opened();
    taken();
    controller.follow(at(2));
    await asked[1].answer(new Error('gone'));
    assert.deepEqual([taken(), faults.length, controller.contents.at], [[], 1, 1]);
  });

  it('shows a line that is no document’s with its answers until a cursor moves', async () => {
    const { controller, clock, asked, taken, moved, posted, details, lineDetails } = await opened();
    taken();
    const { cursors: _, accepts: __, predicts: ___, ...line } = lineOf();
    const answer: StoredAnswer = {
      label: 'gpt-4o',
      prompt: null,
      raw: 'raw',
      reasoning: null,
      reading: null,
      drafts: [],
      finishReason: null,
      tokens: null,
      seconds: null,
      attempts: null,
      at: null,
      fault: null,
      source: 'a.run.jsonl',
      otherMoves: false,
    };
    controller.show({ line, at: 2, label: 'gpt-4o', answers: [{ ...answer, step: 2 }] });
    assert.deepEqual(taken(), ['line', 'at 2 after 0', 'select gpt-4o']);
    clock.pass(REST_MS);
    const sent = posted.at(-1);
    assert.deepEqual(sent && readToState(sent), { ...sent, answers: [answer] });
    const history = [
      { ply: 0, fen: 'fen 0' },
      { ply: 1, fen: 'fen 1', san: '1' },
      { ply: 2, fen: 'fen 2', san: '2' },
    ];
    const predictions = [{ label: 'gpt-4o#1', fen: cell(1).fen }];
    const { title, variant, labels, m } = line;
    assert.deepEqual(lineDetails, [{ title, variant, labels, m, history, lastMove: null, predictions }]);
    controller.go(controller.contents.shown?.lineId ?? '', 3, 1);
    clock.pass(REST_MS);
    assert.deepEqual([moved, asked.length, controller.contents.at], [[], 1, 3]);
    assert.deepEqual([details.length, lineDetails.length], [0, 1], 'nothing was asked about the last position');
    controller.follow(at(1));
    await asked[1].answer();
    assert.equal(controller.contents.shown?.lineId, 'one');
  });

  it('goes where the line does not lead by what the board says', async () => {
    const { controller, moved } = await opened();
    await controller.step('up');
    await controller.step('down');
    assert.deepEqual(moved, [{ uri: URI, position: { line: 7, character: 7 } }]);
  });

  it('goes by the board of the position that it goes to, when a key follows at once', async () => {
    const { controller, asked, moved } = await opened();
    controller.go('one', 2);
    const stepped = controller.step('down');
    assert.equal(moved.length, 1, 'the board of that position is not known yet');
    await asked[1].answer();
    await stepped;
    assert.deepEqual(moved[1], { uri: URI, position: { line: 7, character: 7 } });
  });

  it('comes back after a reload: a pinned place as it was, another one where the cursor is', async () => {
    const { cursors: _, accepts, predicts, ...line } = lineOf();
    const kept = (pinned: boolean): StatePageState => ({
      shown: {
        version: STATE_VERSION,
        type: 'line',
        lineId: 'old',
        line,
        accepts,
        predicts,
        orientation: 'white',
        asks: '',
      },
      at: 2,
      place: at(2),
      label: 'gpt-4o',
      flipped: false,
      pinned,
      unfolded: [],
    });
    for (const pinned of [true, false]) {
      const { controller, asked, titles, taken } = controlled();
      const restored = controller.restore(kept(pinned), at(1));
      await asked[0].answer();
      await restored;
      assert.equal(asked[0].params.position.character, pinned ? 2 : 1);
      assert.equal(titles.at(-1), `${pinned ? 'Pinned' : 'State'}: Ann – Bob`);
      assert.equal(taken().at(-1), 'select gpt-4o');
    }
  });
});

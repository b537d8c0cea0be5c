import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import {
  encodeRunHeader,
  encodeRunSample,
  intactLength,
  type RunEvent,
  RunReader,
  sampleId,
} from '../../../src/core/evaluation/runs/run-file.ts';
import type { RunHeader, RunSample } from '../../../src/core/evaluation/runs/run-schema.ts';
import { withoutSums } from '../../support/edited-run.ts';
import { thoroughly } from '../../support/thorough.ts';

const HEADER: RunHeader = {
  kind: 'run',
  schema: 2,
  tool: { name: 'statelens', version: '0.1.0' },
  created: '2025-06-08T13:02:35.834Z',
  origin: { type: 'predict' },
  models: [{ label: 'm', provider: 'p', endpoint: 'http://localhost:8080/v1' }],
  prompt: { template: 'pgn-to-fen' },
  settings: { temperature: 0, maxTokens: 200 },
  seed: 7,
  games: { file: 'games.pgn', count: 3 },
};

const FEN = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';

const sample = (game: number, raw = FEN): RunSample => ({
  kind: 'sample',
  id: sampleId({ model: 'm', game, ply: 1, index: 0 }),
  model: 'm',
  index: 0,
  game,
  ply: 1,
  variant: 'chess',
  moves: ['e4'],
  trueFen: FEN,
  raw,
  extraction: {
    fen: FEN,
    by: 'statelens',
    outcome: 'certain',
    rule: 'only state',
    role: 'plain',
    form: 'fen',
    range: { start: 0, end: 59 },
    candidates: 1,
  },
  finishReason: 'stop',
  usage: { inputTokens: 100, outputTokens: 30 },
  timing: { elapsed: 12.5 },
});

const read = (text: string, chunk = text.length): { events: RunEvent[]; reader: RunReader } => {
  const reader = new RunReader();
  const events: RunEvent[] = [];
  for (let i = 0; i < text.length; i += chunk) events.push(...reader.push(text.slice(i, i + chunk)));
  events.push(...reader.end());
  return { events, reader };
};
const samplesOf = (events: RunEvent[]): RunSample[] => events.flatMap((e) => (e.type === 'sample' ? [e.sample] : []));
const problemsOf = (events: RunEvent[]): string[] =>
  events.flatMap((e) => (e.type === 'problem' ? [`${e.problem.line} ${e.problem.code}`] : []));

const FILE = encodeRunHeader(HEADER) + [0, 1, 2].map((game) => encodeRunSample(sample(game))).join('');

describe('a run file', () => {
  it('reads back what was written, in chunks of any size', () => {
    for (const chunk of [1, 7, 64, FILE.length]) {
      const { events, reader } = read(FILE, chunk);
      assert.deepEqual(events[0], { type: 'header', header: HEADER });
      assert.deepEqual(samplesOf(events), [sample(0), sample(1), sample(2)]);
      assert.equal(events.length, 4);
      assert.equal(reader.tail, 'whole');
    }
  });

  it('keeps any answer, one line a sample, also for readers that break lines at U+2028', () => {
    const anything = fc.string({
      unit: fc.constantFrom('a', '"', '\\', '\n', '\r', '\u2028', '\u2029', '\0', '😀', '\ufeff'),
    });
    fc.assert(
      fc.property(anything, (raw) => {
        const line = encodeRunSample(sample(0, raw));
        assert.equal(line.split(/[\n\r\u2028\u2029]/).length, 2);
        assert.deepEqual(samplesOf(read(encodeRunHeader(HEADER) + line).events), [sample(0, raw)]);
      }),
    );
  });

  it('takes no field that it does not know, and no secret in the endpoint', () => {
    const leaky = {
      ...HEADER,
      apiKey: 'sk-secret',
      settings: { temperature: 0, apiKey: 'sk-secret', headers: { Authorization: 'Bearer sk-secret' } },
      models: [
        { label: 'm', key: 'sk-secret', endpoint: 'https://me:sk-secret@host.example/v1?key=sk-secret#sk-secret' },
      ],
    };
    const line = encodeRunHeader(leaky);
    assert.ok(!line.includes('sk-secret'));
    assert.ok(line.includes('"endpoint":"https://host.example/v1"'));
  });

  it('ignores fields of later versions', () => {
    const later = withoutSums(FILE).replace('"kind":"sample"', '"kind":"sample","mood":"good"');
    assert.deepEqual(samplesOf(read(later).events), [sample(0), sample(1), sample(2)]);
  });

  it('may begin with a byte order mark and hold CRLF and blank lines', () => {
    const text = `\uFEFF${FILE.replaceAll('\n', '\r\n\r\n')}`;
    assert.deepEqual(samplesOf(read(text).events), [sample(0), sample(1), sample(2)]);
  });
});

describe('a damaged run file', () => {
  const lines = FILE.trimEnd().split('\n');

  it('loses the damaged lines only, and names them', () => {
    const damaged = [
      lines[0],
      lines[1],
      'garbage',
      '{"kind":"sample"}',
      'null',
      '[]',
      '{"kind":"note"}',
      lines[1],
      lines[2],
      '',
    ].join('\n');
    const { events } = read(damaged);
    assert.deepEqual(samplesOf(events), [sample(0), sample(1)]);
    assert.deepEqual(problemsOf(events), [
      '3 not-json',
      '4 wrong-shape',
      '5 wrong-shape',
      '6 wrong-shape',
      '7 wrong-shape',
      '8 duplicate',
    ]);
  });

  it('says which field is wrong', () => {
    const event = read(`${lines[0]}\n${withoutSums(lines[1] ?? '').replace('"ply":1', '"ply":-1')}\n`).events[1];
    assert.ok(event?.type === 'problem');
    assert.match(event.problem.message, /^invalid sample: ply: /);
  });

  it('cut at any byte keeps every whole sample and can be repaired and gone on with', () => {
    const two = encodeRunHeader(HEADER) + encodeRunSample(sample(0, 'é😀')) + encodeRunSample(sample(1));
    const bytes = Buffer.from(two, 'utf8');
    const headerEnd = bytes.indexOf(10) + 1;
    const all = samplesOf(read(bytes.toString('utf8')).events);
    for (let cut = headerEnd; cut <= bytes.length; cut += thoroughly(1, 5)) {
      const torn = bytes.subarray(0, cut);
      const { events, reader } = read(torn.toString('utf8'));
      const whole = torn.toString('latin1').split('\n').length - 2;
      const kept = samplesOf(events).length;
      let repaired = torn;
      if (reader.tail === 'unended') repaired = Buffer.concat([torn, Buffer.from('\n')]);
      if (reader.tail === 'torn') repaired = torn.subarray(0, intactLength(torn) ?? 0);
      assert.equal(kept, reader.tail === 'unended' ? whole + 1 : whole);
      assert.deepEqual(problemsOf(events), reader.tail === 'torn' ? [`${whole + 2} torn`] : []);
      const rest = all.slice(kept).map(encodeRunSample).join('');
      const resumed = read(Buffer.concat([repaired, Buffer.from(rest)]).toString('utf8'));
      assert.deepEqual(samplesOf(resumed.events), all);
      assert.deepEqual(problemsOf(resumed.events), []);
    }
  });

  it('of a newer schema is refused with a line that helps', () => {
    const { events, reader } = read(FILE.replace('"schema":2', '"schema":3'));
    assert.ok(reader.stopped);
    assert.equal(events.length, 1);
    assert.ok(events[0]?.type === 'problem');
    assert.equal(events[0].problem.code, 'newer-schema');
    assert.match(events[0].problem.message, /schema 3.*up to 2.*update StateLens/);
  });

  it('without a header is no run file', () => {
    for (const text of ['', '\n\n', 'x\n', '[]\n', `${lines[1]}\n${lines[2]}\n`, '{"kind":"run","schema":1}\n']) {
      assert.deepEqual(problemsOf(read(text).events).length, 1);
      assert.match(problemsOf(read(text).events)[0] ?? '', / no-header$/);
    }
  });

  it('with a header that is cut is torn from the first byte', () => {
    const { events, reader } = read(FILE.slice(0, 40));
    assert.deepEqual(problemsOf(events), ['1 torn']);
    assert.equal(reader.tail, 'torn');
    assert.equal(intactLength(Buffer.from(FILE.slice(0, 40))), undefined);
  });

  it('takes the later line of a request that failed at first', () => {
    const failed: RunSample = {
      ...sample(0),
      raw: null,
      extraction: null,
      error: { code: 'timeout', message: '30 s' },
    };
    const text = encodeRunHeader(HEADER) + encodeRunSample(failed) + encodeRunSample(sample(0));
    assert.deepEqual(samplesOf(read(text).events), [failed, sample(0)]);
  });
});

describe('the checksum of a line', () => {
  it('is the CRC-32 of its bytes without it', () => {
    for (const line of encodeRunSample(sample(0, 'é😀\u2028"')).split('\n').slice(0, -1)) {
      const [, before = '', sum = ''] = /^(.*),"sum":"([0-9a-f]{8})"\}$/.exec(line) ?? [];
      assert.equal(
        sum,
        crc32(Buffer.from(`${before}}`))
          .toString(16)
          .padStart(8, '0'),
      );
    }
  });

  it('finds every flipped bit, and lines of older versions have none', () => {
    const text = encodeRunHeader(HEADER) + encodeRunSample(sample(0, 'é😀')) + encodeRunSample(sample(1));
    assert.deepEqual(samplesOf(read(withoutSums(text)).events), samplesOf(read(text).events));
    const bytes = Buffer.from(text);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(7), (at, bit) => {
        const flipped = Buffer.from(bytes);
        flipped[at] = (flipped[at] ?? 0) ^ (1 << bit);
        const { events } = read(flipped.toString('utf8'));
        const isEnd = bytes[at] === 10 && at === bytes.length - 1;
        // The name of the checksum alone can be lost without a loss of anything else.
        const isName = /"sum"/.test(bytes.subarray(at - 4, at + 5).toString('latin1'));
        if (!isEnd && !isName) assert.ok(problemsOf(events).length > 0, `${at}.${bit}`);
        for (const found of samplesOf(events))
          assert.ok([0, 1].some((game) => isDeepStrictEqual(found, sample(game, game === 0 ? 'é😀' : FEN))));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a sample that is not of the run', () => {
  const plan = { plies: 'ends', samples: 1, templates: [{ id: 't', messages: [] }], tasks: 3, gamesHash: '0' };
  it('is named and does not count', () => {
    const text =
      encodeRunHeader({ ...HEADER, plan }) +
      encodeRunSample(sample(0)) +
      encodeRunSample({ ...sample(1), id: 'm#2.1.0' }) +
      encodeRunSample({ ...sample(2), model: 'n', id: 'n#2.1.0' }) +
      encodeRunSample({ ...sample(2), task: 3 });
    const { events } = read(text);
    assert.deepEqual(samplesOf(events), [sample(0)]);
    assert.deepEqual(problemsOf(events), ['3 foreign', '4 foreign', '5 foreign']);
  });
});

it('the safe length of a file is found from its last bytes', () => {
  assert.equal(intactLength(Buffer.from('a\nbc\nd')), 5);
  assert.equal(intactLength(Buffer.from('c\nd'), 1000), 1002);
  assert.equal(intactLength(Buffer.from('a\n')), 2);
});

it('ids of different samples differ', () => {
  const ids = [
    { model: 'm', game: 1, ply: 11, index: 0 },
    { model: 'm', game: 11, ply: 1, index: 0 },
    { model: 'm', game: 1, ply: 1, index: 10 },
    { model: 'm', template: 't', game: 1, ply: 1, index: 1 },
    { model: 'm@t', game: 1, ply: 1, index: 1 },
    { model: 'm', game: 1, ply: 1, index: 1 },
  ].map(sampleId);
  assert.equal(new Set(ids).size, ids.length);
});

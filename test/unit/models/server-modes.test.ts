import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { RunSample } from '../../../src/core/evaluation/runs/run-schema.ts';
import { predictState } from '../../../src/models/predict/predict-state.ts';
import { DEFAULT_TEMPLATE } from '../../../src/models/prompts/prompt.ts';
import { openModel } from '../../../src/models/sources/registry.ts';
import type { OpenOptions } from '../../../src/models/sources/source.ts';
import type { ModelServer } from '../../support/model-server.ts';
import { DRAFT, SERVER_MODES, serveModes, TRUE_STATE } from '../../support/server-modes.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const POSITION = {
  task: { kind: 'state', variant: 'chess', startFen: START, moves: ['e4', 'e5', 'Nf3'], sample: 0 },
  game: 0,
  trueFen: TRUE_STATE,
} as const;
const RETRY = { retries: 2, delay: 1, maxDelay: 2, maxRetryAfter: 1000 };
const SETTINGS = { temperature: 0, seed: 7, maxTokens: 300 };

let server: ModelServer;
before(async () => {
  server = await serveModes();
});
after(() => server.close());

interface Asked {
  readonly sample: RunSample;
  readonly bodies: readonly Readonly<Record<string, unknown>>[];
  readonly notices: readonly string[];
}

/** Asks for the state in a mode, as a run does. */
async function ask(mode: string, options: Partial<OpenOptions> = {}): Promise<Asked> {
  const notices: string[] = [];
  const model = openModel(`openai:${mode}`, {
    baseUrl: server.baseUrl,
    apiKey: 'sk-a-key-of-this-test',
    retry: RETRY,
    onNotice: (notice) => notices.push(notice),
    ...options,
  });
  assert.ok(model.ok);
  const how = { template: DEFAULT_TEMPLATE, settings: SETTINGS, nameTemplate: false, now: () => 0 };
  const sample = await predictState(model.value, POSITION, how, new AbortController().signal);
  const bodies = server.received
    .map(({ body }) => JSON.parse(body) as Readonly<Record<string, unknown>>)
    .filter((body) => body['model'] === mode);
  return { sample, bodies, notices };
}

const tested = new Set<string>();

function table(title: string, modes: readonly string[], check: (asked: Asked, mode: string) => void): void {
  describe(title, () => {
    for (const mode of modes) {
      tested.add(mode);
      it(mode, async () => check(await ask(mode), mode));
    }
  });
}

/** The state of an answer, its signs as a FEN has them. */
const stateOf = ({ extraction }: RunSample): string | undefined =>
  extraction?.fen
    ?.replace(/\/\s+/g, '/')
    .replace(/[–—]/g, '-')
    .replace(/\\?\s+/g, ' ');

table(
  'a server whose answer is read as it is meant',
  // biome-ignore format: a list of names
  ['plain', 'dsok', 'noopen', 'parts', 'magistral', 'magistral2', 'harmony', 'eot2', 'eot3', 'fence', 'latex', 'bold', 'nbsp', 'json', 'lines',
    'bom', 'ws', 'keepalive', 'sse', 'usagestr', 'usagedet', 'usagereason', 'finishempty', 'finishnull', 'nan', 'text', 'msgarray',
    'ollamanative', 'choices2', 'toolfin'],
  ({ sample, bodies }) => {
    assert.equal(sample.error, undefined);
    assert.equal(stateOf(sample), TRUE_STATE);
    assert.equal(bodies.length, 1);
  },
);

table(
  'a fault of the provider is retried in bounds and never an answer',
  ['neterr', 'sysres', 'abort', 'finisherror', 'choiceerr2', 'choiceerr3', 'errmsg', 'choiceerror', 'err200'],
  ({ sample, bodies }) => {
    assert.ok(['broken-off', 'unavailable', 'rate-limited'].includes(sample.error?.code ?? ''), sample.error?.code);
    assert.deepEqual([sample.raw, sample.extraction, bodies.length], [null, null, RETRY.retries + 1]);
  },
);

describe('a provider that breaks off', () => {
  it('is paid for all the same', async () => {
    for (const mode of ['neterr', 'sysres', 'abort', 'choiceerr2', 'choiceerr3', 'errmsg'])
      assert.deepEqual((await ask(mode)).sample.usage, { inputTokens: 50, outputTokens: 20 }, mode);
    assert.equal((await ask('finisherror')).sample.usage, undefined);
  });

  it('now and then costs an attempt and no sample', async () => {
    tested.add('miserr');
    await ask('miserr');
    const { sample, bodies } = await ask('miserr');
    assert.deepEqual([stateOf(sample), bodies.length], [TRUE_STATE, 3]);
  });
});

table('an answer that a limit cut is cut', ['ctxwin'], ({ sample }) => {
  assert.deepEqual([sample.finishReason, sample.extraction, sample.error], ['length', null, undefined]);
});

table('an answer that was filtered is none', ['sensitive', 'azure', 'azure2', 'azure3'], ({ sample }) => {
  assert.deepEqual([sample.finishReason, sample.raw, sample.error], ['filter', '', undefined]);
});

table('a refusal has the words of the model', ['refusal'], ({ sample }) => {
  assert.deepEqual([sample.finishReason, sample.raw], ['refusal', "I can't help with that."]);
});

table(
  'a prompt that moderation refuses is refused, and the key is not blamed',
  ['moderation', 'azurefilter'],
  ({ sample, bodies }, mode) => {
    assert.equal(sample.error?.code, 'moderated');
    assert.match(sample.error.message, mode === 'moderation' ? /your input was flagged/ : /content management policy/);
    assert.doesNotMatch(sample.error.message, /key/);
    assert.equal(bodies.length, 1);
  },
);

describe('moderation of some prompts', () => {
  tested.add('mixmod');
  it('leaves the others alone', async () => {
    const codes: (string | undefined)[] = [];
    for (let i = 0; i < 4; i++) codes.push((await ask('mixmod')).sample.error?.code);
    assert.deepEqual(codes, [undefined, 'moderated', undefined, undefined]);
  });
});

/** The words of a refusal in the shapes that servers have for them. */
const REASONS: Readonly<Record<string, RegExp>> = {
  e_top: /It says: System role not supported$/,
  e_detail: /It says: System role not supported$/,
  e_detaill: /It says: seed: Extra inputs are not permitted$/,
  e_str: /It says: System role not supported$/,
  e_text: /It says: System role not supported$/,
  e_errors: /It says: System role not supported$/,
  e_gem: /It says: Please use a valid role: user, model\.$/,
  e_msg: /It says: System role not supported$/,
  detail: /It says: Input should be a valid string$/,
};
table('a refusal is told with its reason', Object.keys(REASONS), ({ sample }, mode) => {
  assert.equal(sample.error?.code, 'refused-request');
  assert.match(sample.error.message, REASONS[mode] ?? /^$/);
});

/** What a server refuses, what it is asked with then, and what is told. */
const LEARNED: Readonly<Record<string, { refusals: number; lacks: readonly string[]; told: RegExp }>> = {
  maxtok: { refusals: 1, lacks: ['max_tokens'], told: /with max_completion_tokens in place of max_tokens/ },
  maxctok: { refusals: 0, lacks: ['max_completion_tokens'], told: /^$/ },
  temp: { refusals: 1, lacks: ['temperature'], told: /without temperature/ },
  both: { refusals: 2, lacks: ['temperature', 'max_tokens'], told: /max_completion_tokens.*without temperature/ },
  seed: { refusals: 1, lacks: ['seed'], told: /without seed/ },
  system: { refusals: 1, lacks: [], told: /system message before the first one of the user/ },
};
table('what a server refuses is learned once', Object.keys(LEARNED), ({ sample, bodies, notices }, mode) => {
  const { refusals, lacks, told } = LEARNED[mode];
  assert.equal(stateOf(sample), TRUE_STATE);
  assert.equal(bodies.length, refusals + 1);
  for (const field of lacks) assert.ok(!(field in (bodies.at(-1) ?? {})), field);
  assert.deepEqual(notices.length, refusals === 0 ? 0 : 1);
  assert.match(notices.join(), told);
});

describe('what was learned of a server', () => {
  it('is kept for the next request, and not told again', async () => {
    for (const [mode, { refusals }] of Object.entries(LEARNED)) {
      const { sample, bodies, notices } = await ask(mode);
      assert.deepEqual([bodies.length, notices.length], [refusals + 2, 0], mode);
      assert.equal(stateOf(sample), TRUE_STATE);
    }
  });

  it('stands in the sample as what the request went without', async () => {
    assert.deepEqual((await ask('temp')).sample.served, { model: 'm', without: ['temperature'] });
    assert.deepEqual((await ask('system')).sample.served, { model: 'm', without: ['system messages'] });
    assert.deepEqual((await ask('plain')).sample.served, { model: 'm' });
  });
});

table('reasoning is kept, and is no answer', ['vllmreason', 'misclass'], ({ sample }, mode) => {
  const [reason, reasoning] =
    mode === 'misclass' ? ['stop', TRUE_STATE] : ['length', `so far ${DRAFT} then the knight`];
  assert.deepEqual([sample.raw, sample.extraction, sample.error], ['', null, undefined]);
  assert.deepEqual([sample.finishReason, sample.reasoning], [reason, reasoning]);
});

describe('reasoning beside an answer', () => {
  it('is kept from fields and parts', async () => {
    for (const [mode, reasoning] of [
      ['dsok', `draft ${DRAFT}`],
      ['magistral', `draft ${DRAFT}`],
      ['magistral2', `check ${DRAFT}`],
    ] as const)
      assert.equal((await ask(mode)).sample.reasoning, reasoning, mode);
  });
});

table('thoughts alone are no answer', ['noopen2'], ({ sample }) => {
  assert.deepEqual([sample.extraction, sample.error], [null, undefined]);
});

describe('a server that loads its model', () => {
  tested.add('loading');
  it('is waited for, however often it says so', async () => {
    const waits: string[] = [];
    const retry = { ...RETRY, retries: 1 };
    const { sample, bodies } = await ask('loading', { retry, onRetry: ({ fault }) => waits.push(fault.message) });
    assert.deepEqual([stateOf(sample), bodies.length, waits.length], [TRUE_STATE, 3, 2]);
    assert.match(waits[0] ?? '', /is loading the model \(HTTP 503\)\. It says: Loading model$/);
  });
});

/** Failures of the request itself. */
const FAILURES: Readonly<Record<string, readonly [code: string, message: RegExp]>> = {
  err200str: ['bad-response', /Unexpected endpoint or method/],
  credit: ['rate-limited', /no credit left.*It says: Insufficient credits/],
  ollama404: ['unknown-model', /has no model "ollama404".*try pulling it first/],
  ctx: ['too-long', /maximum context length is 4096/],
  nochoices: ['bad-response', /not a chat completion/],
};
table('a failure has its reason and is made once', Object.keys(FAILURES), ({ sample, bodies }, mode) => {
  const [code, message] = FAILURES[mode] ?? ['', /^$/];
  assert.equal(sample.error?.code, code);
  assert.match(sample.error.message, message);
  assert.equal(bodies.length, 1);
});

table(
  'what stands after the end of the turn, or before the final channel, is no answer',
  // biome-ignore format: a list of names
  ['eot', 'eot_llama', 'eot_inst', 'eot_gemma', 'eot_human', 'eot_phi', 'eot_ds', 'eot_text', 'eot_same', 'assistantfinal', 'assistantfinal2',
    'harmonycut', 'endash', 'texttt'],
  ({ sample }) => {
    assert.equal(stateOf(sample), TRUE_STATE, sample.raw ?? '');
  },
);

describe('every mode of the stand-in', () => {
  it('is in a table', () => {
    assert.deepEqual(
      Object.keys(SERVER_MODES).filter((mode) => !tested.has(mode)),
      [],
    );
  });
});

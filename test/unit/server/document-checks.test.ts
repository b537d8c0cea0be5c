import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CheckOptions } from '../../../src/core/languages/sections.ts';
import type { Diagnostic } from '../../../src/core/notation/diagnostic.ts';
import { DEFAULT_SETTINGS } from '../../../src/protocol/settings.ts';
import { DocumentChecks, type DocumentChecksContext } from '../../../src/server/diagnostics/document-checks.ts';
import { ServerDocument } from '../../../src/server/documents/document.ts';
import { TestClock, testHost } from '../../lsp/host.ts';

/** A check that the pool was asked for, until it is answered. */
interface PoolJob {
  readonly text: string;
  readonly options: CheckOptions;
  readonly signal: AbortSignal;
  answer(...codes: string[]): void;
}

/** The checks of open documents, with a pool that answers when it is told to. */
function start(...open: ServerDocument[]) {
  const jobs: PoolJob[] = [];
  const published = new Map<string, unknown[]>();
  let settings = DEFAULT_SETTINGS;
  const context = {
    connection: {
      sendDiagnostics: ({ uri, diagnostics }: { uri: string; diagnostics: { code: unknown }[] }) => {
        published.set(
          uri,
          diagnostics.map(({ code }) => code),
        );
        return Promise.resolve();
      },
    },
    host: testHost(new TestClock()),
    log: { error: assert.fail, warn: assert.fail },
    documents: { get: () => undefined, all: () => open },
    client: {},
    pool: () => ({
      run: (_job: string, { text, options }: Pick<PoolJob, 'text' | 'options'>, { signal }: { signal: AbortSignal }) =>
        new Promise((resolve) => {
          const answer = (...codes: string[]): void => {
            const value = codes.map((code) => ({ code, range: { start: 0, end: 1 }, severity: 'info', message: code }));
            resolve({ ok: true, value: value as unknown as Diagnostic[] });
          };
          jobs.push({ text, options, signal, answer });
        }),
    }),
    settings: () => settings,
    programs: {},
    answered: () => {},
  };
  const checks = new DocumentChecks(context as unknown as DocumentChecksContext);
  return {
    checks,
    jobs,
    published,
    configure: (changed: Partial<typeof DEFAULT_SETTINGS>): void => {
      const before = settings;
      settings = { ...settings, ...changed };
      checks.settingsChanged(before);
    },
  };
}

const turns = async (): Promise<void> => {
  for (let i = 0; i < 50; i++) await new Promise<void>((resolve) => setImmediate(resolve));
};

describe('checks in the pool', () => {
  it('are made again with other settings, whatever those that go on still find', async () => {
    const document = new ServerDocument(
      'file:///a.pgn',
      'pgn',
      1,
      `1. Nf3 Nf6 2. Ng1 Ng8 ${'Nf3 Nf6 Ng1 Ng8\n'.repeat(20_000)}*`,
    );
    const { checks, jobs, published, configure } = start(document);
    checks.opened(document);
    await turns();
    configure({ strictExport: true });
    jobs[0]?.answer('STALE');
    await turns();
    assert.equal(jobs[0]?.signal.aborted, true);
    assert.deepEqual(
      jobs.map(({ options }) => options.strictExport),
      [false, true],
    );
    jobs[1]?.answer('PGN_MISSING_ROSTER');
    await turns();
    assert.deepEqual(published.get(document.uri), ['PGN_MISSING_ROSTER']);
    await checks.dispose();
  });

  it('are those of long records and walks, too, and find what is found here', async () => {
    const fen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq';
    const long = [
      ['file:///a.epd', 'fen', `${fen} - ${'bm e4; '.repeat(40_000)}\n`],
      ['file:///a.fen', 'fen', `${fen} - 0 1${' x'.repeat(140_000)}\n`],
      ['file:///a.walk', 'walk', `world othello\n${'d3\n'.repeat(100_000)}\n`],
    ] as const;
    for (const [uri, languageId, text] of long) {
      const document = new ServerDocument(uri, languageId, 1, text);
      const { checks, jobs, published } = start(document);
      checks.opened(document);
      await turns();
      assert.equal(jobs.length, 1, uri);
      assert.equal(jobs[0].text, text);
      const here = new ServerDocument(uri, languageId, 1, text);
      while (here.step());
      const codes = here.findings().flatMap(({ found }) => found.map(({ code }) => code));
      assert.ok(codes.length > 0, uri);
      jobs[0].answer(...codes.slice(0, 900));
      await turns();
      assert.deepEqual(published.get(uri), codes.slice(0, 900));
      await checks.dispose();
    }
  });

  it('are made again with another domain, whatever those that go on still find', async () => {
    const problem = new ServerDocument(
      'file:///w/house.pddl',
      'pddl',
      1,
      '(define (problem house)\n  (:domain light))\n',
    );
    const domain = new ServerDocument('file:///w/light.pddl', 'pddl', 1, '(define (domain light))\n');
    const { checks, jobs, published } = start(problem, domain);
    checks.opened(problem);
    await turns();
    checks.opened(domain);
    const before = jobs.slice();
    for (const job of before) job.answer('STALE');
    await turns();
    for (const job of jobs.slice(before.length)) job.answer('FRESH');
    await turns();
    assert.equal(jobs.filter(({ text }) => text.includes('problem')).length, 2);
    assert.deepEqual(published.get(problem.uri), ['FRESH']);
    await checks.dispose();
  });
});

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { runInNewContext } from 'node:vm';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

interface Mutant {
  readonly file: string;
  readonly operator: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly key: string;
}
interface Answer {
  readonly tests: readonly { readonly number: number; readonly isGood: boolean; readonly hits: readonly number[] }[];
  readonly always: readonly number[];
}
const load = async <T>(file: string): Promise<T> =>
  (await import(pathToFileURL(path.resolve(`test/mutants/${file}.mjs`)).href)) as T;
const { mutantsOf } = await load<{ mutantsOf: (files: ReadonlyMap<string, string>) => readonly Mutant[] }>('operators');
const { withMutants } = await load<{
  withMutants: (source: string, mutants: readonly (Mutant & { id: number })[], isRecording: boolean) => string;
}>('schemata');
const { runProcess } = await load<{
  runProcess: (work: unknown, limit: number) => Promise<{ status: number | undefined; answers: readonly Answer[] }>;
}>('run-process');
const { lineOf, shareInterval } = await load<{
  lineOf: (mutant: Mutant, source: string, result: { status: string; tests: number }) => string;
  shareInterval: (count: number, total: number) => { low: number; high: number };
}>('report');

const { folder, remove } = temporaryFolder();

/** Each mutant of a source as the code before and after. */
function changes(source: string): string[] {
  return mutantsOf(new Map([['a.ts', source]])).map(
    ({ operator, start, end, text }) => `${operator}: ${source.slice(start, end)} -> ${text}`,
  );
}

describe('mutants', () => {
  it('change conditions, comparisons and logic', () => {
    assert.deepEqual(changes('if (a < b && c) f = 1;'), [
      'condition: a < b && c -> true',
      'condition: a < b && c -> false',
      'logic: a < b && c -> (a < b) || (c)',
      'comparison: a < b -> a <= b',
      'comparison: a < b -> a >= b',
      'statement: f = 1; -> ',
    ]);
    assert.deepEqual(changes('while (a >= 0) a--;').slice(0, 3), [
      'condition: a >= 0 -> false',
      'comparison: a >= 0 -> a > 0',
      'comparison: a >= 0 -> a < 0',
    ]);
  });

  it('change values, results, lists and constants', () => {
    assert.deepEqual(changes("const f = () => g(a ?? 'x');"), [
      "result: g(a ?? 'x') -> undefined",
      "default: a ?? 'x' -> a",
      "text: 'x' -> ''",
    ]);
    assert.deepEqual(changes('const FEW = 4;'), ['constant: 4 -> 4 + 1']);
    assert.deepEqual(changes('export const list = [Math.min(-a, b * c)];'), [
      'list: [Math.min(-a, b * c)] -> []',
      'method: Math.min(-a, b * c) -> Math.max(-a, b * c)',
      'sign: -a -> a',
      'arithmetic: b * c -> b / c',
    ]);
  });

  it('leave types, imports, names of properties and assigned lists as they are', () => {
    assert.deepEqual(
      changes("import a from 'a'; type B = 'b' | 'c'; const d: 'e' = { 'f': g } as H<'i'>; ({ j } = k);").filter(
        (one) => !one.startsWith('statement'),
      ),
      [],
    );
    assert.deepEqual(changes('[a, b] = c;'), ['statement: [a, b] = c; -> ']);
  });

  it('have keys that stay when other code is edited', () => {
    const keys = (source: string): readonly string[] => mutantsOf(new Map([['a.ts', source]])).map(({ key }) => key);
    const before = keys('const x = a < b;\nconst y = a < b;');
    assert.equal(new Set(before).size, 4);
    assert.deepEqual(keys('const z = 1;\n\nconst x = a < b;\nconst y = a < b;'), before);
  });

  it('stand in one text, of which the process chooses one', () => {
    const source =
      "const f = (a, b = 'x') => { let c = 0; if (a < 2 && b !== '') { c += a; } return [c, `${b}-${-c}`]; };";
    const mutants = mutantsOf(new Map([['a.ts', source]])).map((mutant, id) => ({ ...mutant, id }));
    const evaluate = (text: string, id: number): string => {
      const f = runInNewContext(`${text}\nf;`, { mutantId: id, mutantHits: hits }) as (...args: unknown[]) => unknown;
      return JSON.stringify([f(1), f(2, 'y'), f(3), f(1, '')]);
    };
    const hits = new Uint8Array(mutants.length);
    const whole = withMutants(source, mutants, false);
    const original = evaluate(source, -1);
    assert.equal(evaluate(whole, -1), original);
    const same = mutants.filter(({ id }) => evaluate(whole, id) === original);
    // these arguments tell all of them from the original
    assert.deepEqual(same, []);
    for (const mutant of mutants) {
      const alone = source.slice(0, mutant.start) + mutant.text + source.slice(mutant.end);
      assert.equal(evaluate(whole, mutant.id), evaluate(alone, -1), mutant.key);
    }
    assert.equal(evaluate(withMutants(source, mutants, true), -1), original);
    assert.ok(hits.every((hit) => hit === 1));
  });

  it('are told by their place and the changed line', () => {
    const source = 'const a = 1;\nconst b = a < 2;\n';
    const [mutant] = mutantsOf(new Map([['a.ts', source]]));
    assert.ok(mutant);
    assert.equal(
      lineOf(mutant, source, { status: 'survived', tests: 3 }),
      'a.ts:2:11 comparison: 3 tests come here\n  - const b = a < 2;\n  + const b = a <= 2;',
    );
  });

  it('have a score with an interval', () => {
    // R: binom::binom.wilson(85, 100)
    const { low, high } = shareInterval(85, 100);
    assert.ok(Math.abs(low - 0.7671) < 1e-3 && Math.abs(high - 0.9069) < 1e-3, `${low} ${high}`);
    assert.deepEqual(shareInterval(0, 10).low, 0);
    assert.ok(1 - shareInterval(10, 10).high < 1e-12);
  });
});

describe('a process of mutants', () => {
  after(remove);
  const bundle = path.join(folder, 'tests.mjs');
  const head = `import { it } from ${JSON.stringify(pathToFileURL(path.resolve('test/mutants/node-test.mjs')).href)};
    const hit = (at) => { globalThis.mutantHits[at] = 1; }, id = globalThis.mutantId;\n`;
  fs.writeFileSync(
    bundle,
    `${head}hit(0); it('is quick', () => { hit(1); if (id === 1) throw new Error('killed'); });
    it('is other', async () => { hit(2); if (id === 2) await new Promise(() => setInterval(() => {}, 1000)); if (id === 3) process.exit(3); });
    it('fails', () => { hit(3); throw new Error('as it is'); });`,
  );
  const run = (mutant: number | undefined, chosen?: readonly number[], limit = 60_000) =>
    runProcess({ files: [{ name: 'tests', bundle, chosen }], mutant }, limit);

  it('records which tests pass and which mutants each comes to', async () => {
    const [answer] = (await run(undefined)).answers;
    assert.deepEqual(
      answer?.tests.map(({ number, isGood, hits }) => [number, isGood, hits]),
      [
        [0, true, [1]],
        [1, true, [2]],
        [2, false, [3]],
      ],
    );
    assert.deepEqual(answer?.always, [0]);
  });

  itLong('runs the chosen tests, and ends with the first that fails', async () => {
    assert.equal((await run(4, [0, 1])).status, 0);
    assert.equal((await run(1, [0, 1])).status, 99);
    assert.equal((await run(1, [1])).status, 0);
    assert.equal((await run(3, [1])).status, 3);
  });

  itLong('is ended when it hangs', async () => {
    assert.equal((await run(2, [1], 3000)).status, undefined);
  });
});

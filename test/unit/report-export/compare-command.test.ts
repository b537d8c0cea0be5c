import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareCommand, methodLine } from '../../../src/core/evaluation/exports/command-line.ts';

type Scores = Parameters<typeof methodLine>[0];

const EXACT: Scores = {
  m: 4,
  method: 'exact',
  exactDepths: 4,
  samples: null,
  seed: null,
  guided: null,
  target: null,
  standardError: null,
};
const SAMPLED: Scores = { ...EXACT, method: 'stratified', exactDepths: 0, samples: 6000, seed: 0 };
const error = (p: number, r: number) => ({ p: [0.5, p], r: [0.5, r] });

describe('the method of a comparison in words', () => {
  const cases: readonly (readonly [words: string, scores: Scores])[] = [
    ['exact · m 4', EXACT],
    ['stratified · m 4 · N 6000 · seed 0', SAMPLED],
    ['stratified · m 4 · N 6000 · seed 0 · exact up to depth 2', { ...SAMPLED, exactDepths: 2 }],
    ['guided by captures · m 4 · N 6000 · seed 0', { ...SAMPLED, method: 'guided', guided: { policy: 'captures', importance: false } }],
    ['guided by uniform, importance-weighted · m 4 · N 6000 · seed 0', { ...SAMPLED, method: 'guided', guided: { policy: 'uniform', importance: true } }],
    ['exact · m 4 · no standard error: exact', { ...EXACT, target: { error: 0.01, reached: true } }],
    ['exact · m 4 · no standard error (wanted: 0.01)', { ...EXACT, target: { error: 0.01, reached: false } }],
    ['stratified · m 4 · N 6000 · seed 0 · standard error 0.0098 (wanted: 0.01)', { ...SAMPLED, target: { error: 0.01, reached: true }, standardError: error(0.00981, 0.002) }],
    ['stratified · m 4 · N 6000 · seed 0 · standard error 0.03: the wanted 0.01 was not reached within the limit of N', { ...SAMPLED, target: { error: 0.01, reached: false }, standardError: error(0.001, 0.03) }],
  ]; // biome-ignore format: a table
  for (const [words, scores] of cases)
    it(`is ${words}`, () => {
      assert.equal(methodLine(scores), words);
    });
});

describe('the command that repeats a comparison', () => {
  const pair = { trueFen: 'a b', predictedFen: 'c', variant: 'chess', comparison: null } as const;
  const cases: readonly (readonly [command: string, pair: Parameters<typeof compareCommand>[0]])[] = [
    ['statelens compare "a b" "c"', pair],
    ['statelens compare "a b" \'?\'', { ...pair, predictedFen: null }],
    ['statelens compare --game chess960 "a b" "c"', { ...pair, variant: 'chess960' }],
    ['statelens compare --world "s3" "a b" "c"', { ...pair, variant: 'world:s3' }],
    ['statelens compare --world "my.pddl" "a b" "c"', { ...pair, variant: 'world:x', world: 'my.pddl' }],
    ['statelens compare -- "-1" "c"', { ...pair, trueFen: '-1' }],
    ['statelens compare -- "a b" "-"', { ...pair, predictedFen: '-' }],
    [String.raw`statelens compare "a b" 'it'\''s'`, { ...pair, predictedFen: "it's" }],
    ['statelens compare -m 4 --method exact "a b" "c"', { ...pair, comparison: EXACT }],
    ['statelens compare -m 4 --method stratified -n 6000 --seed 0 "a b" "c"', { ...pair, comparison: SAMPLED }],
    ['statelens compare -m 4 --method auto -n 6000 --seed 0 "a b" "c"', { ...pair, comparison: { ...SAMPLED, exactDepths: 3 } }],
    ['statelens compare -m 4 --method guided --policy captures --importance -n 6000 --seed 0 "a b" "c"', { ...pair, comparison: { ...SAMPLED, method: 'guided', guided: { policy: 'captures', importance: true } } }],
  ]; // biome-ignore format: a table
  for (const [command, given] of cases)
    it(`is ${command}`, () => {
      assert.equal(compareCommand(given), command);
    });
});

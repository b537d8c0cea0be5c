import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fault } from '../../../src/models/model.ts';
import { builtinSource } from '../../../src/models/sources/builtin.ts';
import { nearLabel, openModel, SOURCES } from '../../../src/models/sources/registry.ts';

const ALL = [...SOURCES, builtinSource(() => () => Promise.resolve(fault('unavailable', 'not here')))];

describe('a label that no model has', () => {
  it('is nearly one: of a server, of a source with another sign, or with a letter wrong', () => {
    const meant = {
      'gpt-4o': 'openai:gpt-4o',
      'o3-mini': 'openai:o3-mini',
      'llama3.2:8b': 'openai:llama3.2:8b',
      'openai/gpt-4o': 'openai:gpt-4o',
      'opnai:gpt-4o': 'openai:gpt-4o',
      'mav-small': 'builtin:mav-small',
      'builtin:mav-smal': 'builtin:mav-small',
      'naive-tracker': 'baseline:naive-tracker',
      'baseline:naive-traker': 'baseline:naive-tracker',
      'Baseline:random-walk': 'baseline:random-walk',
    };
    for (const [label, near] of Object.entries(meant)) assert.equal(nearLabel(label, ALL), near, label);
  });

  it('is near nothing where nobody knows', () => {
    for (const label of ['what', '', ':', 'nobody:here', 'my-model'])
      assert.equal(nearLabel(label, ALL), undefined, label);
  });

  it('says so in the fault of every program that opens it', () => {
    const message = (label: string): string => {
      const opened = openModel(label, {}, ALL);
      return opened.ok ? '' : opened.error.message;
    };
    assert.match(message('gpt-4o'), /^unknown model "gpt-4o"; expected one of .*; did you mean openai:gpt-4o\?$/);
    assert.match(message('baseline:naive-traker'), /; did you mean baseline:naive-tracker\?$/);
    assert.doesNotMatch(message('what'), /did you mean/);
  });
});

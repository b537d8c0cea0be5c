import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  addAgreement,
  NO_AGREEMENTS,
  type PlannedRequest,
  question,
  readAgreements,
} from '../../../src/extension/platform/models/consent.ts';
import { readEndpoint } from '../../../src/models/endpoint.ts';

const planned = (baseUrl: string, rest: Partial<PlannedRequest> = {}): PlannedRequest => {
  const endpoint = readEndpoint(baseUrl);
  assert.ok(endpoint.ok);
  return {
    endpoint: endpoint.value,
    model: 'gpt-4o',
    what: 'state',
    prompt: '1. e4 e5',
    hasKey: true,
    ofWorkspace: false,
    ...rest,
  };
};

describe('before a request', () => {
  it('asks once for a host that is not this machine, with host, model and the exact prompt', () => {
    const request = planned('https://api.example.com/v1');
    const asked = question([request], NO_AGREEMENTS);
    assert.ok(asked !== undefined);
    assert.equal(asked.message, 'Send chess moves to api.example.com?');
    assert.deepEqual(asked.buttons, ['Send']);
    for (const part of ['https://api.example.com/v1', 'gpt-4o', '1. e4 e5', 'no names, comments or paths'])
      assert.ok(asked.detail.includes(part), part);
    const answer = addAgreement([request], NO_AGREEMENTS, asked, 'Send');
    assert.deepEqual(answer, { agreed: { hosts: ['api.example.com'], keys: [] }, withKey: true, isPart: false });
    assert.equal(question([request], answer?.agreed ?? NO_AGREEMENTS), undefined);
    assert.notEqual(question([planned('https://other.example.com/v1')], answer?.agreed ?? NO_AGREEMENTS), undefined);
  });

  it('says what is sent of a MAV example', () => {
    const asked = question([planned('https://api.example.com/v1', { what: 'mav', prompt: '<mav>' })], NO_AGREEMENTS);
    assert.equal(asked?.message, 'Send a MAV prompt to api.example.com?');
    assert.match(asked.detail, /Only the header and inputs are sent; no outputs, comments or paths\. .*\n\n<mav>$/s);
  });

  it('says of a request for models that nothing else is sent, and names no model where none is chosen', () => {
    const request = planned('https://api.example.com/v1', { what: 'models', prompt: '', model: '' });
    const asked = question([request], NO_AGREEMENTS);
    assert.equal(asked?.message, 'Send a request to api.example.com?');
    assert.equal(asked.detail, 'Server: https://api.example.com/v1.\n\nOnly the model list is requested.');
  });

  it('asks nothing for this machine', () => {
    assert.equal(question([planned('http://localhost:11434/v1')], NO_AGREEMENTS), undefined);
  });

  it('asks before a key goes to a base URL that only a workspace names, even on this machine', () => {
    const request = planned('http://localhost:9999/v1', { ofWorkspace: true });
    const asked = question([request], NO_AGREEMENTS);
    assert.equal(asked?.message, 'Send your API key to localhost:9999?');
    assert.deepEqual(asked.buttons, ['Send With Key', 'Send Without Key']);
    const without = addAgreement([request], NO_AGREEMENTS, asked, 'Send Without Key');
    assert.deepEqual(without, { agreed: NO_AGREEMENTS, withKey: false, isPart: false });
    const withKey = addAgreement([request], NO_AGREEMENTS, asked, 'Send With Key');
    assert.deepEqual(withKey, {
      agreed: { hosts: [], keys: ['http://localhost:9999/v1'] },
      withKey: true,
      isPart: false,
    });
    assert.equal(question([request], withKey?.agreed ?? NO_AGREEMENTS), undefined);
  });

  it('asks about the key again when the workspace names another path of an agreed host', () => {
    const agreed = { hosts: ['a.example'], keys: ['https://a.example/v1'] };
    assert.equal(question([planned('https://a.example/v1', { ofWorkspace: true })], agreed), undefined);
    assert.notEqual(question([planned('https://a.example/evil', { ofWorkspace: true })], agreed), undefined);
    assert.equal(
      question([planned('https://a.example/evil', { ofWorkspace: true, hasKey: false })], agreed),
      undefined,
    );
  });

  it('asks for each variable that a file names, and says which file and which variable', () => {
    const usual = planned('http://localhost:1/v1', { ofWorkspace: true, file: 'experiment.jsonc' });
    const asked = question([usual], NO_AGREEMENTS);
    assert.ok(asked !== undefined);
    assert.match(asked.detail, /experiment\.jsonc names it, not your own settings\. Your API key would be sent there/);
    const { agreed } = addAgreement([usual], NO_AGREEMENTS, asked, 'Send With Key') ?? { agreed: NO_AGREEMENTS };
    assert.equal(question([usual], agreed), undefined);
    const other = { ...usual, variable: 'CLOUD_SECRET' };
    const again = question([other], agreed);
    assert.match(again?.detail ?? '', /The value of the environment variable CLOUD_SECRET would be sent there/);
    assert.deepEqual(again?.buttons, ['Send With Key', 'Send Without Key']);
  });

  it('asks about many requests in the same question, with their number, tokens, cost and time', () => {
    const request = planned('https://api.example.com/v1', { ofWorkspace: true, file: 'experiment.jsonc' });
    const amount = { count: 188, lines: ['gpt-4o: 188 requests · about 4 min'], part: 'Run a Pilot of 20' };
    const asked = question([request], NO_AGREEMENTS, amount);
    assert.ok(asked !== undefined);
    assert.equal(asked.message, 'Send 188 requests to api.example.com?');
    for (const part of [
      amount.lines[0] ?? '',
      'experiment.jsonc names it',
      'Your API key would',
      '1. e4 e5',
      'is kept',
    ])
      assert.ok(asked.detail.includes(part), part);
    assert.deepEqual(asked.buttons, ['Run a Pilot of 20', 'Send With Key', 'Send Without Key']);
    const pilot = addAgreement([request], NO_AGREEMENTS, asked, 'Run a Pilot of 20', amount.part);
    assert.deepEqual([pilot?.isPart, pilot?.withKey], [true, true]);
    const again = question([request], pilot?.agreed ?? NO_AGREEMENTS, amount);
    assert.deepEqual(again?.buttons, ['Run a Pilot of 20', 'Send All']);
    assert.doesNotMatch(again.detail, /names it/, 'what was agreed to is not asked again');
    assert.equal(question([request], pilot?.agreed ?? NO_AGREEMENTS, { ...amount, count: 50 }), undefined);
  });

  it('sends nothing when the question is closed', () => {
    const request = planned('https://api.example.com/v1');
    const asked = question([request], NO_AGREEMENTS);
    assert.ok(asked !== undefined);
    assert.equal(addAgreement([request], NO_AGREEMENTS, asked, undefined), undefined);
    assert.equal(addAgreement([request], NO_AGREEMENTS, asked, 'Something else'), undefined);
  });

  it('takes nothing else than what it remembered for consent', () => {
    for (const value of [undefined, null, 'a.example', { hosts: 'a.example', keys: [1, null] }])
      assert.deepEqual(readAgreements(value), NO_AGREEMENTS);
    assert.deepEqual(readAgreements({ hosts: ['a'], keys: ['b'] }), { hosts: ['a'], keys: ['b'] });
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cureFirst, faultWords, isKeyFault } from '../../../src/core/evaluation/runs/fault-words.ts';

const KEY =
  'api.example.com rejected the API key (HTTP 401). Set another API key. It says: Incorrect API key provided.';
const LIMIT =
  'api.example.com limits the rate of requests (HTTP 429). It asks to wait 3 s. Send fewer at a time, or try again later.';
const GONE = 'No server answers at http://localhost:1/v1. Start the server, or check the base URL.';
const ODD = 'api.example.com sent an answer that cannot be read.';
const FOREIGN =
  'api.example.com refused the request (HTTP 400). Check the model and its settings. It says: no API key of yours is needed';

describe('the message of a failed request', () => {
  it('has its cure first, and its own words after it', () => {
    assert.equal(
      cureFirst(KEY),
      'Set another API key. api.example.com rejected the API key (HTTP 401). It says: Incorrect API key provided.',
    );
    assert.equal(
      cureFirst(LIMIT),
      'Send fewer at a time, or try again later. api.example.com limits the rate of requests (HTTP 429). It asks to wait 3 s.',
    );
    assert.equal(
      cureFirst(GONE),
      'Start the server, or check the base URL. No server answers at http://localhost:1/v1.',
    );
    assert.equal(cureFirst(ODD), ODD);
  });

  it('is a status and the words of the server in a row, else its first sentence', () => {
    assert.equal(faultWords(KEY), 'HTTP 401 “Incorrect API key provided”');
    assert.equal(faultWords(LIMIT), 'HTTP 429');
    assert.equal(faultWords(GONE), 'No server answers at http://localhost:1/v1');
    assert.equal(faultWords(`x (HTTP 500). It says: ${'a'.repeat(200)}`).length, 'HTTP 500 “”'.length + 80);
  });

  it('blames the key only where the key is the fault', () => {
    assert.deepEqual([KEY, LIMIT, GONE, ODD, FOREIGN].map(isKeyFault), [true, false, false, false, false]);
  });
});

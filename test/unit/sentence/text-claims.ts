import assert from 'node:assert/strict';

/** What a model wrote, and whether a board stands in the prediction. */
export interface AnswerTexts {
  readonly predicted: string | undefined;
  readonly raw: string | undefined;
  readonly finishReason: string | undefined;
  readonly hasBoard: boolean;
}

/** Checks a sentence on an answer as text; undefined where it is none. `reason`: why a board cannot be read. */
export function checkText(sentence: string, texts: AnswerTexts): { readonly reason?: string } | undefined {
  const { predicted, hasBoard } = texts;
  const none = /^no state in the answer(?:: (.*))?$/s.exec(sentence);
  if (none !== null) {
    assert.equal(predicted, undefined);
    withoutState(none[1], texts);
    return {};
  }
  assert.notEqual(predicted, undefined, sentence);
  const cut = /^the board is cut off after `(…?)(.*)`$/.exec(sentence);
  if (cut !== null) {
    const text = (predicted ?? '').trim();
    assert.ok(cut[1] === '…' ? text.endsWith(cut[2] ?? '') : text === cut[2], sentence);
    assert.ok(!hasBoard, sentence);
    return {};
  }
  const bad = /^the board cannot be read: (.*)$/.exec(sentence);
  if (bad === null) return undefined;
  assert.ok(!hasBoard, sentence);
  return { reason: bad[1] ?? '' };
}

function withoutState(what: string | undefined, { raw, finishReason }: AnswerTexts): void {
  if (what === undefined) return assert.equal(raw, undefined);
  if (what === 'it is empty') return assert.equal(raw?.trim(), '');
  if (what === 'it is cut off before its first word') {
    return assert.ok(raw?.trim() === '' && finishReason === 'length');
  }
  const cut = /^it (says|is cut off after) `(…?)(.*?)(…?)`$/s.exec(what);
  assert.ok(cut, what);
  const text = (raw ?? '').replace(/[`\s]+/g, ' ').trim();
  const quoted = cut[3] ?? '';
  if (cut[1] === 'says') {
    return assert.ok(cut[4] === '…' ? text.startsWith(quoted) && text !== quoted : text === quoted, what);
  }
  assert.ok(cut[2] === '…' ? text.endsWith(quoted) && text !== quoted : text === quoted, what);
  assert.ok(finishReason === 'length' || /\/[1-8a-zA-Z]*$/.test(text), what);
}

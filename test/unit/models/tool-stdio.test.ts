import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { toolStdio } from '../../../src/models/node-tool-server.ts';
import { thoroughly } from '../../support/thorough.ts';

describe('messages of agents', () => {
  it('that are too long are refused with an error and a note, and the next ones are read', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const notes: string[] = [];
    const { transport, ended } = toolStdio(input, output, (note) => void notes.push(note));
    const got: unknown[] = [];
    Object.assign(transport, { onmessage: (message: unknown) => void got.push(message) });
    await transport.start();
    const request = (id: number, text: string): string =>
      `${JSON.stringify({ jsonrpc: '2.0', id, method: 'a', params: { text } })}\n`;
    const long = 'x'.repeat(5_000_000);
    input.write(request(1, 'short'));
    input.write(request(2, 'x'.repeat(thoroughly(30_000_000, 9_000_000))));
    input.end(request(3, long));
    await ended;
    assert.deepEqual(
      got.map((message) => (message as { id: number }).id),
      [1, 3],
    );
    const { id, error } = JSON.parse(String(output.read())) as { id: null; error: { code: number; message: string } };
    assert.deepEqual([id, error.code], [null, -32600]);
    assert.match(error.message, /at most 8,000,000 characters$/);
    assert.equal(notes.length, 1);
  });
});

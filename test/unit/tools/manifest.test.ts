import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { systemClock } from '../../../src/compute/system-clock.ts';
import { err } from '../../../src/core/base/result.ts';
import { TOOLS } from '../../../src/core/tools/table.ts';
import { predictTool } from '../../../src/models/predict/predict-tool.ts';

interface Manifest {
  readonly contributes: {
    readonly languageModelTools: readonly { name: string; modelDescription: string; inputSchema: unknown }[];
  };
}

describe('the table of tools', () => {
  it('is what the editor is told of, word for word', () => {
    const { contributes } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as Manifest;
    const told = contributes.languageModelTools.map(({ name, modelDescription, inputSchema }) => [
      name,
      modelDescription,
      inputSchema,
    ]);
    const open = () => Promise.resolve(err({ code: 'declined' as const, message: 'no' }));
    const predict = predictTool({ concurrency: 1, clock: systemClock, open });
    const table = [...TOOLS, predict].map(({ name, description, input }) => [`statelens_${name}`, description, input]);
    assert.deepEqual(told, JSON.parse(JSON.stringify(table)), 'run node scripts/make-tool-manifest.mjs');
  });
});

import assert from 'node:assert/strict';
import type { BoardModel, LoadedModel, TextModel } from '../../src/models/onnx/model-server.ts';
import { loadModel } from '../../src/models/onnx/node-load.ts';

/** Lets other work have its turn. */
const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

async function loaded(folder: string): Promise<LoadedModel> {
  const found = await loadModel(folder, nextTurn);
  assert.ok(found.ok, found.ok ? '' : found.error);
  return found.value;
}

/** Loads a folder with a model that continues texts. */
export async function loadText(folder: string): Promise<TextModel> {
  const model = await loaded(folder);
  assert.ok(model.kind === 'text');
  return model;
}

/** Loads a folder with a board network. */
export async function loadBoard(folder: string): Promise<BoardModel> {
  const model = await loaded(folder);
  assert.ok(model.kind === 'board');
  return model;
}

import * as v from 'valibot';
import { COMPARED_GAME_NAMES } from '../../core/metrics/compared-games.ts';
import {
  ALLOW_PROGRAM_REQUEST,
  COMPARISON_REQUEST,
  DIALECTS_NOTIFICATION,
  INSERT_MOVE_REQUEST,
  LINE_COMPARISON_REQUEST,
  MAX_DIALECTS,
  POSITION_REQUEST,
  TRACE_TREE_REQUEST,
  VISIBLE_RANGES_NOTIFICATION,
} from '../../protocol/lsp.ts';
import { MARKED_LINES_REQUEST, MARKS_REQUEST, PREDICTION_FOLDS_REQUEST } from '../../protocol/marks.ts';
import { STATE_REQUEST } from '../../protocol/state.ts';

/** Maximum depth of scores of runs. */
const MAX_LINE_DEPTH = 100;

/** Maximum number and length of the words of a program's command. */
const MAX_WORDS = 100;
const MAX_WORD = 1000;

const object = v.looseObject;
/** A position after the end of a line or of the text means its end: clients use it for "all of it". */
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const position = object({ line: count, character: count });
const range = object({ start: position, end: position });
const id = v.union([v.pipe(v.number(), v.safeInteger()), v.string()]);
const uri = v.string();
const textDocument = object({ uri });
const documentAlone = object({ textDocument });
const place = object({ textDocument, position });
const inRange = object({ textDocument, range });
const texts = v.array(v.string());
/** A text, or the start that the channel keeps of one that is too long (`LongText`). */
const documentText = v.union([v.string(), v.object({ head: v.string(), length: count })]);
/** Returns the schema of a field that clients may omit or set to null. */
const maybe = <Schema extends v.GenericSchema>(schema: Schema) => v.nullish(schema);
const comparePlace = object({
  uri,
  game: count,
  ply: count,
  path: v.array(object({ ply: count, index: count })),
  label: v.optional(v.string()),
});
/** Schemas of the parameters of all messages that the server answers, limited to the fields that it reads. */
const PARAMS: Readonly<Record<string, v.GenericSchema>> = {
  initialize: object({
    processId: maybe(v.number()),
    capabilities: object({
      workspace: maybe(
        object({
          configuration: maybe(v.boolean()),
          didChangeConfiguration: maybe(object({ dynamicRegistration: maybe(v.boolean()) })),
          codeLens: maybe(object({ refreshSupport: maybe(v.boolean()) })),
          inlayHint: maybe(object({ refreshSupport: maybe(v.boolean()) })),
          semanticTokens: maybe(object({ refreshSupport: maybe(v.boolean()) })),
        }),
      ),
      textDocument: maybe(
        object({
          synchronization: maybe(object({ dynamicRegistration: maybe(v.boolean()) })),
          publishDiagnostics: maybe(object({ relatedInformation: maybe(v.boolean()) })),
          hover: maybe(object({ contentFormat: maybe(texts) })),
          completion: maybe(object({ completionItem: maybe(object({ snippetSupport: maybe(v.boolean()) })) })),
          semanticTokens: maybe(
            object({ serverCancelSupport: maybe(v.boolean()), augmentsSyntaxTokens: maybe(v.boolean()) }),
          ),
          codeAction: maybe(
            object({ dataSupport: maybe(v.boolean()), resolveSupport: maybe(object({ properties: texts })) }),
          ),
        }),
      ),
    }),
    initializationOptions: maybe(v.looseObject({})),
  }),
  '$/cancelRequest': object({ id }),
  'workspace/didChangeConfiguration': object({}),
  'textDocument/didOpen': object({
    textDocument: object({
      uri,
      languageId: v.string(),
      version: v.pipe(v.number(), v.safeInteger()),
      text: documentText,
    }),
  }),
  'textDocument/didChange': object({
    textDocument: object({ uri, version: v.pipe(v.number(), v.safeInteger()) }),
    contentChanges: v.array(object({ range: maybe(range), text: documentText })),
  }),
  'textDocument/didClose': documentAlone,
  'textDocument/willSave': documentAlone,
  'textDocument/didSave': documentAlone,
  'textDocument/hover': place,
  'textDocument/completion': object({
    textDocument,
    position,
    context: maybe(object({ triggerCharacter: maybe(v.string()) })),
  }),
  'textDocument/definition': place,
  'textDocument/references': object({ textDocument, position, context: object({ includeDeclaration: v.boolean() }) }),
  'textDocument/documentHighlight': place,
  'textDocument/documentSymbol': documentAlone,
  'textDocument/codeAction': object({ textDocument, range, context: object({ only: maybe(texts) }) }),
  'codeAction/resolve': object({ title: v.string(), kind: maybe(v.string()) }),
  'textDocument/codeLens': documentAlone,
  'codeLens/resolve': object({ range }),
  'textDocument/documentLink': documentAlone,
  'textDocument/formatting': documentAlone,
  'textDocument/rangeFormatting': inRange,
  'textDocument/prepareRename': place,
  'textDocument/rename': object({ textDocument, position, newName: v.string() }),
  'textDocument/foldingRange': documentAlone,
  'textDocument/selectionRange': object({ textDocument, positions: v.array(position) }),
  'textDocument/semanticTokens/full': documentAlone,
  'textDocument/semanticTokens/range': inRange,
  'textDocument/inlayHint': inRange,
  'workspace/symbol': object({ query: v.string() }),
  'workspace/executeCommand': object({ command: v.string(), arguments: maybe(v.array(v.unknown())) }),
  [COMPARISON_REQUEST]: comparePlace,
  [LINE_COMPARISON_REQUEST]: object({
    title: v.string(),
    history: v.array(object({ ply: count, fen: v.string(), san: v.optional(v.string()) })),
    lastMove: v.nullable(v.tuple([v.string(), v.string()])),
    variant: v.picklist(COMPARED_GAME_NAMES),
    labels: v.picklist(['models', 'states']),
    m: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MAX_LINE_DEPTH)),
    predictions: v.array(object({ label: v.string(), fen: v.nullable(v.string()) })),
  }),
  [POSITION_REQUEST]: object({ uri, position }),
  [STATE_REQUEST]: object({ uri, position, known: v.optional(v.string()) }),
  [INSERT_MOVE_REQUEST]: object({ uri, position, version: v.pipe(v.number(), v.safeInteger()), move: v.string() }),
  [TRACE_TREE_REQUEST]: object({ uri, position }),
  [MARKS_REQUEST]: object({ uri, ranges: v.array(range), chips: v.optional(v.boolean()) }),
  [PREDICTION_FOLDS_REQUEST]: object({ uri }),
  [MARKED_LINES_REQUEST]: object({ uri }),
  [ALLOW_PROGRAM_REQUEST]: object({
    words: v.pipe(v.array(v.pipe(v.string(), v.maxLength(MAX_WORD))), v.minLength(1), v.maxLength(MAX_WORDS)),
    folder: v.string(),
  }),
  [VISIBLE_RANGES_NOTIFICATION]: object({ uri, ranges: v.array(range) }),
  [DIALECTS_NOTIFICATION]: object({
    files: v.pipe(v.array(object({ uri, text: v.string() })), v.maxLength(MAX_DIALECTS)),
  }),
};

/**
 * Returns the error in the parameters of a message: `textDocument.uri: …`; undefined for valid ones, and for messages
 * without any.
 */
export function paramsFault(method: string, params: unknown): string | undefined {
  const schema = Object.hasOwn(PARAMS, method) ? PARAMS[method] : undefined;
  if (schema !== undefined && Array.isArray(params)) return 'params must be Object, not Array';
  const result = schema === undefined ? undefined : v.safeParse(schema, params, { abortEarly: true });
  const issue = result?.issues?.[0];
  if (issue === undefined) return undefined;
  const path = v.getDotPath(issue);
  const expected = issue.type === 'safe_integer' ? 'a whole number' : (issue.expected ?? 'something else');
  return `${path === null ? 'params' : `params.${path}`} must be ${expected}, not ${issue.received}`;
}

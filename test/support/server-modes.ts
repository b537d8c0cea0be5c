import { type ModelServer, serveModel } from './model-server.ts';

/** The state after 1. e4 e5 2. Nf3, which answers are asked for. */
export const TRUE_STATE = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2';
/** The state one move earlier, which stands in thoughts and invented turns. */
export const DRAFT = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2';
/** A game that ends with the true state. */
export const GAME = '1. e4 e5 2. Nf3 *\n';

interface Asked {
  readonly messages?: readonly { readonly role: string }[];
  readonly [field: string]: unknown;
}

/** Status and body of an answer; `count` is the number of the request of its mode, from 1. */
type Mode = (asked: Asked, count: number) => readonly [status: number, body: unknown];

const USAGE = { prompt_tokens: 50, completion_tokens: 20, total_tokens: 70 };

/** A chat completion with one choice. */
const reply = (
  message: object,
  finish: unknown = 'stop',
  more: object = {},
  choice: object = {},
): { choices: unknown[] } =>
  ({
    id: 'c1',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish, ...choice }],
    usage: USAGE,
    ...more,
  }) as { choices: unknown[] };

/** Ways in which real servers of OpenAI's interfaces answer, as their public trackers tell of them, made for this project. */
export const SERVER_MODES: Readonly<Record<string, Mode>> = {
  neterr: () => [200, reply({ content: TRUE_STATE.slice(0, 30) }, 'network_error')],
  sysres: () => [200, reply({ content: '' }, 'insufficient_system_resource')],
  abort: () => [200, reply({ content: TRUE_STATE.slice(0, 12) }, 'abort')],
  ctxwin: () => [200, reply({ content: TRUE_STATE.slice(0, 12) }, 'model_context_window_exceeded')],
  choiceerr2: () => [
    200,
    reply(
      { content: TRUE_STATE.slice(0, 30) },
      'error',
      {},
      { error: { code: 502, message: 'Provider disconnected', metadata: { error_type: 'provider_unavailable' } } },
    ),
  ],
  choiceerr3: () => [
    200,
    reply({ content: TRUE_STATE.slice(0, 30) }, 'stop', {}, { error: { code: 502, message: 'Provider disconnected' } }),
  ],
  errmsg: () => [200, reply({ content: null }, 'error', { error: { code: 502, message: 'x' } })],
  assistantfinal: () => [
    200,
    reply({ content: 'analysisWe play 1.e4 e5: ' + DRAFT + '. Then Nf3.assistantfinal' + TRUE_STATE }),
  ],
  assistantfinal2: () => [
    200,
    reply({
      content:
        'analysisWe play. Board ' +
        TRUE_STATE +
        ' then check ' +
        DRAFT +
        ' done.assistantfinal The FEN: `' +
        TRUE_STATE +
        '`',
    }),
  ],
  eot_llama: () => [
    200,
    reply({ content: TRUE_STATE + '<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nAnd: ' + DRAFT }),
  ],
  eot_inst: () => [200, reply({ content: TRUE_STATE + '</s>[INST] What about 1. e4 e5? [/INST] ' + DRAFT })],
  eot_gemma: () => [
    200,
    reply({
      content: TRUE_STATE + '<end_of_turn>\n<start_of_turn>user\n1. e4 e5<end_of_turn>\n<start_of_turn>model\n' + DRAFT,
    }),
  ],
  eot_human: () => [200, reply({ content: TRUE_STATE + '\n\nHuman: 1. e4 e5\n\nAssistant: ' + DRAFT })],
  eot_phi: () => [200, reply({ content: TRUE_STATE + '<|end|><|user|>1. e4 e5<|end|><|assistant|>' + DRAFT })],
  eot_ds: () => [
    200,
    reply({ content: TRUE_STATE + '<｜end▁of▁sentence｜><｜User｜>1. e4 e5<｜Assistant｜>' + DRAFT }),
  ],
  eot_text: () => [200, reply({ content: TRUE_STATE + '<|endoftext|>Another puzzle: ' + DRAFT })],
  eot_same: () => [200, reply({ content: TRUE_STATE + '<|im_end|>\n<|im_start|>assistant\n' + DRAFT })],
  e_top: () => [
    400,
    { object: 'error', message: 'System role not supported', type: 'BadRequestError', param: null, code: 400 },
  ],
  e_detail: () => [400, { detail: 'System role not supported' }],
  e_detaill: () => [
    422,
    { detail: [{ type: 'extra_forbidden', loc: ['body', 'seed'], msg: 'Extra inputs are not permitted' }] },
  ],
  e_str: () => [400, { error: 'System role not supported' }],
  e_text: () => [400, 'System role not supported'],
  e_errors: () => [400, { errors: [{ message: 'System role not supported' }] }],
  e_gem: () => [
    400,
    [{ error: { code: 400, message: 'Please use a valid role: user, model.', status: 'INVALID_ARGUMENT' } }],
  ],
  e_msg: () => [400, { message: 'System role not supported' }],
  azurefilter: () => [
    400,
    {
      error: {
        message: 'The response was filtered due to the prompt triggering content management policy',
        type: null,
        param: 'prompt',
        code: 'content_filter',
        status: 400,
        innererror: { code: 'ResponsibleAIPolicyViolation' },
      },
    },
  ],
  azure2: () => [200, reply({}, 'content_filter')],
  azure3: () => [200, reply({ content: null }, 'content_filter')],
  mixmod: (_, count) =>
    count % 3 === 2
      ? [
          403,
          {
            error: {
              code: 403,
              message: 'Your chosen model requires moderation and your input was flagged',
              metadata: { reasons: ['x'], flagged_input: '...' },
            },
          },
        ]
      : [200, reply({ content: TRUE_STATE })],
  miserr: (_, count) =>
    count % 3 === 2
      ? [
          200,
          reply({ content: TRUE_STATE.slice(0, 30) }, 'error', {
            usage: { prompt_tokens: null, completion_tokens: null, total_tokens: 0 },
          }),
        ]
      : [200, reply({ content: TRUE_STATE })],

  plain: () => [200, reply({ content: TRUE_STATE })],
  // vLLM 52640: budget spent on reasoning
  vllmreason: () => [200, reply({ content: null, reasoning: 'so far ' + DRAFT + ' then the knight' }, 'length')],
  // deepseek: reasoning_content with FEN, content fine
  dsok: () => [200, reply({ content: TRUE_STATE, reasoning_content: 'draft ' + DRAFT })],
  // reasoning misclassified: whole answer in reasoning_content, content empty, stop (vLLM 48645)
  misclass: () => [200, reply({ content: '', reasoning_content: TRUE_STATE }, 'stop')],
  // missing open think
  noopen: () => [
    200,
    reply({ content: 'First I note ' + DRAFT + '. Then Nf3.\n</think>\n\nThe FEN is:\n' + TRUE_STATE }),
  ],
  noopen2: () => [
    200,
    reply({
      content:
        'After the moves the board is ' +
        DRAFT +
        '. Then Nf3. Hmm, answer is given.\n</think>\n\nSorry, I cannot tell.',
    }),
  ],
  // closed think, last in reasoning right, answer is partial
  finishempty: () => [200, reply({ content: TRUE_STATE }, '')],
  finishnull: () => [200, reply({ content: TRUE_STATE }, null)],
  finisherror: () => [
    200,
    reply({ content: TRUE_STATE.slice(0, 30) }, 'error', {
      usage: { prompt_tokens: null, completion_tokens: null, total_tokens: 0 },
    }),
  ],
  choiceerror: () => [
    200,
    {
      id: 'g',
      choices: [
        {
          index: 0,
          error: { code: 502, message: 'Upstream provider died' },
          message: { role: 'assistant', content: '' },
          finish_reason: 'error',
        },
      ],
    },
  ],
  err200: () => [200, { error: { message: 'Rate limit exceeded: free-models-per-min', code: 429 }, user_id: 'u' }],
  err200str: () => [200, { error: 'Unexpected endpoint or method. (POST /chat/completions)' }],
  sensitive: () => [200, reply({ content: '' }, 'sensitive')],
  magistral: () => [
    200,
    reply({
      content: [
        { type: 'thinking', thinking: [{ type: 'text', text: 'draft ' + DRAFT }] },
        { type: 'text', text: TRUE_STATE },
      ],
    }),
  ],
  magistral2: () => [
    200,
    reply({
      content: [
        { type: 'text', text: TRUE_STATE },
        { type: 'thinking', thinking: [{ type: 'text', text: 'check ' + DRAFT }] },
      ],
    }),
  ],
  parts: () => [
    200,
    reply({
      content: [
        { type: 'text', text: TRUE_STATE.slice(0, 20) },
        { type: 'text', text: TRUE_STATE.slice(20) },
      ],
    }),
  ],
  maxtok: (asked) =>
    'max_tokens' in asked
      ? [
          400,
          {
            error: {
              message:
                "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
              type: 'invalid_request_error',
              param: 'max_tokens',
              code: 'unsupported_parameter',
            },
          },
        ]
      : [200, reply({ content: TRUE_STATE })],
  maxctok: (asked) =>
    'max_completion_tokens' in asked
      ? [
          422,
          {
            detail: [
              {
                type: 'extra_forbidden',
                loc: ['body', 'max_completion_tokens'],
                msg: 'Extra inputs are not permitted',
              },
            ],
          },
        ]
      : [200, reply({ content: TRUE_STATE })],
  temp: (asked) =>
    'temperature' in asked && asked['temperature'] !== 1
      ? [
          400,
          {
            error: {
              message:
                "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
              type: 'invalid_request_error',
              param: 'temperature',
              code: 'unsupported_value',
            },
          },
        ]
      : [200, reply({ content: TRUE_STATE })],
  both: (asked) =>
    'temperature' in asked
      ? [
          400,
          {
            error: {
              message: "Unsupported parameter: 'temperature' is not supported with this model.",
              param: 'temperature',
              code: 'unsupported_parameter',
            },
          },
        ]
      : 'max_tokens' in asked
        ? [
            400,
            {
              error: {
                message:
                  "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
                param: 'max_tokens',
                code: 'unsupported_parameter',
              },
            },
          ]
        : [200, reply({ content: TRUE_STATE })],
  seed: (asked) =>
    'seed' in asked
      ? [
          400,
          {
            error: {
              message: 'Unrecognized request argument supplied: seed',
              param: 'seed',
              code: 'unknown_parameter',
            },
          },
        ]
      : [200, reply({ content: TRUE_STATE })],
  system: (asked) =>
    asked.messages?.some(({ role }) => role === 'system')
      ? [
          400,
          { object: 'error', message: 'System role not supported', type: 'BadRequestError', param: null, code: 400 },
        ]
      : [200, reply({ content: TRUE_STATE })],
  toolfin: () => [
    200,
    reply(
      {
        content: null,
        tool_calls: [
          { id: 't', type: 'function', function: { name: 'answer', arguments: JSON.stringify({ fen: TRUE_STATE }) } },
        ],
      },
      'tool_calls',
    ),
  ],
  text: () => [200, { choices: [{ index: 0, text: TRUE_STATE, finish_reason: 'stop' }] }],
  harmony: () => [
    200,
    reply({
      content:
        '<|channel|>analysis<|message|>draft ' +
        DRAFT +
        '<|end|><|start|>assistant<|channel|>final<|message|>' +
        TRUE_STATE +
        '<|return|>',
    }),
  ],
  harmonycut: () => [200, reply({ content: 'analysis: draft ' + DRAFT + ' assistantfinal' + TRUE_STATE })],
  eot: () => [200, reply({ content: TRUE_STATE + '<|im_end|>\n<|im_start|>user\nNext: ' + DRAFT })],
  eot2: () => [200, reply({ content: TRUE_STATE + '</s>' })],
  eot3: () => [200, reply({ content: TRUE_STATE + '<end_of_turn>' })],
  fence: () => [200, reply({ content: '```fen\n' + TRUE_STATE + '\n```' })],
  latex: () => [200, reply({ content: 'The final FEN is $\\boxed{\\text{' + TRUE_STATE + '}}$.' })],
  texttt: () => [200, reply({ content: '$$\\texttt{' + TRUE_STATE.replace(/ /g, '\\ ') + '}$$' })],
  bold: () => [200, reply({ content: '**FEN:** **' + TRUE_STATE + '**' })],
  endash: () => [200, reply({ content: TRUE_STATE.replace(' - ', ' – ') })],
  nbsp: () => [200, reply({ content: TRUE_STATE.replace(/ /g, '\u00a0') })],
  json: () => [200, reply({ content: '```json\n{"fen": "' + TRUE_STATE.replace(/\//g, '\\/') + '"}\n```' })],
  lines: () => [200, reply({ content: TRUE_STATE.split(' ')[0].split('/').join('/\n') + '\n b KQkq - 1 2' })],
  nochoices: () => [200, { id: 'x', object: 'chat.completion', choices: [], usage: USAGE }],
  azure: () => [
    200,
    {
      id: 'x',
      choices: [{ index: 0, finish_reason: 'content_filter', content_filter_results: { hate: { filtered: true } } }],
      usage: USAGE,
    },
  ],
  nan: () => [
    200,
    '{"choices":[{"index":0,"message":{"role":"assistant","content":"' +
      TRUE_STATE +
      '"},"finish_reason":"stop","logprobs":{"content":[{"token":"r","logprob":NaN},{"token":"x","logprob":-Infinity}]}}],"usage":{"prompt_tokens":5,"completion_tokens":2}}',
  ],
  bom: () => [200, '\ufeff' + JSON.stringify(reply({ content: TRUE_STATE }))],
  ws: () => [200, '\n\n         \n' + JSON.stringify(reply({ content: TRUE_STATE }))],
  keepalive: () => [
    200,
    ': OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n' + JSON.stringify(reply({ content: TRUE_STATE })),
  ],
  sse: () => [
    200,
    'data: ' +
      JSON.stringify({ choices: [{ index: 0, delta: { role: 'assistant', content: TRUE_STATE.slice(0, 30) } }] }) +
      '\n\ndata: ' +
      JSON.stringify({ choices: [{ index: 0, delta: { content: TRUE_STATE.slice(30) }, finish_reason: 'stop' }] }) +
      '\n\ndata: [DONE]\n\n',
  ],
  usagestr: () => [
    200,
    reply({ content: TRUE_STATE }, 'stop', { usage: { prompt_tokens: '50', completion_tokens: '20' } }),
  ],
  usagedet: () => [
    200,
    reply({ content: TRUE_STATE }, 'stop', {
      usage: { prompt_tokens: 50, completion_tokens: 20, completion_tokens_details: null, prompt_tokens_details: null },
    }),
  ],
  usagereason: () => [
    200,
    reply({ content: TRUE_STATE }, 'stop', {
      usage: { prompt_tokens: 50, completion_tokens: 20, reasoning_tokens: 900, total_tokens: 970 },
    }),
  ],
  refusal: () => [200, reply({ content: null, refusal: "I can't help with that." })],
  ollama404: () => [
    404,
    {
      error: {
        message: 'model "llama3.2" not found, try pulling it first',
        type: 'api_error',
        param: null,
        code: null,
      },
    },
  ],
  loading: (_, count) =>
    count < 3
      ? [503, { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } }]
      : [200, reply({ content: TRUE_STATE })],
  ctx: () => [
    400,
    {
      error: {
        message: "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens",
        type: 'invalid_request_error',
        code: 'context_length_exceeded',
      },
    },
  ],
  choices2: () => [
    200,
    {
      ...reply({ content: DRAFT }),
      choices: [
        { index: 1, message: { role: 'assistant', content: DRAFT }, finish_reason: 'stop' },
        { index: 0, message: { role: 'assistant', content: TRUE_STATE }, finish_reason: 'stop' },
      ],
    },
  ],
  msgarray: () => [
    200,
    { choices: [{ message: [{ role: 'assistant', content: TRUE_STATE }], finish_reason: 'stop' }] },
  ],
  ollamanative: () => [
    200,
    {
      model: 'm',
      message: { role: 'assistant', content: TRUE_STATE },
      done: true,
      done_reason: 'stop',
      prompt_eval_count: 50,
      eval_count: 20,
    },
  ],
  detail: () => [422, { detail: 'Input should be a valid string' }],
  moderation: () => [
    403,
    {
      error: {
        code: 403,
        message: 'Your chosen model requires moderation and your input was flagged',
        metadata: { reasons: ['x'] },
      },
    },
  ],
  credit: () => [
    402,
    { error: { message: 'Insufficient credits. Add more using https://openrouter.ai/credits', code: 402 } },
  ],
};

/** A server whose mode is chosen by the name of the model. */
export function serveModes(): Promise<ModelServer> {
  const counts = new Map<string, number>();
  return serveModel((response, { path, body }) => {
    if (!path.startsWith('/v1/')) {
      response.writeHead(404);
      return void response.end('404 page not found');
    }
    const asked = (body === '' ? {} : JSON.parse(body)) as Asked;
    const name = typeof asked['model'] === 'string' ? asked['model'] : '';
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const [status, said] = path.endsWith('/models')
      ? [200, { data: Object.keys(SERVER_MODES).map((id) => ({ id })) }]
      : (SERVER_MODES[name]?.(asked, count) ?? [404, { error: { message: 'no such model' } }]);
    const type = name === 'sse' || name === 'keepalive' ? 'text/event-stream' : 'application/json';
    response.writeHead(status, { 'content-type': type });
    response.end(typeof said === 'string' ? said : JSON.stringify(said));
  });
}

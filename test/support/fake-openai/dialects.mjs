import crypto from 'node:crypto'
import { alnum } from '../fake-model/values.mjs'

export const hex = (n) => crypto.randomBytes(n).toString('hex').slice(0, n)
export const now = () => Math.floor(Date.now() / 1000)

/** How a stream looks. A dialect, a scenario and a turn can each change any of it. */
export const PLAIN = {
  /** first | every | none */
  role: 'first',
  /** Content beside the role: '' | null | undefined (absent). */
  roleContent: '',
  /** n | zero | none | string */
  index: 'n',
  /** own | empty | missing | same | long | null | kimi (functions.<name>:<count>) */
  ids: 'own',
  /** `type: 'function'` beside the ID. */
  type: true,
  /** split | whole | object (whole, as an object) | null (whole, null if empty) */
  args: 'split',
  /** Arguments in the delta that opens a call: '' | undefined. */
  headArgs: '',
  /** finish_reason with calls: tool_calls | stop | null | function_call */
  finish: 'tool_calls',
  /** finish_reason on the last delta instead of a chunk for it alone. */
  finishWithLast: false,
  /** hidden | reasoning_content | reasoning | both | tags | thought | parts */
  reasoning: 'hidden',
  /**
   * asked (a last chunk without choices) | finish (on the finish chunk, always) | trailing (a last chunk with a choice,
   * always) | groq (finish chunk, twice) | every | off
   */
  usage: 'asked',
  /** data: [DONE] */
  done: true,
  /** A comment before the first chunk. */
  comment: null,
  /** Name and ID again on every delta of a call. */
  repeatName: false,
  /** delta.function_call instead of tool_calls. */
  legacy: false,
  /** Parallel calls take turns. */
  interleave: false,
  /** "data:{" instead of "data: {". */
  noSpace: false,
}

const callId = () => 'call_' + alnum(24)
const openaiRoles = ['system', 'assistant', 'user', 'function', 'tool', 'developer']

const openai = {
  base: '/v1',
  auth: 'bearer',
  strict: true,
  callId,
  idMax: 40,
  maxTools: 128,
  roles: openaiRoles,
  chunkId: () => 'chatcmpl-' + alnum(29),
  stream: {},
}

const groq = {
  base: '/openai/v1',
  auth: 'bearer',
  pairing: true,
  unknown: 'groq',
  idMax: 64,
  maxTools: 128,
  roles: ['system', 'assistant', 'user', 'tool', 'developer', 'function'],
  callId: () => alnum(9).toLowerCase(),
  msgExtra: { assistant: ['reasoning', 'channel'] },
  topExtra: [
    'reasoning_format',
    'include_reasoning',
    'search_settings',
    'documents',
    'citation_options',
    'disable_tool_validation',
    'compound_custom',
  ],
  chunkId: () => 'chatcmpl-' + crypto.randomUUID(),
  stream: { roleContent: null, args: 'whole', reasoning: 'reasoning', usage: 'groq' },
}

const gemini = {
  base: '/v1beta/openai',
  auth: 'bearer',
  pairing: true,
  unknown: 'google',
  idMax: 200,
  maxTools: 512,
  roles: ['system', 'assistant', 'user', 'tool', 'developer'],
  callId: () => 'function-call-' + crypto.randomInt(1e9, 9e9),
  callExtra: ['extra_content'],
  topExtra: ['extra_body'],
  nameRe: /^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$/,
  chunkId: () => alnum(22),
  stream: {
    role: 'every',
    roleContent: undefined,
    index: 'none',
    args: 'whole',
    finish: 'stop',
    finishWithLast: true,
    reasoning: 'thought',
  },
}

const mistral = {
  base: '/v1',
  auth: 'bearer',
  pairing: true,
  unknown: 'pydantic',
  idMax: 9,
  maxTools: 128,
  roles: ['system', 'user', 'assistant', 'tool'],
  idRe: /^[a-zA-Z0-9]{9}$/,
  callId: () => alnum(9),
  msgExtra: { assistant: ['prefix'], tool: ['name'] },
  topExtra: ['safe_prompt', 'random_seed', 'prompt_mode'],
  notTop: [
    'max_completion_tokens',
    'stream_options',
    'seed',
    'user',
    'logit_bias',
    'logprobs',
    'top_logprobs',
    'reasoning_effort',
    'store',
    'service_tier',
    'verbosity',
    'functions',
    'function_call',
  ],
  chunkId: () => hex(32),
  stream: { index: 'none', type: false, args: 'whole', finishWithLast: true, reasoning: 'parts', usage: 'finish' },
}

/**
 * The kinds of servers. `strict`, `pairing` and `local` say how much a server refuses: everything, broken pairs of calls
 * and results, or only what breaks it. `stream` has the differences from `PLAIN`.
 */
export const DIALECTS = {
  openai,
  azure: { ...openai, base: '/openai/v1', auth: 'azure' },
  openrouter: {
    base: '/api/v1',
    auth: 'bearer',
    pairing: true,
    callId,
    idMax: 64,
    maxTools: 128,
    roles: ['system', 'assistant', 'user', 'tool', 'developer'],
    topExtra: ['plugins'],
    chunkId: () => `gen-${now()}-${alnum(20)}`,
    stream: { role: 'every', reasoning: 'both', usage: 'trailing', comment: ': OPENROUTER PROCESSING' },
  },
  groq,
  gemini,
  mistral,
  deepseek: {
    base: '/v1',
    alsoBase: '',
    auth: 'bearer',
    pairing: true,
    idMax: 128,
    maxTools: 128,
    roles: ['system', 'user', 'assistant', 'tool', 'latest_reminder'],
    callId: () => `call_00_${alnum(24)}`,
    msgExtra: { assistant: ['reasoning_content', 'prefix'] },
    chunkId: () => crypto.randomUUID(),
    stream: { roleContent: null, reasoning: 'reasoning_content', usage: 'finish', comment: ': keep-alive' },
  },
  ollama: {
    base: '/v1',
    auth: 'ignored',
    local: true,
    argsJson: true,
    roles: null,
    callId: () => 'call_' + hex(8),
    chunkId: () => `chatcmpl-${crypto.randomInt(1, 999)}`,
    stream: { index: 'zero', args: 'whole', reasoning: 'reasoning' },
  },
  llamacpp: {
    base: '/v1',
    alsoBase: '',
    auth: 'optional',
    local: true,
    anyModel: true,
    roles: null,
    callId: () => alnum(32),
    chunkId: () => 'chatcmpl-' + alnum(32),
    stream: { roleContent: null, headArgs: undefined, reasoning: 'reasoning_content' },
  },
  vllm: {
    base: '/v1',
    auth: 'optional',
    local: true,
    argsJson: true,
    roles: null,
    callId: () => 'chatcmpl-tool-' + hex(16),
    chunkId: () => 'chatcmpl-' + hex(16),
    stream: { headArgs: undefined, finishWithLast: true, reasoning: 'reasoning' },
  },
  lmstudio: {
    base: '/v1',
    auth: 'ignored',
    local: true,
    roles: null,
    callId: () => String(crypto.randomInt(1e8, 9e8)),
    chunkId: () => 'chatcmpl-' + alnum(22).toLowerCase(),
    stream: { reasoning: 'reasoning_content' },
  },
}

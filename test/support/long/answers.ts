import { readCompletion } from '../../../main/host/mcp/results/completion-values.ts'
import { walkList } from '../../../main/host/mcp/catalogue/list-walk.ts'
import { messagesIn } from '../../../main/host/mcp/results/prompt-messages.ts'
import { promptList } from '../../../main/host/mcp/catalogue/prompt-list.ts'
import type { ServerResult } from '../../../main/host/mcp/results/digest.ts'
import { contentsIn, handleOf } from '../../../main/host/mcp/results/resource-contents.ts'
import { resourceList } from '../../../main/host/mcp/catalogue/resource-list.ts'
import { toolList } from '../../../main/host/mcp/catalogue/tool-list.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'

const words = 'some words of one of very many here, and the word hunter2-hunter2 '
export const uri = 'x://long'

export const lineOf = (result: JsonObject): Buffer => Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))

export const tool = (n: number): JsonObject => ({
  name: `tool_${n}`,
  description: words.repeat(60),
  inputSchema: {
    type: 'object',
    properties: Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`p${at}`, { type: 'string', description: words }]),
    ),
  },
})
const oddTools: JsonObject['x'] = [
  null,
  { name: 'no schema' },
  { inputSchema: {} },
  { name: 'large', inputSchema: { x: 'y'.repeat(300_000) } },
  { ...tool(1) },
]

/** Long answers, each with how it is read. */
export const kinds = {
  'tools/list': {
    result: { tools: [...Array.from({ length: 420 }, (_, n) => tool(n)), ...oddTools], nextCursor: null, ttlMs: 5 },
    read: (it: ServerResult) => walkList(async () => ({ status: 'answered', value: it }), toolList(false)),
  },
  'prompts/list': {
    result: {
      prompts: Array.from({ length: 400 }, (_, n) => ({ name: `p${n}`, description: words.repeat(50) })),
    },
    read: (it: ServerResult) => walkList(async () => ({ status: 'answered', value: it }), promptList),
  },
  'resources/list': {
    result: {
      resources: [
        ...Array.from({ length: 12_000 }, (_, n) => ({
          uri: `x://${n}`,
          name: `n${n}`,
          description: words.repeat(3),
          _meta: { n },
        })),
        { name: 'no address' },
        7,
      ],
    },
    read: (it: ServerResult) => walkList(async () => ({ status: 'answered', value: it }), resourceList),
  },
  'resources/read': {
    result: { contents: [{ uri, text: words.repeat(140_000) }, { blob: '?' }, { blob: 'aGk=' }] },
    read: async (it: ServerResult) => {
      const read = contentsIn(it, uri)
      return { ...read, handle: handleOf('s', uri, read) }
    },
  },
  'prompts/get': {
    result: {
      description: words,
      messages: [{ role: 'user', content: { type: 'text', text: words.repeat(30_000) } }, { role: 'nobody' }],
    },
    read: async (it: ServerResult) => ({ ...messagesIn(it), description: it.result['description'] }),
  },
  'completion/complete': {
    result: {
      completion: {
        values: [...Array(30_000).fill(words), ...Array.from({ length: 500 }, (_, n) => `v${n}`)],
        total: 9,
      },
    },
    read: async (it: ServerResult) => readCompletion(it.result),
  },
} satisfies Record<string, { result: JsonObject; read: (it: ServerResult) => Promise<unknown> }>

/** A result of more than 11 MB, in rows. */
export const rows = (): JsonObject => ({
  content: [],
  structuredContent: {
    rows: Array.from({ length: 60_000 }, (_, n) => ({
      n,
      text: 'some words of a row that is one of very many rows here'.repeat(3),
    })),
  },
})

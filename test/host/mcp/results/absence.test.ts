import { describe, expect, test } from 'vitest'
import { promptSaid } from '../../../../main/host/agent/resources/prompt-part.ts'
import { resourceSaid } from '../../../../main/host/agent/resources/resource-part.ts'
import { promptList } from '../../../../main/host/mcp/catalogue/prompt-list.ts'
import { resourceList, templateList } from '../../../../main/host/mcp/catalogue/resource-list.ts'
import { toolList } from '../../../../main/host/mcp/catalogue/tool-list.ts'
import { readSampling } from '../../../../main/host/mcp/inputs/sampling-params.ts'
import { readAnswer } from '../../../../main/host/mcp/protocol/answer.ts'
import { readResult } from '../../../../main/host/mcp/results/call-result.ts'
import { mapShown } from '../../../../main/host/llm/request/results.ts'
import { readCompletion } from '../../../../main/host/mcp/results/completion-values.ts'
import { readPromptMessages } from '../../../../main/host/mcp/results/prompt-messages.ts'
import { readContents } from '../../../../main/host/mcp/results/resource-contents.ts'
import { readTask } from '../../../../main/host/mcp/results/task.ts'
import { Compiled } from '../../../../main/host/validation/schema-check.ts'
import { contentBlocks } from '../../../../renderer/chat/result/content-blocks.ts'
import { resultPartOf } from '../../../../shared/content/result-part.ts'
import { formOf } from '../../../../shared/schema/forms.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'

type Sample = {
  /** The message with every optional member, and what Atrium makes of it. */
  value: JsonObject
  read: (value: JsonObject) => unknown
  /** Members for which empty is a value, or which decide what the others mean. */
  emptyCounts?: string[]
  /** Members in which null is data of their author. */
  data?: string[]
}

const annotations = { audience: ['user', 'assistant'], priority: 0.5, lastModified: '2026-01-12T15:00:58Z' }
const uri = 'x://a/b'
const text = { type: 'text', text: 'first', annotations, _meta: { a: 1 } }
const link = {
  type: 'resource_link',
  uri,
  name: 'a',
  title: 'A',
  description: 'b',
  mimeType: 'text/x',
  size: 3,
  annotations,
}
const blocks: JsonValue[] = [
  text,
  link,
  { type: 'audio', data: 'AAAA', mimeType: 'audio/wav', annotations },
  { type: 'resource', resource: { uri, mimeType: 'text/plain', text: 'inside', blob: null, _meta: {} }, annotations },
  { type: 'resource', resource: { uri, mimeType: 'application/pdf', text: null, blob: 'JVBERi0xLjQ=' } },
]
const definition = { name: 'one', title: 'One', description: 'Does it', _meta: { a: 1 }, icons: [{ src: uri }] }
const schema = {
  type: 'object',
  properties: { a: { type: 'string', title: 'A', description: 'b', minLength: 1, maxLength: 9, default: 'x' } },
  required: ['a'],
  additionalProperties: false,
}
const entryOf = (read: unknown): unknown => {
  const { key, problem, value } = read as { key?: string; problem?: string; value?: { entry?: object } & object }
  const { hash: _, ...entry } = (value?.entry ?? value ?? {}) as { hash?: string }
  return { key, problem, entry }
}
/** A result's blocks in a request to a model. */
const heard = (content: JsonValue) =>
  Array.isArray(content) ? mapShown({ type: 'shown-result', content, isError: false }) : content
const part = { type: 'resource', server: 's', uri, name: 'a', bytes: 1, data: { json: null } } as const

const samples: Record<string, Sample> = {
  'the result of a call': {
    value: { resultType: 'complete', content: blocks, structuredContent: { a: null }, isError: false, _meta: { a: 1 } },
    emptyCounts: ['resultType'],
    read: (result) => {
      const reply = readAnswer({ jsonrpc: '2.0', id: 1, result, error: null }, undefined)
      if (reply?.status !== 'answered') return reply
      const { result: kept, notes } = readResult(reply.value.result)
      return {
        notes,
        model: heard(resultPartOf(kept, 'model', 1000).result['content'] ?? null),
        person: contentBlocks(kept),
        isError: kept['isError'],
      }
    },
    data: ['structuredContent'],
  },
  'an error': {
    value: { code: -32_000, message: 'no', data: { supported: ['2025-11-25'] } },
    read: (error) => readAnswer({ jsonrpc: '2.0', id: 1, result: null, error }, undefined),
    emptyCounts: ['data.supported'],
  },
  'the contents of a resource': {
    value: {
      contents: [
        { uri, mimeType: 'text/plain', text: 'a', blob: null, _meta: { ui: { domain: 'a' } } },
        { uri, mimeType: 'image/png', text: null, blob: 'AAAA' },
      ],
    },
    read: (value) => {
      const { contents, problems } = readContents(value, uri)
      return { contents, problems, model: resourceSaid(part, contents, '|') }
    },
    data: ['contents.0._meta.ui'],
    emptyCounts: ['contents.0._meta.ui'],
  },
  'the messages of a prompt': {
    value: { description: 'd', messages: blocks.map((content) => ({ role: 'user', content })) },
    read: (value) => {
      const { messages = [], problems } = readPromptMessages(value) ?? {}
      const filled = { type: 'prompt', server: 's', name: 'p', arguments: {}, bytes: 1, data: { json: null } } as const
      return {
        problems,
        person: messages.map(({ content }) => contentBlocks({ content: [content] })),
        model: promptSaid(filled, JSON.parse(JSON.stringify(messages)) as JsonValue, '|').map((message) =>
          message.role === 'user'
            ? message.content.map((it) => (it.type === 'shown-result' ? heard(it.content) : it))
            : message,
        ),
      }
    },
  },
  'a completion': {
    value: { completion: { values: ['a', 'b'], total: 2, hasMore: false } },
    read: readCompletion,
  },
  'a task': {
    value: { taskId: 't', status: 'working', statusMessage: 'm', pollInterval: 5, pollIntervalMs: 5, ttlMs: 9 },
    read: readTask,
  },
  'a request for a model': {
    value: {
      messages: [{ role: 'user', content: [{ type: 'text', text: 'a' }] }],
      maxTokens: 9,
      systemPrompt: 's',
      temperature: 0.5,
      stopSequences: ['x'],
      includeContext: 'none',
      metadata: {},
      tools: [{ name: 'a', description: 'd', inputSchema: { type: 'object' } }],
      toolChoice: { mode: 'auto' },
      modelPreferences: { hints: [{ name: 'h' }], costPriority: 0.1, speedPriority: 0.2, intelligencePriority: 0.3 },
    },
    read: readSampling,
    data: ['tools.0.inputSchema'],
    emptyCounts: ['tools.0.inputSchema'],
  },
  'a tool': {
    value: {
      ...definition,
      inputSchema: schema,
      outputSchema: schema,
      annotations: {
        title: 'T',
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
      execution: { taskSupport: 'optional' },
      _meta: { ui: { resourceUri: 'ui://x/a', visibility: ['model'] } },
    },
    read: (item) => entryOf(toolList(true).read({ item })),
    emptyCounts: ['name', 'inputSchema', '_meta.ui.visibility', 'inputSchema.properties'],
  },
  'a prompt': {
    value: { ...definition, arguments: [{ name: 'a', title: 'A', description: 'b', required: true }] },
    read: (item) => entryOf(promptList.read({ item })),
    emptyCounts: ['name', 'arguments.0.name'],
  },
  'a resource': {
    value: { ...definition, uri, mimeType: 'text/plain', size: 4, annotations },
    read: (item) => entryOf(resourceList.read({ item })),
  },
  'a template': {
    value: { ...definition, uriTemplate: 'x://{a}', mimeType: 'text/plain', annotations },
    read: (item) => entryOf(templateList.read({ item })),
  },
  'a form': {
    value: schema,
    read: formOf,
    emptyCounts: ['properties.a', 'properties.a.description'],
    data: ['properties.a.default'],
  },
  'a schema': {
    value: {
      ...schema,
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      minProperties: 1,
      allOf: [{ required: ['a'] }],
    },
    read: (value) => [{ a: 'x' }, {}, { a: '', b: 1 }, 7].map((it) => Compiled.from(value).check(it)),
    emptyCounts: ['$schema', 'properties', 'properties.a', 'allOf'],
    data: ['properties.a.default'],
  },
}

const isPlain = (value: JsonValue | undefined): value is JsonObject | JsonValue[] =>
  Array.isArray(value) || isObject(value)
const memberOf = (value: JsonValue | undefined, step: string): JsonValue | undefined =>
  isPlain(value) ? Object.entries(value).find(([name]) => name === step)?.[1] : undefined
const at = (value: JsonValue, path: string[]): JsonValue | undefined =>
  path.reduce<JsonValue | undefined>(memberOf, value)

/** The paths of all members of objects, except those inside data. */
const pathsIn = (value: JsonValue, data: string[], path: string[] = []): string[][] =>
  isPlain(value) && !data.includes(path.join('.'))
    ? Object.entries(value).flatMap(([name, it]) => [
        ...(Array.isArray(value) || data.includes([...path, name].join('.')) ? [] : [[...path, name]]),
        ...pathsIn(it, data, [...path, name]),
      ])
    : []

function without(value: JsonObject, path: string[], replacement?: JsonValue): JsonObject {
  const copy = structuredClone(value)
  const holder = at(copy, path.slice(0, -1))
  const name = path.at(-1) ?? ''
  if (isObject(holder)) {
    if (replacement === undefined) delete holder[name]
    else holder[name] = replacement
  }
  return copy
}

const emptyLike = (value: JsonValue | undefined): JsonValue | undefined =>
  typeof value === 'string' ? '' : Array.isArray(value) ? [] : isObject(value) ? {} : undefined

/** Members that are required: without them, an item is at fault. */
const required = new Set(
  [
    'text',
    'data',
    'type',
    'content',
    'role',
    'messages',
    'contents',
    'taskId',
    'status',
    'resource',
    'blob',
    'uri',
  ].concat(['uriTemplate', 'message', 'code', 'maxTokens', 'completion', 'values', 'messages.2.content.mimeType']),
)
const isRequired = (path: string[]): boolean => required.has(path.at(-1) ?? '') || required.has(path.join('.'))

describe.each(Object.entries(samples))('%s', (_, { value, read, data = [], emptyCounts = [] }) => {
  const paths = pathsIn(value, data).filter((path) => !isRequired(path))

  test.each(paths.map((path) => [path.join('.'), path] as const))(
    '[RES-13] reads as null what is absent: %s',
    (name, path) => {
      const absent = read(without(value, path))
      expect(read(without(value, path, null))).toEqual(absent)
      const empty = emptyLike(at(value, path))
      if (empty !== undefined && !emptyCounts.includes(name)) expect(read(without(value, path, empty))).toEqual(absent)
    },
  )

  test('[RES-13] reads the same without its nulls', () => {
    const present = pathsIn(value, data)
    const nulls = present.filter((path) => at(value, path) === null)
    expect(read(nulls.reduce((left, path) => without(left, path), value))).toEqual(read(value))
  })

  test('[RES-13] survives a member of another type', () => {
    for (const path of pathsIn(value, data))
      for (const other of [7, 'x', true, [], {}, [null], { a: null }]) {
        const name = `${path.join('.')} = ${JSON.stringify(other)}`
        expect(() => read(without(value, path, other)), name).not.toThrow()
      }
  })
})

describe('one wrong item', () => {
  const wrong: JsonValue[] = [
    null,
    7,
    'x',
    [],
    {},
    { type: null },
    { type: 'text', text: null },
    { uri: null, text: 7 },
  ]

  test.each(wrong.map((it) => [JSON.stringify(it), it] as const))('[RES-13] costs only itself: %s', (_, item) => {
    const contents = [{ uri, text: 'a' }, item, { uri, blob: 'AAAA' }]
    expect(readContents({ contents }, uri).contents).toEqual(
      readContents({ contents: [contents[0] ?? 0, contents[2] ?? 0] }, uri).contents,
    )
    const content = [text, item, link]
    const shown = contentBlocks({ content })
    expect([shown[0], shown[2]]).toEqual(contentBlocks({ content: [text, link] }))
    const messages = content.map((it) => ({ role: 'user', content: it }))
    expect(readPromptMessages({ messages })?.messages).toEqual([messages[0], messages[2]])
  })
})

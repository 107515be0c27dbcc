import { describe, expect, test } from 'vitest'
import type { RequestMessage, ModelTool } from '../../../../main/host/llm/llm.ts'
import type { JsonValue } from '../../../../shared/schema/json.ts'
import { fc, times } from '../../../support/deep.ts'
import { anything, messagesOf, text, tools } from '../hostile.ts'
import { built, Direct, harmless, servers } from './direct.ts'

const runs = times(60, 400)

/** Any names that the host gives to tools. */
const names = fc.uniqueArray(
  fc.oneof(fc.stringMatching(/^[\w-]{1,64}$/), fc.constantFrom('7', '_7', '-', '__', '_-')),
  {
    minLength: 6,
    maxLength: 6,
  },
)
const offered = fc
  .tuple(tools, names)
  .map(([list, given]) => list.map((tool, at): ModelTool => ({ ...tool, name: given[at] ?? tool.name })))

/** Thinking as these servers send it, and parts that no server sends. */
const thought = fc
  .record(
    {
      type: fc.constantFrom<JsonValue>('chat', 'responses', null),
      field: fc.oneof(fc.constantFrom('reasoning_content', 'reasoning'), text),
      details: fc.oneof(fc.array(fc.record({ type: text, text }), { maxLength: 2 }), anything),
    },
    { requiredKeys: [] },
  )
  .chain((wire) => text.map((it): JsonValue => ({ type: 'thinking', thinking: it, wire })))
const call = fc
  .tuple(text, text, anything)
  .map(([id, name, wire]): JsonValue => ({ type: 'tool_use', id, name, input: {}, wire }))

/** Levels of schemas, as this dialect has them or as refusals taught. */
const level = fc.constantFrom(undefined, undefined, 'plain', 'proto')

describe.each(servers)('a request to $kind', (server) => {
  test('[OAI-9] [OAI-11] [OAI-14] is accepted whatever its tools, results and history are', async () => {
    const direct = await Direct.start(server.kind)
    const own = fc
      .array(fc.oneof(thought, call), { maxLength: 4 })
      .map((blocks): RequestMessage => ({ role: 'assistant', endpoint: 'here', model: server.model, blocks }))
    const history = fc.array(fc.oneof(messagesOf('here', server.model), own), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(offered, history, text, level, async (list, messages, system, form) => {
        const lessons =
          form === undefined ? [] : [{ model: server.model, feature: 'schema' as const, form, reason: '' }]
        const { json } = built(server, { tools: list, messages, system }, { lessons })
        const { status, error, lint } = await direct.send(json)
        expect({ status, error }).toEqual({ status: 200, error: '' })
        expect(lint.filter((it) => !harmless.some((known) => known.test(it)))).toEqual([])
      }),
      { numRuns: runs },
    )
  })
})

import type { ServerResponse } from 'node:http'
import { z } from 'zod'

/** A tool as a request offers it; only one API has namespaces. */
export type Offered = { name: string; namespace?: string | undefined }

/** The content of a request: its tools, the calls made so far, its results, and whether it wants events, or JSON for the host. */
export type Heard = { tools: Offered[]; made: number; results: number; streams: boolean; wantsJson?: boolean }

/** A call in the model's answer. */
export type Made = { id: string; tool: Offered; input: Record<string, unknown> }

/** An API of models: reads requests, and answers with calls, or with text if there are none. */
export type Wire = {
  matches: RegExp
  read(body: unknown, url: string): Heard
  write(response: ServerResponse, calls: Made[], text: string, streams: boolean): void
}

const usage = { input_tokens: 100, output_tokens: 10 }
const named = z.object({ name: z.string() })
const many = <Shape extends z.ZodType>(shape: Shape) => z.array(shape).default([])
const countOf = <Item>(items: Item[], holds: (item: Item) => boolean): number => items.filter(holds).length

/** Anthropic Messages, as Atrium and the bare loop use it. */
const blocks = z.union([z.string().transform(() => []), z.array(z.object({ type: z.string() }))])
const messagesBody = z.object({ tools: many(named), messages: many(z.object({ content: blocks })) })
const messages: Wire = {
  matches: /\/v1\/messages$/,
  read: (body) => {
    const { tools, messages: history } = messagesBody.parse(body)
    const parts = history.flatMap(({ content }) => content)
    const results = countOf(parts, ({ type }) => type === 'tool_result')
    return { tools, made: countOf(parts, ({ type }) => type === 'tool_use'), results, streams: true }
  },
  write: (response, calls, text) => {
    const send = eventsOn(response)
    const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'scripted', content: [], usage }
    send({ type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null } })
    const isText = calls.length === 0
    for (const [index, { id, tool, input }] of (isText
      ? [{ id: '', tool: { name: '' }, input: {} }]
      : calls
    ).entries()) {
      const block = isText ? { type: 'text', text: '' } : { type: 'tool_use', id, name: tool.name, input: {} }
      send({ type: 'content_block_start', index, content_block: block })
      const delta = isText
        ? { type: 'text_delta', text }
        : { type: 'input_json_delta', partial_json: JSON.stringify(input) }
      send({ type: 'content_block_delta', index, delta })
      send({ type: 'content_block_stop', index })
    }
    const delta = { stop_reason: isText ? 'end_turn' : 'tool_use', stop_sequence: null }
    send({ type: 'message_delta', delta, usage })
    send({ type: 'message_stop' })
    response.end()
  },
}

/** OpenAI’s Chat Completions. */
const chatBody = z.object({
  stream: z.boolean().default(false),
  tools: many(z.object({ function: named })),
  messages: many(z.object({ role: z.string(), tool_calls: z.array(z.unknown()).nullish() })),
})
const chat: Wire = {
  matches: /\/chat\/completions$/,
  read: (body) => {
    const { stream, tools, messages: history } = chatBody.parse(body)
    return {
      tools: tools.map((tool) => tool.function),
      made: history.reduce((sum, message) => sum + (message.tool_calls?.length ?? 0), 0),
      results: countOf(history, ({ role }) => role === 'tool'),
      streams: stream,
    }
  },
  write: (response, calls, text, streams) => {
    const all = { id: 'chatcmpl-1', created: 1, model: 'scripted' }
    const counted = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 }
    const end = calls.length > 0 ? 'tool_calls' : 'stop'
    const asked = calls.map(({ id, tool, input }, index) => ({
      index,
      id,
      type: 'function',
      function: { name: tool.name, arguments: JSON.stringify(input) },
    }))
    const said = calls.length > 0 ? { content: null, tool_calls: asked } : { content: text }
    const message = { role: 'assistant', ...said }
    if (!streams) {
      const choices = [{ index: 0, message, finish_reason: end }]
      sendJson(response, { ...all, object: 'chat.completion', choices, usage: counted })
      return
    }
    const send = eventsOn(response, false)
    const chunk = { ...all, object: 'chat.completion.chunk' }
    send({ ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] })
    send({ ...chunk, choices: [{ index: 0, delta: {}, finish_reason: end }] })
    send({ ...chunk, choices: [], usage: counted })
    response.end('data: [DONE]\n\n')
  },
}

/** OpenAI’s Responses. */
const responsesBody = z.object({
  tools: many(z.object({ type: z.string(), name: z.string().optional(), tools: many(named) })),
  input: z.union([z.string().transform(() => []), z.array(z.object({ type: z.string().optional() }))]),
})
const responses: Wire = {
  matches: /\/responses$/,
  read: (body) => {
    const { tools, input } = responsesBody.parse(body)
    return {
      tools: tools.flatMap(({ type, name = type, tools: inner }) =>
        type === 'namespace' ? inner.map((tool) => ({ name: tool.name, namespace: name })) : [{ name }],
      ),
      made: countOf(input, ({ type }) => type === 'function_call'),
      results: countOf(input, ({ type }) => type === 'function_call_output'),
      streams: true,
    }
  },
  write: (response, calls, text) => {
    const send = eventsOn(response)
    const counted = { input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } }
    const whole = { id: 'resp_1', object: 'response', created_at: 1, model: 'scripted' }
    send({ type: 'response.created', response: { ...whole, status: 'in_progress', output: [], usage: null } })
    const said = { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed' }
    const output: object[] = calls.map(({ id, tool, input }) => ({
      type: 'function_call',
      id: `fc_${id}`,
      call_id: id,
      name: tool.name,
      status: 'completed',
      ...(tool.namespace !== undefined && { namespace: tool.namespace }),
      arguments: JSON.stringify(input),
    }))
    if (output.length === 0) output.push({ ...said, content: [{ type: 'output_text', text, annotations: [] }] })
    for (const [index, item] of output.entries()) {
      send({ type: 'response.output_item.added', output_index: index, item })
      send({ type: 'response.output_item.done', output_index: index, item })
    }
    const spent = { ...usage, ...counted, total_tokens: 110 }
    send({ type: 'response.completed', response: { ...whole, status: 'completed', output, usage: spent } })
    response.end()
  },
}

/** Gemini’s generateContent. */
const geminiBody = z.object({
  generationConfig: z
    .object({ responseSchema: z.unknown().optional(), responseJsonSchema: z.unknown().optional() })
    .default({}),
  tools: many(z.object({ functionDeclarations: many(named) })),
  contents: many(
    z.object({
      parts: many(z.object({ functionCall: z.unknown().optional(), functionResponse: z.unknown().optional() })),
    }),
  ),
})
const gemini: Wire = {
  matches: /:(stream)?generateContent$/i,
  read: (body, url) => {
    const { tools, contents, generationConfig } = geminiBody.parse(body)
    const parts = contents.flatMap((content) => content.parts)
    return {
      tools: tools.flatMap((it) => it.functionDeclarations),
      made: countOf(parts, ({ functionCall }) => functionCall !== undefined),
      results: countOf(parts, ({ functionResponse }) => functionResponse !== undefined),
      streams: url.includes(':stream'),
      wantsJson: (generationConfig.responseSchema ?? generationConfig.responseJsonSchema) !== undefined,
    }
  },
  write: (response, calls, text, streams) => {
    const asked = calls.map(({ id, tool, input }) => ({ functionCall: { id, name: tool.name, args: input } }))
    const content = { role: 'model', parts: asked.length > 0 ? asked : [{ text }] }
    const counted = { promptTokenCount: 100, candidatesTokenCount: 10, totalTokenCount: 110 }
    const whole = { candidates: [{ content, finishReason: 'STOP', index: 0 }], usageMetadata: counted }
    if (!streams) return sendJson(response, whole)
    eventsOn(response, false)(whole)
    response.end()
  },
}

export const wires: readonly Wire[] = [messages, chat, responses, gemini]

export const sendJson = (response: ServerResponse, body: object): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** Sends server-sent events, with their type as the event's name if the API has it so. */
function eventsOn(response: ServerResponse, hasNames = true): (data: Record<string, unknown>) => void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  return (data) =>
    response.write(`${hasNames ? `event: ${String(data['type'])}\n` : ''}data: ${JSON.stringify(data)}\n\n`)
}

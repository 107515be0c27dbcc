// A hand-written loop of the two SDKs: connects to all servers at once, offers their tools to the model, and runs the
// calls it wants, those of one message at the same time, until it wants no more.
import { readFileSync } from 'node:fs'
import Anthropic from '@anthropic-ai/sdk'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const [baseURL, file, text] = process.argv.slice(2)
/** @type {Record<string, { command: string, args: string[], env?: Record<string, string> }>} */
const servers = JSON.parse(readFileSync(file, 'utf8'))
const clients = await Promise.all(
  Object.entries(servers).map(async ([id, { command, args, env }]) => {
    const client = new Client({ name: 'bench', version: '0' }, { capabilities: {} })
    await client.connect(new StdioClientTransport({ command, args, env: { ...process.env, ...env }, stderr: 'ignore' }))
    return { id, client, tools: (await client.listTools()).tools }
  }),
)
const byName = new Map(
  clients.flatMap(({ id, client, tools }) => tools.map((tool) => [`${id}__${tool.name}`, { client, tool }])),
)
const tools = Array.from(byName, ([name, { tool }]) => ({
  name,
  description: tool.description ?? '',
  input_schema: tool.inputSchema,
}))
const api = new Anthropic({ apiKey: 'test-key', baseURL, maxRetries: 0 })
const messages = [{ role: 'user', content: text }]
for (;;) {
  const answer = await api.messages.stream({ model: 'scripted', max_tokens: 32_000, messages, tools }).finalMessage()
  const calls = answer.content.filter(({ type }) => type === 'tool_use')
  if (calls.length === 0) break
  const results = await Promise.all(
    calls.map(async ({ id, name, input }) => {
      const wanted = byName.get(name)
      if (!wanted) throw new Error(`There is no tool ${name}.`)
      const { client, tool } = wanted
      const { content } = await client.callTool({ name: tool.name, arguments: input })
      return {
        type: 'tool_result',
        tool_use_id: id,
        content: content.map((part) => ({ type: 'text', text: part.text })),
      }
    }),
  )
  messages.push({ role: 'assistant', content: answer.content }, { role: 'user', content: results })
}
await Promise.all(clients.map(({ client }) => client.close()))

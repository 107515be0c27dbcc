// A hand-written loop of the two SDKs: connects to servers, offers their tools to the model, runs the call it wants, and
// prints a line once the server has answered.
import Anthropic from '@anthropic-ai/sdk'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const [baseURL, count, command, ...args] = process.argv.slice(2)
const clients = await Promise.all(
  Array.from({ length: Number(count) }, async () => {
    const client = new Client({ name: 'bench', version: '0' }, { capabilities: {} })
    await client.connect(new StdioClientTransport({ command, args, stderr: 'ignore' }))
    return { client, tools: (await client.listTools()).tools }
  }),
)
const tools = clients.flatMap(({ tools: own }, n) =>
  own.map(({ name, description = '', inputSchema }) => ({
    name: `s${n}__${name}`,
    description,
    input_schema: inputSchema,
  })),
)
const text = `!tool s${clients.length - 1}__echo {"text":"first"}`
const api = new Anthropic({ apiKey: 'test-key', baseURL, maxRetries: 0 })
const messages = [{ role: 'user', content: text }]
const answer = await api.messages
  .stream({ model: 'claude-sonnet-5-5', max_tokens: 32_000, messages, tools })
  .finalMessage()
const call = answer.content.find(({ type }) => type === 'tool_use')
const { content } = await clients.at(-1).client.callTool({ name: 'echo', arguments: call.input })
console.log(JSON.stringify(content))
await Promise.all(clients.map(({ client }) => client.close()))

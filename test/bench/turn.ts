import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Anthropic from '@anthropic-ai/sdk'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Journal } from '../../main/host/journal/journal.ts'
import type { StdioEntry } from '../../shared/config/server-config.ts'
import { Atrium, peer } from '../support/atrium.ts'
import { mixedMarkdown, writeConversation } from '../support/long/conversation.ts'
import { compare, inFull, microseconds, type Row, withTarget } from './measure.ts'

const server = 'tools'
const tool = 'create_invoice'
const text = `!tool ${server}__${tool} {}`

/** A turn's load: its tools, and messages before it. */
type Load = { name: string; tools: number; messages: number }

const loads: Load[] = [
  { name: 'a turn with one call, 30 tools', tools: 30, messages: 0 },
  { name: 'a turn after 1,000 messages', tools: 30, messages: inFull(1000, 10) },
  { name: 'a turn with 500 tools', tools: inFull(500, 40), messages: 0 },
]

/** A whole turn – two model requests, one call, everything logged and sent to a UI – next to a hand-written loop. */
export async function turnRows(): Promise<Row[]> {
  const rows: Row[] = []
  for (const load of loads) rows.push(await turnRow(load))
  return rows
}

async function turnRow({ name, tools, messages }: Load): Promise<Row> {
  const directory = mkdtempSync(path.join(tmpdir(), 'atrium-bench-'))
  const title = 'Earlier'
  if (messages > 0) await writeConversation(directory, title, messages)
  const journal = Journal.open(directory)
  const atrium = await Atrium.start({ directory, journal })
  const program = peer('many-tools.mjs', { TOOLS: String(tools), WORDS: '20' })
  await atrium.add(server, program)
  const { person } = atrium
  // All tools are sent: finding them by search isn't what this measures.
  await person.link.call('changeSettings', { toolTokens: 1_000_000 })
  const bare = await openBare(person.state.configured.settings.models.endpoints['anthropic']?.baseUrl ?? '', program)
  const definition = person.state.servers[server]?.tools[tool]?.hash
  await person.link.call('changeRules', {
    add: [{ effect: 'allow', scope: 'always', server, tool, definition, destructive: true, flows: true }],
  })
  const known = messages > 0 ? { conversation: title } : {}
  const { conversation, turn: first } = await person.link.call('sendMessage', { ...known, text })
  await person.event('turn.finished', (event) => event.turn === first)
  // The end is taken from the journal: a UI gets it with the next frame, up to 16 ms later.
  const turn = async (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const leave = journal.subscribe(({ event }) => event.type === 'turn.finished' && resolve())
    await person.link.call('sendMessage', { conversation, text })
    await promise
    leave()
  }
  try {
    bare.remember(messages)
    return await withTarget(
      compare(
        name,
        'µs',
        () => microseconds(5, turn),
        () => microseconds(5, bare.turn),
      ),
      { beside: 'bare loop of the two SDKs', most: 1.5 },
    )
  } finally {
    await bare.close()
    await atrium.close()
    rmSync(directory, { recursive: true })
  }
}

/** The same conversation grows here too: both send their whole history each time. */
async function openBare(baseURL: string, { command, args = [], env = {} }: StdioEntry) {
  const client = new Client({ name: 'bench', version: '0' }, { capabilities: {} })
  const variables = Object.fromEntries(
    Object.entries(env).filter((it): it is [string, string] => typeof it[1] === 'string'),
  )
  await client.connect(new StdioClientTransport({ command, args, env: variables, stderr: 'ignore' }))
  const listed = await client.listTools()
  const tools = listed.tools.map(({ name, description = '', inputSchema }) => ({
    name: `${server}__${name}`,
    description,
    input_schema: inputSchema as Anthropic.Tool['input_schema'],
  }))
  const api = new Anthropic({ apiKey: 'test-key', baseURL, maxRetries: 0 })
  const messages: Anthropic.MessageParam[] = []
  const turn = async (): Promise<void> => {
    messages.push({ role: 'user', content: text })
    for (;;) {
      const stream = api.messages.stream({ model: 'claude-sonnet-5-5', max_tokens: 32_000, messages, tools })
      const answer = await stream.finalMessage()
      messages.push({ role: 'assistant', content: answer.content })
      const calls = answer.content.filter((block) => block.type === 'tool_use')
      if (calls.length === 0) return
      const results = await Promise.all(
        calls.map(async (call) => {
          await client.callTool({ name: tool, arguments: {} })
          return { type: 'tool_result' as const, tool_use_id: call.id, content: 'ran' }
        }),
      )
      messages.push({ role: 'user', content: results })
    }
  }
  /** The same messages as `writeConversation` writes. */
  const remember = (count: number): void => {
    for (let n = 0; n < count / 2; n++)
      messages.push({ role: 'user', content: `Question ${n}` }, { role: 'assistant', content: mixedMarkdown(n) })
  }
  return { turn, remember, close: () => client.close() }
}

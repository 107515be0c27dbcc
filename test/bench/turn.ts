import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Anthropic from '@anthropic-ai/sdk'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Journal } from '../../main/host/journal/journal.ts'
import { Atrium, official } from '../support/atrium.ts'
import { compare, microseconds, type Row } from './measure.ts'

const name = 'everything__echo'
const text = `!tool ${name} {"message":"bench"}`

/** A whole turn – two model requests, one call, everything logged and sent to a UI – next to a hand-written loop. */
export async function turnRows(): Promise<Row[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'atrium-bench-'))
  const journal = Journal.open(directory)
  const atrium = await Atrium.start({ directory, journal })
  await atrium.add('everything', official('everything'))
  const { person } = atrium
  const bare = await openBare(person.state.configured.settings.models.endpoints['anthropic']?.baseUrl ?? '')
  const first = await person.link.call('sendMessage', { text })
  await person.allow('conversation')
  await person.event('turn.finished')
  const { conversation } = first
  // The end is taken from the journal: a UI gets it with the next frame, up to 16 ms later.
  const ours = async (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const leave = journal.subscribe(({ event }) => event.type === 'turn.finished' && resolve())
    await person.link.call('sendMessage', { conversation, text })
    await promise
    leave()
  }
  try {
    return [
      await compare(
        'a turn with one call',
        'µs',
        () => microseconds(5, ours),
        () => microseconds(5, bare.turn),
      ),
    ]
  } finally {
    await bare.close()
    await atrium.close()
    rmSync(directory, { recursive: true })
  }
}

/** The same conversation grows here too: both send their whole history each time. */
async function openBare(baseURL: string) {
  const { command, args = [] } = official('everything')
  const client = new Client({ name: 'bench', version: '0' }, { capabilities: {} })
  await client.connect(new StdioClientTransport({ command, args, stderr: 'ignore' }))
  const listed = await client.listTools()
  const tools = listed.tools.map((tool) => ({
    name: `everything__${tool.name}`,
    description: tool.description ?? '',
    input_schema: tool.inputSchema as Anthropic.Tool['input_schema'],
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
          await client.callTool({ name: 'echo', arguments: { message: 'bench' } })
          return { type: 'tool_result' as const, tool_use_id: call.id, content: 'Echo: bench' }
        }),
      )
      messages.push({ role: 'user', content: results })
    }
  }
  return { turn, close: () => client.close() }
}

import type { Browser } from '@playwright/test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Atrium, peer as entry } from '../support/atrium.ts'
import { Fleet, peer } from '../support/fleet.ts'
import { openPage, watch } from './page/browser.ts'
import { compare, inFull, milliseconds, rowOf, type Row, withTarget } from './measure.ts'

const sizes = inFull(1, 0) === 1 ? [1, 10] : [1]

/** Bytes that the client library keeps of an unfinished message: its usual 10 MB are less than the largest one. */
const roomFor = (megabytes: number): number => 2 * megabytes * 1024 * 1024 + 64 * 1024

/** A large result from the server to the log, ready for the screen, next to the client library alone. */
export async function bigResultRows(): Promise<Row[]> {
  const rows: Row[] = []
  for (const size of sizes) {
    const text = 'x'.repeat(size * 1024 * 1024)
    const fleet = new Fleet()
    const { command, args } = peer('good.mjs')
    const client = new Client({ name: 'bench', version: '0' }, { capabilities: {} })
    try {
      await client.connect(new StdioClientTransport({ command, args, stderr: 'ignore', maxBufferSize: roomFor(size) }))
      await fleet.add({ good: peer('good.mjs') })
      rows.push(
        await withTarget(
          compare(
            `a result of ${size} MB, sent and returned`,
            'ms',
            () => milliseconds(() => fleet.say('echo', { text }, { id: 'good' })),
            () => milliseconds(() => client.callTool({ name: 'echo', arguments: { text } })),
          ),
          { beside: 'bare client', most: 1.5 },
        ),
      )
    } finally {
      await client.close()
      await fleet.close()
    }
  }
  return rows
}

/** The page's longest task while a large result arrives in the conversation it shows. */
export async function resultStallRows(browser: Browser): Promise<Row[]> {
  const size = inFull(10, 1)
  const rounds = inFull(3, 1)
  // The answer is short: the call stays in view.
  const turns = Array.from({ length: rounds }, () => [
    { content: [{ tool_use: { name: 'big__huge', input: {} } }], stop_reason: 'tool_use' },
    { content: [{ text: 'Done.' }] },
  ])
  const atrium = await Atrium.start({ scenario: { turns: turns.flat() } })
  try {
    const { person } = atrium
    await atrium.add('big', entry('huge-line.mjs', { SIZE_MB: String(size) }))
    const definition = person.state.servers['big']?.tools['huge']?.hash
    await person.link.call('changeRules', {
      add: [
        { effect: 'allow', scope: 'always', server: 'big', tool: 'huge', definition, destructive: true, flows: true },
      ],
    })
    const { page, close } = await openPage(browser, atrium)
    const longest: number[] = []
    try {
      for (let round = 0; round < rounds; round++) {
        await page.goto(new URL('#/', page.url()).href)
        await page.getByRole('textbox', { name: 'Message' }).fill('Go')
        const arrives = async (): Promise<void> => {
          const before = person.all('turn.finished').length
          await page.keyboard.press('Enter')
          await person.until('the turn ends', () => person.all('turn.finished').length > before)
          await page.getByRole('article').first().waitFor()
        }
        longest.push((await watch(browser, page, arrives)).longest)
      }
    } finally {
      close()
    }
    const name = `longest task of the page while a result of ${size} MB arrives`
    return [rowOf(name, 'ms', { ours: longest, bare: [] }, { limit: 50 })]
  } finally {
    await atrium.close()
  }
}

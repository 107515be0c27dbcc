import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Fleet, peer } from '../support/fleet.ts'
import { compare, inFull, milliseconds, type Row, withTarget } from './measure.ts'

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

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Headless } from '../../main/shells/headless/headless.ts'
import { createPlatform } from '../../main/shells/web/platform.ts'
import { official } from '../support/atrium.ts'
import { compare, type Row } from './measure.ts'

const root = path.resolve(import.meta.dirname, '../..')
const ours = path.join(root, 'out/main/cli.js')
const inspector = path.join(root, 'node_modules/@modelcontextprotocol/inspector/clients/cli/build/index.js')

/** One call from start to end of the process, which also stops its server, beside the Inspector's command line. */
export async function headlessRows(): Promise<Row[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'atrium-bench-'))
  try {
    const rows: Row[] = []
    for (const [server, tool, args] of [
      ['everything', 'echo', { message: 'bench' }],
      ['memory', 'read_graph', {}],
    ] as const) {
      await allow(directory, server, tool)
      const { command, args: words = [] } = official(server)
      const single = Object.entries(args).map(([name, value]) => `${name}=${value}`)
      const options = ['--method', 'tools/call', '--tool-name', tool, ...single.flatMap((it) => ['--tool-arg', it])]
      rows.push(
        await compare(
          `a call from the command line (${server})`,
          'ms',
          () => took([ours, 'call', server, tool, '--args', JSON.stringify(args), '--data-dir', directory]),
          () => took([inspector, command, ...words, ...options]),
        ),
      )
    }
    return rows
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** Adds a server, trusts its program, and allows one of its tools. */
async function allow(directory: string, id: string, tool: string): Promise<void> {
  const platform = createPlatform(directory, '0', 'terminal')
  const answer = async ({ kind }: { kind: string }) => (kind === 'trust' ? { decision: 'trust' } : undefined)
  const headless = await Headless.open({ platform, answer })
  await headless.link.call('addServer', { id, config: official(id === 'memory' ? id : 'everything') })
  const definition = (await headless.tools(id)).find(({ name }) => name === tool)?.hash
  await headless.link.call('addRule', {
    rule: { effect: 'allow', scope: 'always', server: id, tool, definition, destructive: true },
  })
  await headless.close()
}

/** Milliseconds that a program of Node takes; it has to end well and to answer something. */
function took(args: string[]): Promise<number> {
  const since = performance.now()
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  let answered = false
  child.stdout.on('data', () => (answered = true))
  return new Promise((resolve, reject) => {
    child.once('close', (code) => {
      if (code === 0 && answered) resolve(performance.now() - since)
      else reject(new Error(`${args[0]} ended with ${code}.`))
    })
  })
}

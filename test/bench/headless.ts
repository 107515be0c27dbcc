import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Headless } from '../../main/shells/headless/headless.ts'
import { createPlatform } from '../../main/shells/web/platform.ts'
import { official } from '../support/atrium.ts'
import { compare, type Row, withTarget } from './measure.ts'

const root = path.resolve(import.meta.dirname, '../..')
const ours = path.join(root, 'out/main/cli.js')
const inspector = path.join(root, 'node_modules/@modelcontextprotocol/inspector/clients/cli/build/index.js')

/** One call from process start to end, including stopping its server, next to the Inspector's command line. */
export async function headlessRows(): Promise<Row[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'atrium-bench-'))
  try {
    await allowEcho(directory)
    const { command, args = [] } = official('everything')
    const wanted = ['--method', 'tools/call', '--tool-name', 'echo', '--tool-arg', 'message=bench']
    return [
      await withTarget(
        compare(
          'a call from the command line',
          'ms',
          () => took([ours, 'call', 'everything', 'echo', '--arg', 'message=bench', '--data-dir', directory]),
          () => took([inspector, command, ...args, ...wanted]),
        ),
        { beside: 'Inspector’s command line', most: 0.9 },
      ),
    ]
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** A host in a folder whose user trusts every program. */
export function openTrusting(directory: string): Promise<Headless> {
  const platform = createPlatform(directory, '0', 'terminal')
  const answer = async ({ kind }: { kind: string }) => (kind === 'trust' ? { decision: 'trust' } : undefined)
  return Headless.open({ platform, answer })
}

/** Adds the server, trusts its program, and allows one of its tools. */
async function allowEcho(directory: string): Promise<void> {
  const headless = await openTrusting(directory)
  const server = 'everything'
  await headless.link.call('addServer', { id: server, config: official(server) })
  const definition = (await headless.tools(server)).find(({ name }) => name === 'echo')?.hash
  await headless.link.call('changeRules', {
    add: [{ effect: 'allow', scope: 'always', server, tool: 'echo', definition, destructive: true }],
  })
  await headless.close()
}

/** Milliseconds that a Node program takes; it must succeed and print something. */
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

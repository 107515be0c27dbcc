import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { StdioEntry } from '../../shared/config/server-config.ts'
import { peer } from '../support/atrium.ts'
import { openTrusting } from './headless.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** A built host in a browser's shell, driven over its own HTTP link. `took` is the milliseconds until its page answered. */
export type Shell = {
  child: ChildProcess
  /** The URL that signs a tab in. */
  url: string
  took: number
  call(name: string, input: unknown): Promise<void>
  /** Everything that happens from now on, as lines of JSON. */
  feed(): Promise<{ until(holds: (line: string) => boolean): Promise<void> }>
  close(): Promise<void>
}

const printed = z.object({ address: z.string(), code: z.string() })
const signedIn = z.object({ token: z.string() })

/** Starts one over this data folder, and waits until its page answers. */
export async function openHost(directory: string): Promise<Shell> {
  const since = performance.now()
  const child = spawn(process.execPath, [path.join(root, 'out/main/web.js'), '--json', '--data-dir', directory], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const { address, code } = printed.parse(JSON.parse(await firstLine(child)))
  await fetch(address).then((response) => response.text())
  const took = performance.now() - since
  let headers: Promise<Record<string, string>> | undefined
  const signed = (): Promise<Record<string, string>> => (headers ??= signIn(address, code))
  return {
    child,
    took,
    url: `${address}#launch=${code}`,
    call: async (name, input) => {
      const body = JSON.stringify({ name, input })
      const response = await fetch(`${address}call`, { method: 'POST', headers: await signed(), body })
      const answer = await response.text()
      if (!response.ok || answer.includes('"error"')) throw new Error(`${name}: ${answer}`)
    },
    feed: async () => openFeed(address, await signed()),
    close: async () => {
      const ended = once(child, 'close')
      child.kill()
      await ended
    },
  }
}

async function signIn(address: string, code: string): Promise<Record<string, string>> {
  const response = await fetch(`${address}session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(address).origin },
    body: JSON.stringify({ code }),
  })
  const { token } = signedIn.parse(await response.json())
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  return { 'content-type': 'application/json', origin: new URL(address).origin, 'x-atrium-token': token, cookie }
}

async function openFeed(address: string, headers: Record<string, string>) {
  const { body } = await fetch(`${address}events`, { headers })
  if (!body) throw new Error('The host sends no events.')
  const text = body.pipeThrough(new TextDecoderStream())
  return {
    until: async (holds: (line: string) => boolean): Promise<void> => {
      let line = ''
      for await (const part of text) {
        const lines = `${line}${part}`.split('\n')
        line = lines.pop() ?? ''
        if (lines.some(holds)) return
      }
      throw new Error('The host ended.')
    },
  }
}

/** Adds copies of a small server, trusts their program, and waits for their tools. */
export async function addServers(
  directory: string,
  count: number,
  config: StdioEntry = peer('good.mjs'),
): Promise<void> {
  if (count === 0) return
  const headless = await openTrusting(directory)
  const ids = Array.from({ length: count }, (_, n) => `s${n}`)
  for (const id of ids) await headless.link.call('addServer', { id, config })
  await Promise.all(ids.map((id) => headless.tools(id)))
  await headless.close()
}

/** The program's first line of output. Rejects if it ends without one. */
export async function firstLine(child: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'close').then(([code]) => Promise.reject(new Error(`The program ended with ${String(code)}.`))),
  ])
  return String(line)
}

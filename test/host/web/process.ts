import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Ask } from '../../../shared/asks/asks.ts'
import type { CommandName, FeedMessage, Input, Result } from '../../../shared/contract/commands.ts'
import type { HostEvent } from '../../../shared/events/events.ts'

/** The built browser shell, as `npm start` runs it. */
const entry = path.resolve(import.meta.dirname, '../../../out/main/web.js')

export type Shell = {
  process: ChildProcess
  pid: number
  stdout(): string
  stderr(): string
  /** The first line of stdout. */
  firstLine: Promise<string>
  exited: Promise<number | null>
}

/** `as`: a program that starts it with other rights, and its arguments. */
export type Start = { args: string[]; env?: NodeJS.ProcessEnv; node?: string[]; as?: string[] }

/** Starts a browser shell in its own process. The caller kills it. */
export function start({ args, env = {}, node = [], as = [] }: Start): Shell {
  const [program = '', ...rest] = [...as, process.execPath, ...node, entry, ...args]
  const child = spawn(program, rest, { env: { ...process.env, DISPLAY: '', ...env } })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += String(chunk)))
  child.stderr.on('data', (chunk) => (err += String(chunk)))
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  const firstLine = new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve)
    void exited.then((code) => reject(new Error(`It ended with ${code}: ${err}`)))
  })
  firstLine.catch(() => undefined)
  return { process: child, pid: child.pid ?? 0, stdout: () => out, stderr: () => err, firstLine, exited }
}

export type Announcement = { address: string; code: string; pid: number }

/** The output of --json. */
export const announcement = async (shell: Shell): Promise<Announcement> => JSON.parse(await shell.firstLine)

/** A complete script that drives a host: exchanges a code for a cookie and a token, and then calls. */
export async function signIn({ address, code }: { address: string; code: string }) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${address}session`, { method: 'POST', headers, body: JSON.stringify({ code }) })
  if (!response.ok) throw new Error(`No session: ${response.status}`)
  const { token }: { token: string } = await response.json()
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  return new Visit(address, { ...headers, cookie, 'x-atrium-token': token })
}

const asked = (event: HostEvent): Ask[] => (event.type === 'ask.opened' ? [event.ask] : [])

export class Visit {
  readonly #address: string
  readonly headers: Record<string, string>

  constructor(address: string, headers: Record<string, string>) {
    this.#address = address
    this.headers = headers
  }

  post(name: string, input: unknown): Promise<Response> {
    return fetch(`${this.#address}call`, {
      method: 'POST',
      headers: this.headers,
      body: JSON.stringify({ name, input }),
    })
  }

  async call<N extends CommandName>(name: N, input: Input<N>): Promise<Result<N>> {
    const { result, error } = await (await this.post(name, input)).json()
    if (error) throw new Error(error.message)
    return result
  }

  /** Trusts the first program that the user is asked about. */
  async trust(): Promise<void> {
    for await (const message of this.events()) {
      const asks = 'snapshot' in message ? message.snapshot.asks : message.events.flatMap(({ event }) => asked(event))
      const ask = asks.find(({ kind }) => kind === 'trust')
      if (!ask) continue
      return this.call('answer', { ask: ask.id, contentHash: ask.contentHash, answer: { decision: 'trust' } })
    }
  }

  async *events(): AsyncGenerator<FeedMessage> {
    const response = await fetch(`${this.#address}events`, { headers: this.headers })
    if (!response.body) return
    let rest = ''
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line) yield JSON.parse(line)
    }
  }
}

import { spawn, type ChildProcess } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { CDPSession } from '@playwright/test'
import { findAnyChromium, findHeadlessShell } from '../../tools/chromium.mjs'

/** The only feature of Blink that a window can have here, and has to ask for. */
export const blinkFeature = 'BlockingFocusWithoutUserActivation'

/** One CDP session: with the whole browser, or with a page, frame or worker. */
export type Session = Pick<CDPSession, 'send' | 'on' | 'off'> & {
  readonly id: string | undefined
  /** Sends without waiting; a closed other end doesn't matter. */
  tell: (...of: Parameters<CDPSession['send']>) => void
}

type Request = { method: string; params: object; sessionId: string | undefined }
type Message = { id?: number; method?: string; params?: unknown; sessionId?: string; result?: unknown; error?: object }

const switches = [
  '--headless=new',
  '--remote-debugging-pipe',
  // The test watches through this port; the pipe ends Chromium together with the process that started it.
  '--remote-debugging-port=0',
  '--no-first-run',
  '--no-startup-window',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-features=Translate,MediaRouter,BackForwardCache',
  `--enable-blink-features=${blinkFeature}`,
  '--use-fake-device-for-media-stream',
  '--password-store=basic',
]

/** A separate Chromium, driven through a pipe. */
export class Chromium {
  readonly session: Session
  /** Where a second client can connect. */
  readonly address: string
  readonly #process: ChildProcess
  readonly #sessions = new Map<string | undefined, EventEmitter>()
  readonly #waiting = new Map<number, (message: Message) => void>()
  #last = 0

  static async launch(profile: string): Promise<Chromium> {
    const executable = findHeadlessShell() ?? (await findAnyChromium())
    if (!executable) throw new Error('No Chromium was found. Install one, or name one in ATRIUM_CHROMIUM.')
    await isFree(profile)
    const port = path.join(profile, 'DevToolsActivePort')
    rmSync(port, { force: true })
    prepare(profile)
    // Chromium doesn't start its sandbox for root.
    const root = process.getuid?.() === 0 ? ['--no-sandbox'] : []
    const child = spawn(executable, [...switches, ...root, `--user-data-dir=${profile}`], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    })
    writeFileSync(holder(profile), String(child.pid))
    for (let tries = 0; !existsSync(port) || !readFileSync(port, 'utf8').includes('\n'); tries += 1) {
      if (tries > 1500 || child.exitCode !== null) throw new Error('Chromium did not start.')
      await wait(10)
    }
    return new Chromium(child, `http://127.0.0.1:${readFileSync(port, 'utf8').split('\n')[0]}`)
  }

  private constructor(child: ChildProcess, address: string) {
    this.#process = child
    this.address = address
    this.session = this.open(undefined)
    let rest = ''
    const [, , , input, output] = child.stdio
    // When Chromium ends, its exit informs whatever waits.
    for (const pipe of [input, output]) pipe?.on('error', () => undefined)
    ;(output as Readable).setEncoding('utf8').on('data', (text: string) => {
      const parts = (rest + text).split('\0')
      rest = parts.pop() ?? ''
      for (const part of parts) this.#receive(JSON.parse(part) as Message)
    })
  }

  /** The session with this ID, as announced by Chromium. */
  open(id: string | undefined): Session {
    const events = new EventEmitter()
    this.#sessions.set(id, events)
    const send = (method: string, params: object = {}): Promise<unknown> =>
      this.#send({ method, params, sessionId: id })
    const tell = (method: string, params?: object): void => void send(method, params).catch(() => undefined)
    return { id, send, tell, on: events.on.bind(events), off: events.off.bind(events) } as unknown as Session
  }

  /** Ends it and waits until its files are written. */
  async close(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return
    const ended = once(this.#process, 'exit')
    this.session.tell('Browser.close')
    const patience = setTimeout(() => this.#process.kill('SIGKILL'), 3000)
    await ended
    clearTimeout(patience)
  }

  #send(message: Request): Promise<unknown> {
    const id = (this.#last += 1)
    const [, , , input] = this.#process.stdio
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ result, error }) =>
        error ? reject(new Error(`${message.method}: ${JSON.stringify(error)}`)) : resolve(result),
      )
      ;(input as Writable).write(`${JSON.stringify({ id, ...message })}\0`)
    })
  }

  #receive(message: Message): void {
    if (message.id !== undefined) {
      this.#waiting.get(message.id)?.(message)
      this.#waiting.delete(message.id)
    } else if (message.method !== undefined) this.#sessions.get(message.sessionId)?.emit(message.method, message.params)
  }
}

/**
 * Chrome guesses the next page and connects there, and may keep data from frames of other hosts, as which the double's
 * frames appear; Electron doesn't.
 */
function prepare(profile: string): void {
  const preferences = path.join(profile, 'Default', 'Preferences')
  if (existsSync(preferences)) return
  mkdirSync(path.dirname(preferences), { recursive: true })
  writeFileSync(
    preferences,
    JSON.stringify({ net: { network_prediction_options: 2 }, profile: { cookie_controls_mode: 0 } }),
  )
}

/** The process number of a profile's holder: not every Chromium records it. */
const holder = (profile: string): string => path.join(profile, 'held-by')

/** A killed Chromium takes a moment to end and locks its profile until then. */
async function isFree(profile: string): Promise<void> {
  const mark = holder(profile)
  if (!existsSync(mark)) return
  const pid = readFileSync(mark, 'utf8')
  for (let tries = 0; tries < 500; tries += 1) {
    if (!existsSync(`/proc/${pid}`)) return
    await wait(10)
  }
  throw new Error(`Another Chromium holds ${profile}.`)
}

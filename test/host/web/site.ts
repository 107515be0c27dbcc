import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { FeedMessage, HostEnd, Right, Session } from '../../../shared/contract/commands.ts'
import type { Pages } from '../../../main/shells/common/pages.ts'
import { serve } from '../../../main/shells/web/server.ts'
import { Sessions } from '../../../main/shells/web/sessions.ts'

export type Listener = (message: FeedMessage) => void | Promise<void>

/** The other side of the link: the shell's commands, and the feed's messages. */
export class ScriptedLink implements HostEnd {
  readonly calls: { name: string; input: unknown; session: Session }[] = []
  readonly listeners = new Set<Listener>()
  answer: (name: string) => unknown = () => ({})
  readonly #session: Session

  constructor(session: Session, shared?: ScriptedLink) {
    this.#session = session
    if (!shared) return
    this.calls = shared.calls
    this.listeners = shared.listeners
    this.answer = (name) => shared.answer(name)
  }

  async call(name: string, input: unknown): Promise<never> {
    this.calls.push({ name, input, session: this.#session })
    return this.answer(name) as never
  }

  async callForJson(name: string, input: unknown): Promise<string> {
    return JSON.stringify((await this.call(name, input)) ?? null)
  }

  subscribe(listener: Listener): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
}

const pages: Pages = new Map(
  ['/', '/index.html', '/assets/app-1234abcd.js'].map((name) => [
    name,
    { body: Buffer.from(`this is ${name}`), type: 'text/html; charset=utf-8', cache: 'no-store' },
  ]),
)

/** Where the proxies of servers' apps would be. */
const proxies = 'http://127.0.0.1:9'

export type Options = {
  instance?: string
  right?: Right
  now?: () => number
  pages?: Pages
  limits?: Parameters<typeof serve>[2]
}

export type OpenSite = { port: number; own: string; sessions: Sessions; host: ScriptedLink; signedIn: Session[] }

/** A real server on a free port, in front of a scripted host; it ends with the test. */
export async function openSite(options: Options = {}): Promise<OpenSite> {
  const sessions = new Sessions(options.instance ?? 'test', options.right ?? 'admin', options.now)
  const host = new ScriptedLink({ actor: 'nobody', right: 'read' })
  const signedIn: Session[] = []
  const link = (session: Session): HostEnd => new ScriptedLink(session, host)
  const onSignIn = (session: Session): void => void signedIn.push(session)
  const server = await serve({ link, sessions, pages: options.pages ?? pages, proxies, onSignIn }, 0, options.limits)
  onTestFinished(() => server.close())
  return { port: server.port, own: `127.0.0.1:${server.port}`, sessions, host, signedIn }
}

export type Answer = { status: number; headers: Map<string, string>; body: string }

/** Sends these bytes on a separate connection and reads until the other side closes. */
export function exchange(port: number, bytes: string | Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', (error) => (chunks.length > 0 ? resolve(parse(chunks)) : reject(error)))
    socket.on('close', () => resolve(parse(chunks)))
  })
}

function parse(chunks: Buffer[]): Answer {
  const [head = '', ...rest] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
  return { status: Number(first.split(' ')[1] ?? 0), headers, body: rest.join('\r\n\r\n') }
}

export type Headers = Record<string, string | undefined>

/** A connection with free input; it ends with the test. */
export async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => socket.destroy())
  onTestFinished(() => void socket.destroy())
  await new Promise((resolve) => socket.once('connect', resolve))
  return socket
}

/** One request as a well-behaved script would send it; a header given as undefined is left out. */
export function request(site: OpenSite, line: string, headers: Headers = {}, body?: string): Promise<Answer> {
  const all: Headers = {
    host: site.own,
    connection: 'close',
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
    ...headers,
  }
  const lines = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}\r\n`]))
  return exchange(site.port, `${line} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`)
}

/** Signs in with a new code and returns the headers that further requests need. */
export async function visit(
  site: OpenSite,
  headers: Headers = {},
): Promise<{ cookie: string; 'x-atrium-token': string }> {
  const answer = await request(site, 'POST /session', headers, JSON.stringify({ code: site.sessions.newCode() }))
  const { token }: { token: string } = JSON.parse(answer.body)
  return { cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '', 'x-atrium-token': token }
}

/** An empty folder, removed with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-web-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

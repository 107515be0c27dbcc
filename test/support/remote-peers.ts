import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { serverFile } from './server-files.ts'

/** A server at a URL, in its own process. */
export type RemotePeer = {
  url: string
  stderr(): string
  /** Suspends the whole process, which then answers nothing; and resumes it. */
  hold(): void
  goOn(): void
  stop(): Promise<void>
}

/** A peer in its own process; resolves when its output or error output matches. */
async function launch(
  args: string[],
  env: Record<string, string>,
  ready: RegExp,
): Promise<RemotePeer & { line: string }> {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  let err = ''
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const gone = once(child, 'exit')
  const line = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const [found] = ready.exec(out + err) ?? []
      if (found !== undefined) resolve(found)
    }
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString()
      look()
    })
    child.stderr.on('data', look)
    child.once('exit', () => reject(new Error(`The peer ended: ${err}`)))
  })
  const stop = async () => {
    child.kill('SIGKILL')
    await gone
  }
  const signal = (name: NodeJS.Signals) => () => void child.kill(name)
  return { url: line.trim(), line, stderr: () => err, hold: signal('SIGSTOP'), goOn: signal('SIGCONT'), stop }
}

/** A port without a listener. Linux gives the ports from 32768 on to programs that ask for any; this one is below. */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_768)
  const server = createServer().listen(port, '127.0.0.1')
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  if (!isFree) return freePort()
  server.close()
  await once(server, 'close')
  return port
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const everythingScript = path.join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js')
const modernScript = serverFile('http-modern-peer.mjs')

/** The official reference server over one of its transports. */
export async function everythingOver(transport: 'streamableHttp' | 'sse', port?: number): Promise<RemotePeer> {
  const chosen = port ?? (await freePort())
  const peer = await launch([everythingScript, transport], { PORT: String(chosen) }, /(listening|running) on port \d+/)
  return { ...peer, url: `http://localhost:${chosen}/${transport === 'sse' ? 'sse' : 'mcp'}` }
}

/** Our own peer of both eras. */
export const modernPeer = (env: Record<string, string> = {}): Promise<RemotePeer> =>
  launch([modernScript], env, /^http:\S+/m)

const frontScript = serverFile('over-http.mjs')

/** A peer from test/support/servers that speaks the newer era, at a URL. */
export const overHttp = (script: string, env: Record<string, string> = {}): Promise<RemotePeer> =>
  launch([frontScript, serverFile(script)], env, /^http:\S+/m)

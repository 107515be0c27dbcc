import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Session } from '../shared/commands.ts'
import { HostError } from '../shared/errors.ts'
import { isObject } from '../shared/json.ts'
import { createHost } from './host/host.ts'
import { parseArguments, usage, type Arguments } from './shells/web/arguments.ts'
import { openDataDirectory } from './shells/web/data-directory.ts'
import { readPages } from './shells/web/pages.ts'
import { createPlatform } from './shells/web/platform.ts'
import { serve } from './shells/web/server.ts'
import { Sessions } from './shells/web/sessions.ts'
import { Terminal } from './shells/web/terminal.ts'

/** Exit codes. `taken`: the port or the data directory belongs to another. */
const exit = { ok: 0, failed: 1, arguments: 2, taken: 3 }
/** How long ending may take, in milliseconds. */
const endLimit = 5000

/** The checkout; this file runs from main/ as it is and from out/main/ when built. */
const root = new URL(import.meta.url.endsWith('.ts') ? '../' : '../../', import.meta.url)

/** What was opened, in order; ending closes it in the other. */
const open: (() => void | Promise<void>)[] = []
let ending = false

async function start(options: Arguments): Promise<void> {
  const dataDirectory = openDataDirectory(options.dataDirectory)
  const pages = readPages(fileURLToPath(new URL('out/renderer', root)))
  const host = await createHost(createPlatform(dataDirectory, version()))
  open.push(() => host.close())
  const sessions = new Sessions(instanceOf(dataDirectory), options.json && !options.admin ? 'use' : 'admin')
  const terminal = options.json ? undefined : new Terminal(dataDirectory)
  const onSignIn = (session: Session): void => terminal?.signedIn(session)
  const server = await serve({ link: host.link, sessions, pages, onSignIn }, options.port)
  open.push(() => server.close())
  const address = `http://127.0.0.1:${server.port}/`
  if (!terminal) return printJson({ address, code: sessions.newCode(), pid: process.pid })
  open.push(() => terminal.close())
  terminal.greet(() => `${address}#launch=${sessions.newCode()}`, options.open)
}

const printJson = (value: object): void => void process.stdout.write(`${JSON.stringify(value)}\n`)

/** Tells this host's cookies from those of another on the same machine; the same at every start. */
const instanceOf = (dataDirectory: string): string =>
  createHash('sha256').update(dataDirectory).digest('hex').slice(0, 12)

function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
  return isObject(manifest) && typeof manifest.version === 'string' ? manifest.version : ''
}

/** Closes everything and exits; asked a second time, or when it takes too long, exits at once. */
async function end(code: number): Promise<void> {
  if (ending) process.exit(exit.failed)
  ending = true
  setTimeout(() => {
    process.stderr.write('Atrium did not end in time and was stopped.\n')
    process.exit(exit.failed)
  }, endLimit)
  for (const close of open.toReversed()) await close()
  process.exit(code)
}

function fail(error: unknown): void {
  const why = error instanceof HostError ? error.message : `Atrium has to end because of a fault: ${String(error)}`
  process.stderr.write(`${why}\n`)
  void end(error instanceof HostError && error.code === 'conflict' ? exit.taken : exit.failed)
}

const options = parseArguments(process.argv.slice(2))
if ('problem' in options) {
  process.stderr.write(`${options.problem}\n`)
  process.exitCode = exit.arguments
} else if (options.help) {
  process.stdout.write(usage)
} else {
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(exit.ok))
  start(options).catch(fail)
}

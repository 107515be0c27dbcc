import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Session } from '../shared/commands.ts'
import { isObject } from '../shared/json.ts'
import { createHost } from './host/host.ts'
import { openDataDirectory } from './shells/common/data-directory.ts'
import { codeOf, Ending, exitCode, sentenceOf } from './shells/common/ending.ts'
import { readPages } from './shells/common/pages.ts'
import { parseArguments, usage, type Arguments } from './shells/web/arguments.ts'
import { createPlatform } from './shells/web/platform.ts'
import { serve } from './shells/web/server.ts'
import { Sessions } from './shells/web/sessions.ts'
import { Terminal } from './shells/web/terminal.ts'

/** The checkout; this file runs from main/ as it is and from out/main/ when built. */
const root = new URL(import.meta.url.endsWith('.ts') ? '../' : '../../', import.meta.url)

const ending = new Ending((code) => process.exit(code))

async function start(options: Arguments): Promise<void> {
  const dataDirectory = openDataDirectory(options.dataDirectory)
  const pages = readPages(fileURLToPath(new URL('out/renderer', root)))
  const host = await createHost(createPlatform(dataDirectory, version()))
  ending.add(() => host.close())
  const sessions = new Sessions(instanceOf(dataDirectory), options.json && !options.admin ? 'use' : 'admin')
  const terminal = options.json ? undefined : new Terminal(dataDirectory)
  const onSignIn = (session: Session): void => terminal?.signedIn(session)
  const server = await serve({ link: host.link, sessions, pages, onSignIn }, options.port)
  ending.add(() => server.close())
  const address = `http://127.0.0.1:${server.port}/`
  if (!terminal) return printJson({ address, code: sessions.newCode(), pid: process.pid })
  ending.add(() => terminal.close())
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

function fail(error: unknown): void {
  process.stderr.write(`${sentenceOf(error)}\n`)
  void ending.end(codeOf(error))
}

const options = parseArguments(process.argv.slice(2))
if ('problem' in options) {
  process.stderr.write(`${options.problem}\n`)
  process.exitCode = exitCode.arguments
} else if (options.help) {
  process.stdout.write(usage)
} else {
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void ending.end(exitCode.ok))
  start(options).catch(fail)
}

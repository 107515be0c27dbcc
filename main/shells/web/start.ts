import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Session } from '../../../shared/contract/commands.ts'
import { createHost } from '../../host/host.ts'
import { trustSystem } from '../../host/network/trust.ts'
import { checkout, version } from '../common/checkout.ts'
import { openDataDirectory } from '../common/data-directory.ts'
import { errorSentence, exitCode, exitCodeOf, Shutdown } from '../common/ending.ts'
import { readProxyScript } from '../common/frame-documents.ts'
import { readPages } from '../common/pages.ts'
import { parseWebArguments, type WebArguments } from './arguments.ts'
import { listenAgain } from './last-port.ts'
import { WebAppFrames } from './app-frames.ts'
import { createPlatform } from './platform.ts'
import { serve } from './server.ts'
import { Sessions } from './sessions.ts'
import { Terminal } from './terminal.ts'
import { webWords } from './words.ts'

/** Serves a host as these arguments say, until a signal or an error ends the process. */
export function startFrom(args: string[]): void {
  const options = parseWebArguments(args)
  if ('problem' in options) {
    process.stderr.write(`${options.problem}\n`)
    process.exitCode = exitCode.arguments
    return
  }
  if (options.help) {
    process.stdout.write(webWords.usage)
    return
  }
  const ending = new Shutdown((code) => process.exit(code))
  const fail = (error: unknown): void => {
    process.stderr.write(`${errorSentence(error)}\n`)
    void ending.end(exitCodeOf(error))
  }
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void ending.end(exitCode.ok))
  startServing(options, ending).catch(fail)
}

/** Opens a host and serves it to browsers on this machine, until `ending` closes it. */
export async function startServing(options: WebArguments, ending: Shutdown): Promise<void> {
  const dataDirectory = openDataDirectory(options.dataDirectory)
  void trustSystem()
  const pages = readPages(fileURLToPath(new URL('out/renderer', checkout)))
  const sessions = new Sessions(instanceOf(dataDirectory), options.json && !options.admin ? 'use' : 'admin')
  const appFrames = await WebAppFrames.listen(() => readProxyScript(new URL('out/proxy/proxy.js', checkout)))
  ending.add(() => appFrames.close())
  const host = await createHost(createPlatform(dataDirectory, version(), 'web', { tabs: sessions, appFrames }))
  ending.add(() => host.close())
  const terminal = options.json ? undefined : new Terminal(dataDirectory)
  const onSignIn = (session: Session): void => terminal?.signedIn(session)
  const site = { link: host.link, sessions, pages, proxies: appFrames.origin, onSignIn }
  const listen = (port: number) => serve(site, port)
  const server = await (options.port === 0 ? listenAgain(dataDirectory, listen) : listen(options.port))
  ending.add(() => server.close())
  const origin = `http://127.0.0.1:${server.port}`
  appFrames.framedBy(origin)
  const address = `${origin}/`
  if (!terminal) return printJson({ address, code: sessions.newCode(), pid: process.pid })
  ending.add(() => terminal.close())
  terminal.greet(() => `${address}#launch=${sessions.newCode()}`, options.open)
}

const printJson = (value: object): void => void process.stdout.write(`${JSON.stringify(value)}\n`)

/** Distinguishes this host's cookies from another's on the same machine; the same at every start. */
const instanceOf = (dataDirectory: string): string =>
  createHash('sha256').update(dataDirectory).digest('hex').slice(0, 12)

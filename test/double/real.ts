import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { _electron } from '@playwright/test'
import { findElectron, placeFor } from '../../tools/window.mjs'
import { forkDouble, launchDouble, type Desktop, type Launch } from './launch.ts'

const folder = fileURLToPath(new URL('../../node_modules/electron', import.meta.url))
const person = fileURLToPath(new URL('person.cjs', import.meta.url))

/** The real Electron program, if it is installed and can open a window. */
export const realElectron = (): string | undefined => {
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0
  const { window } = placeFor({ args: [], platform: process.platform, env: process.env, isRoot })
  return window ? findElectron(folder, process.env) : undefined
}

/** Starts the app in Electron, or in the double if there is none. Both behave alike. */
export function launch(options: Launch): Promise<Desktop> {
  const program = options.double ? undefined : realElectron()
  return program === undefined ? launchDouble(options) : launchReal(program, options)
}

/** Starts an app that is expected to end by itself; returns its exit code and output. */
export async function runToEnd(options: Launch): Promise<{ code: number | null; said: string }> {
  const program = options.double ? undefined : realElectron()
  const child =
    program === undefined
      ? forkDouble(options)
      : spawn(program, ['-r', person, options.appDirectory, ...(options.args ?? [])], {
          env: { ...process.env, ...options.env },
        })
  const words = [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : ''))
  const [[code], ...said] = await Promise.all([once(child, 'close') as Promise<[number | null]>, ...words])
  return { code, said: said.join('') }
}

async function launchReal(
  executablePath: string,
  { appDirectory, args = [], env, person: script }: Launch,
): Promise<Desktop> {
  const app = await _electron.launch({
    executablePath,
    args: ['-r', person, appDirectory, ...args],
    cwd: appDirectory,
    env: {
      ...(process.env as Record<string, string>),
      ...(env as Record<string, string>),
      ATRIUM_PERSON: JSON.stringify(script ?? {}),
    },
  })
  const child = app.process()
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => (said = `${said}${chunk}`.slice(-4000)))
  return {
    isReal: true,
    get said() {
      return said
    },
    pid: child.pid ?? 0,
    ended,
    pages: () => app.windows(),
    evaluate: (run, argument) => app.evaluate(run as never, argument) as never,
    refresh: () => Promise.resolve(),
    quit: async () => {
      await app.close()
      return ended
    },
  }
}

import { inspect } from 'node:util'
import { runInThisContext } from 'node:vm'
import { app } from './app.ts'
import { electron } from './electron.ts'
import { dialog } from './system.ts'
import { running } from './window/state.ts'

/** A test's order: to call a function, given as source, with `electron` and an argument. */
export type Order = { id: number; source: string; argument: unknown }
/** The reply: the app is ready and where its Chromium is, or an order's end. */
export type Report = { ready: string } | { id: number; value: unknown } | { id: number; error: string }

const report = (message: Report): void => void process.send?.(message)

async function obey({ id, source, argument }: Order): Promise<void> {
  try {
    const run = runInThisContext(`(${source})`) as (modules: object, argument: unknown) => unknown
    report({ id, value: await run(electron, argument) })
  } catch (error) {
    report({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}

process.on('message', (order: Order) => void obey(order))
// Without the test there is no one to end it.
process.on('disconnect', () => app.exit(1))
// Electron treats these as a request to quit, unless the app listens for them.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.listenerCount(signal) === 1 && app.quit())

// Unhandled errors are shown, and the app continues: lib/browser/init.ts of Electron. A rejected promise ends the test.
process.on('uncaughtException', (error, origin) => {
  if (process.listenerCount('uncaughtException') > 1) return
  if (origin === 'unhandledRejection' || !app.isReady()) {
    process.stderr.write(`${inspect(error)}\n`)
    process.exit(1)
  }
  dialog.showErrorBox('A JavaScript error occurred in the main process', `Uncaught Exception:\n${inspect(error)}`)
})

running.onReady = (ready) => report({ ready })

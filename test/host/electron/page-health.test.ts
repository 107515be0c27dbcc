import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { expect, test } from 'vitest'
import type { Dialogs } from '../../../main/shells/electron/dialogs.ts'
import { tend } from '../../../main/shells/electron/page-health.ts'

/** A window whose page throws after its end, as Electron's does: shell/common/gin_helper/function_template.h */
function windowWithPage() {
  let isDestroyed = false
  const alive = () => {
    if (isDestroyed) throw new TypeError('Object has been destroyed')
  }
  const webContents = Object.assign(new EventEmitter(), { reload: alive, forcefullyCrashRenderer: alive })
  const window = Object.assign(new EventEmitter(), { webContents, isDestroyed: () => isDestroyed })
  const close = () => {
    isDestroyed = true
    window.emit('closed')
  }
  return { window: window as unknown as BrowserWindow, webContents, close }
}

test.each([
  ['hangs', ['unresponsive']],
  ['crashed twice', ['render-process-gone', 'render-process-gone']],
])('[ELE-28] does nothing to a window that closed while a dialog said that it %s', async (_what, events) => {
  const { window, webContents, close } = windowWithPage()
  const press = Promise.withResolvers<boolean>()
  const signals: (AbortSignal | undefined)[] = []
  const dialogs = {
    tell: async () => undefined,
    choose: (_question: unknown, { signal }: { signal?: AbortSignal }) => {
      signals.push(signal)
      return press.promise
    },
  } as unknown as Dialogs
  const failures: unknown[] = []
  const fail = (error: unknown): void => void failures.push(error)
  process.on('unhandledRejection', fail)
  try {
    tend(window, dialogs, () => undefined)
    for (const event of events) webContents.emit(event, {}, { reason: 'crashed' })
    expect(signals).toHaveLength(1)
    close()
    press.resolve(true)
    await new Promise(setImmediate)
    expect(failures).toEqual([])
    if (events.includes('unresponsive')) expect(signals[0]?.aborted).toBe(true)
  } finally {
    process.off('unhandledRejection', fail)
  }
})

import { expect } from '@playwright/test'
import { commonWords } from '../../../main/shells/common/words.ts'
import type { Bench, Check } from '../support/bench.ts'

type Reply = { result?: unknown; error?: { code: string } }
type Handler = (event: object, ...args: unknown[]) => Promise<string>

/** Passes main a forged message; returns the refusal's code. */
const forge = (
  { desktop }: Bench,
  from: 'a frame that is gone' | 'a frame inside' | 'another origin' | 'another window',
): Promise<string> =>
  desktop.evaluate(async ({ ipcMain, BrowserWindow }, sender) => {
    const [window] = BrowserWindow.getAllWindows()
    const contents = window?.webContents
    const ownFrame = { parent: null, origin: 'atrium://app', url: 'atrium://app/' }
    const events = {
      'a frame that is gone': { sender: contents, senderFrame: null },
      'a frame inside': { sender: contents, senderFrame: { ...ownFrame, parent: ownFrame } },
      'another origin': { sender: contents, senderFrame: { ...ownFrame, origin: 'atrium://app.example' } },
      'another window': { sender: { id: 9999 }, senderFrame: ownFrame },
    }
    const { _invokeHandlers } = ipcMain as unknown as { _invokeHandlers: Map<string, Handler> }
    const handler = _invokeHandlers.get('atrium:call')
    const reply = JSON.parse((await handler?.(events[sender], 'listConversations', '{}')) ?? '{}') as Reply
    return reply.error?.code ?? 'answered'
  }, from)

export const knowsWhoSpeaks: Check = {
  title: 'answers the main frame of its own page, and no other frame, origin or window',
  run: async (bench) => {
    expect((await bench.call('listConversations')).result).toBeDefined()
    for (const from of ['a frame that is gone', 'a frame inside', 'another origin', 'another window'] as const)
      expect([from, await forge(bench, from)]).toEqual([from, 'forbidden'])
    const channels = await bench.desktop.evaluate(({ ipcMain }) => {
      const { _invokeHandlers } = ipcMain as unknown as { _invokeHandlers: Map<string, Handler> }
      return [..._invokeHandlers.keys(), ...ipcMain.eventNames()]
        .map(String)
        .filter((name) => name.startsWith('atrium'))
    })
    expect(channels.toSorted()).toEqual(['atrium:call', 'atrium:leave', 'atrium:subscribe', 'atrium:taken'])
  },
}

/** The same, from a page so compromised that the preload runs in all its frames. */
export const framesInsideAreStrangers: Check = {
  title: 'refuses a frame in the page even if it has the preload, and tells it nothing',
  run: async ({ page }) => {
    const seen = await page.evaluate(async () => {
      const frame = document.body.appendChild(document.createElement('iframe'))
      const bridge = frame.contentWindow?.atrium
      if (!bridge) return { reply: 'no bridge', heard: 0 }
      let heard = 0
      bridge.subscribe(() => (heard += 1))
      const reply = JSON.parse(await bridge.call('listConversations', '{}')) as Reply
      await new Promise((resolve) => setTimeout(resolve, 300))
      return { reply: reply.error?.code ?? 'answered', heard }
    })
    expect(seen).toEqual({ reply: 'forbidden', heard: 0 })
  },
}

/** The preload also runs in any page that enters the window; main must recognise that it isn't Atrium's. */
export const otherPagesAreStrangers: Check = {
  title: 'refuses another page in place of its own',
  run: async ({ desktop, page }) => {
    // Removes the earlier guards; another host of the scheme gets the text of a missing page.
    await desktop.evaluate(async ({ BrowserWindow, session }) => {
      session.defaultSession.webRequest.onBeforeRequest(null)
      await BrowserWindow.getAllWindows()[0]?.loadURL('atrium://other/')
    })
    await expect(page.getByText(commonWords.nothingHere)).toBeVisible()
    expect(await page.evaluate(() => typeof window.atrium)).toBe('object')
    const reply = await page.evaluate(
      async () => JSON.parse((await window.atrium?.call('listConversations', '{}')) ?? '{}') as Reply,
    )
    expect(reply.error?.code).toBe('forbidden')
    await desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.loadURL('atrium://app/'))
    await page.getByRole('navigation').first().waitFor()
  },
}

const names = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'then',
  'prototype',
  '',
  ' addServer',
  'AddServer',
  'addServer\0',
  '../addServer',
  'atrium:call',
  'x'.repeat(100_000),
]

export const unknownCommands: Check = {
  title: 'refuses a command that does not exist, whatever its name',
  run: async (bench) => {
    for (const name of names) {
      const { error } = await bench.call(name)
      expect([name.slice(0, 20), error?.code]).toEqual([name.slice(0, 20), 'not-found'])
      expect(error?.message.length).toBeLessThan(200)
    }
  },
}

export const nonsense: Check = {
  title: 'refuses nonsense given to the bridge, and changes nothing',
  run: async (bench) => {
    const outcomes = await bench.page.evaluate(async () => {
      const loop: Record<string, unknown> = {}
      loop.self = loop
      const values = [
        undefined,
        null,
        0,
        -1,
        NaN,
        true,
        '',
        'x',
        '{',
        '[]',
        'null',
        '{"__proto__":{"a":1}}',
        '"text"',
        10n,
        [],
        {},
        loop,
        () => 1,
        Symbol('s'),
        new Date(),
        new Map(),
        new Uint8Array(3),
        new Error('e'),
        document,
        '{"a":'.repeat(5000),
        'x'.repeat(5 * 1024 * 1024),
        { toString: () => 'addServer' },
      ]
      const bridge = window.atrium as unknown as Record<'call' | 'subscribe', (...args: unknown[]) => unknown>
      const commands = ['addServer', 'setModelKey', 'changeSettings', 'answer', 'sendMessage', 'listAudit']
      const seen: string[] = []
      const attempt = async (...args: unknown[]): Promise<void> => {
        try {
          const reply = JSON.parse((await bridge.call(...args)) as string) as Reply
          seen.push(reply.error?.code ?? `answered ${String(args[0])}`)
        } catch {
          seen.push('refused by the bridge')
        }
      }
      for (const value of values) {
        await attempt(value)
        await attempt(value, value)
        for (const command of commands) await attempt(command, value)
        try {
          bridge.subscribe(value)
        } catch {
          seen.push('refused by the bridge')
        }
      }
      return [...new Set(seen)]
    })
    expect(outcomes.filter((it) => !['bad-input', 'not-found', 'refused by the bridge'].includes(it))).toEqual([])
    expect((await bench.call('listConversations')).result).toBeDefined()
    expect(await bench.calls()).toEqual([])
  },
}

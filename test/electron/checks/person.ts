import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from '@playwright/test'
import type { Bench, Check } from '../support/bench.ts'

const read = ({ directory }: Bench, name: string): string => {
  const file = path.join(directory, name)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/** The question about a waiting program, as script in the page can find it. */
const waitingAsk = ({ page }: Bench): Promise<{ ask: string; contentHash: string } | undefined> =>
  page.evaluate(async () => {
    type Snapshot = { snapshot: { asks: { id: string; contentHash: string; kind: string }[] } }
    const text = await new Promise<string>((resolve) => {
      const leave = window.atrium?.subscribe((message) => {
        leave?.()
        resolve(message)
      })
    })
    const ask = (JSON.parse(text) as Snapshot).snapshot.asks.find(({ kind }) => kind === 'trust')
    return ask && { ask: ask.id, contentHash: ask.contentHash }
  })

const modelsAt = (baseUrl: string) => ({ endpoint: 'anthropic', config: { profile: 'anthropic', baseUrl } })

export const startsNothing: Check = {
  title: 'lets page script that adds a program and answers for it get no further than the user',
  run: async (bench) => {
    await bench.instruct({ agrees: false })
    const mark = path.join(bench.directory, 'ran')
    const args = ['-e', `require('node:fs').writeFileSync(${JSON.stringify(mark)}, '')`]
    const config = { type: 'stdio', command: process.execPath, args, env: {}, enabled: true }
    await bench.call('addServer', { id: 'intruder', config })
    await expect.poll(() => waitingAsk(bench)).toBeDefined()
    expect(await bench.calls()).toEqual([])
    const { error } = await bench.call('answer', { ...(await waitingAsk(bench)), answer: { decision: 'trust' } })
    expect(error?.code).toBe('forbidden')
    const [asked, ...more] = await bench.calls()
    expect(asked).toMatchObject({ api: 'dialog.showMessageBox', args: [{ detail: expect.stringContaining(mark) }] })
    expect(more).toEqual([])
    await wait(300)
    expect(existsSync(mark)).toBe(false)
  },
}

export const asksThePerson: Check = {
  title: 'lets page script that redirects the key or loosens a limit get no further than the user',
  run: async (bench) => {
    await bench.instruct({ agrees: false })
    const url = bench.collector.address
    const attempts: [command: string, input: object][] = [
      ['addServer', { id: 'stranger', config: { type: 'http', url, headers: {}, enabled: true } }],
      ['setEndpoint', modelsAt(url)],
      ['changeSettings', { stepLimit: 200 }],
      ['setModelKey', { endpoint: 'anthropic', key: 'another key' }],
    ]
    for (const [command, input] of attempts) {
      const { error } = await bench.call(command, input)
      expect([command, error?.code]).toEqual([command, 'forbidden'])
      expect((await bench.calls()).map(({ api }) => api)).toEqual(['dialog.showMessageBox'])
    }
    for (const name of ['servers.json', 'settings.json']) expect(read(bench, name)).not.toContain(url)
    expect(bench.collector.visits()).toEqual([])
  },
}

export const waitsForThePerson: Check = {
  title: 'does nothing until the user has answered, and refuses a second question from the page',
  run: async (bench) => {
    const { address } = bench.collector
    await bench.instruct({ exceptions: [{ when: address, press: null }] })
    const first = bench.call('setEndpoint', modelsAt(address)).catch(() => undefined)
    await expect.poll(async () => (await bench.calls()).length).toBe(1)
    const { error } = await bench.call('setModelKey', { endpoint: 'anthropic', key: 'another key' })
    expect(error?.code).toBe('conflict')
    await wait(300)
    expect(read(bench, 'settings.json')).not.toContain(address)
    expect(bench.collector.visits()).toEqual([])
    void first
  },
}

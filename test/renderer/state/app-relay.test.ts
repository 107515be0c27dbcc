import { expect, test } from 'vitest'
import { around } from '../../host/apps/scripted-app.ts'
import { AppRelay } from '../../../renderer/state/chat/app-relay.ts'
import type { HostLink } from '../../../shared/contract/commands.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'

const mebibyte = 1024 * 1024
/** Less than every shell takes in one command. */
const mostInOne = 16 * mebibyte

/** A relay of an open app, and a host that answers only when a test says so. */
async function open() {
  const told: JsonObject[][] = []
  const closed: unknown[] = []
  let answer = (): void => undefined
  const call = (name: string, input: { messages?: JsonObject[]; because?: string }): Promise<unknown> => {
    if (name === 'openApp') return Promise.resolve({ view: 'view' })
    if (name === 'takeApp') return Promise.resolve({ now: { state: 'reading' }, messages: [] })
    if (name === 'closeApp') closed.push(input.because)
    if (name !== 'tellApp') return Promise.resolve()
    told.push(input.messages ?? [])
    return new Promise<void>((resolve) => (answer = resolve))
  }
  const host = { link: { call: call as unknown as HostLink['call'] }, onEvents: () => () => undefined }
  const relay = new AppRelay({ conversation: 'conversation', call: 'call' }, host)
  await relay.open(around)
  const answered = async (): Promise<void> => {
    answer()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { relay, told, closed, answered }
}

const message = (bytes: number, id = 0): JsonObject => ({
  jsonrpc: '2.0',
  id,
  method: 'ping',
  params: { x: 'x'.repeat(bytes) },
})
const sizeOf = (messages: JsonObject[]): number => Buffer.byteLength(JSON.stringify(messages))

test('[APS-5] tells the host of large messages in several commands, each small enough, in order', async () => {
  const { relay, told, closed, answered } = await open()
  for (let id = 0; id < 31; id += 1) relay.heard(message(mebibyte - 100, id))
  for (let count = 0; count < 4; count += 1) await answered()
  expect(told.flat().map(({ id }) => id)).toEqual(Array.from({ length: 31 }, (_, id) => id))
  expect(told.length).toBe(3)
  expect(told.map(sizeOf).filter((bytes) => bytes > mostInOne + 1000)).toEqual([])
  expect(closed).toEqual([])
})

test('[APS-5] drops what the host can’t take, counts it, and ends an app of which 1000 were dropped', async () => {
  const { relay, told, closed, answered } = await open()
  for (let id = 0; id < 40; id += 1) relay.heard(message(mebibyte - 100, id))
  for (let id = 0; id < 993; id += 1) relay.heard(message(2000, id))
  expect(closed).toEqual(['floods'])
  for (let count = 0; count < 4; count += 1) await answered()
  expect(told.flat().length).toBe(33)
})

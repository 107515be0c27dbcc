import { afterEach, expect, test } from 'vitest'
import type { JsonObject } from '../../../shared/schema/json.ts'
import { Atrium } from '../../support/atrium.ts'

let atrium: Atrium
afterEach(() => atrium.close())

async function check(args: JsonObject, definition?: string) {
  const { person } = atrium
  const tool = 'price_order'
  const shown = definition ?? person.state.servers['playground']?.tools[tool]?.hash ?? ''
  return person.link.call('checkArguments', { server: 'playground', tool, definition: shown, arguments: args })
}

test('[MAN-12] reports argument problems by their paths and logs nothing', async () => {
  atrium = await Atrium.start()
  await atrium.add('playground', { type: 'playground' })
  const before = atrium.person.events.length
  expect(await check({ customer: { name: 'Ada', street: 1 }, items: [{ item: 'paper kite', quantity: 99 }] })).toEqual({
    problems: [
      { path: '/customer/street', message: 'is not known' },
      { path: '/items/0/quantity', message: 'must be at most 10' },
    ],
  })
  expect(await check({})).toEqual({
    problems: [
      { path: '/customer', message: 'needs a value' },
      { path: '/items', message: 'needs a value' },
    ],
  })
  expect(await check({ customer: { name: 'Ada' }, items: [{ item: 'paper kite' }] })).toEqual({ problems: [] })
  // Reports from the start may arrive later.
  const since = atrium.person.events.slice(before)
  expect(since.filter(({ type }) => type !== 'server.reported')).toEqual([])
})

test('[MAN-12] refuses to check arguments for a changed or missing tool', async () => {
  atrium = await Atrium.start()
  await atrium.add('playground', { type: 'playground' })
  await expect(check({}, '0'.repeat(64))).rejects.toMatchObject({ code: 'conflict' })
  const reader = atrium.join('read', 'web:reader')
  await reader.until('the reader sees it', () => reader.state.servers['playground']?.status.state === 'ready')
  const definition = '0'.repeat(64)
  const nowhere = { server: 'nowhere', tool: 'x', definition, arguments: {} }
  await expect(reader.link.call('checkArguments', nowhere)).rejects.toMatchObject({ code: 'not-found' })
  reader.leave()
})

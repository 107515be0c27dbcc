import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { terminalWords as words } from '../../../main/shells/headless/words.ts'
import type { Ask } from '../../../shared/asks/asks.ts'
import { official, peer } from '../../support/atrium.ts'
import { answering, nobody, Place } from './support.ts'

let place: Place
beforeEach(() => void (place = new Place()))
afterEach(() => place.close())

test('[CLI-1] runs a call that a rule allows, and returns the server’s result unchanged', async () => {
  await place.furnish('everything', official('everything'), { allow: ['get-sum'] })
  const headless = await place.open(nobody)
  expect(await headless.call('everything', 'get-sum', { a: 2, b: 3 })).toEqual({
    content: [{ type: 'text', text: 'The sum of 2 and 3 is 5.' }],
  })
})

test('[CLI-2] passes questions to the answering function, and refuses the call without an answer', async () => {
  await place.furnish('good', peer('good.mjs'))
  const asks: Ask[] = []
  const headless = await place.open(async (ask) => {
    asks.push(ask)
    return asks.length === 1 ? { decision: 'allow', scope: 'once' } : undefined
  })
  expect(await headless.call('good', 'echo', { text: 'Hello' })).toMatchObject({
    content: [{ type: 'text', text: 'Hello' }],
  })
  await expect(headless.call('good', 'echo', { text: 'Again' })).rejects.toMatchObject({
    why: 'asks',
    code: 3,
  })
  expect(asks).toMatchObject([
    { kind: 'approval', question: { tool: 'echo', arguments: { text: 'Hello' } } },
    { kind: 'approval', question: { tool: 'echo', arguments: { text: 'Again' } } },
  ])
  expect(headless.state).toMatchObject({ asks: [], turns: {} })
})

test('[CLI-3] asks for trust before starting anything', async () => {
  const first = await place.open(nobody)
  await first.link.call('addServer', { id: 'good', config: peer('good.mjs') })
  await expect(first.ready('good')).rejects.toMatchObject({ code: 3 })
  await first.close()
  const second = await place.open(answering({ trust: { decision: 'trust' } }))
  expect(await second.ready('good')).toBe('good')
  expect((await second.tools('good')).map(({ name }) => name)).toContain('echo')
})

test('[CLI-5] runs no tool without a rule or an answer, whatever the session requests itself', async () => {
  await place.furnish('play', { type: 'playground' })
  const asks: Ask[] = []
  const seen: string[] = []
  const headless = await place.open(
    async (ask) => {
      asks.push(ask)
      return { decision: 'deny', reason: 'Not now' }
    },
    { heard: ({ type }) => seen.push(type) },
  )
  const definition = (await headless.tools('play')).find(({ name }) => name === 'roll_dice')?.hash ?? ''
  const wanted = { server: 'play', tool: 'roll_dice', definition, arguments: {} }
  await headless.link.call('callTool', wanted)
  await expect(headless.call('play', 'roll_dice', {})).rejects.toMatchObject({
    code: 1,
    message: words.deniedBecause('Not now'),
  })
  expect(asks.map(({ kind }) => kind)).toEqual(['approval', 'approval'])
  expect(seen).not.toContain('call.started')
})

test('[CLI-2] sees the effect of earlier link calls in later requests', async () => {
  const headless = await place.open(nobody)
  await headless.link.call('addServer', { id: 'play', config: { type: 'playground' } })
  expect(await headless.ready('play')).toBe('play')
})

test('[CLI-4] returns a whole result, however it is stored @all', async () => {
  const file = path.join(place.directory, 'long.txt')
  const text = `${'0123456789'.repeat(150_000)}\n`
  writeFileSync(file, text)
  await place.furnish('files', official('filesystem', place.directory), { allow: ['read_text_file'] })
  const headless = await place.open(nobody)
  const result = await headless.call('files', 'read_text_file', { path: file })
  expect(result['content']).toEqual([{ type: 'text', text }])
})

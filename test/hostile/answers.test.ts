import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { runCall } from '../../main/host/agent/tool-call.ts'
import type { Ask } from '../../shared/asks/asks.ts'
import { noFlows, requestOf } from '../host/agent/calls-support.ts'
import { times } from '../support/deep.ts'
import { Fleet, peer } from '../support/fleet.ts'

let fleet: Fleet
afterEach(() => fleet.close())

const batches = times(3, 10)
const atOnce = 100
const allow = { decision: 'allow', scope: 'once' }

/** Two sessions press Allow at the same moment; returns whose answer the host accepted. */
async function bothAllow({ id, contentHash }: Ask, first: string, second: string): Promise<string[]> {
  const answers = await Promise.allSettled(
    [first, second].map((actor) => fleet.inbox.answer(id, allow, contentHash, { actor, right: 'use' })),
  )
  return answers.flatMap(({ status }, i) => (status === 'fulfilled' ? [i === 0 ? first : second] : []))
}

test(`[RUL-14] runs each of ${batches * atOnce} calls once if each is allowed twice at once, ${atOnce} at a time`, async () => {
  fleet = new Fleet()
  const marks = path.join(fleet.directory, 'marks')
  writeFileSync(marks, '')
  await fleet.ready(peer('effects.mjs', { MARKS: marks }))
  const signal = new AbortController().signal
  for (let batch = 0; batch < batches; batch++) {
    const ran = Array.from({ length: atOnce }, (_, i) =>
      runCall(requestOf('do', { mark: `m${batch * atOnce + i}` }), { ...fleet, flows: noFlows }, signal),
    )
    await fleet.until(() => fleet.journal.state.asks.length === atOnce)
    const heard = await Promise.all(
      fleet.journal.state.asks.map((ask, i) =>
        i % 2 === 0 ? bothAllow(ask, 'desktop', 'web:a') : bothAllow(ask, 'web:a', 'desktop'),
      ),
    )
    expect(heard.map((actors) => actors.length)).toEqual(Array.from({ length: atOnce }, () => 1))
    const outcomes = (await Promise.all(ran)).map(({ outcome }) => outcome.status)
    expect(outcomes).toEqual(Array.from({ length: atOnce }, () => 'succeeded'))
    const by = fleet.of('call.cleared').slice(-atOnce)
    expect(by.map((event) => event.by)).toEqual(heard.flat().map((person) => ({ person })))
  }
  const done = readFileSync(marks, 'utf8').split('\n').filter(Boolean)
  expect(done.length).toBe(batches * atOnce)
  expect(new Set(done).size).toBe(batches * atOnce)
  expect(fleet.of('ask.closed').filter(({ kind }) => kind === 'approval')).toHaveLength(batches * atOnce)
})

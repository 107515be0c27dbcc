import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../../../main/host/base/wake.ts'
import { usualStartLimits } from '../../../../main/host/mcp/process/start-watch.ts'
import { Fleet, peer } from '../../../support/fleet.ts'
import { diceFrom } from '../protocol/mutations.ts'

/** Half of them are right: a start gets past its first request. */
const steps = ['right', 'empty', 'right', 'end', 'right', 'null id', 'right', 'other type', 'right', 'break'] as const

/** The steps that answer. */
const answering: readonly string[] = ['right', 'other type']
/** The steps after which only time ends a wait. */
const mute: readonly string[] = ['empty', 'null id', 'break', 'broken']

let fleet: Fleet
afterEach(() => fleet.close())

describe('a program that takes each step by chance', () => {
  test.each([1, 2, 3, 4, 9, 10, 12])(
    '[STA-80] gets ready or fails with a sentence, after a bounded time (seed %i) @all',
    async (seed) => {
      let ahead = 0
      let reads = 0
      const own = () => systemClock.own() + (reads++, ahead)
      fleet = new Fleet({ clock: { wall: Date.now, own }, limits: { probe: 200, firstList: 300 } })
      const { file } = fleet.startLog()
      const dice = diceFrom(seed * 7919)
      const told = Array.from({ length: 6 }, () => steps[dice(steps.length)] ?? 'right')
      const taken = () => readFileSync(file, 'utf8').split('\n').filter(Boolean)
      const isOver = () => ['ready', 'failed'].includes(fleet.status().state)

      fleet.apply({ it: peer('chance.mjs', { STEPS: JSON.stringify(told), LOG: file }) })
      // Time passes only while nothing else can end the wait.
      while (!isOver()) {
        const from = reads
        await fleet.until(() => isOver() || (mute.includes(taken().at(-1) ?? '') && reads > from + 10))
        if (!isOver()) ahead += 5000
        expect(ahead).toBeLessThanOrEqual(usualStartLimits.quiet + 20_000)
      }

      const hasAnswered = taken().every((step) => answering.includes(step))
      expect([taken(), fleet.status().state]).toEqual([
        taken(),
        hasAnswered ? 'ready' : expect.stringMatching(/^(ready|failed)$/),
      ])
      if (fleet.status().state === 'failed') expect(fleet.reason()).toMatch(/^The server [^]{8,}\.$/)
      if (hasAnswered) expect(Object.keys(fleet.journal.state.servers['it']?.tools ?? {})).toEqual(['act'])
    },
  )
})

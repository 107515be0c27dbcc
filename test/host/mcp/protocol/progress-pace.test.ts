import { expect, test } from 'vitest'
import { ProgressPace } from '../../../../main/host/mcp/protocol/progress-pace.ts'
import { ScriptedClock } from '../../../support/scripted-clock.ts'

test('[CAL-1] passes on ten of a thousand progress updates in a second, and the last one', () => {
  const clock = new ScriptedClock()
  const seen: { at: number; progress: number }[] = []
  const pace = new ProgressPace(clock, ({ progress }) => seen.push({ at: clock.now, progress }))
  for (let progress = 1; progress <= 1000; progress++) {
    pace.take({ progress })
    clock.pass(1)
  }
  const tenths = Array.from({ length: 10 }, (_, n) => (n + 1) * 100)
  expect(seen).toEqual([{ at: 0, progress: 1 }, ...tenths.map((at) => ({ at, progress: at }))])
  clock.pass(1000)
  expect(seen.at(-1)).toEqual({ at: 1000, progress: 1000 })
})

import { setImmediate as turn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { exitCodeOf, Shutdown, errorSentence } from '../../../main/shells/common/ending.ts'
import { commonWords } from '../../../main/shells/common/words.ts'
import { HostError } from '../../../shared/contract/errors.ts'

function begin(limit?: number) {
  const exits: number[] = []
  const steps: string[] = []
  const ending = new Shutdown((code) => void exits.push(code), limit)
  return { ending, exits, steps }
}

test('[WEB-18] closes in reverse order, one after the other, and then exits', async () => {
  const { ending, exits, steps } = begin()
  ending.add(() => void steps.push('host'))
  ending.add(async () => {
    await turn()
    steps.push('server')
  })
  await ending.end(0)
  expect([steps, exits, ending.began]).toEqual([['server', 'host'], [0], true])
})

test('[WEB-18] closes every other part if one can’t be closed, and exits with 1', async () => {
  const { ending, exits, steps } = begin()
  ending.add(() => void steps.push('host'))
  ending.add(() => Promise.reject(new Error('seeded')))
  ending.add(() => void steps.push('server'))
  await ending.end(0)
  expect([steps, exits]).toEqual([['server', 'host'], [1]])
})

test('[WEB-18] exits at once on a second request, or when the limit has passed', async () => {
  const { ending, exits } = begin(30)
  ending.add(() => new Promise(() => undefined))
  void ending.end(0)
  await vi.waitFor(() => expect(exits).toEqual([1]))
  await ending.end(0)
  expect(exits).toEqual([1, 1])
})

test('[WEB-16] [WEB-17] gives a refusal its code and sentence, and an internal error one sentence', () => {
  const refusal = (code: 'conflict' | 'unavailable' | 'bad-input') => new HostError(code, 'A sentence.')
  expect([refusal('conflict'), refusal('bad-input'), refusal('unavailable'), 'x'].map(exitCodeOf)).toEqual([3, 2, 1, 1])
  expect(errorSentence(refusal('conflict'))).toBe('A sentence.')
  expect(errorSentence(new Error('x'))).toBe(commonWords.fault('Error: x'))
})

import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { check, type Step } from '../../tools/schedule.mjs'
import { failure, success } from '../../tools/tally.mjs'

const runtime = { node: process.execPath, env: {} }

/** Runs these phases; what was printed, without times. */
async function printed(phases: Step[][]): Promise<{ isGood: boolean; text: string }> {
  let text = ''
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text += String(chunk)
    return true
  })
  onTestFinished(() => write.mockRestore())
  const isGood = await check(phases, runtime)
  return { isGood, text: text.replaceAll(/ +\d+\.\d s/g, ' T').replaceAll(/\(\d+\.\d s\)/g, '(T)') }
}

const passes = (name: string): Step => ({ name, run: () => Promise.resolve(success) })

test('ends a run of checks with the failures and the counts, whatever failed first', async () => {
  const fails: Step = { name: 'types', run: () => Promise.resolve(failure('types')) }
  const { isGood, text } = await printed([[fails, passes('lint')], [passes('end to end')]])
  expect(isGood).toBe(false)
  expect(text.slice(text.indexOf('\n  types'))).toBe(
    [
      '\n  types T  0 passed, 1 failed',
      '  lint T  1 passed, 0 failed',
      '  end to end T  1 passed, 0 failed',
      '  all T  2 passed, 1 failed',
      '\nWhat failed:\n  ✗ types',
      '\n2 passed, 1 failed\n',
    ].join('\n'),
  )
})

test('ends a run of checks with the counts alone if nothing failed', async () => {
  const { isGood, text } = await printed([[passes('types')]])
  expect(isGood).toBe(true)
  expect(text).toMatch(/\n\n1 passed, 0 failed\n$/)
})

test('runs two steps of a phase at a time, and shows later output under the steps’ names', async () => {
  let running = 0
  const most: number[] = []
  const step = (name: string, turns: number): Step => ({
    name,
    run: async ({ keep = (words) => process.stdout.write(words) }) => {
      most.push(++running)
      for (let turn = 0; turn < turns; turn++) await setImmediate()
      keep(`words of ${name}\n`)
      running--
      return success
    },
  })
  const { text } = await printed([[step('first', 5), step('second', 1), step('third', 1), step('fourth', 20)]])
  expect(most).toEqual([1, 2, 2, 2])
  const closing = (name: string) => `── ${name}: 1 passed, 0 failed (T)\n`
  const shown = (name: string) => `\n── ${name}\nwords of ${name}\n${closing(name)}`
  expect(text.slice(0, text.indexOf('\n  first '))).toBe(['first', 'second', 'third', 'fourth'].map(shown).join(''))
})

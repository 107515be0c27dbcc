import { stripVTControlCharacters } from 'node:util'
import { expect, test } from '@playwright/test'
import { launchDouble } from '../double/launch.ts'
import { copyApp } from '../e2e/support/app-copy.ts'
import { Bench } from './support/bench.ts'
import { faults } from './support/faults.ts'

/** The check's finding about the app. Chromium's own crash isn't one, and then the check runs again. */
async function noticedBy(look: () => Promise<void>): Promise<string> {
  for (let left = 2; ; left -= 1) {
    const noticed = await look().then(() => 'nothing', String)
    if (left === 0 || !noticed.includes('Target crashed')) return stripVTControlCharacters(noticed)
  }
}

// Each has its own app.
test.describe.configure({ mode: 'parallel' })

test.describe('[ELE-34] a mistake in the shell', () => {
  for (const { title, mutations, check, seen, double = {} } of faults)
    test(`is noticed when ${title}: ${check.title} @all`, async () => {
      const { directory, remove } = copyApp(mutations)
      let bench: Bench | undefined
      const look = async (): Promise<void> => {
        await bench?.close()
        // The double rejects some of them as soon as the app starts.
        bench = await Bench.open({ appDirectory: directory, double, env: check.env ?? {} }, launchDouble)
        await check.run(bench)
      }
      try {
        expect(await noticedBy(look)).toMatch(seen)
      } finally {
        await bench?.close()
        remove()
      }
    })
})

test('[ELE-34] reports a seeded mistake that no longer fits the code', () => {
  const gone = { folder: 'main', text: 'nothing like this is in the code', becomes: '' } as const
  expect(() => copyApp([gone])).toThrow(/does not fit the code any more/)
  const often = { folder: 'main', text: 'const ', becomes: '' } as const
  expect(() => copyApp([often])).toThrow(/\d+ times/)
})

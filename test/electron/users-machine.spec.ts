import { expect, test } from '@playwright/test'
import { realElectron } from '../double/real.ts'
import { Bench } from './support/bench.ts'
import { usersMachine } from './support/users-machine.ts'

const isHere = realElectron() !== undefined

test('[ELE-36] lists every check that only Electron itself can show, with the reason', () => {
  const here = usersMachine.filter(({ run }) => run && isHere)
  const owed = usersMachine.filter((it) => !here.includes(it))
  for (const { what, why } of owed) console.log(`user's machine: ${what} (${why})`)
  expect(owed.every(({ what, why }) => what.length > 20 && why.length > 20)).toBe(true)
})

/** If Electron is installed, it also runs every other spec of this folder. */
if (isHere)
  for (const { what, run } of usersMachine.filter((it) => it.run))
    test(`[ELE-36] shows in Electron itself: ${what}`, async () => {
      const bench = await Bench.open()
      try {
        await run?.(bench.desktop, bench.page)
      } finally {
        await bench.close()
      }
    })

import Database from 'better-sqlite3'
import { afterEach, describe, expect, test } from 'vitest'
import { Reviews } from '../../main/host/mcp/server/reviews.ts'
import { Fleet, peer } from '../support/fleet.ts'
import { hastyClock } from '../support/clocks.ts'

const minute = 60_000
const megabyte = 1024 * 1024

let fleet: Fleet
afterEach(() => fleet.close())

/** No wait takes time, except for the minute that a list can take: then it would never arrive. */
function clockWithListTime(): ReturnType<typeof hastyClock> {
  const clock = hastyClock()
  const { after = () => ({ cancel: () => undefined }) } = clock
  return Object.assign(clock, {
    after: (ms: number, then: () => void) => {
      if (ms !== minute) return after(ms, then)
      const timer = setTimeout(then, ms)
      return { cancel: () => clearTimeout(timer) }
    },
  })
}

/** Lets it change its list this many times. Returns the minutes that passed. */
async function restless(lists: number, env: Record<string, string>): Promise<number> {
  const clock = clockWithListTime()
  // Without a doctor nothing looks for open ports: with this clock, those looks would move the time ahead.
  fleet = new Fleet({ clock, doctor: undefined })
  // It asks by itself, as long as the journal reports changes.
  expect(new Reviews(fleet)).toBeInstanceOf(Reviews)
  await fleet.ready(peer('restless.mjs', env))
  await fleet.until(() => fleet.sent().filter((method) => method === 'tools/list').length >= lists)
  return clock.now / minute
}

function storedBytes(): number {
  fleet.journal.flush()
  const db = new Database(fleet.journal.file, { readonly: true })
  const bytes = db.prepare('SELECT (SELECT sum(octet_length(bytes)) FROM blobs) + sum(octet_length(body)) FROM bodies')
  const sum = Number(bytes.pluck().get())
  db.close()
  return sum
}

const questions = () => fleet.of('ask.opened').filter(({ ask }) => ask.kind === 'definitions').length

describe('a server whose definitions change without end', () => {
  test('[CAT-12] is queried less and less often, and so is the user', async () => {
    const minutes = await restless(25, {})
    // The first eight at the usual pace, then ever slower up to five minutes.
    expect(minutes).toBeGreaterThan(40)
    expect(fleet.of('catalogue.changed').length).toBeLessThanOrEqual(18 + minutes / 5)
    expect(questions()).toBeLessThanOrEqual(18 + minutes / 5)
    expect(fleet.journal.state.asks.filter(({ kind }) => kind === 'definitions')).toHaveLength(1)
  })

  test('[CAT-12] is slowed down too if it alternates between two known lists', async () => {
    const minutes = await restless(120, { KNOWN: '1' })
    expect(minutes).toBeGreaterThan(5)
  })

  test('[CAT-11] adds at most 32 MB an hour to the log, and is flagged @all', async () => {
    const minutes = await restless(9, { TOOLS: '28', SIZE: '250000' })
    expect(minutes).toBeLessThan(60)
    expect(storedBytes()).toBeLessThanOrEqual(33 * megabyte)
    await fleet.until(() => fleet.of('server.violations').some(({ counts }) => 'changes-too-often' in counts))
    expect(fleet.journal.state.servers['it']?.restless).toEqual({ at: expect.any(Number) })
  })
})

import { connect } from 'node:net'
import { availableParallelism } from 'node:os'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Gate } from './gate.ts'

test('[CNF-2] lets every driver in, up to a limit at once, and admits the next when one ends', async () => {
  const gate = new Gate()
  const port = await gate.open()
  const places = 2 * availableParallelism()
  const inside: number[] = []
  const drivers = Array.from({ length: places + 2 }, (_none, index) =>
    connect(port, '127.0.0.1').once('data', () => inside.push(index)),
  )
  onTestFinished(() => {
    for (const driver of drivers) driver.destroy()
    gate.close()
  })
  await vi.waitFor(() => expect(inside).toHaveLength(places))
  for (let ended = 1; ended <= 2; ended++) {
    const [first = 0] = inside.splice(0, 1)
    drivers[first]?.destroy()
    await vi.waitFor(() => expect(inside).toHaveLength(places))
  }
})

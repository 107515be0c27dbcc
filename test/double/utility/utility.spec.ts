import { expect } from '@playwright/test'
import path from 'node:path'
import { root } from '../../e2e/support/root.ts'
import { test } from '../mini.ts'

const teller = path.join(root, 'test/support/servers/environment-teller.mjs')

test.describe('the double’s utility processes', () => {
  test('[FIL-24] get all of the app’s environment if theirs is empty, and only theirs otherwise', async ({ mini }) => {
    const said = await mini.evaluate(({ utilityProcess }, file) => {
      const run = (env: Record<string, string>): Promise<string[]> =>
        new Promise((resolve) => {
          const child = utilityProcess.fork(file, [], { env, stdio: 'ignore' })
          child.on('message', (names: string[]) => {
            child.kill()
            resolve(names)
          })
        })
      return Promise.all([run({ ATRIUM: 'program' }), run({})])
    }, teller)
    expect(said[0]).toEqual(['ATRIUM'])
    expect(said[1]?.length).toBeGreaterThan(1)
  })

  test('[FIL-26] end when they are killed, and hear nothing then', async ({ mini }) => {
    const heard = await mini.evaluate(async ({ utilityProcess }, file) => {
      const child = utilityProcess.fork(file, [], { env: { ATRIUM: 'program' }, stdio: 'ignore' })
      const before = [child.pid, child.kill()]
      await new Promise<void>((resolve) => void child.once('message', () => resolve()))
      const ended = new Promise<number>((resolve) => void child.once('exit', resolve))
      const during = [typeof child.pid, child.kill()]
      const code = await ended
      child.postMessage('nothing')
      return { before, during, code, after: [child.pid, child.kill()] }
    }, teller)
    expect(heard).toEqual({ before: [undefined, false], during: ['number', true], code: 0, after: [undefined, false] })
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { Redaction } from '../../../main/host/secrets/redaction.ts'
import { Fleet, peer } from '../../support/fleet.ts'

const guesses = ['winter-2025-a', 'summer-2025-b', 'spring-2025-c', 'autumn-2025-d']

let fleet: Fleet
beforeAll(async () => {
  const redaction = new Redaction()
  for (const [at, value] of guesses.entries()) redaction.enter(`server/db/env/PASSWORD_${at}`, value)
  fleet = new Fleet({ redaction })
  await fleet.ready(peer('good.mjs'))
})
afterAll(() => fleet.close())

test('[SEC-6] marks secrets of other servers without their names', async () => {
  const text = `is it ${guesses.slice(0, 3).join(' or ')} or winter-2024-a?`
  expect(await fleet.say('echo', { text })).toBe('is it [secret] or [secret] or [secret] or winter-2024-a?')
})

test.each([
  ['read on the host’s thread', ''],
  ['read on a separate thread', 'x'.repeat(2 * 1024 * 1024)],
])('[SEC-6] keeps an answer with more than three secrets from the model, and says so, %s', async (_where, more) => {
  expect(await fleet.call('echo', { text: `${guesses.join(' ')} ${more}` })).toEqual({
    status: 'failed',
    problem:
      'Atrium discarded it’s response because it contained more than three of your secrets. Check what it can read before you use it again.',
    mayHaveRun: true,
  })
  expect(await fleet.say('echo', { text: 'still there' })).toBe('still there')
})

test('[SEC-6] counts the discarded answers', async () => {
  await fleet.servers.close()
  expect(fleet.violations()).toMatchObject({ 'full-of-secrets': 2 })
})

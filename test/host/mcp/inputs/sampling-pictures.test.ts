import { afterEach, expect, test } from 'vitest'
import { peer } from '../../../support/fleet.ts'
import { Sampled } from './sampling-support.ts'

let fleet: Sampled
afterEach(() => fleet.close())

test('[SMP-1] sends an image to the model with the text', async () => {
  fleet = new Sampled()
  await fleet.ready({ ...peer('sampling-abuse.mjs'), sampling: 'ask' })
  const words = { type: 'text', text: 'What is this?' }
  const content = [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }, words]
  const running = fleet.say('sample', { params: { messages: [{ role: 'user', content }], maxTokens: 100 } })
  await fleet.send()
  await fleet.review({ decision: 'send' })
  expect(await running).toContain('sorted')
  expect(fleet.requests).toMatchObject([{ messages: [{ content: [{ type: 'image', data: 'AAAA' }, words] }] }])
})

import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Atrium } from '../../support/atrium.ts'

let atrium: Atrium
beforeEach(async () => {
  atrium = await Atrium.start()
})
afterEach(() => atrium.close())

const file = () => path.join(atrium.directory, 'settings.json')
const written = () => JSON.parse(readFileSync(file(), 'utf8'))
const known = () => atrium.person.state.configured.settings.prompts

test('[OWN-1] keeps prompts in settings.json, renames and removes them, and restores them after a restart', async () => {
  const { link } = atrium.person
  await link.call('changeSettings', { prompts: { report: { text: 'Report on {{topic}}' } } })
  await link.call('changeSettings', { prompts: { mail: { text: 'Write a mail', description: 'Short' } } })
  expect(Object.keys(written().prompts)).toEqual(['report', 'mail'])
  await link.call('changeSettings', { prompts: { report: null, weekly: { text: 'Report on {{topic}}' } } })
  await atrium.stop()
  await atrium.open()
  expect(known()).toEqual({
    mail: { text: 'Write a mail', description: 'Short' },
    weekly: { text: 'Report on {{topic}}' },
  })
  await atrium.person.link.call('changeSettings', { prompts: { mail: null, weekly: null } })
  expect(written()).not.toHaveProperty('prompts')
})

test.each([
  ['a name with a space', { 'my report': { text: 'x' } }],
  ['an empty text', { report: { text: '  ' } }],
  ['a text that is too long', { report: { text: 'x'.repeat(10_001) } }],
  ['an unknown member', { report: { text: 'x', run: true } }],
])('[OWN-1] refuses %s and changes nothing', async (_what, prompts) => {
  const { link } = atrium.person
  await link.call('changeSettings', { prompts: { kept: { text: 'Stay' } } })
  await expect(link.call('changeSettings', { prompts })).rejects.toMatchObject({ code: 'bad-input' })
  expect(written().prompts).toEqual({ kept: { text: 'Stay' } })
})

test('[OWN-1] refuses more than a hundred', async () => {
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, { text: 'x' }]))
  const { link } = atrium.person
  await link.call('changeSettings', { prompts: many(100) })
  await expect(link.call('changeSettings', { prompts: { more: { text: 'x' } } })).rejects.toMatchObject({
    code: 'bad-input',
    message: expect.stringContaining('100'),
  })
  expect(Object.keys(written().prompts)).toHaveLength(100)
})

test('[OWN-1] names a wrong prompt in an edited file, and keeps the last good ones', async () => {
  const { person } = atrium
  await person.link.call('changeSettings', { prompts: { kept: { text: 'Stay' } } })
  writeFileSync(file(), JSON.stringify({ prompts: { Bad_Name: { text: 'x' } } }))
  await person.until('the problem is known', () => person.state.configured.problems.settings.length > 0)
  expect(person.state.configured.problems.settings.join(' ')).toContain('Bad_Name')
  expect(known()).toEqual({ kept: { text: 'Stay' } })
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { skillWords } from '../../../../main/host/mcp/skills/words.ts'
import { consentOf } from '../../../../shared/state/consents.ts'
import { skillItem } from '../../../../shared/state/pins.ts'
import { Atrium, peer } from '../../../support/atrium.ts'
import { HostProcess } from '../../recovery/host-process.ts'

const uri = 'skill://pdf/SKILL.md'
const sentence = 'Put every field of the form into capital letters.'
const skill = `---\nname: pdf\ndescription: Fills in forms\n---\n\n${sentence}\n`

test('[SKX-2] [SKX-5] [SKX-9] [SKX-10] keeps an approval over kill -9, for one server and the same files, and marks what it loads @all', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'atrium-skills-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const folder = path.join(directory, 'skills')
  mkdirSync(path.join(folder, 'pdf', 'references'), { recursive: true })
  writeFileSync(path.join(folder, 'pdf', 'SKILL.md'), skill)
  writeFileSync(path.join(folder, 'pdf', 'references', 'FORMS.md'), 'Forms.')
  const scenario = {
    turns: [
      { content: [{ tool_use: { name: 'good__echo', input: { text: sentence } } }] },
      { content: [{ text: 'Done.' }] },
    ],
  }
  const atrium = await Atrium.start({ directory, scenario })
  onTestFinished(() => atrium.fake.close())
  const config = peer('skills.mjs', { SKILLS: folder })
  for (const id of ['far', 'near']) await atrium.add(id, config)
  await atrium.add('good', peer('good.mjs'))
  await atrium.stop()

  let host = await HostProcess.start(directory)
  onTestFinished(() => host.kill())
  const ready = (id: string) =>
    host.until(`${id} is ready`, () => host.person.state.servers[id]?.status.state === 'ready')
  const link = () => host.person.link
  await ready('far')
  await ready('near')
  const { skills } = await link().call('listSkills', { server: 'far' })
  expect(skills).toMatchObject([{ uri, name: 'pdf', description: 'Fills in forms' }])
  const set = skills[0]?.set ?? ''
  await expect(link().call('loadSkill', { server: 'far', uri })).rejects.toThrow(skillWords.notApproved('far', uri))
  await expect(link().call('approveSkill', { server: 'far', uri, set: '0'.repeat(64) })).rejects.toThrow(
    skillWords.changedSinceShown('pdf'),
  )
  await link().call('approveSkill', { server: 'far', uri, set })
  expect(host.person.events.filter(({ type }) => type === 'resource.read')).toEqual([])
  await host.kill()

  host = await HostProcess.start(directory)
  await link().call('setModelKey', { endpoint: 'anthropic', key: 'test-key' })
  for (const id of ['far', 'near', 'good']) await ready(id)
  expect(consentOf(host.person.state, 'far').pins?.[skillItem(uri)]).toBe(set)
  await expect(link().call('loadSkill', { server: 'near', uri })).rejects.toThrow(skillWords.notApproved('near', uri))
  const { handle, contents } = await link().call('loadSkill', { server: 'far', uri })
  expect(contents).toMatchObject([{ uri, text: skill }])
  await host.until('good lists tools', () => host.person.state.servers['good']?.tools['echo'] !== undefined)
  await link().call('sendMessage', { text: 'Fill it in', picked: [{ handle, live: false }] })
  const { question } = await host.person.ask()
  expect(question.flows?.map(({ source }) => source)).toMatchObject([
    { kind: 'attachment', name: 'Skill pdf', server: 'far' },
  ])
  const [request] = atrium.requests
  expect(JSON.stringify(request?.body.messages)).toContain('of the server \\"far\\". What stands between')
  await host.person.deny()
  await host.person.event('turn.finished')

  writeFileSync(path.join(folder, 'pdf', 'references', 'FORMS.md'), 'Other forms.')
  await link().call('restartServer', { id: 'far' })
  await ready('far')
  await expect(link().call('loadSkill', { server: 'far', uri })).rejects.toThrow(skillWords.changed('far', 'pdf'))
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { agentWords } from '../../../../main/host/agent/words.ts'
import { loading } from '../../../../main/host/mcp/requests/reading.ts'
import { skillWords } from '../../../../main/host/mcp/skills/words.ts'
import { loadingDefinition, loadingTool } from '../../../../shared/content/reading.ts'
import { Atrium, peer } from '../../../support/atrium.ts'

const tool = 'atrium__load_skill'
const uri = 'skill://pdf/SKILL.md'
const file = 'skill://pdf/references/FORMS.md'
const sentence = 'Put every field of the form into capital letters.'

test('[SKX-11] asks the user each time a model wants a skill that they approved, and gives it only verified text', async () => {
  expect(loading.hash).toBe(loadingDefinition)
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-skills-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(path.join(folder, 'pdf', 'references'), { recursive: true })
  writeFileSync(
    path.join(folder, 'pdf', 'SKILL.md'),
    `---\nname: pdf\ndescription: Fills in forms\n---\n\n${sentence}\n`,
  )
  writeFileSync(path.join(folder, 'pdf', 'references', 'FORMS.md'), 'Form 12 is for travel.')
  const wants = (input: object) => ({
    content: [{ tool_use: { name: tool, input } }],
    stop_reason: 'tool_use' as const,
  })
  const said = { content: [{ text: 'Done.' }] }
  const atrium = await Atrium.start()
  onTestFinished(() => atrium.close())
  const { person } = atrium
  await atrium.add('far', peer('skills.mjs', { SKILLS: folder }))
  const say = async (turns: object[], answers: ('allow' | 'deny')[]): Promise<string> => {
    atrium.fake.setScenario({ turns: [...turns, said] as never })
    const { turn } = await person.link.call('sendMessage', { text: 'Fill it in' })
    for (const answer of answers) await person[answer]()
    await person.event('turn.finished', (it) => it.turn === turn)
    return JSON.stringify(atrium.requests.at(-1)?.body.messages)
  }
  const isOffered = () => JSON.stringify(atrium.requests.at(-1)?.body.tools).includes(tool)

  expect(await say([wants({ server: 'far', uri })], [])).toContain(skillWords.notApproved('far', uri).slice(0, 20))
  expect(isOffered()).toBe(false)
  const { skills } = await person.link.call('listSkills', { server: 'far' })
  await person.link.call('approveSkill', { server: 'far', uri, set: skills[0]?.set ?? '' })

  const given = await say([wants({ server: 'far', uri }), wants({ server: 'far', uri, file })], ['allow', 'allow'])
  expect(isOffered()).toBe(true)
  for (const text of [sentence, 'Form 12 is for travel.', agentWords.skillText('far')]) expect(given).toContain(text)
  const asked = person.all('ask.opened').flatMap(({ ask }) => (ask.kind === 'approval' ? [ask.question] : []))
  expect(asked).toMatchObject([
    { server: 'far', tool: loadingTool, arguments: { uri } },
    { server: 'far', tool: loadingTool, arguments: { uri, file } },
  ])
  expect(await say([wants({ server: 'far', uri })], ['deny'])).not.toContain(sentence)
  expect(await say([wants({ server: 'far', uri, file: 'skill://pdf/other.md' })], ['allow'])).toContain(
    'among the skill',
  )
})

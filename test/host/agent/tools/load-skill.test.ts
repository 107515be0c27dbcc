import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { agentWords } from '../../../../main/host/agent/words.ts'
import { hostTools } from '../../../../main/host/agent/tools/host-tools.ts'
import { loading } from '../../../../main/host/mcp/requests/reading.ts'
import { skillWords } from '../../../../main/host/mcp/skills/words.ts'
import { loadingDefinition, loadingTool, readingDefinition, readingTool } from '../../../../shared/content/reading.ts'
import { Atrium, peer } from '../../../support/atrium.ts'

const tool = 'atrium__load_skill'
const uri = 'skill://pdf/SKILL.md'
const file = 'skill://pdf/references/FORMS.md'
const sentence = 'Put every field of the form into capital letters.'

const calls = (name: string, input: object) => ({
  content: [{ tool_use: { name, input } }],
  stop_reason: 'tool_use' as const,
})
const wants = (input: object) => calls(tool, input)
const said = { content: [{ text: 'Done.' }] }

/** A host with a server that has a skill, whose head has these lines too. */
async function withSkill(more = '') {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-skills-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(path.join(folder, 'pdf', 'references'), { recursive: true })
  writeFileSync(
    path.join(folder, 'pdf', 'SKILL.md'),
    `---\nname: pdf\ndescription: Fills in forms\n${more}---\n\n${sentence}\n`,
  )
  writeFileSync(path.join(folder, 'pdf', 'references', 'FORMS.md'), 'Form 12 is for travel.')
  const atrium = await Atrium.start()
  onTestFinished(() => atrium.close())
  const { person } = atrium
  const config = peer('skills.mjs', { SKILLS: folder })
  await atrium.add('far', config)
  /** Sends a message for which the model makes these calls. Returns what the model got in the end. */
  const say = async (turns: object[], answers: ('allow' | 'deny')[], conversation?: string): Promise<string> => {
    atrium.fake.setScenario({ turns: [...turns, said] as never })
    const on = conversation === undefined ? {} : { conversation }
    const { turn } = await person.link.call('sendMessage', { text: 'Fill it in', ...on })
    for (const answer of answers) await person[answer]()
    await person.event('turn.finished', (it) => it.turn === turn)
    return JSON.stringify(atrium.requests.at(-1)?.body.messages)
  }
  const approve = async (): Promise<void> => {
    const { skills } = await person.link.call('listSkills', { server: 'far' })
    await person.link.call('approveSkill', { server: 'far', uri, set: skills[0]?.set ?? '' })
  }
  const asked = () => person.all('ask.opened').flatMap(({ ask }) => (ask.kind === 'approval' ? [ask.question] : []))
  return { atrium, person, say, approve, asked, config }
}

test('[SKX-11] asks the user each time a model wants a skill that they approved, and gives it only verified text', async () => {
  expect(loading.hash).toBe(loadingDefinition)
  const { atrium, say, approve, asked } = await withSkill()
  const isOffered = () => JSON.stringify(atrium.requests.at(-1)?.body.tools).includes(tool)

  expect(await say([wants({ server: 'far', uri })], [])).toContain(skillWords.notApproved('far', uri).slice(0, 20))
  expect(isOffered()).toBe(false)
  await approve()

  const given = await say([wants({ server: 'far', uri }), wants({ server: 'far', uri, file })], ['allow', 'allow'])
  expect(isOffered()).toBe(true)
  for (const text of [sentence, 'Form 12 is for travel.', agentWords.skillText('far')]) expect(given).toContain(text)
  expect(asked()).toMatchObject([
    { server: 'far', tool: loadingTool, arguments: { uri } },
    { server: 'far', tool: loadingTool, arguments: { uri, file } },
  ])
  expect(await say([wants({ server: 'far', uri })], ['deny'])).not.toContain(sentence)
  expect(await say([wants({ server: 'far', uri, file: 'skill://pdf/other.md' })], ['allow'])).toContain(
    'among the skill',
  )
})

test('[SKX-12] [SKX-13] asks about each read of another server once a model has a skill, naming both, whatever the skill and rules allow', async () => {
  const { atrium, person, say, approve, asked } = await withSkill('allowed-tools: atrium__read_resource good__echo\n')
  await atrium.add('near', peer('resources.mjs'))
  await atrium.add('good', peer('good.mjs'))
  await approve()
  const rule = { effect: 'allow', scope: 'always', tool: readingTool, definition: readingDefinition } as const
  await person.link.call('changeRules', { add: ['near', 'far'].map((server) => ({ ...rule, server })) })
  const read = (server: string, at: string) => calls('atrium__read_resource', { server, uri: at })

  // Reading a SKILL.md as a resource loads no skill.
  await say([read('far', uri), read('near', 'x://text')], [])
  expect(asked()).toEqual([])
  const turns = [
    wants({ server: 'far', uri }),
    read('near', 'x://text'),
    read('far', file),
    calls('good__echo', { text: 'x' }),
  ]
  const given = await say(turns, ['allow', 'allow', 'allow'])
  expect(given).toContain('The text, version')
  const load = { server: 'far', tool: loadingTool }
  const other = { server: 'near', tool: readingTool, skillsOf: ['far'] }
  expect(asked()).toMatchObject([load, other, { server: 'good', tool: 'echo' }])

  const { conversation } = person.all('turn.started').at(-1) ?? {}
  await say([read('near', 'x://text')], ['deny'], conversation)
  expect(asked().slice(3)).toMatchObject([other])
  await say([read('near', 'x://text')], [])
  expect(asked()).toHaveLength(4)
})

test('[SKX-14] ends the approval of a skill with its server', async () => {
  const { atrium, person, approve, config } = await withSkill()
  await approve()
  await person.link.call('loadSkill', { server: 'far', uri })
  await atrium.remove('far')
  await atrium.add('far', config)
  await expect(person.link.call('loadSkill', { server: 'far', uri })).rejects.toThrow(
    skillWords.notApproved('far', uri),
  )
})

test('[SKX-3] names two skills with one name apart for a model: by their servers, or by their URIs', () => {
  const skills = [
    { server: 'far', uri: 'skill://pdf/SKILL.md', name: 'pdf' },
    { server: 'near', uri: 'skill://a/pdf/SKILL.md', name: 'pdf' },
    { server: 'near', uri: 'skill://b/pdf/SKILL.md', name: 'pdf' },
  ]
  const [offered] = hostTools({ servers: [], skills, hasCutResults: false, searched: undefined }, {})
  expect(offered?.description).toContain(
    'pdf of "far", "skill://a/pdf/SKILL.md" of "near", "skill://b/pdf/SKILL.md" of "near"',
  )
})

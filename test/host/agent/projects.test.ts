import { mkdirSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Confirmation } from '../../../main/host/platform.ts'
import type { Input } from '../../../shared/contract/commands.ts'
import { Atrium, official } from '../../support/atrium.ts'

let atrium: Atrium
let folder: string
let shared: string

beforeAll(async () => {
  atrium = await Atrium.start()
  folder = path.join(realpathSync(atrium.directory), 'own')
  shared = path.join(realpathSync(atrium.directory), 'shared')
  mkdirSync(folder)
  mkdirSync(shared)
  await atrium.add('playground', { type: 'playground' })
  await atrium.add('files', { ...official('filesystem', folder), roots: [folder] })
})
beforeEach(async () => {
  await atrium.fresh()
  const { link } = atrium.person
  for (const project of Object.keys(atrium.person.state.projects ?? {})) await link.call('deleteProject', { project })
})
afterAll(() => atrium.close())

const save = (content: Input<'saveProject'>['content'], project?: string) =>
  atrium.person.link.call('saveProject', { content, ...(project !== undefined && { project }) })

type Sent = { system: string; model: string; tools: string[] }

/** The model's request for the next message; a new conversation if none is given. */
async function told(to: Partial<Input<'sendMessage'>> = {}): Promise<Sent & { conversation: string }> {
  const { fake, person, requests } = atrium
  fake.setScenario({ turns: [{ content: [{ text: 'Yes.' }] }] })
  const before = requests.length
  const { conversation, turn } = await person.link.call('sendMessage', { text: 'Hello', ...to })
  await person.event('turn.finished', (event) => event.turn === turn)
  const { body } = atrium.requests[before] ?? {}
  const { system, model, tools = [] } = body as { system: unknown; model: string; tools?: { name: string }[] }
  return { conversation, system: JSON.stringify(system), model, tools: tools.map(({ name }) => name) }
}

/** The servers whose tools the model got, without Atrium's own tools. */
const serversIn = ({ tools }: Sent): string[] =>
  [...new Set(tools.map((name) => name.split('__')[0] ?? ''))].filter((name) => name !== 'atrium').toSorted()

/** The folders that a real server reports as usable. */
async function allowed(): Promise<string> {
  const { person } = atrium
  const definition = person.state.servers['files']?.tools['list_allowed_directories']?.hash ?? ''
  const ran = { server: 'files', tool: 'list_allowed_directories', definition, arguments: {} }
  const { call } = await person.link.call('callTool', ran)
  return JSON.stringify((await person.event('call.finished', (event) => event.call === call)).outcome)
}

test('[PRJ-1] gives a new conversation the project’s model and servers, and its instructions before the conversation’s own', async () => {
  const { project } = await save({
    name: 'Atlas',
    instructions: 'Answer in French.',
    servers: ['playground'],
    model: { endpoint: 'anthropic', model: 'claude-haiku-5-5' },
  })
  const inside = await told({ project, system: 'Be brief.' })
  expect(inside.model).toBe('claude-haiku-5-5')
  expect(serversIn(inside)).toEqual(['playground'])
  const at = ['You work in Atrium', 'Answer in French.', 'Be brief.'].map((text) => inside.system.indexOf(text))
  expect(at).toEqual(at.toSorted((a, b) => a - b))
  expect(at[0]).toBeGreaterThan(-1)
  const outside = await told()
  expect([outside.model, serversIn(outside)]).toEqual(['claude-sonnet-5-5', ['files', 'playground']])
  expect(outside.system).not.toContain('French')
  const { parts } = await atrium.person.link.call('describeRequest', { project })
  expect(parts.map(({ kind, server }) => [kind, server])).toContainEqual(['project', undefined])
  expect(parts.filter(({ server }) => server === 'files')).toEqual([])
  expect(await atrium.person.link.call('describeRequest', { conversation: outside.conversation })).not.toMatchObject({
    parts: expect.arrayContaining([{ kind: 'project' }]),
  })
})

test('[PRJ-2] applies a project to a conversation that moves into it, also after a restart, until it moves out', async () => {
  const { project } = await save({ name: 'Atlas', instructions: 'Answer in French.', servers: [] })
  const { conversation } = await told()
  const { link } = atrium.person
  await link.call('moveConversation', { conversation, project })
  await atrium.stop()
  await atrium.open()
  const { person } = atrium
  await person.until('servers are ready', () => person.state.servers['files']?.status.state === 'ready')
  const moved = await told({ conversation })
  expect([moved.system.includes('French'), serversIn(moved)]).toEqual([true, []])
  const listed = await person.link.call('listConversations', { project })
  expect(listed.rows.map(({ id, project: of }) => [id, of])).toEqual([[conversation, project]])
  await person.link.call('moveConversation', { conversation, project: null })
  expect((await told({ conversation })).system).not.toContain('French')
  expect((await person.link.call('listConversations', { project })).rows).toEqual([])
})

test('[PRJ-3] takes a deleted project’s instructions from its conversations, and returns them when it is restored', async () => {
  const content = { name: 'Atlas', instructions: 'Answer in French.' }
  const { project } = await save(content)
  const { conversation } = await told({ project })
  const { link } = atrium.person
  await link.call('deleteProject', { project })
  expect((await told({ conversation })).system).not.toContain('French')
  await expect(link.call('deleteProject', { project })).rejects.toMatchObject({ code: 'not-found' })
  await expect(told({ project })).rejects.toMatchObject({ code: 'not-found' })
  await save(content, project)
  expect((await told({ conversation })).system).toContain('French')
})

test('[PRJ-4] shares a project’s folders with its servers only, after a confirmation that names both', async () => {
  const asked: Confirmation[] = []
  atrium.confirm = (confirmation) => Promise.resolve(asked.push(confirmation) > 0)
  const content = { name: 'Atlas', servers: ['files'], folders: [shared] }
  const { project } = await save(content)
  expect(asked).toEqual([
    expect.objectContaining({ question: expect.stringContaining('Atlas'), detail: expect.stringContaining(shared) }),
  ])
  expect(asked[0]?.detail).toContain('files')
  await expect.poll(allowed).toContain(shared)
  expect(await allowed()).toContain(folder)
  await save({ ...content, name: 'Atlas 2' }, project)
  expect(asked).toHaveLength(1)
  await atrium.person.link.call('deleteProject', { project })
  await expect.poll(allowed).not.toContain(shared)
  atrium.confirm = () => Promise.resolve(false)
  await expect(save(content, project)).rejects.toMatchObject({ code: 'forbidden' })
  expect(atrium.person.state.projects).toEqual({})
  atrium.confirm = () => Promise.resolve(true)
})

test('[PRJ-5] refuses folders without chosen servers, unknown servers and a hundred and first project', async () => {
  await expect(save({ name: 'A', folders: [shared] })).rejects.toMatchObject({ code: 'bad-input' })
  await expect(save({ name: 'A', servers: ['nobody'] })).rejects.toMatchObject({ code: 'not-found' })
  await expect(save({ name: ' ' })).rejects.toMatchObject({ code: 'bad-input' })
  await expect(
    atrium.join('use', 'web:script').link.call('saveProject', { content: { name: 'A' } }),
  ).rejects.toMatchObject({ code: 'forbidden' })
  for (let n = 0; n < 100; n++) await save({ name: `Project ${n}` })
  await expect(save({ name: 'One more' })).rejects.toMatchObject({ code: 'conflict' })
  const { person } = atrium
  await person.until('they are there', () => Object.keys(person.state.projects ?? {}).length === 100)
})

test('[PRJ-5] takes a removed server out of its projects', async () => {
  await atrium.add('gone', { type: 'playground' })
  const { project } = await save({ name: 'Atlas', servers: ['gone', 'files'] })
  await atrium.remove('gone')
  expect(atrium.person.state.projects?.[project]?.servers).toEqual(['files'])
})

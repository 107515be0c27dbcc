import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Atrium, official } from '../../support/atrium.ts'

let atrium: Atrium
beforeEach(async () => (atrium = await Atrium.start()))
afterEach(() => atrium.close())

const lists = (server = 'it') => atrium.person.state.servers[server]
const promptHash = (name: string) => lists()?.prompts?.items[name]?.hash ?? ''
const get = (prompt: string, given: Record<string, string> = {}) =>
  atrium.person.link.call('getPrompt', { server: 'it', prompt, definition: promptHash(prompt), arguments: given })
const complete = (prompt: string, argument: string, value: string, given: Record<string, string> = {}) =>
  atrium.person.link.call('complete', { server: 'it', of: { prompt }, argument, value, given })

describe('the official server', () => {
  beforeEach(() => atrium.add('it', official('everything')))

  test('[PRM-1] its prompts, resources and templates are listed and pinned with its tools, and nobody is asked', async () => {
    expect(Object.keys(lists()?.prompts?.items ?? {}).toSorted()).toEqual([
      'args-prompt',
      'completable-prompt',
      'resource-prompt',
      'simple-prompt',
    ])
    expect(lists()?.prompts?.items['args-prompt']?.arguments).toMatchObject([
      { name: 'city', required: true },
      { name: 'state', required: false },
    ])
    expect(Object.keys(lists()?.templates?.items ?? {})).toHaveLength(2)
    const { resources } = await atrium.person.link.call('listResources', { server: 'it' })
    expect(resources).toHaveLength(lists()?.resources?.count ?? 0)
    expect(resources[0]).toMatchObject({ uri: expect.stringContaining('demo://'), mimeType: expect.any(String) })
    expect(atrium.person.state.asks).toEqual([])
    expect(Object.keys(atrium.person.state.pins['it'] ?? {})).toEqual(
      expect.arrayContaining(['prompt/simple-prompt', 'instructions', expect.stringMatching(/^template\//)]),
    )
  })

  test('[PRM-2] fills its prompts in', async () => {
    expect((await get('simple-prompt')).messages).toEqual([
      { role: 'user', content: { type: 'text', text: 'This is a simple prompt without arguments.' } },
    ])
    const { messages, handle } = await get('args-prompt', { city: 'Oslo', state: '' })
    expect(JSON.stringify(messages)).toContain('Oslo')
    expect(await atrium.person.event('prompt.got', (event) => event.handle === handle)).toMatchObject({
      prompt: 'args-prompt',
      server: 'it',
    })
    const embedded = await get('resource-prompt', { resourceType: 'Text', resourceId: '1' })
    expect(embedded.messages.map(({ content }) => content)).toMatchObject([{ type: 'text' }, { type: 'resource' }])
  })

  test('[PRM-2] an argument that is missing or unknown, another definition and another name are refused in words', async () => {
    await expect(get('args-prompt')).rejects.toMatchObject({
      code: 'bad-input',
      message: 'args-prompt needs the argument city.',
    })
    await expect(get('args-prompt', { city: 'a', town: 'b' })).rejects.toMatchObject({
      code: 'bad-input',
      message: 'args-prompt takes no argument town.',
    })
    const wanted = { server: 'it', prompt: 'simple-prompt', definition: '0'.repeat(64), arguments: {} }
    await expect(atrium.person.link.call('getPrompt', wanted)).rejects.toMatchObject({ code: 'conflict' })
    await expect(atrium.person.link.call('getPrompt', { ...wanted, prompt: 'nothing' })).rejects.toMatchObject({
      code: 'not-found',
    })
    await expect(get('resource-prompt', { resourceType: 'Text', resourceId: 'x' })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/^it refused with error -?\d+: /),
    })
  })

  test('[PRM-3] says what an argument could be, given the others', async () => {
    expect(await complete('completable-prompt', 'department', 'E')).toMatchObject({ values: ['Engineering'] })
    const names = await complete('completable-prompt', 'name', '', { department: 'Engineering' })
    expect(names).toMatchObject({ values: ['Alice', 'Bob', 'Charlie'], more: false })
    const [template = ''] = Object.keys(lists()?.templates?.items ?? {})
    const of = { template }
    const found = await atrium.person.link.call('complete', { server: 'it', of, argument: 'resourceId', value: '1' })
    expect(found.values).toEqual(['1'])
  })
})

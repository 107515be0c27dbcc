import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { Atrium, official, peer } from '../../../support/atrium.ts'
import { consentOf } from '../../../../shared/state/consents.ts'

let atrium: Atrium
beforeAll(async () => void (atrium = await Atrium.start()))
beforeEach(() => atrium.fresh())
afterAll(() => atrium.close())

const lists = (server = 'it') => atrium.person.state.servers[server]
const promptHash = (name: string) => lists()?.prompts?.items[name]?.hash ?? ''
const get = (prompt: string, given: Record<string, string> = {}) =>
  atrium.person.link.call('getPrompt', { server: 'it', prompt, definition: promptHash(prompt), arguments: given })
const complete = (prompt: string, argument: string, value: string, given: Record<string, string> = {}) =>
  atrium.person.link.call('complete', { server: 'it', of: { prompt }, argument, value, given })

describe('the official server', () => {
  beforeAll(() => atrium.add('it', official('everything')))
  afterAll(() => atrium.remove('it'))

  test('[PRM-1] has its prompts, resources and templates listed and pinned with its tools, without a question', async () => {
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
    expect(Object.keys(consentOf(atrium.person.state, 'it').pins ?? {})).toEqual(
      expect.arrayContaining(['prompt/simple-prompt', 'instructions', expect.stringMatching(/^template\//)]),
    )
  })

  test('[PRM-2] fills in its prompts', async () => {
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

  test('[PRM-2] refuses missing and unknown arguments, a different definition and unknown names in words', async () => {
    await expect(get('args-prompt')).rejects.toMatchObject({
      code: 'bad-input',
      message: 'args-prompt needs the argument city.',
    })
    await expect(get('args-prompt', { city: 'a', town: 'b' })).rejects.toMatchObject({
      code: 'bad-input',
      message: 'args-prompt has no argument named town.',
    })
    const wanted = { server: 'it', prompt: 'simple-prompt', definition: '0'.repeat(64), arguments: {} }
    await expect(atrium.person.link.call('getPrompt', wanted)).rejects.toMatchObject({ code: 'conflict' })
    await expect(atrium.person.link.call('getPrompt', { ...wanted, prompt: 'nothing' })).rejects.toMatchObject({
      code: 'not-found',
    })
    await expect(get('resource-prompt', { resourceType: 'Text', resourceId: 'x' })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/^it refused the request with error -?\d+: /),
    })
  })

  test('[PRM-3] completes an argument, given the others', async () => {
    expect(await complete('completable-prompt', 'department', 'E')).toMatchObject({ values: ['Engineering'] })
    const names = await complete('completable-prompt', 'name', '', { department: 'Engineering' })
    expect(names).toMatchObject({ values: ['Alice', 'Bob', 'Charlie'], more: false })
    const [template = ''] = Object.keys(lists()?.templates?.items ?? {})
    const of = { template }
    const found = await atrium.person.link.call('complete', { server: 'it', of, argument: 'resourceId', value: '1' })
    expect(found.values).toEqual(['1'])
  })
})

test('[PRM-2] [PRM-3] fills in and completes the playground’s prompts in the newest revision', async () => {
  await atrium.add('it', { type: 'playground' })
  onTestFinished(() => atrium.remove('it'))
  expect(lists()?.status).toMatchObject({ era: 'modern' })
  expect(JSON.stringify((await get('write_note', { topic: 'rain' })).messages)).toContain('rain')
  expect(await complete('write_note', 'tone', 'ch')).toMatchObject({ values: ['cheerful'] })
  const embedded = await get('discuss_note', { id: '1' })
  expect(embedded.messages[0]?.content).toMatchObject({ type: 'resource' })
  await expect(get('discuss_note', { id: 'none' })).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('No note has the ID none.'),
  })
})

describe('a server with all kinds of offers', () => {
  let servers = 0
  const env = () => ({ STATE_FILE: path.join(atrium.directory, `how-${servers++}`) })
  beforeEach(() => atrium.add('it', peer('offers.mjs', env())))
  afterEach(() => atrium.remove('it'))

  async function changed(how: string): Promise<void> {
    const { person } = atrium
    const definition = lists()?.tools['change']?.hash ?? ''
    const { call } = await person.link.call('callTool', {
      server: 'it',
      tool: 'change',
      definition,
      arguments: { how },
    })
    await person.event('call.finished', (event) => event.call === call)
  }

  test('[PRM-9] gets an object of arguments for a prompt that has none', async () => {
    const { messages } = await get('talk')
    expect(messages[0]).toEqual({ role: 'assistant', content: { type: 'text', text: 'I begin.' } })
  })

  /** The messages of the request that contains picked prompts and text. */
  async function sent(
    handles: string[],
    text = '',
  ): Promise<{ role: string; content: { type: string; text?: string }[] }[]> {
    const { fake, person } = atrium
    fake.setScenario({ turns: [{ content: [{ text: 'Yes.' }] }] })
    const { turn } = await person.link.call('sendMessage', { text, picked: handles.map((handle) => ({ handle })) })
    expect((await person.event('turn.finished', (event) => event.turn === turn)).end).toBe('done')
    expect(atrium.requests.filter(({ status }) => status === 400)).toEqual([])
    const body: unknown = atrium.requests.at(-1)?.body
    return (body as { messages: { role: string; content: { type: string; text?: string }[] }[] }).messages
  }

  test('[PRM-2] loses only an invalid message in a prompt, with a reported problem', async () => {
    const { messages, problems } = await get('odd')
    expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: 'sound' } }])
    expect(problems).toEqual([
      'Message 2 is left out: its role is neither user nor assistant.',
      'Message 3 is left out: its content isn’t an object.',
      'Message 4 is left out: its text isn’t text.',
      'Message 5 is left out: its data isn’t text.',
      'Message 6 is left out: Atrium doesn’t know its kind of content.',
      'Message 7 is left out: it isn’t an object.',
    ])
  })

  test('[PRM-3] receives context for completions, without odd values, and drops an older request for a newer one', async () => {
    expect(await complete('greet', 'style', 'x', { who: 'Ada' })).toMatchObject({
      values: ['{"who":"Ada"}', 'a', 'b'],
      total: 4,
      more: false,
    })
    expect((await complete('greet', 'style', 'many')).values).toHaveLength(100)
    const older = complete('greet', 'style', 'slow')
    const newer = complete('greet', 'style', 'x')
    expect(await older).toMatchObject({ values: [], more: false })
    expect((await newer).values).toEqual(['a', 'b'])
    await expect(complete('greet', 'none', 'x')).rejects.toMatchObject({ code: 'bad-input' })
    const flood = await Promise.allSettled(Array.from({ length: 60 }, () => complete('greet', 'style', 'x')))
    expect(flood.some((it) => it.status === 'rejected')).toBe(true)
  })

  test('[PRM-6] can’t deliver a changed or new prompt before its review', async () => {
    const before = promptHash('greet')
    await changed('prompt')
    const asked = await atrium.person.ask('definitions', 'it')
    expect(asked.question.items).toMatchObject([{ item: 'prompt/greet', before, hash: promptHash('greet') }])
    await expect(get('greet', { who: 'Ada' })).rejects.toMatchObject({
      code: 'conflict',
      message: 'The prompt greet from it changed since you accepted it, so it needs your review.',
    })
    await expect(complete('greet', 'style', 'x')).rejects.toMatchObject({ code: 'conflict' })
    await atrium.person.accept('it')
    expect((await get('greet', { who: 'Ada' })).messages).toHaveLength(1)
    await changed('more')
    await atrium.person.until('it is listed', () => promptHash('later') !== '')
    await expect(get('later')).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('is new') })
  })

  test('[PRM-6] can’t complete a changed template before its review @all', async () => {
    await changed('template')
    const asked = await atrium.person.ask('definitions', 'it')
    expect(asked.question.items).toMatchObject([{ item: 'template/x://{name}' }])
    const of = { template: 'x://{name}' }
    await expect(
      atrium.person.link.call('complete', { server: 'it', of, argument: 'name', value: '' }),
    ).rejects.toMatchObject({ code: 'conflict' })
  })

  test('[PRM-7] gets every role and content kind of its prompt to the model, between lines that name it', async () => {
    const { handle } = await get('talk')
    const messages = await sent([handle], 'Now you')
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant', 'user'])
    const words = messages.map(({ content }) => content.map((it) => it.text ?? it.type).join('|'))
    const [, mark = ''] = /(--- [0-9a-f-]{36})$/.exec(words[0] ?? '') ?? []
    expect(mark).not.toBe('')
    expect(words[0]).toContain('I picked the prompt "talk" of the server "it".')
    expect(words[1]).toBe('I begin.')
    expect(words[2]).toMatch(/^You go on\.\|image\|\[Atrium [0-9a-f]{12}: audio \("audio\/wav"/)
    expect(words[2]).toContain(`${mark} resource\nWhat the resource says\n${mark} resource`)
    expect(words[2]).toContain('a link to the resource "x://l"')
    expect(words[3]).toMatch(
      /\[Atrium [0-9a-f]{12}: here the server put image that cannot stand in a message of the model/,
    )
    expect(words[3]).toContain('I end.')
    expect(words[4]).toBe(`${mark}|Now you`)
  })

  test('[PRM-7] has prompts sent alone, together, empty and again; an unknown handle is refused', async () => {
    const greeting = await get('greet', { who: 'Ada', style: '' })
    const empty = await get('nothing')
    expect(empty.messages).toEqual([])
    const messages = await sent([greeting.handle, empty.handle, greeting.handle])
    expect(JSON.stringify(messages)).toContain('Greet Ada in a plain way')
    expect(JSON.stringify(messages)).toContain('It has no messages.')
    expect(atrium.person.all('conversation.created').at(-1)?.title).toBe('Greet')
    const [part] = atrium.person.all('turn.started').at(-1)?.message?.parts ?? []
    expect(part).toMatchObject({ type: 'prompt', server: 'it', name: 'greet', arguments: { who: 'Ada' } })
    const gone = { text: '', picked: [{ handle: '0'.repeat(64) }] }
    await expect(atrium.person.link.call('sendMessage', gone)).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('a server whose prompts name their readers', () => {
  beforeEach(() => atrium.add('it', peer('offers.mjs', { READERS: '1' })))
  afterEach(() => atrium.remove('it'))

  /** The text of the request's messages after a picked prompt was sent. */
  async function given(prompt: string, rest: object = {}): Promise<string> {
    const { handle, messages } = await get(prompt)
    expect(messages.length).toBeGreaterThan(0)
    atrium.fake.setScenario({ turns: [{ content: [{ text: 'Yes.' }] }] })
    const { turn } = await atrium.person.link.call('sendMessage', { text: 'Go', picked: [{ handle }], ...rest })
    expect((await atrium.person.event('turn.finished', (event) => event.turn === turn)).end).toBe('done')
    const body: unknown = atrium.requests.at(-1)?.body
    return JSON.stringify(body)
  }

  test('[SED-1] keeps messages for the user alone from the model, and tells it how many', async () => {
    const request = await given('readers')
    expect(request).toContain('For the model alone')
    expect(request).toContain('For both of them')
    for (const text of ['For the person alone', 'The person reads this answer', 'A picture of it', 'x://inner'])
      expect(request).not.toContain(text)
    expect(request).toMatch(/\[Atrium [0-9a-f]{12}: 3 parts of this prompt are left out: they are meant for the person/)
    const [part] = atrium.person.all('turn.started').at(-1)?.message?.parts ?? []
    expect(part).toMatchObject({ type: 'prompt', name: 'readers' })
    expect(await given('private')).toMatch(/1 part of this prompt is left out: it is meant for the person alone/)
  })

  test('[SED-2] loses the messages of its prompts with the lowest priority first, if there is no room', async () => {
    const whole = await given('priorities')
    for (const text of ['Needed.', 'Optional.', 'An example.', 'Useful.', 'Without a priority.'])
      expect(whole).toContain(text)
    // By the host's estimate, this fills the context of a million tokens up to where the two least fit no longer.
    const data = Buffer.from('word '.repeat(99_000)).toString('base64')
    const attachments = Array.from({ length: 4 }, (_, at) => ({ name: `${at}.txt`, data }))
    const request = await given('priorities', { attachments })
    expect(atrium.person.all('message.finished').at(-1)?.noRoom).toEqual({ attachments: 2, parts: 0 })
    for (const text of ['Needed.', 'Useful.', 'Without a priority.']) expect(request).toContain(text)
    for (const text of ['Optional.', 'An example.']) expect(request).not.toContain(text)
    expect(request).toContain(
      'I attached a part of the prompt \\"priorities\\" of the server \\"it\\". It is left out here',
    )
    expect(request).toContain('A message of this prompt stood here. It is left out, because there is no room for all')
  })
})

test('[PRM-2] [ELI-10] refuses in words a prompt that requests input endlessly @all', async () => {
  await atrium.add('it', peer('offers.mjs', { MCP_ERA: 'modern' }))
  await expect(get('asks')).rejects.toMatchObject({
    code: 'unavailable',
    message: 'it didn’t finish this: it asked for input more than 10 times.',
  })
})

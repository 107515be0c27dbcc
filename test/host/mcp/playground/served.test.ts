import { afterEach, describe, expect, test } from 'vitest'
import type { ElicitResult } from '@modelcontextprotocol/client'
import { connectTo } from './client.ts'

const eras = ['modern', 'legacy'] as const
let playground: Awaited<ReturnType<typeof connectTo>>
afterEach(() => playground.close())

/** A result's texts. */
const textsOf = (result: { content?: unknown }): string =>
  [result.content]
    .flat()
    .map((block) => (block as { text?: string }).text ?? '')
    .join(' ')

test.each(eras)('[PLG-1] identifies the playground and uses the %s era', async (era) => {
  playground = await connectTo(era)
  const { client } = playground
  expect(client.getServerVersion()).toMatchObject({ name: 'playground', title: 'Playground', version: '1.2.3' })
  expect(client.getProtocolEra()).toBe(era)
  expect(client.getInstructions()).toContain('playground')
})

describe('[PLG-6] the tool that asks the user', () => {
  /** The tool's text for this form answer. */
  const answered = async (era: 'modern' | 'legacy', answer: ElicitResult) => {
    playground = await connectTo(era, { capabilities: { elicitation: { form: {} } } })
    const asked: unknown[] = []
    playground.client.setRequestHandler('elicitation/create', (request) => {
      asked.push(request.params)
      return answer
    })
    const result = await playground.client.callTool({ name: 'ask_me', arguments: {} })
    expect(asked).toMatchObject([{ requestedSchema: { required: ['name', 'drink'] } }])
    return result
  }

  test.each(eras)('repeats the submitted form (%s)', async (era) => {
    const result = await answered(era, { action: 'accept', content: { name: 'Ada', drink: 'tea' } })
    expect(textsOf(result)).toBe('You said: {"name":"Ada","drink":"tea"}')
  })

  test.each(eras)('accepts a refusal (%s)', async (era) => {
    expect(textsOf(await answered(era, { action: 'decline' }))).toBe('You declined, so nothing was served.')
  })

  test.each(eras)('doesn’t ask through an app that doesn’t offer forms (%s)', async (era) => {
    playground = await connectTo(era, { capabilities: { elicitation: { url: {} } } })
    const result = await playground.client.callTool({ name: 'ask_me', arguments: {} })
    expect(result.isError).toBe(true)
    expect(textsOf(result)).toMatch(/doesn’t show forms/)
  })

  test.each(eras)('assumes forms for an app that names no way to ask (%s)', async (era) => {
    playground = await connectTo(era, { capabilities: { elicitation: {} } })
    playground.client.setRequestHandler('elicitation/create', () => ({ action: 'cancel' }))
    expect(textsOf(await playground.client.callTool({ name: 'ask_me', arguments: {} }))).toBe('You closed the form.')
  })
})

describe('[PLG-7] the playground’s content', () => {
  test.each(eras)('includes a guide, an image and a note for each ID of the template (%s)', async (era) => {
    playground = await connectTo(era)
    const { client } = playground
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual([
      'playground://guide',
      'playground://picture.png',
      'note://1',
      'note://2',
    ])
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates).toMatchObject([{ uriTemplate: 'note://{id}', title: 'Note' }])
    const guide = await client.readResource({ uri: 'playground://guide' })
    expect(JSON.stringify(guide.contents)).toContain('# The playground')
    const { tools } = await client.listTools()
    for (const { title } of tools) expect(JSON.stringify(guide.contents)).toContain(title)
    const picture = await client.readResource({ uri: 'playground://picture.png' })
    expect(picture.contents).toMatchObject([{ mimeType: 'image/png', blob: expect.stringMatching(/^iVBORw0KGgo/) }])
    const note = await client.readResource({ uri: 'note://2' })
    expect(JSON.stringify(note.contents)).toContain('Things to try')
    await expect(client.readResource({ uri: 'note://99' })).rejects.toThrow(/not found/i)
  })

  test.each(eras)('completes note ids and prompt arguments (%s)', async (era) => {
    playground = await connectTo(era)
    const { client } = playground
    const complete = async (ref: Parameters<typeof client.complete>[0]['ref'], name: string, value: string) =>
      (await client.complete({ ref, argument: { name, value } })).completion.values
    expect(await complete({ type: 'ref/resource', uri: 'note://{id}' }, 'id', '')).toEqual(['1', '2'])
    expect(await complete({ type: 'ref/prompt', name: 'discuss_note' }, 'id', '2')).toEqual(['2'])
    expect(await complete({ type: 'ref/prompt', name: 'write_note' }, 'tone', 'f')).toEqual(['formal'])
  })

  test.each(eras)('includes prompts with and without arguments (%s)', async (era) => {
    playground = await connectTo(era)
    const { client } = playground
    const { prompts } = await client.listPrompts()
    expect(prompts).toMatchObject([
      { name: 'tour' },
      { name: 'write_note', arguments: [{ name: 'topic', required: true }, { name: 'tone' }] },
      { name: 'discuss_note', arguments: [{ name: 'id', required: true }] },
    ])
    const written = await client.getPrompt({ name: 'write_note', arguments: { topic: 'owls', tone: 'formal' } })
    expect(JSON.stringify(written.messages)).toMatch(/about owls in this tone: formal/)
    const discussed = await client.getPrompt({ name: 'discuss_note', arguments: { id: '1' } })
    expect(discussed.messages).toMatchObject([{ content: { resource: { uri: 'note://1' } } }, { role: 'user' }])
    await expect(client.getPrompt({ name: 'discuss_note', arguments: { id: '99' } })).rejects.toThrow(/No note/)
  })
})

test.each(eras)('[PLG-8] notifies a listening app when a note is added or deleted (%s)', async (era) => {
  let told = 0
  playground = await connectTo(era, {
    listChanged: { resources: { onChanged: () => void (told += 1), debounceMs: 0 } },
  })
  const { client } = playground
  await client.callTool({ name: 'add_note', arguments: { title: 'New', text: 'Text' } })
  await expect.poll(() => told).toBe(1)
  await client.callTool({ name: 'delete_note', arguments: { id: '3' } })
  await expect.poll(() => told).toBe(2)
  await client.callTool({ name: 'delete_note', arguments: { id: '3' } })
  expect((await client.listResources()).resources).toHaveLength(4)
  expect(told).toBe(2)
})

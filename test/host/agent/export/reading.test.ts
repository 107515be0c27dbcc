import { describe, expect, test } from 'vitest'
import { readImportFile } from '../../../../main/host/export/reading/read-file.ts'
import type { ReadConversation } from '../../../../main/host/export/reading/shape.ts'
import type { JsonValue } from '../../../../shared/schema/json.ts'
import {
  chatGptFile,
  claudeFile,
  claudeMessage,
  gptConversation,
  gptNode,
  harbour,
  orchard,
} from '../../../support/importing/import-samples.ts'

/** Each turn as its parent's place and its texts. */
const shapeOf = ({ turns }: ReadConversation) =>
  turns.map(({ parent, said, messages }) => [
    turns.findIndex(({ id }) => id === parent),
    said.map((part) => (part.type === 'text' ? part.text : part.name)).join(),
    messages.flatMap(({ blocks }) => blocks.map((block) => JSON.stringify(block))).join(),
  ])

const says = (text: string): string => JSON.stringify({ type: 'text', text })

const only = async (text: string): Promise<ReadConversation> => {
  const { conversations } = await readImportFile(text)
  expect(conversations).toHaveLength(1)
  const [one] = conversations
  if (!one) throw new Error('Nothing was read.')
  return one
}

const refusals = async (...items: JsonValue[]) =>
  (await readImportFile(JSON.stringify(items))).refused.map(({ why }) => why)

describe('a file of conversations', () => {
  test('[IMC-1] has every branch if it is from ChatGPT, and the branch in use ends at the current node', async () => {
    const read = await only(chatGptFile(orchard))
    expect(read).toMatchObject({ from: 'chatgpt', original: 'gpt-orchard', title: 'The orchard' })
    expect(shapeOf(read)).toEqual([
      [-1, 'When do quinces ripen?', says('Quinces ripen in October.')],
      [0, 'And medlars?', says('Medlars in November.')],
      [0, 'And medlars?', says('Medlars after the frost.')],
      [0, 'And this?', says('A sorb apple.')],
    ])
    expect(read.turns.findIndex(({ id }) => id === read.head)).toBe(2)
    expect(read.leftOut).toEqual({ instructions: 1, tools: 2, reasoning: 1, attachments: 1 })
    expect(read.turns[0]?.messages[0]?.model).toBe('gpt-4o')
  })

  test('[IMC-1] has its messages in order if it is from Claude, with the texts of attachments', async () => {
    const read = await only(claudeFile(harbour))
    expect(shapeOf(read)).toEqual([
      [-1, 'depths.txt,How deep is it?', says('Seven fathoms.')],
      [0, 'Thank you', says('Fair winds.')],
    ])
    expect(read.turns[0]?.absent).toEqual(['map.png'])
    expect(read.leftOut).toEqual({ reasoning: 1, tools: 1, attachments: 1 })
  })

  test('[IMC-1] has branches if it is from Claude and its messages name the ones before', async () => {
    const after = (parent: string) => ({ parent_message_uuid: parent })
    const messages = [
      claudeMessage('human', 'One', after('00000000-0000-4000-8000-000000000000')),
      claudeMessage('assistant', 'A', after('human-One')),
      claudeMessage('assistant', 'B', after('human-One')),
    ]
    const read = await only(claudeFile({ uuid: 'x', name: '', chat_messages: messages }))
    expect(shapeOf(read)).toEqual([
      [-1, 'One', says('A')],
      [-1, 'One', says('B')],
    ])
  })

  test('[IMC-4] is refused in one sentence if it isn’t in a known format', async () => {
    for (const text of [
      '',
      'no JSON',
      '[',
      '{"a":1}',
      '[]',
      '[1,null,"x"]',
      '{"format":"atrium-conversation","version":9}',
    ])
      await expect(readImportFile(text), text).rejects.toMatchObject({ code: 'bad-input', message: /^[A-Z].+\.$/ })
    await expect(readImportFile('['.repeat(100_000))).rejects.toMatchObject({ code: 'bad-input' })
    await expect(readImportFile(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).rejects.toMatchObject({
      code: 'bad-input',
    })
  })

  test('[IMC-4] loses only messages in a loop, and keeps one with an unknown parent', async () => {
    const loop = [
      gptNode('n1', 'n2', { role: 'user', text: 'Round' }),
      gptNode('n2', 'n1', { role: 'assistant', text: 'and round' }),
      gptNode('n3', 'n3', { role: 'user', text: 'Itself' }),
    ]
    expect(await refusals(gptConversation('a', '', loop))).toEqual(['empty'])
    const good = gptNode('n4', 'nowhere', { role: 'user', text: 'Good' })
    const read = await only(chatGptFile(gptConversation('b', '', [...loop, good])))
    expect(shapeOf(read)).toEqual([[-1, 'Good', '']])
    expect(read.leftOut).toEqual({ other: 3 })
  })

  test('[IMC-4] reads a long conversation without recursion, and refuses one beyond the bounds @all', async () => {
    const chain = (length: number) =>
      Array.from({ length }, (_, at) =>
        gptNode(`n${at}`, at === 0 ? null : `n${at - 1}`, { role: at % 2 ? 'assistant' : 'user', text: `${at}` }),
      )
    const read = await only(chatGptFile(gptConversation('long', '', chain(9000))))
    expect(read.turns).toHaveLength(4500)
    const deep = gptConversation('deep', '', chain(100_000))
    const nested = `${'['.repeat(5000)}${']'.repeat(5000)}`
    const call = { tool: 'x', arguments: { json: 'nested' } }
    const turn = { id: 't', messages: [{ model: 'm', blocks: { json: [] }, calls: [call] }] }
    const file = { format: 'atrium-conversation', version: 1, conversation: { id: 'c', turns: [turn] } }
    expect(await refusals(deep)).toEqual(['too-large'])
    expect(
      (await readImportFile(JSON.stringify(file).replace('"nested"', nested))).refused.map(({ why }) => why),
    ).toEqual(['too-large'])
    const huge = gptConversation('huge', '', [gptNode('n1', null, { role: 'user', text: 'x'.repeat(1_000_001) })])
    expect(await refusals(huge)).toEqual(['too-large'])
  })

  test('[IMC-4] refuses only the conversations that have another shape', async () => {
    const odd = { mapping: { __proto__: null, constructor: 7, n1: { message: { content: 4, author: [] } } } }
    const evil: JsonValue = JSON.parse(
      '{"mapping":{"__proto__":{"parent":null,"message":{"author":{"role":"user"},"content":{"parts":["Own"]}}}}}',
    )
    const file = JSON.stringify([7, { mapping: null, title: 'Nothing' }, odd, orchard, orchard, evil])
    const { conversations, refused } = await readImportFile(file)
    expect(refused.map(({ why }) => why)).toEqual(['shape', 'shape', 'empty', 'twice'])
    expect(conversations.map(({ title }) => title)).toEqual(['The orchard', ''])
    expect({}).not.toHaveProperty('parent')
  })
})

describe('a file that is written otherwise', () => {
  const said = (parent: string | null, role: string, text: string, metadata = {}) => ({
    parent,
    children: [],
    message: { author: { role }, content: { content_type: 'text', parts: [text] }, recipient: 'all', metadata },
  })
  const cite = '\ue200cite\ue202turn0search1\ue201'
  const references = [{ matched_text: cite, alt: '([Example](https://paris.example/))' }]
  const text = `Paris is the capital.${cite} It has a tower.\ue200image\ue202x\ue201`
  const conversation = {
    title: 'Paris',
    conversation_id: 'c1',
    create_time: 1735689600,
    update_time: 1735689700,
    current_node: 'a',
    mapping: {
      u: said(null, 'user', 'Where?'),
      a: said('u', 'assistant', text, { content_references: references }),
    },
  }

  test('[IMC-11] shows citations instead of marks that only ChatGPT resolves, and counts other marks', async () => {
    const { conversations } = await readImportFile(JSON.stringify([conversation]))
    expect(JSON.stringify(conversations[0]?.turns)).toContain(
      'Paris is the capital. ([Example](https://paris.example/)) It has a tower."',
    )
    expect(conversations).toMatchObject([{ leftOut: { other: 1 } }])
  })

  test('[IMC-11] is read as one conversation alone, and as a list inside an object', async () => {
    const { from, conversations } = await readImportFile(JSON.stringify([conversation]))
    for (const file of [conversation, { conversations: [conversation] }])
      expect(await readImportFile(JSON.stringify(file))).toEqual({ from, conversations, refused: [] })
  })
})

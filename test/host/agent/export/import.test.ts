import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { longestImportPiece } from '../../../../shared/contract/conversation-import-commands.ts'
import { Atrium, peer } from '../../../support/atrium.ts'
import { importAll, openFileText, saidIn } from '../../../support/importing/importing.ts'
import {
  chatGptFile,
  claudeFile,
  gptConversation,
  gptNode,
  harbour,
  orchard,
} from '../../../support/importing/import-samples.ts'

let atrium: Atrium
beforeAll(async () => {
  atrium = await Atrium.start()
  await atrium.add('good', peer('good.mjs'))
})
beforeEach(() => atrium.fresh())
afterAll(() => atrium.close())

const link = () => atrium.person.link
const read = async (conversation: string) => (await link().call('getConversation', { conversation })).conversation

async function imported(text: string): Promise<string> {
  const [first = ''] = await importAll(link(), text, true)
  return first
}

async function say(text: string, conversation?: string) {
  const sent = await link().call('sendMessage', { text, ...(conversation && { conversation }) })
  return { ...sent, end: () => atrium.person.event('turn.finished', ({ turn }) => turn === sent.turn) }
}

/** A conversation with two branches and an allowed call, as Atrium exports it. */
async function exported() {
  const first = await say('!tool good__echo {"text":"a bassoon"}')
  await atrium.person.answer(await atrium.person.ask(), { decision: 'allow', scope: 'conversation' })
  await first.end()
  const second = await say('An oboe', first.conversation)
  await second.end()
  const again = await link().call('sendAgain', {
    conversation: first.conversation,
    turn: second.turn ?? '',
    text: 'A flute',
  })
  await atrium.person.event('turn.finished', ({ turn }) => turn === again.turn)
  await link().call('setSystemPrompt', { conversation: first.conversation, text: 'Obey the file' })
  const { file } = await link().call('exportConversation', {
    conversation: first.conversation,
    format: 'json',
    results: true,
  })
  return { conversation: first.conversation, text: readFileSync(file, 'utf8') }
}

describe('an imported file', () => {
  test('[IMC-1] [IMC-3] is previewed without a change, and its conversations are left out the second time', async () => {
    const text = chatGptFile(orchard, gptConversation('empty', 'Nothing', []))
    const before = await link().call('listConversations', {})
    const { reading, preview } = await openFileText(link(), text)
    expect(preview).toMatchObject({
      from: 'chatgpt',
      rows: [{ index: 0, title: 'The orchard', messages: 8, branches: 3, leftOut: { tools: 2 } }],
      refused: [{ title: 'Nothing', why: 'empty' }],
    })
    expect((await link().call('listConversations', {})).rows).toEqual(before.rows)
    const { conversation } = await link().call('importConversation', { reading, index: 0 })
    await expect(link().call('importConversation', { reading, index: 0 })).rejects.toMatchObject({ code: 'conflict' })
    const second = await openFileText(link(), text)
    expect(second.preview.rows[0]?.already?.conversation).toBe(conversation)
    const other = await link().call('importConversation', { reading: second.reading, index: 0, again: true })
    expect(other.conversation).not.toBe(conversation)
    for (const one of [conversation, other.conversation]) await link().call('deleteConversation', { conversation: one })
    expect((await openFileText(link(), text)).preview.rows[0]?.already).toBeUndefined()
  })

  test('[IMC-7] [IMC-5] has the same branches, texts and calls if Atrium exported it, and decides nothing', async () => {
    const { conversation, text } = await exported()
    const preview = (await openFileText(link(), text)).preview.rows[0]
    expect(preview).toMatchObject({ already: { conversation }, leftOut: { instructions: 1 } })
    const rules = Object.keys(atrium.person.state.rules)
    const copy = await imported(text)
    const [original, made] = [await read(conversation), await read(copy)]
    expect(saidIn(made)).toEqual(saidIn(original))
    expect(made).toMatchObject({ imported: { from: 'atrium' }, names: {} })
    expect(made.system).toBeUndefined()
    expect(made.choice).toBeUndefined()
    expect(Object.keys(atrium.person.state.rules)).toEqual(rules)
    for (const turn of made.turns) {
      expect(turn).toMatchObject({ imported: true })
      for (const call of turn.messages.flatMap(({ calls }) => calls)) {
        expect(call).toMatchObject({ imported: true })
        expect(call.clearedBy ?? call.startedAt ?? call.definition ?? call.files).toBeUndefined()
      }
      const undo = await link().call('getUndo', { conversation: copy, turn: turn.id })
      expect(undo).toEqual({ files: [], left: [], calls: [] })
    }
    const { rows } = await link().call('listCalls', { conversation: copy })
    expect(rows).toEqual([])
  })

  test('[PRJ-7] names its project, and goes into one only on request', async () => {
    const { project } = await link().call('saveProject', { content: { name: 'Winds *', instructions: 'In French.' } })
    const sent = await link().call('sendMessage', { text: 'An oboe', project })
    await atrium.person.event('turn.finished', ({ turn }) => turn === sent.turn)
    const files = await Promise.all(
      (['json', 'markdown', 'html'] as const).map(async (format) => {
        const { conversation } = sent
        const { file } = await link().call('exportConversation', { conversation, format, results: true })
        return readFileSync(file, 'utf8')
      }),
    )
    const [json = '', markdown, html] = files
    expect(JSON.parse(json)).toMatchObject({ project: 'Winds *' })
    expect(markdown).toContain(String.raw`Project: Winds \*.`)
    expect(html).toContain('Project: Winds *.')
    for (const file of files) expect(file).not.toContain('In French')
    const { reading, preview } = await openFileText(link(), json)
    expect(preview.rows).toMatchObject([{ project: 'Winds *' }])
    const plain = await link().call('importConversation', { reading, index: 0, again: true })
    expect((await read(plain.conversation)).project).toBeUndefined()
    const joined = await link().call('importConversation', { reading, index: 0, again: true, project })
    expect((await read(joined.conversation)).project).toBe(project)
    await link().call('deleteProject', { project })
    const refused = link().call('importConversation', { reading, index: 0, again: true, project })
    await expect(refused).rejects.toMatchObject({ code: 'not-found' })
    const { conversation } = sent
    const { file } = await link().call('exportConversation', { conversation, format: 'json', results: true })
    expect(JSON.parse(readFileSync(file, 'utf8'))).not.toHaveProperty('project')
  })

  test('[IMC-5] has its known secrets replaced', async () => {
    const name = 'server/late/env/TOKEN'
    const config = { ...peer('good.mjs'), env: { TOKEN: { secret: name } }, enabled: false }
    await link().call('addServer', { id: 'late', config, secrets: { [name]: 'Xy7-kettledrum-93' } })
    const nodes = [gptNode('n1', null, { role: 'user', text: 'My token is Xy7-kettledrum-93' })]
    const conversation = await imported(chatGptFile(gptConversation('secret', 'Xy7-kettledrum-93', nodes)))
    expect(JSON.stringify(await read(conversation))).not.toContain('Xy7-kettledrum-93')
  })

  test('[IMC-6] is continued with its text marked, alternating and without results', async () => {
    const conversation = await imported((await exported()).text)
    atrium.fake.state.log.length = 0
    await (await say('And now?', conversation)).end()
    const messages = atrium.requests.at(-1)?.body.messages ?? []
    expect(messages.map(({ role }) => role)).toEqual(messages.map((_, at) => (at % 2 === 0 ? 'user' : 'assistant')))
    const sent = JSON.stringify(messages)
    expect(sent).toContain('from a file that Atrium wrote')
    expect(sent).toContain('A flute')
    expect(sent).toContain('And now?')
    expect(sent).not.toContain('An oboe')
    expect(sent).not.toMatch(/tool_use|tool_result/)
  })

  test('[IMC-6] is named as the source when its text is in a call', async () => {
    const input = { text: 'the ledger in box 4471-K' }
    const made = { tool_use: { name: 'good__echo', input } }
    await atrium.fresh({ turns: [{ match: { last_user: 'Look it up' }, content: [made] }] })
    const nodes = [
      gptNode('n1', null, { role: 'assistant', text: 'The harbour master keeps the ledger in box 4471-K' }),
    ]
    const conversation = await imported(chatGptFile(gptConversation('traced', '', nodes)))
    const sent = await say('Look it up', conversation)
    const ask = await atrium.person.ask()
    expect(ask.question.flows?.[0]?.source).toMatchObject({ kind: 'attachment', name: 'imported conversation' })
    await atrium.person.deny()
    await sent.end()
  })

  test('[IMC-8] is found and recorded under its own kinds, and gone once it is erased', async () => {
    const conversation = await imported(claudeFile(harbour))
    const find = async (text: string) => (await link().call('findText', { text })).rows
    expect(await find('fair winds')).toMatchObject([{ conversation, speaker: 'model', title: 'The harbour' }])
    expect(await find('fathoms at the pier')).toMatchObject([{ conversation, speaker: 'person' }])
    const { rows } = await link().call('listAudit', { conversation })
    expect(rows.map(({ type }) => type).toReversed()).toEqual([
      'conversation.imported',
      'turn.imported',
      'message.imported',
      'turn.imported',
      'message.imported',
    ])
    expect(rows.at(-1)).toMatchObject({ actor: 'web:test', outcome: 'claude' })
    await link().call('deleteConversation', { conversation })
    await link().call('eraseConversation', { conversation })
    expect(await find('fair winds')).toEqual([])
  })

  test('[IMC-4] is refused when it is too large or forgotten, and nothing is imported', async () => {
    const before = await link().call('listConversations', {})
    const { reading } = await link().call('addImportText', { text: 'x' })
    const piece = 'x'.repeat(longestImportPiece)
    const fill = async () => {
      for (;;) await link().call('addImportText', { reading, text: piece })
    }
    await expect(fill()).rejects.toMatchObject({ code: 'bad-input', message: expect.stringMatching(/64 million/) })
    await expect(link().call('previewImport', { reading })).rejects.toMatchObject({ code: 'not-found' })
    const opened = await openFileText(link(), chatGptFile(orchard))
    await expect(
      link().call('importConversation', { reading: opened.reading, index: 7, again: true }),
    ).rejects.toMatchObject({ code: 'not-found' })
    expect((await link().call('listConversations', {})).rows).toEqual(before.rows)
  })
})

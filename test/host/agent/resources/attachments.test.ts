import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type PersonMessage } from '../../../../shared/content/attachments.ts'
import { refusals, unreadFile } from '../../../../shared/content/words.ts'
import { Journal } from '../../../../main/host/journal/journal.ts'
import { Atrium } from '../../../support/atrium.ts'
import { FakeLocal } from '../../../support/fake-local.ts'
import { png } from '../../../support/pictures.ts'
import { erasing } from '../../journal/following.ts'

let atrium: Atrium

beforeAll(async () => {
  atrium = await Atrium.start()
  await atrium.add('playground', { type: 'playground' })
})
beforeEach(() => atrium.fresh())
afterAll(() => atrium.close())

const file = (name: string, data: Buffer | string) => ({ name, data: Buffer.from(data).toString('base64') })
const picture = file('plan.png', png(3, 2))

/** Sends, waits for the turn's end, and returns the conversation. */
async function send(text: string, attachments: { name: string; data: string }[], conversation?: string) {
  const { link } = atrium.person
  const sent = await link.call('sendMessage', { text, attachments, ...(conversation && { conversation }) })
  if (sent.turn) await atrium.person.event('turn.finished', ({ turn }) => turn === sent.turn)
  return sent.conversation
}

type Sent = { type: string; text?: string; source?: unknown }

/** The blocks of one message of a request. */
const contentOf = (request: number, message: number): Sent[] =>
  (atrium.requests.at(request)?.body.messages.at(message)?.content ?? []) as Sent[]
const lastContent = () => contentOf(-1, -1)

const messageOf = async (conversation: string): Promise<PersonMessage | undefined> =>
  (await atrium.person.link.call('getConversation', { conversation })).conversation.turns.at(-1)?.message

describe('attachments for the model', () => {
  test('[COM-1] come before the text with their names, and the API accepts them', async () => {
    await send('Compare them', [picture, file('notes.md', '# Notes\n\nGrün')])
    const content = lastContent()
    expect(content.map(({ type }) => type)).toEqual(['text', 'image', 'text', 'text'])
    expect(content[0]?.text).toContain('"plan.png"')
    expect(content[1]?.source).toEqual({ type: 'base64', media_type: 'image/png', data: picture.data })
    expect(content[2]?.text).toContain('"notes.md"')
    expect(content[2]?.text).toMatch(/\n(--- [0-9a-f-]{36})\n# Notes\n\nGrün\n\1\n$/)
    expect(content[3]?.text).toBe('Compare them')
    expect(atrium.requests.map(({ status }) => status)).toEqual([200])
    expect(atrium.requests.flatMap(({ lint = [] }) => lint)).toEqual([])
  })

  test('[COM-1] are sent unchanged in later turns, also after a restart', async () => {
    const conversation = await send('Look', [picture])
    const plain = (request: number) => contentOf(request, 0).map(({ type, text, source }) => ({ type, text, source }))
    const first = plain(0)
    await atrium.stop()
    await atrium.open()
    await send('Again', [], conversation)
    expect(plain(1)).toEqual(first)
    expect(atrium.requests.map(({ status }) => status)).toEqual([200, 200])
  })

  test('[COM-1] need no text, and the first one names the conversation', async () => {
    const conversation = await send('', [picture])
    expect((await messageOf(conversation))?.parts).toHaveLength(1)
    expect(atrium.person.all('conversation.created')[0]?.title).toBe('plan.png')
    expect(atrium.requests.map(({ status }) => status)).toEqual([200])
  })

  test('[COM-1] can exceed twenty images in a conversation', async () => {
    const wide = file('wide.png', png(2400, 4))
    const conversation = await send(
      'Twenty',
      Array.from({ length: 20 }, () => picture),
    )
    await send('One more', [wide], conversation)
    expect(atrium.requests.map(({ status }) => status)).toEqual([200, 200])
  })

  test('[COM-5] are named instead of sent if the model’s server can’t show this kind of image', async () => {
    const fake = new FakeLocal('ollama', ['qwen3'])
    fake.turns = [{ text: 'Seen.' }]
    const baseUrl = await fake.listen()
    try {
      const { link } = atrium.person
      await link.call('setEndpoint', { endpoint: 'mine', config: { baseUrl, profile: 'ollama' } })
      const gif = file('moving.gif', Buffer.concat([Buffer.from('GIF89a'), Buffer.from([2, 0, 1, 0, 0, 0, 0, 0x3b])]))
      const sent = await link.call('sendMessage', {
        text: 'See?',
        attachments: [picture, gif],
        choice: { endpoint: 'mine', model: 'qwen3' },
      })
      await atrium.person.event('turn.finished', ({ turn }) => turn === sent.turn)
      const asked = JSON.stringify(fake.asked)
      expect(asked).toContain(picture.data)
      expect(asked).not.toContain(gif.data)
      expect(asked).toContain('an image (image/gif), which this server cannot show its models')
    } finally {
      await fake.close()
    }
  })
})

describe('an attachment', () => {
  const refused = (attachments: { name: string; data: string }[], as: object) =>
    expect(send('x', attachments)).rejects.toMatchObject({ code: 'bad-input', ...as })

  test('[COM-2] is refused if it is nothing that Atrium reads, whatever its name', async () => {
    await refused([file('notes.txt', Buffer.from([1, 0, 2]))], { message: unreadFile.kind('notes.txt') })
    await refused([file('notes.txt', Buffer.from('%PDF-1.7\n\0\0'))], { message: unreadFile.broken('notes.txt') })
    await refused([{ name: 'notes.txt', data: '?!' }], { code: 'bad-input' })
    await refused([file('nothing.txt', '')], { message: refusals.empty('nothing.txt') })
    expect(atrium.requests).toEqual([])
    expect(atrium.person.all('conversation.created')).toEqual([])
  })

  test('[COM-2] is refused if it is too large or too wide, or if there are too many', async () => {
    await refused([file('long.txt', 'x'.repeat(500_001))], { message: expect.stringMatching(/500 KB/) })
    await refused([file('wide.png', png(8001, 1))], { message: expect.stringMatching(/8000 pixels/) })
    const large = Buffer.concat([png(2, 2), Buffer.alloc(7_499_000)])
    await refused([file('a.png', large), file('b.png', large)], {
      message: expect.stringMatching(/12 MB/),
    })
    const many = Array.from({ length: 21 }, () => picture)
    await refused(many, { code: 'bad-input' })
    expect(atrium.requests).toEqual([])
  })
})

describe('stored attachments', () => {
  const storedBlobs = (data: string): number => {
    const bytes = readFileSync(path.join(atrium.directory, 'journal.db')).toString('latin1')
    return bytes.split(data.slice(0, 60)).length - 1
  }

  test('[COM-3] are kept once, outside the events, and erased with the conversation', async () => {
    atrium.fake.setScenario({ turns: [{ content: [{ text: 'Read.' }], sticky: true }] })
    const text = `unmistakable ${'0123456789 '.repeat(30)}`
    const conversation = await send('One', [file('a.txt', text)])
    await send('Two', [file('b.txt', text)], conversation)
    const [part] = (await messageOf(conversation))?.parts ?? []
    if (part?.type !== 'file' || !('blob' in part.data)) throw new Error('There is no file.')
    expect(part.data.preview).toBe('')
    const { text: json } = await atrium.person.link.call('readBlob', { hash: part.data.blob })
    expect(JSON.parse(json)).toBe(text)
    expect(JSON.stringify(atrium.person.events)).not.toContain('unmistakable')
    await atrium.person.link.call('deleteConversation', { conversation })
    await atrium.stop()
    expect(storedBlobs(text)).toBe(1)
    const journal = Journal.open(atrium.directory)
    await erasing(journal).erase(conversation)
    expect(() => journal.read(part.data)).toThrow('no longer stored')
    await journal.close()
    expect(storedBlobs(text)).toBe(0)
    await atrium.open()
  })

  test('[COM-4] wait with their queued message and are sent with it', async () => {
    const { person } = atrium
    const { conversation } = await person.link.call('sendMessage', { text: '!tool playground__tell_time {}' })
    const ask = await person.ask()
    expect(
      await person.link.call('sendMessage', { conversation, text: 'Then this', attachments: [picture] }),
    ).toMatchObject({ queued: true })
    const waits = await person.until('it waits', () => person.state.queued[conversation])
    expect(waits.parts.map(({ type }) => type)).toEqual(['image', 'text'])
    expect(JSON.stringify(person.state)).not.toContain(picture.data)
    await person.answer(ask, { decision: 'deny' })
    await person.until('both turns end', () => person.all('turn.finished').length === 2)
    expect(lastContent().map(({ type }) => type)).toEqual(['text', 'image', 'text'])
  })

  test('[COM-4] leave nothing behind if their message is refused because another one waits', async () => {
    const { person } = atrium
    const { conversation } = await person.link.call('sendMessage', { text: '!tool playground__tell_time {}' })
    await person.ask()
    await person.link.call('sendMessage', { conversation, text: 'Waits' })
    const words = 'never stored anywhere at all, because it was refused before that, whole'
    await expect(
      person.link.call('sendMessage', { conversation, text: 'Full', attachments: [file('x.txt', words)] }),
    ).rejects.toMatchObject({ code: 'conflict' })
    await atrium.stop()
    expect(storedBlobs(words)).toBe(0)
    await atrium.open()
  })
})

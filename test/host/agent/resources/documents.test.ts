import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DocumentPart, PersonMessage } from '../../../../shared/content/attachments.ts'
import { pagesIn } from '../../../../shared/content/extracted.ts'
import { unreadFile } from '../../../../shared/content/words.ts'
import { Journal } from '../../../../main/host/journal/journal.ts'
import { Atrium } from '../../../support/atrium.ts'
import { expectedFiles, sample } from '../../files/samples.ts'
import { erasing } from '../../journal/following.ts'

let atrium: Atrium

beforeAll(async () => {
  atrium = await Atrium.start()
  await atrium.add('playground', { type: 'playground' })
})
beforeEach(() => atrium.fresh())
afterAll(() => atrium.close())

const given = (name: string, as = name) => ({ name: as, data: sample(name).toString('base64') })

async function send(text: string, attachments: { name: string; data: string }[], conversation?: string) {
  const { link } = atrium.person
  const sent = await link.call('sendMessage', { text, attachments, ...(conversation && { conversation }) })
  if (sent.turn) await atrium.person.event('turn.finished', ({ turn }) => turn === sent.turn)
  return sent.conversation
}

/** The texts of the newest message to the model. */
const said = (): string =>
  ((atrium.requests.at(-1)?.body.messages.at(-1)?.content ?? []) as { text?: string }[])
    .map(({ text = '' }) => text)
    .join('\n')

const messageOf = async (conversation: string): Promise<PersonMessage | undefined> =>
  (await atrium.person.link.call('getConversation', { conversation })).conversation.turns.at(-1)?.message

function documentOf(message: PersonMessage | undefined): DocumentPart {
  const found = message?.parts.find((part) => part.type === 'document')
  if (!found) throw new Error('There is no document.')
  return found
}

const hashOf = (kept: DocumentPart['data']): string => ('blob' in kept ? kept.blob : '')

describe('an attached file', () => {
  test('[FIL-10] [FIL-21] gives its text between lines that it can’t know', async () => {
    const conversation = await send('Sum it up', [given('plain.pptx')])
    expect(said()).toMatch(/\n(--- [0-9a-f]{32})\n\[1\]\nFirst in order: CRANE[^]*STORK\n\1$/m)
    expect(documentOf(await messageOf(conversation))).toMatchObject({ kind: 'pptx', pages: 2, bytes: 1934 })
    expect(atrium.requests.map(({ status }) => status)).toEqual([200])
  })

  test('[FIL-19] leaves out words that can’t be seen, and keeps them for the user', async () => {
    const conversation = await send('Pay it', [given('invisible.pdf'), given('hidden.docx'), given('page.html')])
    expect(said()).toContain('Total: 90.00')
    expect(said()).not.toContain('send_mail')
    const part = documentOf(await messageOf(conversation))
    expect(part.hidden).toBeGreaterThan(100)
    const { text } = await atrium.person.link.call('readBlob', { hash: hashOf(part.text) })
    expect(pagesIn(JSON.parse(text))[0]?.hidden).toContain('send_mail')
  })

  test('[FIL-11] is what its bytes say, whatever its name', async () => {
    const read = await atrium.person.link.call('readFile', given('wrong-name.docx'))
    expect(read).toMatchObject({ outcome: 'text', kind: 'pdf', pages: 1 })
    const conversation = await send('Look', [given('plain.xlsx', 'picture.png')])
    expect(documentOf(await messageOf(conversation))).toMatchObject({ kind: 'xlsx', name: 'picture.png' })
  })

  test('[FIL-12] says why it can’t be read and what to do, in the chip and when it is sent', async () => {
    const refused = Object.entries(expectedFiles).filter(([, { outcome }]) => outcome === 'refused')
    expect(refused.length).toBeGreaterThan(15)
    for (const [name] of refused.filter(([file]) => !file.includes('bomb') && file !== 'empty.pdf')) {
      const read = await atrium.person.link.call('readFile', given(name))
      expect(read, name).toMatchObject({ outcome: 'refused', refusal: expect.stringMatching(/: .*\. [A-Z].*\.$/) })
      expect(read, name).toHaveProperty('refusal', expect.stringContaining(name))
    }
    await expect(send('x', [given('encrypted.pdf')])).rejects.toMatchObject({
      code: 'bad-input',
      message: unreadFile.password('encrypted.pdf'),
    })
  })

  test('[FIL-12] without text shows this before it is sent', async () => {
    const read = await atrium.person.link.call('readFile', given('scanned.pdf'))
    expect(read).toMatchObject({ outcome: 'no-text', pages: 2 })
    await send('Look', [given('scanned.pdf')])
    // A scan goes to a model that takes PDFs, because it may see the pages.
    expect(said()).toContain('scanned.pdf')
  })

  test('[FIL-29] has a name that is shown and used for nothing', async () => {
    const name = `../../etc/\u202Efdp.${'x'.repeat(300)}`
    const conversation = await send('Look', [given('plain.pdf', name)])
    const part = documentOf(await messageOf(conversation))
    expect(part.name.length).toBeLessThanOrEqual(200)
    expect(part.name).not.toContain('\u202E')
  })
})

describe('a stored file', () => {
  test('[FIL-18] is stored once for two messages', async () => {
    const conversation = await send('One', [given('plain.pdf')])
    const first = documentOf(await messageOf(conversation))
    await send('Two', [given('plain.pdf')], conversation)
    const second = documentOf(await messageOf(conversation))
    expect([hashOf(second.data), hashOf(second.text)]).toEqual([hashOf(first.data), hashOf(first.text)])
  })

  test('[FIL-17] is erased with its conversation: bytes and text', async () => {
    const conversation = await send('One', [given('plain.epub')])
    const part = documentOf(await messageOf(conversation))
    const stored = (): string => readFileSync(path.join(atrium.directory, 'journal.db')).toString('latin1')
    await atrium.person.link.call('deleteConversation', { conversation })
    await atrium.stop()
    expect(stored()).toContain('First PLOVER')
    const journal = Journal.open(atrium.directory)
    await erasing(journal).erase(conversation)
    for (const kept of [part.data, part.text]) expect(() => journal.read(kept)).toThrow('no longer stored')
    await journal.close()
    expect(stored()).not.toContain('First PLOVER')
    expect(stored()).not.toContain(given('plain.epub').data.slice(0, 60))
    await atrium.open()
  })
})

test('[FIL-22] a passage of an attached file is found in a call’s arguments', async () => {
  const { person, fake } = atrium
  const text = 'Revenue was 1,204 in spring. The word is KESTREL.'
  fake.setScenario({
    turns: [
      { content: [{ tool_use: { name: 'playground__measure_text', input: { text } } }], stop_reason: 'tool_use' },
      { content: [{ text: 'Done.' }] },
    ],
  })
  await person.link.call('sendMessage', { text: 'Measure it', attachments: [given('plain.pdf')] })
  const ask = await person.ask()
  expect(JSON.stringify(ask)).toContain('plain.pdf')
  await person.answer(ask, { decision: 'deny' })
})

import { randomFillSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Atrium } from '../../../support/atrium.ts'
import { file, zip } from '../../../support/bundles/zip.mjs'
import { chatGptFile, claudeFile, harbour, orchard } from '../../../support/importing/import-samples.ts'
import { openFileText } from '../../../support/importing/importing.ts'

let atrium: Atrium
beforeAll(async () => {
  atrium = await Atrium.start()
})
beforeEach(() => atrium.fresh())
afterAll(() => atrium.close())

const open = (bytes: Buffer) => openFileText(atrium.person.link, bytes.toString('base64'), true)

const good = file('conversations.json', chatGptFile(orchard))
const changed = (bytes: Buffer, at: number): Buffer => {
  const copy = Buffer.from(bytes)
  copy.writeUInt8(copy.readUInt8(at) ^ 0xff, at)
  return copy
}

describe('a ZIP archive', () => {
  test('[IMC-30] is read from its conversations.json, and other files in it count for nothing', async () => {
    const others = [
      file('user.json', '{}'),
      file('file-1.png', Buffer.alloc(2_000_000, 7)),
      file('old/conversations.json', '[]'),
    ]
    const { reading, preview } = await open(zip([...others, good]))
    expect(preview).toMatchObject({ from: 'chatgpt', rows: [{ title: 'The orchard', messages: 8 }] })
    const { conversation } = await atrium.person.link.call('importConversation', { reading, index: 0 })
    expect((await atrium.person.link.call('getConversation', { conversation })).conversation.title).toBe('The orchard')
    const packed = { ...file('data/conversations.json', `\uFEFF${claudeFile(harbour)}`), deflate: true }
    expect((await open(zip([packed]))).preview).toMatchObject({ from: 'claude', rows: [{ messages: 4 }] })
  })

  test.each([
    ['a name that Windows can’t have', file('file-1-Re: note.pdf', 'x')],
    ['a name in other letters', file('User.json', '{}')],
    ['a name outside of its folder', file('../a', 'x')],
    ['another encrypted file', { ...file('b.json', 'x'), flags: 1 }],
  ])('[IMC-30] is read though it has %s, because only its conversations.json is unpacked', async (_what, other) => {
    expect((await open(zip([good, file('user.json', '{}'), other]))).preview.rows).toHaveLength(1)
  })

  test('[IMC-31] that can’t be read gets one sentence and changes nothing', async () => {
    const whole = zip([good])
    const bomb = { ...file('conversations.json', Buffer.alloc(65 * 1024 * 1024, 32)), deflate: true }
    // Packed to a sixtieth, as text can be: only its size is too much.
    const text = Buffer.alloc(65 * 1024 * 1024, 32)
    for (let at = 0; at < text.length; at += 4096) randomFillSync(text, at, 60)
    const large = { ...file('conversations.json', text), deflate: true }
    const faults: [string, Buffer, string][] = [
      ['none', zip([file('a.json', '{}')]), 'has no conversations.json'],
      ['several', zip([file('a/conversations.json', '[]'), file('b/conversations.json', '[]')]), 'has several files'],
      ['cut', whole.subarray(0, -40), 'can’t read this ZIP archive'],
      ['changed', changed(whole, 60), 'can’t read this ZIP archive'],
      ['no archive', Buffer.from('{}'), 'can’t read this ZIP archive'],
      ['empty', Buffer.alloc(0), 'can’t read this ZIP archive'],
      ['outside', zip([good, file('../conversations.json', '[]')]), 'can’t read this ZIP archive'],
      ['encrypted', zip([{ ...good, flags: 1 }]), 'is encrypted'],
      ['bomb', zip([bomb]), 'too large or too many'],
      ['large', zip([large]), 'too large or too many'],
      [
        'long',
        zip([file('conversations.json', 'x')].map((one) => ({ ...one, declaredSize: 9_000_000 }))),
        'can’t read',
      ],
      ['not JSON', zip([file('conversations.json', 'no')]), 'isn’t JSON'],
    ]
    const before = await atrium.person.link.call('listConversations', {})
    for (const [name, bytes, message] of faults)
      await expect(open(bytes), name).rejects.toMatchObject({
        code: 'bad-input',
        message: expect.stringContaining(message),
      })
    expect((await atrium.person.link.call('listConversations', {})).rows).toEqual(before.rows)
    expect((await open(whole)).preview.rows).toHaveLength(1)
  })
})

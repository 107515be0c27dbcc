import { expect, test } from 'vitest'
import { mostAttachments } from '../../../shared/content/attachments.ts'
import type { FileFacts } from '../../../shared/content/extracted.ts'
import { refusals } from '../../../shared/content/words.ts'
import { AttachmentStore, isBetterAsFile, readBack } from '../../../renderer/state/composer/attachments.ts'
import { pastedFiles } from '../../../renderer/chat/composer/attachments-drop.ts'
import { readFile, textOfBase64, toBase64 } from '../../../renderer/state/composer/attachments-read.ts'
import { png } from '../../support/pictures.ts'
import { words } from '../../support/words.ts'

const noReader = (): Promise<FileFacts> => Promise.reject(new Error('Nothing here needs the host.'))
const file = (name: string, bytes: Buffer | string): File => new File([new Uint8Array(Buffer.from(bytes))], name)

test('[COM-2] reads a file as the host will, whatever its name', async () => {
  const picture = png(3, 2)
  expect(await readFile(file('notes.txt', picture), noReader)).toEqual({
    name: 'notes.txt',
    bytes: picture.length,
    image: 'image/png',
    data: picture.toString('base64'),
  })
  expect(await readFile(file('a.md', 'Grün'), noReader)).toEqual({
    name: 'a.md',
    bytes: 5,
    data: btoa('Gr\u00c3\u00bcn'),
  })
  const refused = async (name: string, bytes: Buffer | string) => readFile(file(name, bytes), noReader)
  expect(await refused('a.txt', '')).toEqual({ refused: refusals.empty('a.txt') })
  expect(await refused('a.txt', 'x'.repeat(500_001))).toEqual({ refused: refusals.largeText('a.txt') })
  expect(await refused('a.png', png(8001, 1))).toEqual({ refused: refusals.wideImage('a.png') })
})

test('[FIL-11] [FIL-12] lets the host read what is neither an image nor plain text, and says why it can’t', async () => {
  const asked: string[] = []
  const ask = async ({ name }: { name: string }): Promise<FileFacts> => {
    asked.push(name)
    if (name === 'locked.pdf') return { outcome: 'refused', kind: 'pdf', refusal: 'It needs a password.' }
    return { outcome: 'text', kind: 'pdf', pages: 2, hidden: 0, warns: [] }
  }
  expect(await readFile(file('a.docx', '%PDF-1.7 a'), ask)).toMatchObject({
    name: 'a.docx',
    facts: { kind: 'pdf', pages: 2 },
  })
  expect(await readFile(file('locked.pdf', '%PDF-1.7\0'), ask)).toEqual({ refused: 'It needs a password.' })
  expect(await readFile(file('a.html', '<!doctype html><p>x'), ask)).toHaveProperty('facts')
  expect(await readFile(file('README.md', '<p align="center">x</p>'), ask)).not.toHaveProperty('facts')
  expect(await readFile(file('page.txt', '<html>x'), ask)).not.toHaveProperty('facts')
  expect(asked).toEqual(['a.docx', 'locked.pdf', 'a.html'])
})

test('[FIL-11] [FIL-19] says before sending what differs, is missing or can’t be seen', () => {
  const { about, remarks } = words.composer.files
  const facts = { kind: 'pdf', pages: 12, hidden: 0, warns: [] } as const
  expect(about({ outcome: 'text', ...facts, warns: [] }, { documents: false, audio: false })).toBe(
    'PDF · 12 pages · as text',
  )
  expect(about({ outcome: 'text', ...facts, warns: [] }, { documents: true, audio: false })).toBe(
    'PDF · 12 pages · as PDF',
  )
  expect(remarks('a.pdf', { outcome: 'text', ...facts, warns: [] })).toEqual([])
  expect(remarks('a.docx', { outcome: 'text', ...facts, warns: [] }).join()).toContain('is a PDF')
  expect(remarks('a.pdf', { outcome: 'no-text', ...facts, warns: [] }).join()).toContain('has no text')
  expect(remarks('a.pdf', { outcome: 'text', ...facts, hidden: 61, warns: [] }).join()).toContain(
    '61 characters that can’t be seen',
  )
})

test('[COM-2] does not read a file that is far too large, and reports a folder', async () => {
  let isRead = false
  const huge = { name: 'film.mp4', size: 4e9, arrayBuffer: async () => ((isRead = true), new ArrayBuffer(0)) }
  expect(await readFile(huge, noReader)).toEqual({ refused: refusals.largeFile('film.mp4') })
  expect(isRead).toBe(false)
  const folder = { name: 'src', size: 4096, arrayBuffer: () => Promise.reject(new Error('NotReadableError')) }
  expect(await readFile(folder, noReader)).toEqual({ refused: words.composer.attachments.unreadable('src') })
})

test('[COM-6] limits a message to twenty attachments and 12 MB, names the rest and keeps the first', async () => {
  const attached = new AttachmentStore()
  await attached.add(
    'c1',
    Array.from({ length: 22 }, (_, index) => file(`${index}.txt`, 'x')),
    noReader,
  )
  expect(attached.get('c1').held).toHaveLength(mostAttachments)
  expect(attached.get('c1').refused).toEqual([refusals.many])
  expect(attached.get('c2')).toEqual({ held: [], reading: 0, refused: [] })
  const big = (name: string) => ({ name, bytes: 7_000_000, data: '' })
  attached.take('c2', [big('a.png'), big('b.png')])
  expect(attached.get('c2').held.map(({ name }) => name)).toEqual(['a.png'])
  expect(attached.get('c2').refused).toEqual([`${words.composer.attachments.notAttached('b.png')} ${refusals.total}`])
})

test('[COM-6] keeps files attached while a message is being sent for the next one', () => {
  const attached = new AttachmentStore()
  attached.take('c', [{ name: 'a', bytes: 1, data: '' }])
  const { held } = attached.get('c')
  attached.take('c', [{ name: 'b', bytes: 1, data: '' }])
  attached.sent('c', held)
  expect(attached.get('c').held.map(({ name }) => name)).toEqual(['b'])
})

test('[COM-4] restores a withdrawn message’s attachments from the store', async () => {
  const stored: Record<string, string> = { p: JSON.stringify('cGlj'), f: JSON.stringify('Grün') }
  const link = {
    call: async (_name: string, { hash }: { hash: string }) => ({ text: stored[hash] ?? '', bytes: 0 }),
  }
  const data = (blob: string) => ({ blob, bytes: 1, preview: '' })
  const back = await readBack(link as never, {
    id: 'm',
    parts: [
      { type: 'image', name: 'p.png', mediaType: 'image/png', bytes: 3, width: 1, height: 1, data: data('p') },
      { type: 'file', name: 'f.md', bytes: 5, data: data('f') },
      { type: 'text', text: 'words' },
    ],
  })
  expect(back).toEqual([
    { name: 'p.png', bytes: 3, image: 'image/png', data: 'cGlj' },
    { name: 'f.md', bytes: 5, data: toBase64(new TextEncoder().encode('Grün')) },
  ])
})

test('[COM-6] does not attach an image of copied text in place of the text', () => {
  const files = [file('image.png', png(1, 1))]
  const clipboard = (types: string[], plain: string) => ({
    clipboardData: { types, files, getData: () => plain } as unknown as DataTransfer,
  })
  expect(pastedFiles(clipboard(['text/plain', 'text/html', 'Files'], 'A table'))).toEqual([])
  expect(pastedFiles(clipboard(['text/html', 'Files'], ''))).toEqual(files)
  expect(pastedFiles(clipboard(['Files'], ''))).toEqual(files)
})

test('[COM-14] makes a file of a long pasted text that a message can have, and gives the text back', () => {
  const lines = (count: number) => Array.from({ length: count }, () => 'ü').join('\n')
  expect([lines(60), lines(61), 'x'.repeat(4000), 'x'.repeat(4001)].map(isBetterAsFile)).toEqual([
    false,
    true,
    false,
    true,
  ])
  expect(isBetterAsFile('ü'.repeat(250_001))).toBe(false)
  expect(isBetterAsFile(`${lines(61)}\0`)).toBe(false)
  const attached = new AttachmentStore()
  attached.addPasted('c', lines(61))
  const [one] = attached.get('c').held
  expect(one).toMatchObject({ name: words.composer.attachments.pasted(61), bytes: 182, isPasted: true })
  expect(textOfBase64(one?.data ?? '')).toBe(lines(61))
})

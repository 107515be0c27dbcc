import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { foldConversation } from '../../../../shared/state/conversation-fold.ts'
import { ExportFiles } from '../../../../main/host/commands/export-files.ts'
import { completed, type ConversationFile } from '../../../../main/host/export/exported.ts'
import { asHtml } from '../../../../main/host/export/html.ts'
import { asMarkdown } from '../../../../main/host/export/markdown.ts'
import { piecesOf } from '../../../../shared/schema/json-text.ts'
import { emptyConversation, type Conversation } from '../../../../shared/state/conversation.ts'

const turns = 2000
const words = 'the quick brown fox jumps over the lazy dog, and then '.repeat(30)

/** A conversation with many messages, each of which begins with its number. */
function long(): Conversation {
  const conversation = emptyConversation('c')
  for (let n = 1; n <= turns; n++) {
    const event = { type: 'turn.started', conversation: 'c', turn: `t${n}`, actor: 'web:1' } as const
    foldConversation(conversation, { seq: n, at: n, event })
  }
  for (const turn of conversation.turns)
    turn.message = { id: `m-${turn.id}`, parts: [{ type: 'text', text: `${turn.id} ${words}` }] }
  return conversation
}

test('[EXP-80] completes a long conversation turn by turn, and lets the host do everything else in between', async () => {
  let [since, most, times] = [0, 0, 0]
  const whole = await completed(long(), true, {
    blob: () => Promise.reject(new Error('none is stored')),
    redact: (text) => {
      since += text.length
      most = Math.max(most, since)
      return text
    },
    next: () => {
      since = 0
      times += 1
      return Promise.resolve()
    },
  })
  expect(whole).toEqual(JSON.parse(JSON.stringify(long())))
  expect(most).toBeLessThan(300_000)
  expect(times).toBeGreaterThan(10)
})

test('[EXP-80] writes every format in parts of bounded size, none of which is made before the last one is on disk', async () => {
  const exported: ConversationFile = {
    format: 'atrium-conversation',
    version: 1,
    exportedAt: new Date(0).toISOString(),
    atrium: '0',
    results: true,
    conversation: long(),
  }
  const folder = mkdtempSync(join(tmpdir(), 'atrium-pieces-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const files = new ExportFiles(folder)
  for (const parts of [piecesOf(exported), asMarkdown(exported), asHtml(exported)]) {
    let [longest, count, turn, thisTurn, mostInTurn] = [0, 0, 0, 0, 0]
    let isOver = false
    const others = (): void => {
      turn += 1
      thisTurn = 0
      if (!isOver) setImmediate(others)
    }
    others()
    const counted = function* (): Generator<string> {
      for (const part of parts) {
        longest = Math.max(longest, part.length)
        count += 1
        thisTurn += part.length
        mostInTurn = Math.max(mostInTurn, thisTurn)
        yield part
      }
    }
    const { file, bytes } = await files.writeParts('it', 'x', counted())
    isOver = true
    const text = readFileSync(file, 'utf8')
    expect(Buffer.byteLength(text)).toBe(bytes)
    for (const n of [1, 1000, turns]) expect(text).toContain(`t${n} the quick`)
    expect(count).toBeGreaterThan(turns / 100)
    expect(longest).toBeLessThan(6 * 65_536 + 1)
    expect(mostInTurn).toBeLessThan(1_000_000)
    expect(turn).toBeGreaterThan(3)
  }
})

test('[EXP-80] writes one long text as a page in parts of bounded size', () => {
  const conversation = emptyConversation('c')
  foldConversation(conversation, {
    seq: 1,
    at: 1,
    event: { type: 'turn.started', conversation: 'c', turn: 't', actor: 'web:1' },
  })
  const family = '👨\u200D👩\u200D👧'
  const text = `${`<b>one & two ${family}\u202E</b>\n`.repeat(200_000)}${'x'.repeat(1_000_000)}the end`
  for (const turn of conversation.turns) turn.message = { id: 'm', parts: [{ type: 'text', text }] }
  const exported = { format: 'atrium-conversation', version: 1, exportedAt: '', atrium: '0', results: true } as const
  const parts = [...asHtml({ ...exported, conversation })]
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(6 * 65_536 + 1)
  const line = `&lt;b&gt;one &amp; two ${family}<mark>U+202E</mark>&lt;/b&gt;\n`
  expect(parts.join('')).toContain(`dir="auto">${line.repeat(200_000)}${'x'.repeat(1_000_000)}the end</div>`)
})

test('[EXP-80] leaves no file if a part can’t be made', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-pieces-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const failing = function* (): Generator<string> {
    yield 'x'.repeat(100_000)
    throw new Error('no more')
  }
  await expect(new ExportFiles(folder).writeParts('it', 'x', failing())).rejects.toThrow('no more')
  expect(readdirSync(join(folder, 'exports'))).toEqual([])
})

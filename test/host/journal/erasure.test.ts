import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Journal } from '../../../main/host/journal/journal.ts'
import { samples, story, withDefinition } from './samples.ts'
import { bulk, connect, openJournal, temporaryDirectory, verify } from './support.ts'
import { erasing } from './following.ts'

const day = 24 * 60 * 60 * 1000
const actor = 'desktop'

/** Appends a conversation whose words, arguments and large results all contain `word`. */
function tell(journal: Journal, conversation: string, word: string): string {
  const result = journal.keep(`${word} `.repeat(20_000))
  const message = { id: 'p', parts: [{ type: 'text' as const, text: word }] }
  journal.append(
    ...story(conversation).map((event) => withDefinition(event, journal.keepBlob('<!doctype html>'))),
    { type: 'conversation.renamed', conversation, title: word, actor },
    { ...samples['turn.started'], conversation, turn: 'last', message },
    { ...samples['call.finished'], conversation, turn: 'last', outcome: { status: 'succeeded', result } },
    { ...samples['turn.finished'], conversation, turn: 'last' },
  )
  return 'blob' in result ? result.blob : ''
}

const remove = (journal: Journal, conversation: string): void =>
  journal.append({ type: 'conversation.deleted', conversation, actor })

/** Events of the story that belong to no conversation, so they stay. */
const ofNoConversation = [
  'rule.removed',
  'definitions.pinned',
  'log.key',
  'project.saved',
  'project.deleted',
  'page.allowed',
]

/** Every byte in a journal's folder: database, write-ahead log, copies. */
const everything = (journal: Journal): string => {
  const directory = dirname(journal.file)
  return readdirSync(directory)
    .map((name) => readFileSync(join(directory, name), 'latin1'))
    .join('\n')
}

describe('erasing a conversation', () => {
  test('[JRN-12] leaves none of its text on disk, and the chain still verifies', async () => {
    const directory = temporaryDirectory()
    const before = openJournal({}, directory)
    tell(before, 'gone', 'xylophone')
    tell(before, 'kept', 'marimba')
    const message = { id: 'waiting', parts: [{ type: 'text' as const, text: 'xylophone' }] }
    before.append({ type: 'message.queued', conversation: 'gone', message, actor })
    await before.close()
    const journal = openJournal({}, directory)
    expect(connect(journal.file).prepare('SELECT state FROM checkpoints').pluck().get()).toContain('xylophone')
    writeFileSync(`${journal.file}.v1.backup`, 'xylophone in a copy from before an upgrade')
    remove(journal, 'gone')
    journal.flush()
    expect(everything(journal)).toContain('xylophone')
    const records = journal.seq + 1
    const erased = story('gone').filter(({ type }) => !ofNoConversation.includes(type)).length + 6

    await erasing(journal).erase('gone')
    expect(everything(journal)).not.toContain('xylophone')
    expect(everything(journal)).toContain('marimba')
    // An index stores only how a word differs from the previous one.
    expect(everything(journal)).not.toContain('lophone')
    const db = connect(journal.file)
    expect(db.prepare('SELECT seq FROM checkpoints').pluck().all()).toEqual([journal.seq])
    expect(verify(db)).toMatchObject({ state: 'intact', records, erased })
    expect(db.prepare("SELECT body ->> 'events' FROM bodies WHERE seq = ?").pluck().get(journal.seq)).toBe(erased)
    await journal.close()
    expect(everything(journal)).not.toContain('xylophone')
  })

  test('[JRN-12] keeps values that another conversation or a catalogue needs', async () => {
    const journal = openJournal()
    const definition = journal.keepBlob('{"name":"read"}')
    const [tool] = samples['catalogue.changed'].set
    if (tool) journal.append({ ...samples['catalogue.changed'], set: [{ ...tool, hash: definition }] })
    const shared = tell(journal, 'gone', 'harp')
    expect(tell(journal, 'kept', 'harp')).toBe(shared)
    const own = tell(journal, 'gone', 'lute')
    remove(journal, 'gone')
    await erasing(journal).erase('gone')
    const kept = { bytes: 100_000, preview: '' }
    expect(journal.read({ blob: shared, ...kept })).toContain('harp')
    expect(journal.read({ blob: definition, ...kept })).toEqual({ name: 'read' })
    expect(() => journal.read({ blob: own, ...kept })).toThrow(expect.objectContaining({ code: 'not-found' }))
    expect(verify(connect(journal.file)).state).toBe('intact')
  })

  test('[JRN-12] changes nothing in the state, then or after a full fold', async () => {
    const directory = temporaryDirectory()
    const journal = openJournal({}, directory)
    journal.append(samples['configured'], samples['secret.changed'])
    tell(journal, 'gone', 'cello')
    remove(journal, 'gone')
    const before = journal.state
    await erasing(journal).erase('gone')
    expect(journal.state).toEqual(before)
    await journal.close()
    const db = connect(journal.file)
    db.exec('DELETE FROM checkpoints')
    db.close()
    expect(openJournal({}, directory).state).toEqual(before)
  })

  test('[JRN-12] is refused for a conversation that is open, running or unknown', async () => {
    const journal = openJournal()
    await expect(erasing(journal).erase('nobody')).rejects.toThrow(expect.objectContaining({ code: 'not-found' }))
    tell(journal, 'open', 'viola')
    await expect(erasing(journal).erase('open')).rejects.toThrow(
      'Delete the conversation before you delete it permanently.',
    )
    journal.append({ ...samples['turn.started'], conversation: 'open', turn: 'running' })
    remove(journal, 'open')
    await expect(erasing(journal).erase('open')).rejects.toThrow('The conversation is still running. Stop it first.')
    expect(everything(journal)).toContain('viola')
  })

  test('[JRN-12] does nothing while the log fails, and works when it can be written again', async () => {
    let pages = 1_000_000
    const journal = openJournal({ maxPages: () => pages })
    tell(journal, 'gone', 'bassoon')
    remove(journal, 'gone')
    await journal.durable()
    pages = 1
    journal.append(bulk())
    await expect(erasing(journal).erase('gone')).rejects.toThrow(expect.objectContaining({ code: 'unavailable' }))
    expect(everything(journal)).toContain('bassoon')
    pages = 1_000_000
    await erasing(journal).erase('gone')
    expect(everything(journal)).not.toContain('bassoon')
  })
})

describe('erasing old deleted conversations', () => {
  test('[JRN-13] erases conversations deleted 30 days ago, and keeps the others', async () => {
    let at = 0
    const journal = openJournal({ now: () => at })
    for (const [id, word] of [
      ['first', 'oboe'],
      ['second', 'tuba'],
      ['restored', 'flute'],
      ['open', 'piano'],
    ] as const)
      tell(journal, id, word)
    remove(journal, 'first')
    remove(journal, 'restored')
    at = 2 * day
    remove(journal, 'second')
    journal.append({ type: 'conversation.restored', conversation: 'restored', actor })
    await erasing(journal).eraseDue(30 * day - 1)
    expect(everything(journal)).toContain('oboe')
    at = 30 * day
    await erasing(journal).eraseDue()
    const left = everything(journal)
    expect(['oboe', 'tuba', 'flute', 'piano'].map((word) => left.includes(word))).toEqual([false, true, true, true])
    const { seq } = journal
    await erasing(journal).eraseDue()
    expect(journal.seq).toBe(seq)
  })

  test('[JRN-13] lets a host start with a failing log, and happens at the next start', async () => {
    let pages = 1_000_000
    const journal = openJournal({ now: () => 0, maxPages: () => pages })
    tell(journal, 'gone', 'horn')
    remove(journal, 'gone')
    journal.flush()
    pages = 1
    journal.append(bulk())
    await expect(erasing(journal).eraseDue(31 * day)).resolves.toBeUndefined()
    pages = 1_000_000
    await erasing(journal).eraseDue(31 * day)
    expect(everything(journal)).not.toContain('horn')
  })
})

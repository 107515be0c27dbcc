import { readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { onTestFinished, describe, expect, test } from 'vitest'
import type { Result } from '../../../shared/contract/commands.ts'
import { Atrium } from '../../support/atrium.ts'
import type { Person } from '../../support/person.ts'

async function start(): Promise<Atrium> {
  const atrium = await Atrium.start()
  onTestFinished(() => atrium.close())
  return atrium
}

/** The check's final findings, however long it takes. */
async function checked(person: Person): Promise<Result<'verifyLog'>> {
  for (;;) {
    const found = await person.link.call('verifyLog', {})
    if (found.state !== 'checking') return found
  }
}

describe('erasing now', () => {
  test('[LOG-9] [LOG-8] removes a deleted conversation from every search and leaves the log intact', async () => {
    const atrium = await start()
    const { link } = atrium.person
    const { conversation } = await link.call('sendMessage', { text: 'Remember the word oboe' })
    const finished = await atrium.person.event('turn.finished')
    expect(finished.conversation).toBe(conversation)
    const found = async () => (await link.call('listAudit', { text: 'OBOE remember' })).rows.map(({ type }) => type)
    expect(await found()).toContain('turn.started')
    await expect(link.call('eraseConversation', { conversation })).rejects.toMatchObject({ code: 'conflict' })
    await link.call('deleteConversation', { conversation })
    const reader = atrium.join('read', 'web:reader')
    await expect(reader.link.call('eraseConversation', { conversation })).rejects.toMatchObject({ code: 'forbidden' })
    reader.leave()
    await link.call('eraseConversation', { conversation })
    expect(await found()).toEqual([])
    await expect(link.call('getConversation', { conversation })).rejects.toMatchObject({ code: 'not-found' })
    await expect(link.call('eraseConversation', { conversation })).rejects.toMatchObject({ code: 'not-found' })
    const check = await checked(atrium.person)
    expect(check).toMatchObject({ state: 'intact', erased: expect.any(Number) })
    expect(check.state === 'intact' && check.erased).toBeGreaterThan(4)
  })
})

describe('an export', () => {
  test('[LOG-12] goes to a new file that only its owner can read, even for a read-only session', async () => {
    const atrium = await start()
    const reader = atrium.join('read', 'web:reader')
    const all = await reader.link.call('exportLog', {})
    const some = await reader.link.call('exportLog', { types: ['secret.changed'] })
    reader.leave()
    expect(some.records).toBeLessThan(all.records)
    expect(some.file).not.toBe(all.file)
    for (const { file } of [all, some]) {
      expect(file).toMatch(/exports.atrium-audit-\d{4}-\d\d-\d\dT[\w-]+\.jsonl$/)
      expect(file.startsWith(atrium.directory)).toBe(true)
      expect(statSync(file).mode & 0o777).toBe(0o600)
    }
    const texts = [all, some].map(({ file }) => readFileSync(file, 'utf8'))
    expect(texts.map((text) => text.includes('"host.started","version"'))).toEqual([true, false])
  })
})

describe('the host’s log', () => {
  test('[LOG-6] is checked while the host runs, and is signed to its end after it quits', async () => {
    const atrium = await start()
    const found = await checked(atrium.join('read', 'web:reader'))
    expect(found).toMatchObject({ state: 'intact', newKeys: [] })
    expect(atrium.person.state.secrets).toEqual(['anthropic/key'])
    await atrium.stop()
    await atrium.open()
    const again = await checked(atrium.person)
    expect(again).toMatchObject({ state: 'intact', signed: { seq: expect.any(Number) }, newKeys: [] })
    if (again.state !== 'intact' || found.state !== 'intact') return
    expect(again.signed?.seq).toBeGreaterThan(found.records)
  })

  test('[LOG-16] reports missing signatures in its state and check, whether removed while closed or running', async () => {
    const atrium = await start()
    await atrium.stop()
    rmSync(path.join(atrium.directory, 'audit.heads.jsonl'))
    await atrium.open()
    expect(atrium.person.state.missingHead).toMatchObject({ what: 'head', noticed: expect.any(Number) })
    expect(await checked(atrium.person)).toMatchObject({ state: 'intact', newKeys: [], replaced: [expect.any(Number)] })
    rmSync(path.join(atrium.directory, 'audit.heads.jsonl'))
    expect(await checked(atrium.person)).toMatchObject({ state: 'stripped' })
    expect(atrium.person.state.secrets).toEqual(['anthropic/key'])
  })

  test('[LOG-3] names the record with a new key if the store has lost the old one', async () => {
    const atrium = await start()
    await atrium.stop()
    await atrium.secrets.delete('log/key')
    await atrium.open()
    const found = await checked(atrium.person)
    expect(found).toMatchObject({ state: 'intact', newKeys: [expect.any(Number)] })
  })
})

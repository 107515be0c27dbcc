import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FileEnd } from '../../../../shared/changes/named-file.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import { Atrium, official, peer } from '../../../support/atrium.ts'
import type { AskOf } from '../../../support/person.ts'
import { asked, line, permission, say } from '../rules/rules-support.ts'

let atrium: Atrium
let folder: string
const secret = 'canary-4f9d2c81b7'

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'atrium-change-')))
  mkdirSync(path.join(folder, 'given'))
  atrium = await Atrium.start()
  const roots = [at()]
  await atrium.add(
    'files',
    { ...official('filesystem', folder), roots, env: { KEY: { secret: 'server/files/env/KEY' } } },
    { secrets: { 'server/files/env/KEY': secret } },
  )
  await atrium.add('free', official('filesystem', folder))
  await atrium.add('careless', { ...peer('careless.mjs'), roots })
})
beforeEach(() => atrium.fresh())
afterAll(async () => {
  await atrium.close()
  rmSync(folder, { recursive: true, force: true })
})

const at = (...names: string[]): string => path.join(folder, 'given', ...names)
const write = (file: string, content: string, server = 'files'): string =>
  line(`${server}__write_file`, { path: file, content })

/** Lets the model call a tool, and returns the question and the end of the turn. */
async function isAsked(text: string) {
  const ended = say(atrium, text)
  return { ask: await atrium.person.ask(), ended }
}

const filesOf = ({ question }: AskOf<'approval'>) =>
  question.files?.map(({ path: file, found, effect }) => [path.relative(at(), file), found, effect?.kind])

/** Allows a call, and returns what became of its files. */
async function allowed(text: string): Promise<FileEnd[] | undefined> {
  const { ended } = await isAsked(text)
  await atrium.person.allow()
  await ended
  return atrium.person.all('call.finished').at(-1)?.files
}

describe('the question about a call', () => {
  test('[CHG-1] [CHG-5] shows the content of the file before the call, and afterwards whether the file changed as shown', async () => {
    const file = at('summary.md')
    writeFileSync(file, 'one\ntwo\n')
    const { ask, ended } = await isAsked(write(file, 'one\n2\n'))
    const found = { state: 'text', bytes: 8, lines: 2, text: { json: 'one\ntwo\n' } }
    expect(filesOf(ask)).toMatchObject([['summary.md', found, 'text']])
    await atrium.person.allow()
    const { conversation } = await ended
    expect(readFileSync(file, 'utf8')).toBe('one\n2\n')
    const { conversation: told } = await atrium.person.link.call('getConversation', { conversation })
    expect(told.turns[0]?.messages[0]?.calls).toMatchObject([
      { files: [{ path: file, found }], fileEnds: [{ path: file, end: 'as-proposed' }] },
    ])
  })

  test('[CHG-1] [CHG-5] knows new files and edits, and what it can’t foresee it states as it is', async () => {
    const file = at('new.md')
    const { ask, ended } = await isAsked(write(file, 'new\n'))
    expect(filesOf(ask)).toEqual([['new.md', { state: 'absent' }, 'text']])
    await atrium.person.allow()
    await ended
    const edit = line('files__edit_file', { path: file, edits: [{ oldText: 'new', newText: 'newer' }] })
    expect(await allowed(edit)).toEqual([{ path: file, end: 'as-proposed' }])
    expect(readFileSync(file, 'utf8')).toBe('newer\n')
    expect(await allowed(line('files__move_file', { source: file, destination: at('moved.md') }))).toMatchObject([
      { path: file, end: 'changed', now: { state: 'absent' } },
      { path: at('moved.md'), end: 'changed', now: { state: 'text', lines: 1 } },
    ])
  })

  test('[CHG-1] mentions no file if the server has no folders, the file is outside them, or the tool only reads', async () => {
    writeFileSync(path.join(folder, 'outside.txt'), 'x')
    writeFileSync(at('inside.txt'), 'x')
    const calls = [
      write(at('inside.txt'), 'y', 'free'),
      write(path.join(folder, 'outside.txt'), 'y'),
      line('careless__look_at', { path: at('inside.txt') }),
    ]
    for (const call of calls) {
      const { ask, ended } = await isAsked(call)
      expect(ask.question.files).toBeUndefined()
      await atrium.person.deny()
      await ended
    }
  })

  test('[CHG-1] shows what a tool writes even if its server claims that it only reads', async () => {
    writeFileSync(at('note'), 'before')
    const { ask, ended } = await isAsked(line('careless__save_note', { path: at('note'), content: 'after' }))
    expect(filesOf(ask)).toMatchObject([['note', { state: 'text' }, 'text']])
    await atrium.person.deny()
    await ended
  })

  test.skipIf(process.platform === 'win32')('[CHG-2] neither follows a link out nor waits for a pipe', async () => {
    writeFileSync(path.join(folder, 'private.txt'), 'private')
    symlinkSync(path.join(folder, 'private.txt'), at('link'))
    execFileSync('mkfifo', [at('pipe')])
    for (const [name, state] of [
      ['link', 'outside'],
      ['pipe', 'special'],
    ] as const) {
      const { ask, ended } = await isAsked(write(at(name), 'x'))
      expect(filesOf(ask)).toEqual([[name, { state }, 'text']])
      expect(JSON.stringify(ask)).not.toContain('private"')
      await atrium.person.deny()
      await ended
    }
  })

  test('[CHG-6] shows and keeps no file with a known secret, and tells neither model nor server its content', async () => {
    writeFileSync(at('secret.txt'), `key: ${secret}\ncontent of the file\n`)
    const { ask, ended } = await isAsked(write(at('secret.txt'), 'new'))
    expect(filesOf(ask)).toMatchObject([['secret.txt', { state: 'text', lines: 2, redacted: true }, 'text']])
    expect(JSON.stringify(ask)).not.toContain('content of the file')
    await atrium.person.deny()
    await ended
    expect(JSON.stringify(atrium.person.recorded)).not.toContain(secret)
    expect(JSON.stringify(atrium.requests)).not.toContain('content of the file')
  })
})

describe('[CHG-4] a file that changes while the user is asked', () => {
  const file = (): string => at('busy.md')

  test('starts the question over with its new content, and refuses the answer to the old one', async () => {
    writeFileSync(file(), 'first')
    const { ask, ended } = await isAsked(write(file(), 'mine'))
    writeFileSync(file(), 'second')
    const allow = { decision: 'allow', scope: 'once' } as const
    await expect(atrium.person.answer(ask, allow)).rejects.toMatchObject({
      code: expect.stringMatching(/conflict|not-found/),
    })
    const next = await atrium.person.until('a new question', () =>
      asked(atrium).find(({ id, question }) => id !== ask.id && question.filesChanged),
    )
    expect(filesOf(next)).toMatchObject([['busy.md', { text: { json: 'second' } }, 'text']])
    expect(next.contentHash).not.toBe(ask.contentHash)
    await atrium.person.answer(next, allow)
    await ended
    expect(readFileSync(file(), 'utf8')).toBe('mine')
  })

  test('starts the question over by itself, and accepts a denial at any time', async () => {
    rmSync(file(), { force: true })
    const { ask, ended } = await isAsked(write(file(), 'mine'))
    writeFileSync(file(), 'meanwhile')
    await atrium.person.until('a new question', () => asked(atrium).some(({ id }) => id !== ask.id))
    writeFileSync(file(), 'again')
    await atrium.person.deny()
    await ended
    expect(readFileSync(file(), 'utf8')).toBe('again')
  })
})

test('[CHG-4] stops showing a file that changes five times, and keeps the request open', async () => {
  const file = at('restless.md')
  writeFileSync(file, 'v0')
  const { ended } = await isAsked(write(file, 'mine'))
  const allow = { decision: 'allow', scope: 'once' } as const
  for (let version = 1; version <= 5; version++) {
    const ask = await atrium.person.ask()
    writeFileSync(file, `v${version}`)
    const code = expect.stringMatching(/conflict|not-found/)
    await expect(atrium.person.answer(ask, allow)).rejects.toMatchObject({ code })
    await atrium.person.until('a new question', () => asked(atrium).length > version && atrium.person.state.asks[0])
  }
  const last = await atrium.person.ask()
  expect(filesOf(last)).toEqual([['restless.md', { state: 'restless' }, undefined]])
  writeFileSync(file, 'v6')
  await atrium.person.answer(last, allow)
  await ended
  expect(readFileSync(file, 'utf8')).toBe('mine')
})

test('[CHG-6] erases files’ content from the disk with its conversation', async () => {
  const { link } = atrium.person
  for (const [name, word] of [
    ['short.txt', 'xylophone'],
    ['long.txt', 'marimba '.repeat(20_000)],
  ] as const) {
    writeFileSync(at(name), word)
    const { ended } = await isAsked(write(at(name), 'new'))
    await atrium.person.allow()
    const { conversation } = await ended
    await link.call('deleteConversation', { conversation })
    await link.call('eraseConversation', { conversation })
  }
  const stored = readdirSync(atrium.directory)
    .filter((name) => name.startsWith('journal'))
    .map((name) => readFileSync(path.join(atrium.directory, name), 'latin1'))
    .join()
  expect(stored).toContain('write_file')
  expect(stored).not.toMatch(/xylophone|marimba/)
})

describe('[CHG-5] a file after a call', () => {
  test('is compared, whether the server did nothing or something else', async () => {
    const file = at('careless.md')
    writeFileSync(file, 'before\n')
    expect(await allowed(write(file, 'do nothing', 'careless'))).toEqual([{ path: file, end: 'not-changed' }])
    const now = { state: 'text', lines: 1, text: { json: 'not what was asked\n' } }
    expect(await allowed(write(file, 'do otherwise', 'careless'))).toMatchObject([
      { path: file, end: 'otherwise', now },
    ])
    const append = line('careless__append_file', { path: file, content: 'more\n' })
    expect(await allowed(append)).toMatchObject([{ path: file, end: 'changed', now: { lines: 2 } }])
  })

  test('is also compared if a rule allowed the call, or the user edited it', async () => {
    const { person } = atrium
    const file = at('ruled.md')
    await person.link.call('changeRules', { add: [permission(person, 'files', 'write_file')] })
    await say(atrium, write(file, 'by rule'))
    expect(person.all('call.started').at(-1)?.files).toMatchObject([{ path: file, found: { state: 'absent' } }])
    expect(person.all('call.finished').at(-1)?.files).toEqual([{ path: file, end: 'as-proposed' }])
    await atrium.fresh()
    const edited = async (input: JsonObject) => {
      const { ask, ended } = await isAsked(write(file, 'model'))
      await atrium.person.answer(ask, { decision: 'allow', scope: 'once', arguments: input })
      await ended
      return atrium.person.all('call.finished').at(-1)?.files
    }
    expect(await edited({ path: file, content: 'mine' })).toEqual([{ path: file, end: 'as-proposed' }])
    expect(await edited({ path: at('elsewhere.md'), content: 'mine' })).toBeUndefined()
    expect(existsSync(at('elsewhere.md'))).toBe(true)
  })
})

import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isTakenBack } from '../../../../shared/changes/undo.ts'
import { filled, words } from '../../../support/words.ts'
import { agentWords } from '../../../../main/host/agent/words.ts'
import { Atrium, official, peer } from '../../../support/atrium.ts'
import { asked, line, permission, say } from '../rules/rules-support.ts'

let atrium: Atrium
let folder: string

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'atrium-undo-')))
  mkdirSync(path.join(folder, 'given'))
  atrium = await Atrium.start()
  await atrium.add('files', { ...official('filesystem', folder), roots: [at()] })
  await atrium.add('careless', { ...peer('careless.mjs'), roots: [at()] })
})
beforeEach(async () => {
  await atrium.fresh()
  const tools = ['write_file', 'edit_file', 'move_file']
  const careless = ['append_file', 'touch'].map((tool) => permission(atrium.person, 'careless', tool))
  const add = [...tools.map((tool) => permission(atrium.person, 'files', tool)), ...careless]
  await atrium.person.link.call('changeRules', { add })
})
afterAll(async () => {
  await atrium.close()
  rmSync(folder, { recursive: true, force: true })
})

const at = (...names: string[]): string => path.join(folder, 'given', ...names)
const now = (name: string): string => readFileSync(at(name), 'utf8')
const write = (name: string, content: string): string => line('files__write_file', { path: at(name), content })
const edit = (name: string, oldText: string, newText: string): string =>
  line('files__edit_file', { path: at(name), edits: [{ oldText, newText }] })
const move = (from: string, to: string): string => line('files__move_file', { source: at(from), destination: at(to) })

const link = () => atrium.person.link

/** Lets the model make these calls. */
async function told(text: string, conversation?: string): Promise<{ conversation: string; turn: string }> {
  const { turn = '', ...said } = await say(atrium, text, conversation)
  return { conversation: said.conversation, turn }
}

/** Presses the button, and waits until all of its calls ask. */
async function undo(of: { conversation: string; turn: string }, count: number) {
  const { turn, calls } = await link().call('undoTurn', of)
  const asks = await atrium.person.until('all questions', () => {
    const open = asked(atrium).filter(({ operation }) => operation?.turn === turn)
    return open.length === count ? open : undefined
  })
  return { turn, calls, asks }
}

async function answerAll(asks: Awaited<ReturnType<typeof undo>>['asks'], decision: 'allow' | 'deny'): Promise<void> {
  const answer = decision === 'allow' ? ({ decision, scope: 'once' } as const) : ({ decision } as const)
  await link().call('answerAll', { answers: asks.map(({ id: ask, contentHash }) => ({ ask, contentHash, answer })) })
}

/** The calls of a turn that has ended. */
async function ended(conversation: string, turn: string) {
  await atrium.person.event('turn.finished', (event) => event.turn === turn)
  const { conversation: known } = await link().call('getConversation', { conversation })
  return known.turns.find(({ id }) => id === turn)?.undoes?.calls ?? []
}

describe('[CHG-7] an undone turn', () => {
  test('asks about all files at once although rules allow the calls, restores them, and then offers nothing more', async () => {
    for (const name of ['over.md', 'edited.md', 'from.md']) writeFileSync(at(name), `${name} before\n`)
    const calls = [write('over.md', 'one\n'), edit('edited.md', 'before', 'then'), move('from.md', 'to.md')]
    const { conversation, turn } = await told(calls.join('\n'))
    await told('Thanks.', conversation)
    const list = await link().call('getUndo', { conversation, turn })
    expect(list.files).toEqual([
      { path: at('over.md') },
      { path: at('edited.md') },
      { path: at('from.md'), to: at('to.md') },
    ])
    const undone = await undo({ conversation, turn }, 3)
    expect(undone.asks[0]?.question.files).toMatchObject([
      { found: { text: { json: 'one\n' } }, effect: { kind: 'text' } },
    ])
    expect(now('over.md')).toBe('one\n')
    await answerAll(undone.asks, 'allow')
    const done = await ended(conversation, undone.turn)
    expect(done.map((call) => [call.id, isTakenBack(call)])).toEqual(undone.calls.map((id) => [id, true]))
    expect([now('over.md'), now('edited.md'), now('from.md')]).toEqual([
      'over.md before\n',
      'edited.md before\n',
      'from.md before\n',
    ])
    expect(existsSync(at('to.md'))).toBe(false)
    expect(await link().call('getUndo', { conversation, turn })).toMatchObject({ files: [], left: [] })
    await expect(link().call('undoTurn', { conversation, turn })).rejects.toMatchObject({
      message: agentWords.nothingToUndo,
    })
  })

  test('takes several changes of one file back with one call', async () => {
    writeFileSync(at('twice.md'), 'a\n')
    const { conversation, turn } = await told(write('twice.md', 'b\n'))
    rmSync(at('twice.md'))
    writeFileSync(at('many.md'), 'one two\n')
    const many = await told([edit('many.md', 'one', '1'), ''].join('\n'), conversation)
    expect((await link().call('getUndo', { conversation, turn: many.turn })).files).toHaveLength(1)
    const undone = await undo({ conversation, turn: many.turn }, 1)
    await answerAll(undone.asks, 'allow')
    await ended(conversation, undone.turn)
    expect(now('many.md')).toBe('one two\n')
    expect((await link().call('getUndo', { conversation, turn })).files).toEqual([{ path: at('twice.md') }])
  })

  test('leaves a file alone that changed since, names it, and offers only what is left', async () => {
    for (const name of ['same.md', 'other.md']) writeFileSync(at(name), 'before\n')
    const { conversation, turn } = await told([write('same.md', 'x\n'), write('other.md', 'x\n')].join('\n'))
    writeFileSync(at('other.md'), 'mine\n')
    const first = await undo({ conversation, turn }, 1)
    await answerAll(first.asks, 'allow')
    const outcomes = (await ended(conversation, first.turn)).map(({ outcome }) => outcome)
    expect(outcomes).toMatchObject([
      { status: 'succeeded' },
      { status: 'stale', problem: agentWords.fileChangedSinceTurn('other.md') },
    ])
    expect([now('same.md'), now('other.md')]).toEqual(['before\n', 'mine\n'])
    writeFileSync(at('other.md'), 'x\n')
    const rest = await undo({ conversation, turn }, 1)
    writeFileSync(at('other.md'), 'mine again\n')
    const [call] = await ended(conversation, rest.turn)
    expect(call?.outcome).toMatchObject({ status: 'stale' })
    expect(now('other.md')).toBe('mine again\n')
  })

  test('leaves a file alone that Atrium can’t read now, and says so', async () => {
    writeFileSync(at('hidden.md'), 'before\n')
    const { conversation, turn } = await told(write('hidden.md', 'x\n'))
    const config = official('filesystem', folder)
    await link().call('updateServer', { id: 'files', config })
    const undone = await undo({ conversation, turn }, 0)
    const [call] = await ended(conversation, undone.turn)
    expect(call?.outcome).toEqual({ status: 'stale', problem: agentWords.fileNotRead('hidden.md') })
    await link().call('updateServer', { id: 'files', config: { ...config, roots: [at()] } })
    const again = await undo({ conversation, turn }, 1)
    await answerAll(again.asks, 'allow')
    await ended(conversation, again.turn)
    expect(now('hidden.md')).toBe('before\n')
  })

  test('names what can’t be undone, and why', async () => {
    for (const name of ['mixed.md', 'appended.md']) writeFileSync(at(name), 'before\n')
    const calls = [
      write('new.md', 'x'),
      write('mixed.md', 'x\n'),
      line('careless__append_file', { path: at('appended.md'), content: 'more' }),
    ]
    const { conversation, turn } = await told(calls.join('\n'))
    expect(await link().call('getUndo', { conversation, turn })).toMatchObject({
      files: [{ path: at('mixed.md') }],
      left: [
        { path: at('new.md'), why: 'new' },
        { path: at('appended.md'), why: 'unknown' },
      ],
    })
    expect(filled(words.undoTurn.left.new, { file: 'new.md' })).toContain('new.md')
  })

  test('tells the next model only the paths, and is in the log under the turn it undoes', async () => {
    writeFileSync(at('told.md'), 'never told\n')
    const { conversation, turn } = await told(write('told.md', 'x\n'))
    const undone = await undo({ conversation, turn }, 1)
    await answerAll(undone.asks, 'allow')
    await ended(conversation, undone.turn)
    expect(atrium.person.all('turn.started').at(-1)).toMatchObject({ undoes: turn, origin: 'person' })
    await told('Go on.', conversation)
    const sent = JSON.stringify(atrium.requests.at(-1)?.body.messages)
    expect(sent).toContain('told.md')
    expect(sent).toContain('I undid what an earlier turn changed')
    expect(sent).not.toContain('never told')
  })

  test('ends with no change if the user denies it, and is offered again', async () => {
    writeFileSync(at('kept.md'), 'before\n')
    const { conversation, turn } = await told(write('kept.md', 'x\n'))
    const undone = await undo({ conversation, turn }, 1)
    await answerAll(undone.asks, 'deny')
    await ended(conversation, undone.turn)
    expect(now('kept.md')).toBe('x\n')
    expect((await link().call('getUndo', { conversation, turn })).files).toHaveLength(1)
  })
})

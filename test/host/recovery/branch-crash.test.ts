import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { textOfMessage } from '../../../shared/content/attachments.ts'
import { branchInUse, turnsThere } from '../../../shared/state/branches.ts'
import type { Conversation } from '../../../shared/state/conversation.ts'
import { Atrium } from '../../support/atrium.ts'
import { HostProcess } from './host-process.ts'
import { Ledger } from './ledger.ts'

/** The message that ends in "slowly" is answered for longer than any test runs. */
const scenario = {
  turns: [
    {
      match: { last_user: 'slowly$' },
      sticky: true,
      content: [{ text: 'word '.repeat(20_000), chunk: 5, delay_ms: 20 }],
    },
  ],
}

const texts = (conversation: Conversation): string[] =>
  branchInUse(conversation).map(({ message }) => (message ? textOfMessage(message) : ''))

test('[BRN-5] [PRJ-2] keeps every confirmed branch, choice, deletion and project after kill -9, and the text of a cut retry @all', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'atrium-branch-crash-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const ledger = new Ledger(directory)
  const atrium = await Atrium.start({ directory, scenario })
  onTestFinished(() => atrium.fake.close())
  await atrium.stop()
  let host = await HostProcess.start(directory)
  onTestFinished(() => host.kill())
  await host.person.link.call('setModelKey', { endpoint: 'anthropic', key: 'test-key' })
  let id = ''
  const read = async (): Promise<Conversation> =>
    (await host.person.link.call('getConversation', { conversation: id })).conversation
  const ended = async (turn = ''): Promise<string> => {
    await host.person.event('turn.finished', (event) => event.turn === turn)
    return turn
  }
  const say = async (text: string): Promise<string> => {
    const sent = await host.person.link.call('sendMessage', { text, ...(id !== '' && { conversation: id }) })
    id = sent.conversation
    return ended(sent.turn)
  }
  const again = async (): Promise<void> => {
    await host.kill()
    host = await HostProcess.start(directory)
    expect(ledger.check()).toEqual([])
  }

  const first = await say('one')
  const second = await say('two')
  // Confirmed, and killed at once: its answer has not come.
  const edited = await host.person.link.call('sendAgain', { conversation: id, turn: second, text: 'slowly' })
  await host.person.event('message.drafted', ({ turn }) => turn === edited.turn)
  await again()
  expect(texts(await read())).toEqual(['one', 'slowly'])
  const cut = (await read()).turns.at(-1)
  expect(cut).toMatchObject({ id: edited.turn, end: 'interrupted', parent: first })
  expect(cut?.messages[0]).toMatchObject({ state: 'partial', draft: [{ text: expect.stringContaining('word') }] })

  await host.person.link.call('chooseBranch', { conversation: id, head: second })
  await again()
  expect(texts(await read())).toEqual(['one', 'two'])

  await host.person.link.call('deleteBranch', { conversation: id, turn: second })
  await again()
  expect(texts(await read())).toEqual(['one', 'slowly'])
  expect(turnsThere((await read()).turns).map((turn) => turn.id)).toEqual([first, edited.turn])

  await host.person.link.call('restoreBranch', { conversation: id, turn: second, head: second })
  await again()
  expect(texts(await read())).toEqual(['one', 'two'])
  await say('three')
  expect((await read()).turns.map(({ end }) => end)).toEqual(['done', 'done', 'interrupted', 'done'])

  const content = { name: 'Atlas', instructions: 'Be brief.' }
  const { project } = await host.person.link.call('saveProject', { content })
  await host.person.link.call('moveConversation', { conversation: id, project })
  await again()
  expect(host.person.state.projects).toEqual({ [project]: content })
  expect((await read()).project).toBe(project)
  await host.person.link.call('deleteProject', { project })
  await again()
  expect(host.person.state.projects).toEqual({})
})

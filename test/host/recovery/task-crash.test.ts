import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Call } from '../../../shared/state/conversation.ts'
import { peer } from '../../support/atrium.ts'
import { HostProcess } from './host-process.ts'

const form = { type: 'object', properties: { which: { type: 'string' } } }
const question = { method: 'elicitation/create', params: { message: 'Which one?', requestedSchema: form } }

test('[TSX-5] [TSX-7] takes up tasks again after kill -9, sends nothing twice, and says so if one is gone @all', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'atrium-task-crash-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const kept = path.join(directory, 'tasks-of-the-server')
  let host = await HostProcess.start(directory)
  onTestFinished(() => host.kill())
  const ready = () => host.person.until('it is ready', () => host.person.state.servers['it']?.status.state === 'ready')
  await host.person.link.call('addServer', {
    id: 'it',
    config: peer('extended-tasks.mjs', { KEEP: kept }),
    secrets: {},
  })
  await host.person.trust('it')
  await ready()
  const run = async (args: object) => {
    const definition = host.person.state.servers['it']?.tools['work']?.hash ?? ''
    const wanted = { server: 'it', tool: 'work', definition, arguments: { ...args } }
    const ran = await host.person.link.call('callTool', wanted)
    await host.person.event('call.task', ({ call }) => call === ran.call)
    return ran
  }
  const ended = async ({ conversation, turn }: { conversation: string; turn: string }): Promise<Call | undefined> => {
    await host.person.until('the turn ends', () => host.person.state.turns[turn] === undefined)
    const got = await host.person.link.call('getConversation', { conversation })
    return got.conversation.turns.find(({ id }) => id === turn)?.call
  }
  const tasks = () => JSON.parse(readFileSync(kept, 'utf8')) as [string, { answers: object }][]

  // Killed while it asks: the server waits for the answer.
  const asking = await run({ id: 'asks', asks: { one: question }, states: ['completed'] })
  const gone = await run({ id: 'gone', states: ['working'] })
  await host.person.ask('form', 'it')
  await host.kill()
  host = await HostProcess.start(directory)
  expect(host.person.state.turns[asking.turn]?.calls[asking.call]).toMatchObject({ stage: 'started', tool: 'work' })
  const asked = await host.person.ask('form', 'it')
  expect(asked.operation).toMatchObject({ call: asking.call })
  await host.person.answer(asked, { action: 'accept', content: { which: 'this' } })
  expect(await ended(asking)).toMatchObject({ outcome: { status: 'succeeded' }, task: { status: 'completed' } })
  expect(tasks().map(([id]) => id)).toEqual(['asks', 'gone'])
  expect(host.person.state.turns[gone.turn]?.calls[gone.call]?.task?.status).toBe('working')

  // Its server forgets the other one.
  await host.kill()
  rmSync(kept)
  host = await HostProcess.start(directory)
  expect(await ended(gone)).toMatchObject({
    outcome: {
      status: 'failed',
      mayHaveRun: true,
      problem: 'it didn’t finish this: it no longer has the task that this call ran as.',
    },
  })
  const recorded = await host.person.link.call('getConversation', { conversation: gone.conversation })
  expect(recorded.conversation.turns.at(-1)).toMatchObject({ end: 'done' })

  // Nothing is asked about a call whose server was turned off.
  await ready()
  const left = await run({ id: 'left', states: ['working'] })
  await host.kill()
  host = await HostProcess.start(directory)
  await host.person.link.call('setServerEnabled', { id: 'it', enabled: false })
  expect(await ended(left)).toMatchObject({ outcome: { status: 'failed', mayHaveRun: true } })
})

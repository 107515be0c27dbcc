import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { recover } from '../../../main/host/journal/recovery.ts'
import { Journal } from '../../../main/host/journal/journal.ts'
import { Atrium, peer } from '../../support/atrium.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'
import { samples } from '../journal/samples.ts'

let atrium: Atrium | undefined
const folders: string[] = []
afterEach(async () => {
  await atrium?.close()
  atrium = undefined
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

async function started(env: Record<string, string> = {}): Promise<Atrium> {
  atrium = await Atrium.start()
  await atrium.add('it', peer('tasks.mjs', env))
  return atrium
}

/** Runs a tool like a user who sees its current definition. */
function run({ person }: Atrium, tool: string, args: JsonObject) {
  const definition = person.state.servers['it']?.tools[tool]?.hash ?? ''
  return person.link.call('callTool', { server: 'it', tool, definition, arguments: args })
}

test('[TSK-7] [TSK-8] logs a task’s status and adds it to the transcript, and shows its messages on screen', async () => {
  const host = await started()
  const { person } = host
  const { call, turn, conversation } = await run(host, 'work', {
    states: ['working', 'working', 'completed'],
    messages: ['one', 'two', 'three'],
  })
  const seen = new Set<string>()
  await person.until('the second word', () => {
    const { message } = person.state.turns[turn]?.calls[call]?.task ?? {}
    if (message !== undefined) seen.add(message)
    return message === 'two'
  })
  await person.event('turn.finished', (event) => event.turn === turn)
  expect(person.all('call.task')).toMatchObject([
    { call, task: 'task-0', status: 'working', every: 250 },
    { call, task: 'task-0', status: 'completed', message: 'three' },
  ])
  expect(person.all('call.started').map(({ leg }) => leg)).toEqual([1, 2])
  const got = await person.link.call('getConversation', { conversation })
  expect(got.conversation.turns[0]?.call).toMatchObject({
    task: { id: 'task-0', status: 'completed' },
    outcome: { status: 'succeeded' },
  })
})

test('[TSK-1] refuses a tool that its server can’t run, without asking', async () => {
  const host = await started({ OFFERS: 'no' })
  const { call, turn } = await run(host, 'work', {})
  await host.person.event('turn.finished', (event) => event.turn === turn)
  expect(host.person.all('call.started')).toEqual([])
  expect(host.person.all('call.finished').find((it) => it.call === call)?.outcome).toEqual({
    status: 'invalid',
    problem: 'it runs this tool only as a task, but doesn’t offer tasks.',
  })
})

test('[TSK-4] [TSK-7] tells a task to stop, and logs how its server responded', async () => {
  const host = await started()
  const { person } = host
  const { call, turn } = await run(host, 'work', { states: ['working'] })
  await person.until('a task', () => person.state.turns[turn]?.calls[call]?.task !== undefined)
  await person.link.call('cancelCall', { call })
  await person.event('turn.finished', (event) => event.turn === turn)
  expect(person.all('call.task').map(({ status }) => status)).toEqual(['working', 'cancelling', 'cancelled'])
  expect(person.all('call.finished').at(-1)?.outcome).toEqual({ status: 'cancelled', mayHaveRun: true })
})

test('[TSK-7] marks a task as interrupted if the host ends, and keeps its name in the log', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-tasks-'))
  folders.push(folder)
  const first = Journal.open(folder)
  const { 'turn.started': turn, 'call.requested': requested, 'call.cleared': cleared } = samples
  first.append(turn, requested, cleared, samples['call.started'], samples['call.task'])
  await first.close()
  const journal = Journal.open(folder)
  const closings: unknown[] = []
  journal.subscribe(({ event }) => event.type === 'call.finished' && closings.push(event.outcome))
  expect(journal.state.turns['t1']?.calls['k1']?.task).toMatchObject({ status: 'input_required' })
  recover(journal)
  expect(closings).toEqual([{ status: 'interrupted', mayHaveRun: true }])
  await journal.close()
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { HostError } from '../../../shared/contract/errors.ts'
import { subscribe } from '../../../main/host/feed.ts'
import { Journal } from '../../../main/host/journal/journal.ts'
import { Replica } from '../../../renderer/state/replica.ts'

test('[UI-1] matches the host’s state in a replica behind a real journal’s feed', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'atrium-replica-'))
  const journal = Journal.open(directory)
  const replica = new Replica({
    call: () => Promise.reject(new HostError('not-found', 'No commands here.')),
    subscribe: (listener) => subscribe(journal, { actor: 'web:1', right: 'admin' }, listener),
  })
  const turn = { conversation: 'c', turn: 't' }
  const text = 'It runs, and it is said piece by piece. '
  const heard: (number | null)[] = []
  replica.onEvents({ events: (recorded) => heard.push(...recorded.map(({ seq }) => seq)), reset: () => heard.push(-1) })
  try {
    journal.append({ type: 'conversation.created', conversation: 'c', title: 'A title', actor: 'web:1' })
    journal.append({ type: 'turn.started', ...turn, model: 'm', actor: 'web:1' })
    journal.append({ type: 'model.requested', ...turn, model: 'm', message: 'x', tools: 0 })
    for (let i = 0; i < 400; i++) {
      const delta = { message: 'x', block: 0, kind: 'text', offset: i * text.length, text } as const
      journal.append({ type: 'message.delta', ...turn, ...delta })
      if (i % 40 === 0) await vi.waitFor(() => expect(replica.state.turns['t']?.message?.blocks).toHaveLength(1))
    }
    await vi.waitFor(() => expect(replica.state).toEqual(journal.state))
    expect(replica.state.turns['t']?.message?.blocks[0]?.text).toBe(text.repeat(400))
    expect(heard.filter((seq) => seq !== null && seq > 0)).toEqual([1, 2, 3])
    expect(replica.connection).toBe('live')
  } finally {
    replica.close()
    await journal.close()
    rmSync(directory, { recursive: true, force: true })
  }
})

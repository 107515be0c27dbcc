import { describe, expect, test } from 'vitest'
import type { Ask } from '../../../shared/asks/asks.ts'
import { noticeWords as words } from '../../../shared/state/notice-words.ts'
import { NoticeFinder } from '../../../shared/state/notices.ts'
import { serverConfig } from '../../../shared/config/server-config.ts'
import type { Settings } from '../../../shared/config/settings.ts'
import type { HostEvent, Recorded } from '../../../shared/events/events.ts'
import type { TurnEnd } from '../../../shared/events/turn-events.ts'
import { emptyState, type HostState } from '../../../shared/state/state.ts'

const ask = (id: string, server: string): Ask => {
  const claims = { readOnly: false, destructive: true, idempotent: false, openWorld: true }
  const theirs = { tool: 'THEIRS', title: 'THEIRS', description: 'THEIRS', definition: 'x', arguments: 'THEIRS' }
  return { id, kind: 'approval', question: { server, claims, ...theirs }, contentHash: 'x' }
}

const withAsks = (...asks: Ask[]): HostState => ({ ...emptyState, asks })

const recorded = (event: HostEvent): Recorded => ({ seq: 1, at: 0, event })
const started = (origin?: 'person') =>
  recorded({ type: 'turn.started', conversation: 'c', turn: 't', actor: 'web:test', ...(origin && { origin }) })
const finished = (end: TurnEnd) => recorded({ type: 'turn.finished', conversation: 'c', turn: 't', end })

function wanting(notify: NonNullable<Settings['appearance']['notify']>): HostState {
  const { configured } = emptyState
  const appearance = { ...configured.settings.appearance, notify }
  return { ...emptyState, configured: { ...configured, settings: { ...configured.settings, appearance } } }
}

describe('a notification', () => {
  test('[ELE-15] has the user’s name for the server, on one line, and a count', () => {
    const config = serverConfig.parse({
      command: 'x',
      name: 'My\u202E files\nand more words than fit into a notification',
    })
    const configured = { ...emptyState.configured, servers: { files: config } }
    const [one, two] = [ask('1', 'files'), ask('2', 'github')]
    const finder = new NoticeFinder()
    expect(finder.take([], { ...withAsks(two), configured })?.body).toBe(words.needsYou('github'))
    const both = finder.take([], { ...withAsks(one, two), configured })
    expect(both?.body).toBe(words.requestsWaiting('My files and more words than fit into a…', 2))
  })

  test('[ELE-32] comes once per question, and not for those that are open at the start', () => {
    const finder = new NoticeFinder()
    finder.begin(withAsks(ask('1', 'a')))
    expect(finder.take([], withAsks(ask('1', 'a')))).toBeUndefined()
    const both = withAsks(ask('1', 'a'), ask('2', 'b'))
    expect(finder.take([], both)).toMatchObject({ kind: 'question' })
    expect(finder.take([], both)).toBeUndefined()
  })

  test.each(['done', 'failed', 'step-limit', 'interrupted'] as const)('[ELE-32] says that a turn ended: %s', (end) => {
    const notice = new NoticeFinder().take([started(), finished(end)], emptyState)
    expect(notice).toEqual({ kind: 'end', end, body: words.ends[end], conversation: 'c' })
  })

  test('[ELE-32] doesn’t come for what the user did: a cancelled turn, or a call of their own', () => {
    expect(new NoticeFinder().take([started(), finished('cancelled')], emptyState)).toBeUndefined()
    expect(new NoticeFinder().take([started('person'), finished('done')], emptyState)).toBeUndefined()
    const finder = new NoticeFinder()
    finder.begin({
      ...emptyState,
      turns: { t: { conversation: 'c', origin: 'person', startedAt: 0, calls: {} } },
    })
    expect(finder.take([finished('done')], emptyState)).toBeUndefined()
  })

  test.each([
    ['all', 'question', 'end'],
    ['questions', 'question', undefined],
    ['none', undefined, undefined],
  ] as const)('[ELE-32] comes as the settings want: %s', (notify, question, end) => {
    const state = wanting(notify)
    expect(new NoticeFinder().take([], { ...state, asks: [ask('1', 'a')] })?.kind).toBe(question)
    expect(new NoticeFinder().take([finished('done')], state)?.kind).toBe(end)
  })
})

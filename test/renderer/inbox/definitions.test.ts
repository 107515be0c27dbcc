import { describe, expect, test } from 'vitest'
import { definitionsOf } from '../../../renderer/audit/records/audit-definitions.tsx'
import { definitionsInWords, itemInWords, reviewSubject } from '../../../renderer/inbox/definitions/definition-words.ts'
import { askInWords } from '../../../renderer/inbox/inbox.tsx'
import { closedInWords } from '../../../renderer/inbox/server-ask.tsx'
import { placeInWords } from '../../../renderer/servers/status/place.ts'
import { standingOf } from '../../../renderer/state/servers/standing.ts'
import { countInWords, summarize, summarizeAll } from '../../../renderer/state/servers/summary.ts'
import type { Ask, Suspicion } from '../../../shared/asks/asks.ts'
import type { AuditRow } from '../../../shared/contract/commands.ts'
import type { EventOf, ToolEntry } from '../../../shared/events/events.ts'
import { serverConfig } from '../../../shared/config/server-config.ts'
import { emptyState, type HostState } from '../../../shared/state/state.ts'
import { words } from '../../support/words.ts'

const claims = { readOnly: true, destructive: false, idempotent: false, openWorld: false }
const tool = (name: string, hash: string): ToolEntry => ({ name, description: '', hash, claims })

type ReviewItem = { item: string; hash: string; before: string | undefined; suspicions?: Suspicion[] }

const review = (...items: ReviewItem[]): Extract<Ask, { kind: 'definitions' }> => ({
  id: 'review',
  kind: 'definitions',
  contentHash: 'c',
  question: { server: 'it', items: items.map((it) => ({ suspicions: [], ...it })) },
})

const changed = { item: 'tool/add', hash: 'h2', before: 'h1' }
const fresh = { item: 'tool/more', hash: 'h3', before: undefined }

const state: HostState = {
  ...emptyState,
  configured: { ...emptyState.configured, servers: { it: serverConfig.parse({ command: 'it', name: 'Mine' }) } },
  servers: {
    it: {
      status: { state: 'ready', era: 'modern', revision: 'r', calls: { name: 'n', version: '1' } },
      tools: { add: tool('add', 'h2'), more: tool('more', 'h3'), old: tool('old', 'h4') },
      malformed: [],
    },
  },
  consents: { it: { pins: { 'tool/add': 'h1', 'tool/old': 'h4' } } },
  asks: [review(changed, fresh)],
}

describe('[DUI-1] a server with definitions to review', () => {
  test('needs the user and says what to review, while it runs', () => {
    const server = summarize(state, 'it')
    expect([server?.group, server?.glyph, server?.words]).toEqual([
      'waiting',
      'waiting',
      `${words.servers.state.changed(1)}, ${words.servers.state.newTools(1)}`,
    ])
    expect(server && placeInWords(server)).toBe('1 changed and 1 new definition to review')
    expect(countInWords(summarizeAll(state))).toBe(words.servers.state.counts(1, `1 ${words.servers.state.toReview}`))
  })

  test('[DUI-10] is amber for new and changed definitions, and red only for a risky change or a suspicious one', () => {
    const { changed: changedWords, newDefinitions, newTools, risky, suspicious } = words.servers.state
    const look = (...items: ReviewItem[]) => {
      const server = summarize({ ...state, asks: [review(...items)] }, 'it')
      return [server?.glyph, server?.words]
    }
    const odd: ReviewItem = { ...fresh, suspicions: ['hidden-characters'] }
    const poisoned: ReviewItem = { ...changed, suspicions: ['mentions-secrets'] }
    expect(look(fresh, { ...fresh, item: 'tool/two' })).toEqual(['waiting', newTools(2)])
    expect(look(fresh, { ...fresh, item: 'prompt/two' })).toEqual(['waiting', newDefinitions(2)])
    expect(look(changed)).toEqual(['waiting', changedWords(1)])
    expect(look(poisoned, fresh)).toEqual(['quarantined', `${risky(1)}, ${newTools(1)}`])
    expect(look(odd, changed)).toEqual(['quarantined', `${suspicious(1)}, ${changedWords(1)}`])
  })

  test('is ready again once all its definitions are blocked', () => {
    const server = summarize({ ...state, asks: [] }, 'it')
    expect([server?.group, server?.words]).toEqual(['running', 'Ready'])
    expect(server?.quarantine.map(({ item }) => item)).toEqual(['tool/add', 'tool/more'])
  })

  test('says in words how many definitions are new or changed', () => {
    expect(definitionsInWords([fresh])).toBe('1 new definition')
    expect(definitionsInWords([changed, changed])).toBe('2 changed definitions')
    expect(definitionsInWords([changed, fresh, fresh])).toBe('1 changed and 2 new definitions')
  })
})

test('[DUI-7] shows each tool’s review state, and a tool under review as changed rather than blocked', () => {
  const pinned = { 'tool/old': { at: 5, actor: 'host' } }
  const keptOff = { 'tool/add': 'h2', 'tool/more': 'another' }
  const standings = (asks: Ask[]) => {
    const server = summarize({ ...state, asks }, 'it')
    const standing = server && standingOf({ ...server, keptOff, pinned })
    return ['add', 'more', 'old'].map((name) => standing?.(`tool/${name}`))
  }
  const old = { state: 'pinned', at: 5, actor: 'host' }
  expect(standings([])).toEqual([{ state: 'kept-off', before: 'h1' }, { state: 'new', before: undefined }, old])
  expect(standings(state.asks)[0]).toEqual({ state: 'changed', before: 'h1' })
  const server = summarize({ ...state, asks: [] }, 'it')
  const beside = (hash: string) =>
    server && standingOf({ ...server, keptOff: {}, pinned, expected: { 'tool/more': hash } })('tool/more').state
  const hash = server?.quarantine.find(({ item }) => item === 'tool/more')?.hash ?? ''
  expect([beside('another'), beside(hash)]).toEqual(['differs', 'new'])
})

describe('[DUI-8] a review', () => {
  const closed = (answer: EventOf<'ask.closed'>['answer'], actor = 'web:2'): EventOf<'ask.closed'> => ({
    type: 'ask.closed',
    ask: 'review',
    kind: 'definitions',
    by: 'person',
    actor,
    answer,
  })

  test('is announced with the number of waiting definitions', () => {
    expect(askInWords(review(changed, fresh), 'Mine')).toBe(words.inbox.announced.definitions('Mine', 2))
  })

  test('says how another window answered', () => {
    const said = (answer: EventOf<'ask.closed'>['answer'], actor?: string) =>
      closedInWords(closed(answer, actor), 'Mine', 'web:1')
    expect(said({ decision: 'accept', items: ['tool/add'] })).toBe(
      words.inbox.serverAsk.accepted('Someone in a browser tab', 'Mine', 1),
    )
    expect(said({ decision: 'keep-off', items: [] }, 'web:1')).toBe(words.inbox.serverAsk.keptOff('You', 'Mine'))
    expect(closedInWords({ ...closed(undefined), by: 'withdrawn', actor: undefined }, 'Mine', 'web:1')).toBeUndefined()
  })
})

test('[DUI-9] names the definitions that a record accepted or blocked', () => {
  const row = (type: string): AuditRow => ({
    seq: 1,
    at: 1,
    type,
    hash: 'h',
    conversation: null,
    turn: null,
    call: null,
    server: 'it',
    tool: null,
    decision: null,
    actor: 'web:1',
    outcome: null,
    took: null,
  })
  const body = { items: { 'tool/add': 'h2', 'other/kind': 'h3' } }
  expect(definitionsOf(row('definitions.pinned'), body)).toEqual(['add', 'other/kind'])
  expect(definitionsOf(row('definitions.kept-off'), body)).toEqual(['add', 'other/kind'])
  expect(definitionsOf(row('catalogue.changed'), body)).toEqual([])
  expect(definitionsOf(row('definitions.pinned'), null)).toEqual([])
})

describe('[DUI-1] prompts, templates and instructions', () => {
  const prompts = { items: { greet: { name: 'greet', description: '', hash: 'h5', arguments: [] } }, malformed: [] }
  const it = state.servers['it']

  test('are counted in a review and named by their kind', () => {
    const known = it && { ...it, prompts, instructions: 'h6' }
    const server = summarize({ ...state, servers: known ? { it: known } : {} }, 'it')
    expect(server?.quarantine.map(({ item }) => item)).toEqual([
      'instructions',
      'prompt/greet',
      'tool/add',
      'tool/more',
    ])
    expect(['tool/a/b', 'prompt/greet', 'template/x://{a}', 'instructions'].map(itemInWords)).toEqual([
      { name: 'a/b' },
      { name: 'greet', kind: 'prompt' },
      { name: 'x://{a}', kind: 'template' },
      { name: 'instructions', kind: 'for models' },
    ])
  })

  test('are not called tools', () => {
    expect(reviewSubject([changed])).toMatch(/this tool/)
    expect(reviewSubject([changed, { ...fresh, item: 'prompt/greet' }])).not.toMatch(/tool/)
  })
})

import { describe, expect, test } from 'vitest'
import { deciderOf, outcomeOf } from '../../../renderer/audit/records/audit-words.ts'
import { serverEntries } from '../../../renderer/app/palette/server-entries.ts'
import { placeInWords } from '../../../renderer/servers/status/place.ts'
import { expiryInWords } from '../../../renderer/servers/detail/server-sign-in.tsx'
import { countInWords, summarize, summarizeAll } from '../../../renderer/state/servers/summary.ts'
import type { Ask, Question } from '../../../shared/asks/asks.ts'
import type { AuditRow, HostLink } from '../../../shared/contract/commands.ts'
import type { ServerStatus } from '../../../shared/events/events.ts'
import { serverConfig } from '../../../shared/config/server-config.ts'
import { emptyState, type HostState } from '../../../shared/state/state.ts'
import { words } from '../../support/words.ts'

const { place } = words.signIn
const { facts } = words.signIn.server

const config = serverConfig.parse({ url: 'https://mcp.example/mcp' })
const failed: ServerStatus = { state: 'failed', reason: 'It wants a sign-in.', stderr: [], signIn: true }
const ready: ServerStatus = {
  state: 'ready',
  era: 'modern',
  revision: '2026-07-28',
  calls: { name: 'n', version: '1' },
}
const signIn = (because: Question<'sign-in'>['because']): Ask => ({
  id: 'a',
  kind: 'sign-in',
  contentHash: 'h',
  question: { server: 'far', resource: 'r', issuer: 'https://login.example', scopes: [], because, client: 'entered' },
})
const page: Ask = {
  id: 'p',
  kind: 'sign-in-page',
  contentHash: 'h',
  question: { server: 'far', issuer: 'https://login.example', url: 'https://login.example/a', until: 0 },
}

const stateWith = (status: ServerStatus, asks: Ask[] = [], change: Partial<HostState> = {}): HostState => ({
  ...emptyState,
  configured: { ...emptyState.configured, servers: { far: config } },
  servers: { far: { status, tools: {}, malformed: [] } },
  asks,
  ...change,
})

const shown = (state: HostState) => {
  const server = summarize(state, 'far')
  return server && [server.group, server.glyph, server.words, server.needsSignIn]
}

describe('[SIN-6] a server that needs a sign-in', () => {
  test('says so, whether or not a question is open', () => {
    const needs = ['waiting', 'waiting', 'Needs sign-in']
    expect(shown(stateWith(failed))).toEqual([...needs, true])
    expect(shown(stateWith(failed, [signIn('needed')]))).toEqual([...needs, true])
    expect(shown(stateWith({ state: 'failed', reason: 'x', stderr: [], retryAt: 9, signIn: true }))).toEqual([
      ...needs,
      true,
    ])
    expect(shown(stateWith({ state: 'starting', command: [], cwd: '/', environment: [] }, [page]))).toEqual([
      ...needs,
      true,
    ])
    expect(countInWords(summarizeAll(stateWith(failed)))).toBe('1 server: 1 needs sign-in')
  })

  test('[EMA-7] leads to the company’s page if it is reached through that, and only then', () => {
    const company: Ask = { ...page, question: { ...page.question, server: undefined } }
    const through = serverConfig.parse({ ...config, oauth: { grant: 'enterprise-managed', clientId: 'c' } })
    const servers = { servers: { far: through } }
    const state = stateWith(failed, [company], { configured: { ...emptyState.configured, ...servers } })
    expect([summarize(state, 'far')?.signIn, shown(state)?.at(3)]).toEqual([company, true])
    expect(summarize(stateWith(failed, [company]), 'far')?.signIn).toBeUndefined()
    expect(summarize({ ...state, servers: stateWith(ready).servers }, 'far')?.signIn).toBeUndefined()
  })

  test('waits for the user while it runs, and returns to its state afterwards', () => {
    expect(shown(stateWith(ready, [signIn('more')]))).toEqual(['waiting', 'waiting', 'Waiting for you', false])
    expect(shown(stateWith(ready))).toEqual(['running', 'ready', 'Ready', false])
    expect(shown(stateWith({ state: 'failed', reason: 'x', stderr: [] }))).toEqual([
      'failed',
      'failed',
      'Failed',
      false,
    ])
  })

  test('gives the reason on its line', () => {
    const line = (asks: Ask[]): string => {
      const server = summarize(stateWith(failed, asks), 'far')
      return server ? placeInWords(server) : ''
    }
    expect(line([signIn('needed')])).toBe(place.needed)
    expect(line([signIn('ended')])).toBe(place.ended)
    expect(line([page])).toBe(place.page)
    expect(line([])).toBe('mcp.example')
  })
})

describe('[SIN-6] a sign-in’s expiry', () => {
  const noon = new Date(2026, 5, 1, 12).getTime()

  test('is shown as far as it is known', () => {
    expect(expiryInWords(undefined, noon)).toBe(facts.unlimited)
    expect(expiryInWords(noon + 3_600_000, noon)).toBe(facts.until('13:00'))
    expect(expiryInWords(noon - 3_600_000, noon)).toBe(facts.past('11:00'))
    expect(expiryInWords(noon + 48 * 3_600_000, noon)).toMatch(/3.*, 12:00/)
  })
})

describe('[SIN-8] signing in and out', () => {
  const consents = { far: { signedIn: { issuer: 'https://login.example', scopes: [], at: 0 } } }
  const asked: unknown[] = []
  const link: HostLink = {
    call: (name, input) => {
      asked.push([name, input])
      return Promise.reject(new Error('refused'))
    },
    subscribe: () => () => undefined,
  }
  const entriesOf = (state: HostState, mayUse = true) =>
    serverEntries(summarizeAll(state), { link, mayChange: false, mayUse, consents: state.consents }).filter(
      ({ key }) => !key.startsWith('passport'),
    )
  const texts = (state: HostState, mayUse?: boolean): string[] => entriesOf(state, mayUse).map(({ text }) => text)

  test('appears in the palette if there is something to do and the user can use servers', () => {
    expect(texts(stateWith(failed))).toEqual(['far', 'Sign in to far'])
    expect(texts(stateWith(failed, [signIn('needed')]))).toEqual(['far'])
    expect(texts(stateWith(ready, [], { consents }))).toEqual(['far', 'Sign in to far again', 'Sign out of far…'])
    expect(texts(stateWith(ready))).toEqual(['far'])
    expect(texts(stateWith(ready, [], { consents }), false)).toEqual(['far'])
  })

  test('leads only to a question when signing out', () => {
    expect(entriesOf(stateWith(ready, [], { consents })).at(-1)).toHaveProperty('go')
    expect(asked).toEqual([])
  })

  test('appears in the log in words', () => {
    const row = (change: Partial<AuditRow>): AuditRow => ({
      seq: 1,
      at: 0,
      type: 'server.signed-in',
      conversation: null,
      turn: null,
      call: null,
      server: 'far',
      tool: null,
      decision: null,
      actor: 'web:a',
      outcome: null,
      took: null,
      hash: '',
      ...change,
    })
    expect(deciderOf(row({ decision: 'sign-in' }), 'web:a')).toBe(`you, ${words.audit.decisions['sign-in']}`)
    expect(deciderOf(row({ type: 'ask.closed', decision: 'leave' }), 'web:a')).toBe('you, not now')
    const out = (outcome: string): string => outcomeOf(row({ type: 'server.signed-out', outcome })).words
    expect(['asked', 'refused', 'moved', 'later'].map(out)).toEqual([
      words.audit.signedOut.asked,
      words.audit.signedOut.refused,
      words.audit.signedOut.moved,
      'later',
    ])
  })
})

import type { Ask } from '../../../shared/asks/asks.ts'
import type { ServerStatus } from '../../../shared/events/events.ts'
import { consentOf } from '../../../shared/state/consents.ts'
import { quarantineOf, type QuarantinedItem } from '../../../shared/state/pins.ts'
import { displayName, isThroughCompany, type ServerConfig } from '../../../shared/config/server-config.ts'
import type { HostState } from '../../../shared/state/state.ts'
import { startsOnCall, type ServerState } from '../../../shared/state/server-state.ts'
import { askOfServer, companyPageOf, signInOf, type SignInQuestion, startAskOf, type StartQuestion } from '../asks.ts'
import { servers as serversWords } from '../../strings/servers/servers.ts'
import type { GlyphState } from '../glyph-state.ts'
import { gradesInWords, worstGrade } from './definition-grade.ts'
import { nextTryOf } from './next-try.ts'

/** The groups of servers by state, from the most to the least urgent. */
export const serverGroups = ['failed', 'waiting', 'retrying', 'running', 'standby', 'off'] as const
export type ServerGroup = (typeof serverGroups)[number]

/** One server as the interface shows it. `config` is absent while a removed one is stopping. */
export type ServerSummary = {
  id: string
  name: string
  config: ServerConfig | undefined
  state: ServerState
  /** The question to answer before it starts. */
  ask: StartQuestion | undefined
  /** The definitions that no model sees until the user accepts them. */
  quarantine: QuarantinedItem[]
  /** The question about those; without one, the user has kept all of them off. */
  review: Extract<Ask, { kind: 'definitions' }> | undefined
  /** The question about signing in to it. */
  signIn: SignInQuestion | undefined
  /** It isn't running, and a sign-in would help. */
  needsSignIn: boolean
  group: ServerGroup
  glyph: GlyphState
  /** Its state in words. */
  words: string
  /** Those words say which definitions wait for a review. */
  isReviewed?: boolean
}

const neverStarted: ServerState = { status: { state: 'off' }, tools: {}, malformed: [] }

const texts = serversWords.state

const looks: Record<ServerStatus['state'], { glyph: GlyphState; words: string; group: ServerGroup }> = {
  off: { glyph: 'off', words: texts.off, group: 'off' },
  starting: { glyph: 'running', words: texts.starting, group: 'running' },
  ready: { glyph: 'ready', words: texts.ready, group: 'running' },
  failed: { glyph: 'failed', words: texts.failed, group: 'failed' },
  stopping: { glyph: 'running', words: texts.stopping, group: 'running' },
}

/** Nothing of it runs before the user answers. */
const asking = { glyph: 'waiting', words: texts.waitingForYou, group: 'waiting' } as const

/** It waits for a sign-in. */
const signedOut = { ...asking, words: texts.needsSignIn } as const

/** It responds, but its tool list didn't arrive. */
const withoutTools = { glyph: 'failed', words: texts.noTools, group: 'failed' } as const

/** Whether a connected server's list of tools didn't arrive, now or the last time it was fetched. */
export const listIsMissing = ({ status, lacks }: Pick<ServerState, 'status' | 'lacks'>): boolean =>
  status.state === 'ready' && lacks === 'all'

/** Whether a connected server has no tools because of that. */
export const toolsAreMissing = (server: ServerState): boolean =>
  listIsMissing(server) && Object.keys(server.tools).length === 0

/** It is on, and a call starts it. */
const onCall = { glyph: 'queued', words: texts.startsOnCall, group: 'standby' } as const

/** It failed and retries by itself: nothing for the user to do. */
const waiting = {
  restart: { glyph: 'running', words: texts.waitingToRestart, group: 'retrying' },
  reach: { glyph: 'running', words: texts.waitingToReach, group: 'retrying' },
} as const

type Known = Pick<HostState, 'configured' | 'servers' | 'asks' | 'consents'>

/** One server's summary; undefined after it is removed and stopped. */
export function summarize(state: Known, id: string): ServerSummary | undefined {
  const config = state.configured.servers[id]
  const server = state.servers[id] ?? neverStarted
  if (!config && server.status.state === 'off') return undefined
  const ask = startAskOf(state, id)
  const review = askOfServer(state, 'definitions', id)
  const { status } = server
  const hasFailedSignIn = status.state === 'failed' && status.signIn === true
  const company = hasFailedSignIn && isThroughCompany(config) ? companyPageOf(state) : undefined
  const signIn = signInOf(state, id) ?? company
  const needsSignIn = hasFailedSignIn || (signIn !== undefined && status.state !== 'ready')
  const known = { id, name: displayName(id, config), config, state: server, ask, review, signIn, needsSignIn }
  const quarantine = status.state === 'ready' ? quarantineOf(server, consentOf(state, id).pins) : []
  return { ...known, quarantine, ...lookOf(known) }
}

/** Its start has begun, or is about to. */
const startLooks = {
  queued: { ...looks.starting, words: texts.queued },
  fetching: { ...looks.starting, words: texts.fetching },
  starting: looks.starting,
  listing: looks.starting,
} as const

type Looked = Pick<ServerSummary, 'config' | 'ask' | 'review' | 'signIn' | 'needsSignIn'> & { state: ServerState }

function lookOf({ state, config, ask, review, signIn, needsSignIn }: Looked) {
  const { status, start, failed } = state
  // It stays in its group while it starts again.
  const retrying = status.state === 'starting' && failed?.retryAt !== undefined ? ({ group: 'retrying' } as const) : {}
  if (ask) return asking
  if (needsSignIn) return signedOut
  if (signIn) return asking
  if (toolsAreMissing(state)) return withoutTools
  if (review) {
    const { items } = review.question
    const glyph = worstGrade(items) === 'risky' ? 'quarantined' : 'waiting'
    return { glyph, words: gradesInWords(items), group: 'waiting', isReviewed: true } as const
  }
  if (status.state === 'failed' && status.retryAt !== undefined) return waiting[nextTryOf(config)]
  if (start && (status.state === 'off' || status.state === 'starting'))
    return { ...startLooks[start.doing], ...retrying }
  if (startsOnCall(config, state) && status.state === 'off') return onCall
  const look = { ...looks[status.state], ...retrying }
  return status.state === 'off' && config?.enabled ? { ...look, words: texts.notStarted } : look
}

/** Every configured server and those still stopping, by name. */
export function summarizeAll(state: Known): ServerSummary[] {
  const ids = new Set([...Object.keys(state.configured.servers), ...Object.keys(state.servers)])
  return [...ids]
    .flatMap((id) => summarize(state, id) ?? [])
    .toSorted((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id))
}

/** Servers as counts: "4 servers: 2 ready, 1 starting, 1 failed". */
export function countInWords(servers: ServerSummary[]): string {
  if (servers.length === 0) return texts.none
  const counts = new Map<string, number>()
  for (const { words, isReviewed } of servers) {
    const state = isReviewed ? texts.toReview : words
    counts.set(state, (counts.get(state) ?? 0) + 1)
  }
  const parts = [...counts].map(([words, count]) => `${count} ${words.toLowerCase()}`)
  return texts.counts(servers.length, parts.join(', '))
}

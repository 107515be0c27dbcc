import { usualAppearance } from '../config/settings.ts'
import { displayName } from '../config/server-config.ts'
import type { EventOf, Recorded } from '../events/events.ts'
import type { HostState } from './state.ts'
import { plainLabel } from '../text/hidden-characters.ts'
import type { Ask } from '../asks/asks.ts'
import { noticeWords as words } from './notice-words.ts'

/** A message to a user who is looking elsewhere, and its conversation. Contains no third-party text. */
export type Notice = { body: string; conversation?: string | undefined } & (
  | { kind: 'question' }
  | { kind: 'end'; end: keyof typeof words.ends }
)

/** Max characters of a server's name. */
const nameLimit = 40

/** Finds, in the feed that every UI gets, the messages that the settings allow for a user who is looking elsewhere. */
export class NoticeFinder {
  #asks: readonly Ask[] = []
  #known: ReadonlySet<string> = new Set()
  /** The user's own running calls, which need no message. */
  readonly #own = new Set<string>()

  /** Begins with a state in which everything is known already. */
  begin(state: HostState): void {
    this.#remember(state.asks)
    this.#own.clear()
    for (const [id, { origin }] of Object.entries(state.turns)) if (origin === 'person') this.#own.add(id)
  }

  /** The message for these events, which led to this state: the latest question, else the latest end of a turn. */
  take(events: readonly Recorded[], state: HostState): Notice | undefined {
    const wish = state.configured.settings.appearance.notify ?? usualAppearance.notify
    const end = this.#endIn(events)
    const asked = state.asks === this.#asks ? undefined : state.asks.findLast(({ id }) => !this.#known.has(id))
    if (state.asks !== this.#asks) this.#remember(state.asks)
    if (asked && wish !== 'none')
      return { kind: 'question', body: questionText(asked, state), conversation: asked.operation?.conversation }
    if (!end || end.end === 'cancelled' || wish !== 'all') return undefined
    return { kind: 'end', end: end.end, body: words.ends[end.end], conversation: end.conversation }
  }

  #endIn(events: readonly Recorded[]): EventOf<'turn.finished'> | undefined {
    let end: EventOf<'turn.finished'> | undefined
    for (const { event } of events) {
      if (event.type === 'turn.started' && event.origin === 'person') this.#own.add(event.turn)
      if (event.type === 'turn.finished' && !this.#own.delete(event.turn)) end = event
    }
    return end
  }

  #remember(asks: readonly Ask[]): void {
    this.#asks = asks
    this.#known = new Set(asks.map(({ id }) => id))
  }
}

/** Names the server, by the user's own name for it, and counts the waiting questions. */
function questionText({ question }: Ask, { asks, configured }: Pick<HostState, 'asks' | 'configured'>): string {
  const { server } = question
  if (server === undefined) return words.company
  const name = plainLabel(displayName(server, configured.servers[server]), nameLimit)
  return asks.length === 1 ? words.needsYou(name) : words.requestsWaiting(name, asks.length)
}

import { useEffect, useEffectEvent, useRef } from 'react'
import type { Ask } from '../../shared/asks/asks.ts'
import { displayName } from '../../shared/config/server-config.ts'
import { useHost, useReplica } from '../state/replica.ts'
import { inbox } from '../strings/inbox/inbox.ts'
import { plainLabel } from '../../shared/text/hidden-characters.ts'
import { isApple } from '../ui/keys.tsx'
import { announce } from '../ui/page/announcer.tsx'
import { useAsksInView } from './frame/answers-in-view.ts'
import { goToAsk } from './frame/ask-focus.ts'
import { answerableIn, neighbour, useAsks } from '../state/asks.ts'
import { paletteOpen } from '../state/palette.ts'
import { replacePlace, type Route } from '../state/routes.ts'

const words = inbox.announced

/** The parts of the inbox that work on every page: shortcuts to questions, and announcements. */
export function GlobalInbox({ route }: { route: Route }) {
  const isChat = route.page === 'chat'
  useAskKeys(isChat ? route.conversation : undefined)
  useOldestAsk(isChat && route.ask === 'oldest', isChat ? route.conversation : undefined)
  useAnnouncedAsks(useAsks())
  return null
}

/**
 * The shortcuts use the state at the press, which can be a frame ahead of the rendered one. They don't leave a
 * conversation, and its own questions come first: if only other places have questions, the palette lists those.
 */
function useAskKeys(conversation: string | undefined): void {
  const replica = useReplica()
  const inView = useAsksInView()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const control = isApple ? event.metaKey : event.ctrlKey
    if (!control || event.altKey || event.code !== 'Period' || event.defaultPrevented) return
    const { asks } = replica.state
    if (asks.length === 0) return
    const here = conversation === undefined ? asks : answerableIn(asks, conversation)
    const next = neighbour(here, focusedAsk(), event.shiftKey ? -1 : 1, inView)
    event.preventDefault()
    if (next) goToAsk(next)
    else paletteOpen.set(true)
  })
  useEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/** Follows a place that leads to the oldest question: of its conversation, or else of all. Back doesn't come here. */
function useOldestAsk(isWanted: boolean, conversation: string | undefined): void {
  const replica = useReplica()
  const onWanted = useEffectEvent(() => {
    const { asks } = replica.state
    const ask = answerableIn(asks, conversation)[0] ?? asks[0]
    replacePlace({ page: 'chat', conversation: ask?.operation?.conversation ?? conversation })
    if (ask) goToAsk(ask)
  })
  useEffect(() => {
    if (isWanted) onWanted()
  }, [isWanted])
}

/** The question that contains focus, if any. */
export const focusedAsk = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-ask]')?.dataset['ask'] ?? undefined

/** Announces the first question at once; later ones wait for a pause and are counted. */
function useAnnouncedAsks(asks: Ask[]): void {
  const servers = useHost((state) => state.configured.servers)
  const known = useRef(new Set(asks.map(({ id }) => id)))
  useEffect(() => {
    const fresh = asks.filter(({ id }) => !known.current.has(id))
    known.current = new Set(asks.map(({ id }) => id))
    const [first] = fresh
    if (!first) return
    const { server } = first.question
    const name = server === undefined ? words.company : displayName(server, servers[server])
    const review = isApple ? words.reviewOnApple : words.reviewElsewhere
    if (asks.length === 1) announce(`${askInWords(first, name)} ${review}`, 'assertive')
    else announce(`${words.several(asks.length)} ${review}`)
  }, [asks, servers])
}

/** A question, as a sentence for screen readers. */
export function askInWords(ask: Ask, name: string): string {
  switch (ask.kind) {
    case 'approval':
      return words.approval(name, plainLabel(ask.question.title ?? ask.question.tool))
    case 'trust':
      return ask.question.before ? words.trustAgain(name) : words.trust(name)
    case 'address':
      return ask.question.before ? words.addressAgain(name) : words.address(name)
    case 'definitions':
      return words.definitions(name, ask.question.items.length)
    case 'form':
      return words.form(name)
    case 'url':
      return words.url(name)
    case 'visit':
      return words.visit(name)
    case 'sampling':
      return words.sampling(name)
    case 'review':
      return words.review(name)
    case 'sign-in':
      return words.signIn(name)
    case 'sign-in-page':
      return words.signInPage(name)
    case 'server-page':
    case 'page-wish':
      return words.serverApp(name)
    default:
      return ask satisfies never
  }
}

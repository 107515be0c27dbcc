import { z } from 'zod'
import type { Call } from '../../../shared/state/conversation.ts'
import { persisted, storedList } from '../persisted.ts'

/** A call that was sent to a server with a page for its result. */
export type PageCall = Call & { server: string; page: string }

/** Whether a call has a page that could be shown. */
export const hasPage = (call: Call): call is PageCall =>
  call.page !== undefined && call.server !== undefined && call.startedAt !== undefined && !call.imported

/** Max pages that run in this window at once. */
export const mostLivePages = 6

/** The running pages, by call, the one that the user saw last at the end. */
const live = new Map<string, () => void>()

/**
 * Registers a page that begins to run. If too many run, the one that was out of sight for the longest time is closed.
 * Call the result when the page has ended.
 */
export function beginPage(call: string, close: () => void): () => void {
  live.delete(call)
  if (live.size >= mostLivePages) {
    const [oldest] = live
    if (oldest) {
      live.delete(oldest[0])
      oldest[1]()
    }
  }
  live.set(call, close)
  return () => {
    if (live.get(call) === close) live.delete(call)
  }
}

/** Notes that the user sees a call's page, so others are closed before it. */
export function sawPage(call: string): void {
  const close = live.get(call)
  if (!close) return
  live.delete(call)
  live.set(call, close)
}

/** Max heights that are remembered. */
const mostKept = 100

const kept = persisted(globalThis.sessionStorage, 'atrium.page-heights', storedList(z.tuple([z.string(), z.number()])))

/** The last height of a call's page in this tab, so its place doesn't grow again when it is shown again. */
export const heightOf = (call: string): number | undefined => kept.read()?.find(([one]) => one === call)?.[1]

/** Remembers the height of a call's page. */
export function keepHeight(call: string, height: number): void {
  const others = (kept.read() ?? []).filter(([one]) => one !== call)
  kept.write([...others, [call, height] as [string, number]].slice(-mostKept))
}

import type { Ask } from '../asks/asks.ts'
import type { JudgedPage } from '../content/judged-app.ts'
import { without } from '../schema/records.ts'
import { foldTurn, type RunningEvent, type RunningTurn } from './running-turns.ts'

/** The page of a call, in a transcript. */
export type PageOfCall = {
  /** The URI of the page that its server has for the result. */
  page?: string | undefined
  /** That page as it was last shown; its document is kept. */
  shown?: JudgedPage | undefined
  /** How many calls that page made, over all its runs. */
  pageCalls?: number | undefined
}

/** The calls that pages make now, by the turn of their view. `shown` is the call whose page it is. */
export type RunningPageCalls = Record<string, RunningTurn & { shown: { turn: string; call: string } }>

/** Folds the running calls of pages. Pure. */
export function foldPageCalls(views: RunningPageCalls, event: RunningEvent, at: number): RunningPageCalls {
  if (event.type === 'turn.started' || event.type === 'turn.finished') return views
  const { conversation, turn } = event
  const begun =
    event.type === 'call.requested' && event.origin
      ? { conversation, startedAt: at, calls: {}, shown: event.origin.page }
      : undefined
  const view = views[turn] ?? begun
  if (!view) return views
  const after = foldTurn(view, event, at)
  return Object.keys(after.calls).length === 0 ? without(views, turn) : { ...views, [turn]: { ...view, ...after } }
}

type Asking = { asks: Ask[]; pageCalls?: RunningPageCalls | undefined }

/** The open questions of calls that a call's page makes. */
export const asksOfPage = ({ asks, pageCalls = {} }: Asking, call: string): Ask[] =>
  asks.filter(({ operation }) => operation !== undefined && pageCalls[operation.turn]?.shown.call === call)

/** The call that a question is shown with: its own, or if a page asks, the one whose page it is. */
export const callShownWith = ({ pageCalls = {} }: Asking, { operation }: Ask): string | undefined =>
  operation && (pageCalls[operation.turn]?.shown.call ?? operation.call)

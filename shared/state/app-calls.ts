import type { Ask } from '../asks/asks.ts'
import { without } from '../schema/records.ts'
import { foldTurn, type RunningEvent, type RunningTurn } from './running-turns.ts'

/** The calls that apps make now, by the turn of their view. `shown` is the call whose app it is. */
export type RunningAppCalls = Record<string, RunningTurn & { shown: { turn: string; call: string } }>

/** Folds the running calls of apps. Pure. */
export function foldAppCalls(views: RunningAppCalls, event: RunningEvent, at: number): RunningAppCalls {
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

type Asking = { asks: Ask[]; appCalls?: RunningAppCalls | undefined }

/** The open questions of calls that a call's app makes. */
export const asksOfApp = ({ asks, appCalls = {} }: Asking, call: string): Ask[] =>
  asks.filter(({ operation }) => operation !== undefined && appCalls[operation.turn]?.shown.call === call)

/** The call that a question is shown with: its own, or if an app asks, the one whose app it is. */
export const callShownWith = ({ appCalls = {} }: Asking, { operation }: Ask): string | undefined =>
  operation && (appCalls[operation.turn]?.shown.call ?? operation.call)

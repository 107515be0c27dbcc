import type { Ask } from '../../../shared/asks/asks.ts'
import type { CallOutcome } from '../../../shared/events/turn-events.ts'
import { displayName } from '../../../shared/config/server-config.ts'
import type { HostState } from '../../../shared/state/state.ts'
import { Unfinished } from './unfinished.ts'
import { terminalWords as words } from './words.ts'

/** The question Atrium needed an answer to, and where to give it. */
export function unasked(ask: Ask, { configured }: HostState): string {
  const { server } = ask.question
  const name = server === undefined ? words.company : displayName(server, configured.servers[server])
  switch (ask.kind) {
    case 'approval':
      return words.unasked.approval(name, ask.question.tool)
    case 'trust':
      return words.unasked.trust(name, ask.question.launch.path)
    case 'address':
      return words.unasked.address(name, ask.question.address.url)
    case 'definitions':
      return words.unasked.definitions(name)
    case 'form':
      return words.unasked.form(name)
    case 'url':
    case 'visit':
      return words.unasked.page(name)
    case 'sampling':
    case 'review':
      return words.unasked.model(name)
    case 'sign-in':
    case 'sign-in-page':
      return words.unasked.signIn(name)
    case 'server-page':
    case 'page-wish':
      return words.unasked.serverApp(name)
    default:
      return ask satisfies never
  }
}

/** Why a server won't become ready; undefined while it still can. */
export function notReady(id: string, { configured, servers }: HostState): string | undefined {
  const config = configured.servers[id]
  const name = displayName(id, config)
  if (!config) return words.notConfigured(name)
  if (!config.enabled) return words.turnedOff(name)
  const status = servers[id]?.status
  return status?.state === 'failed' ? words.notRunning(name, status.reason) : undefined
}

/** Why a call without a result ended. */
export function endOf(outcome: CallOutcome, server: string): Unfinished {
  switch (outcome.status) {
    case 'invalid':
      return new Unfinished('arguments', outcome.problem)
    case 'denied':
      return new Unfinished('failed', denied(outcome))
    case 'expired':
    case 'interrupted':
      return new Unfinished('failed', words.endedBefore(mayHaveRun('mayHaveRun' in outcome)))
    case 'stale':
      return new Unfinished('failed', outcome.problem)
    case 'cancelled':
      return new Unfinished('cancelled', words.callCancelled(mayHaveRun(outcome.mayHaveRun)))
    case 'failed':
    case 'timed-out':
      return new Unfinished('failed', words.callFailed(outcome.problem, mayHaveRun(outcome.mayHaveRun)))
    case 'succeeded':
      return new Unfinished('failed', words.noResult(server))
    default:
      return outcome satisfies never
  }
}

function denied({ reason, rule }: Extract<CallOutcome, { status: 'denied' }>): string {
  if (rule) return words.deniedByRule(reason ?? rule.id)
  return reason === undefined ? words.denied : words.deniedBecause(reason)
}

const mayHaveRun = (may: boolean): string => (may ? words.mayHaveRun : words.didNotRun)

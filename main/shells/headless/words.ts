import type { Ask } from '../../../shared/asks/asks.ts'
import type { CallOutcome } from '../../../shared/events/turn-events.ts'
import { displayName } from '../../../shared/config/server-config.ts'
import type { HostState } from '../../../shared/state/state.ts'
import { Unfinished } from './unfinished.ts'

const onTerminal = 'or run this on a terminal'

/** What would have been asked, and what to do. */
export function unasked(ask: Ask, { configured }: HostState): string {
  const name = displayName(ask.question.server, configured.servers[ask.question.server])
  switch (ask.kind) {
    case 'approval':
      return `Atrium would have asked whether ${name} may run ${ask.question.tool} with these arguments. Make a rule for it in Atrium, ${onTerminal}.`
    case 'trust':
      return `Atrium would have asked whether the program of ${name} may be started: ${ask.question.launch.path}. Let it run in Atrium, ${onTerminal}.`
    case 'address':
      return `Atrium would have asked whether to connect to ${name} at ${ask.question.address.url}, which came or moved in servers.json. Answer in Atrium, ${onTerminal}.`
    case 'definitions':
      return `Atrium would have asked for a review of tools of ${name} that are new or changed. Review them in Atrium, ${onTerminal}.`
    case 'form':
      return `${name} asks for a form to be filled in. Call the tool in Atrium, ${onTerminal}.`
    case 'url':
    case 'visit':
      return `${name} wants a page to be opened. Call the tool in Atrium, ${onTerminal}.`
    case 'sampling':
    case 'review':
      return `${name} wants to use a model of yours. Call the tool in Atrium, ${onTerminal}.`
    case 'sign-in':
    case 'sign-in-page':
      return `${name} wants a sign-in. Sign in to it in Atrium, ${onTerminal}.`
    default:
      return ask satisfies never
  }
}

/** Why a server will not become ready; undefined while it may. */
export function notReady(id: string, { configured, servers }: HostState): string | undefined {
  const config = configured.servers[id]
  const name = displayName(id, config)
  if (!config) return `${name} is no longer configured.`
  if (!config.enabled) return `${name} is turned off. Turn it on in Atrium first.`
  const status = servers[id]?.status
  return status?.state === 'failed' ? `${name} does not run: ${status.reason}` : undefined
}

export const unreviewed = (tool: string): string => `${tool} was left in quarantine, so it was not called.`

/** What a call that brought no result came to. */
export function endOf(outcome: CallOutcome, server: string): Unfinished {
  switch (outcome.status) {
    case 'invalid':
      return new Unfinished('arguments', outcome.problem)
    case 'denied':
      return new Unfinished('failed', denied(outcome))
    case 'expired':
    case 'interrupted':
      return new Unfinished('failed', `Atrium ended before the call did. ${mayHaveRun('mayHaveRun' in outcome)}`)
    case 'stale':
      return new Unfinished('failed', outcome.problem)
    case 'cancelled':
      return new Unfinished('cancelled', `The call was cancelled. ${mayHaveRun(outcome.mayHaveRun)}`)
    case 'failed':
    case 'timed-out':
      return new Unfinished('failed', `${outcome.problem} ${mayHaveRun(outcome.mayHaveRun)}`)
    case 'succeeded':
      return new Unfinished('failed', `${server} answered without a result.`)
    default:
      return outcome satisfies never
  }
}

function denied({ reason, rule }: Extract<CallOutcome, { status: 'denied' }>): string {
  if (rule) return `A rule of yours denies this call: ${reason ?? rule.id}.`
  return reason === undefined ? 'The call was not allowed, so it was not made.' : `The call was not allowed: ${reason}`
}

const mayHaveRun = (may: boolean): string =>
  may ? 'The tool may have run, in whole or in part.' : 'The tool did not run.'

import type { Question } from '../../../shared/asks/asks.ts'
import { reachOf, type JudgedApp } from '../../../shared/content/judged-app.ts'
import { consentOf } from '../../../shared/state/consents.ts'
import { isAllowed } from '../../../shared/state/allowed-apps.ts'
import { defined } from '../../../shared/schema/json.ts'
import type { Inbox } from '../inbox.ts'
import type { Journal } from '../journal/journal.ts'
import type { ShownCall } from './shown-call.ts'

type Deps = {
  journal: Journal
  inbox: Inbox
  signal: AbortSignal
  /** Called when the question is open, with its ID. */
  asking(ask: string): void
}

/**
 * Whether this page can be shown for the call: the user allowed exactly this document with exactly these hosts, or does
 * so now. Rejects with the signal's reason if the question is withdrawn.
 */
export async function reviewApp(app: JudgedApp, shown: ShownCall, deps: Deps): Promise<boolean> {
  const { journal, inbox, signal } = deps
  const { call, conversation, turn } = shown
  const { server, tool, definition, title } = call
  signal.throwIfAborted()
  const reach = reachOf(app.domains)
  const allowed = consentOf(journal.state, server).allowedApps ?? []
  if (isAllowed(allowed, { definition, app: app.hash, reach })) return true
  const before = allowed.findLast((it) => it.tool === tool)
  const { uri, hash, bytes, domains, leftOut, permissions } = app
  const question: Question<'server-page'> = {
    server,
    tool,
    uri,
    hash,
    bytes,
    domains,
    leftOut,
    permissions,
    ...defined({ title }),
    ...(before && { before: { hash: before.app, domains: before.reach } }),
  }
  const asked = inbox.ask('server-page', question, { signal, operation: { conversation, turn, call: call.id } })
  const ask = journal.state.asks.findLast((it) => it.kind === 'server-page' && it.operation?.call === call.id)
  if (ask) deps.asking(ask.id)
  const { answer, actor } = await asked
  if (answer.decision !== 'show') return false
  journal.append({ type: 'page.allowed', server, tool, definition, page: hash, reach, actor })
  return true
}

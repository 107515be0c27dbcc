import { expect, test } from 'vitest'
import type { AuditRow } from '../../../shared/contract/commands.ts'
import type { HostEvent } from '../../../shared/events/events.ts'
import { commitment } from '../../../main/host/journal/chain/chain.ts'
import { queries } from '../../../main/host/journal/queries/queries.ts'
import { allSamples, samples } from './samples.ts'
import { connect, openJournal, queryable, temporaryDirectory } from './support.ts'

/** The audit rows of these events, oldest first, one second apart. */
function rowsOf(events: HostEvent[]): AuditRow[] {
  let at = 0
  const journal = openJournal({ now: () => (at += 1000) })
  for (const event of events) journal.append(event)
  journal.flush()
  return queries.listAudit(queryable(journal), { limit: 200 }).rows.toReversed()
}

/** A row's non-empty columns, in one line. */
const line = ({ type, actor, conversation, turn, call, server, tool, decision, outcome, took }: AuditRow): string =>
  [type, { actor }, { conversation }, { turn }, { call }, { server }, { tool }, { decision }, { outcome }, { took }]
    .flatMap((it) =>
      typeof it === 'string' ? it : Object.entries(it).flatMap(([k, v]) => (v === null ? [] : `${k}=${v}`)),
    )
    .join(' ')

test('[JRN-21] stores for every event who, where, what, the decision, the outcome and the duration', () => {
  expect(rowsOf(allSamples).map(line)).toMatchInlineSnapshot(`
    [
      "host.started",
      "configured actor=web:a1 outcome=settings",
      "configuration.checked outcome=broken",
      "secret.changed actor=web:a1 outcome=set",
      "models.requested actor=web:a1",
      "models.listed",
      "model.probed actor=web:a1 outcome=made",
      "model.learned",
      "model.forgotten actor=web:a1",
      "models.sought actor=web:a1",
      "command.trusted actor=web:a1 server=files decision=trust",
      "server.passport actor=web:a1 server=files",
      "server.renamed actor=web:a1 server=papers",
      "server.rename-finished actor=web:a1 server=papers",
      "server.signed-in actor=web:a1 server=files decision=sign-in",
      "server.signed-out actor=web:a1 server=files decision=sign-out outcome=asked",
      "company.signed-in actor=web:a1 decision=sign-in",
      "company.signed-out actor=web:a1 decision=sign-out outcome=asked",
      "server.changed server=files outcome=ready",
      "catalogue.changed server=files outcome=complete",
      "prompts.changed server=files outcome=complete",
      "templates.changed server=files outcome=complete",
      "resources.changed server=files outcome=complete",
      "instructions.changed server=files",
      "instructions.shared actor=web:a1 server=files decision=accept",
      "prompt.got actor=web:a1 server=files",
      "file.read conversation=c1 turn=t1",
      "resource.read actor=web:a1 server=files",
      "fetch.requested actor=web:a1 server=files",
      "fetch.finished server=files outcome=succeeded",
      "resource.followed actor=web:a1 conversation=c1 server=files",
      "resource.updated server=files",
      "resource.unfollowed actor=web:a1 conversation=c1 server=files",
      "request.sent server=files",
      "request.received server=files outcome=refused",
      "definitions.kept-off actor=web:a1 server=files",
      "answer.late server=files",
      "server.examined server=files outcome=command-elsewhere",
      "server.exposed server=files outcome=open",
      "server.violations server=files",
      "conversation.created actor=web:a1 conversation=c1",
      "conversation.renamed actor=web:a1 conversation=c1",
      "title.requested conversation=c1",
      "title.finished conversation=c1",
      "conversation.starred actor=web:a1 conversation=c1",
      "conversation.archived actor=web:a1 conversation=c1",
      "conversation.model actor=web:a1 conversation=c1",
      "conversation.system actor=web:a1 conversation=c1",
      "conversation.branch actor=web:a1 conversation=c1",
      "branch.deleted actor=web:a1 conversation=c1 turn=t1",
      "branch.restored actor=web:a1 conversation=c1 turn=t1",
      "project.saved actor=web:a1",
      "project.deleted actor=web:a1",
      "conversation.project actor=web:a1 conversation=c1",
      "conversation.budget actor=web:a1 conversation=c1",
      "conversation.tools actor=web:a1 conversation=c1",
      "compaction.requested actor=web:a1 conversation=c1",
      "compaction.finished conversation=c1 outcome=done",
      "compaction.edited actor=web:a1 conversation=c1",
      "compaction.undone actor=web:a1 conversation=c1",
      "context.left-out actor=web:a1 conversation=c1",
      "tools.found conversation=c1 turn=t1 call=k1",
      "tools.named conversation=c1",
      "turn.started actor=web:a1 conversation=c1 turn=t1",
      "turn.missed conversation=c1 turn=t1",
      "model.requested conversation=c1 turn=t1",
      "model.retried conversation=c1 turn=t1",
      "message.drafted conversation=c1 turn=t1",
      "message.finished conversation=c1 turn=t1 outcome=tool-use took=3000",
      "call.requested conversation=c1 turn=t1 call=k1 server=files tool=read",
      "ask.opened conversation=c1 turn=t1 call=k1 server=files tool=read",
      "ask.closed actor=web:a1 conversation=c1 turn=t1 call=k1 server=files tool=read decision=allow outcome=person took=1000",
      "rule.added actor=web:a1 conversation=c1 server=files tool=read decision=allow",
      "definitions.pinned actor=host server=files",
      "log.key",
      "call.cleared actor=web:a1 conversation=c1 turn=t1 call=k1 server=files tool=read decision=allow",
      "call.started conversation=c1 turn=t1 call=k1 server=files tool=read",
      "call.task conversation=c1 turn=t1 call=k1 server=files tool=read outcome=input-required",
      "sampling.requested conversation=c1 turn=t1 call=k1 server=files",
      "sampling.finished conversation=c1 turn=t1 call=k1 server=files outcome=end-turn",
      "page.allowed actor=web:a1 server=files tool=read decision=show",
      "page.opened actor=web:a1 conversation=c1 turn=t1 call=k1 server=files tool=read outcome=shown",
      "page.wrote conversation=c1 turn=t1 call=k1 server=files tool=read outcome=drafted",
      "page.draft-removed actor=web:a1 conversation=c1 outcome=removed",
      "page.saved actor=web:a1 conversation=c1 turn=t1 call=k1 server=files tool=read outcome=saved",
      "call.finished conversation=c1 turn=t1 call=k1 server=files tool=read outcome=succeeded took=9000",
      "message.queued actor=web:a1 conversation=c1",
      "message.unqueued conversation=c1 outcome=removed",
      "turn.finished conversation=c1 turn=t1 outcome=done took=25000",
      "rule.removed actor=web:a1",
      "conversation.deleted actor=web:a1 conversation=c1",
      "conversation.imported actor=web:a1 conversation=c2 outcome=chatgpt",
      "turn.imported actor=web:a1 conversation=c2 turn=t7",
      "message.imported conversation=c2 turn=t7",
      "call.imported conversation=c2 turn=t7",
      "conversation.restored actor=web:a1 conversation=c1",
      "conversation.erased conversation=c0",
      "host.stopped",
    ]
  `)
})

test('[JRN-21] distinguishes a rule that allows a call from a user who allows it', () => {
  const rows = rowsOf([
    samples['turn.started'],
    samples['call.requested'],
    { ...samples['call.cleared'], by: { rule: 'r1' } },
  ])
  expect(rows.at(-1)).toMatchObject({ decision: 'rule', actor: null, server: 'files', tool: 'read' })
})

test('[JRN-21] stores a denial as one, with its tool', () => {
  const rows = rowsOf([
    samples['turn.started'],
    samples['call.requested'],
    samples['ask.opened'],
    { ...samples['ask.closed'], answer: { decision: 'deny' } },
    { ...samples['call.finished'], outcome: { status: 'denied' } },
  ])
  expect(rows.slice(-2)).toMatchObject([
    { decision: 'deny', actor: 'web:a1', tool: 'read', took: 1000 },
    { outcome: 'denied', tool: 'read', took: 3000 },
  ])
})

test('[JRN-21] distinguishes a rule that denies a call from a user who denies it', () => {
  const { rule } = samples['rule.added']
  const rows = rowsOf([
    samples['turn.started'],
    samples['call.requested'],
    { ...samples['call.finished'], outcome: { status: 'denied', reason: 'Deny it', rule } },
  ])
  expect(rows.at(-1)).toMatchObject({ decision: 'rule', outcome: 'denied', actor: null, tool: 'read' })
})

test('[JRN-21] binds a call’s arguments to its record with the salt that is deleted on erasure', () => {
  const journal = openJournal()
  journal.append(samples['call.started'])
  journal.flush()
  const stored = connect(journal.file).prepare<[], { args_commit: string; salt: string }>(
    'SELECT args_commit, salt FROM events JOIN bodies USING (seq)',
  )
  const { args_commit, salt } = stored.get() ?? {}
  expect(args_commit).toBe(commitment(salt ?? '', samples['call.started'].argumentsHash))
})

test('[JRN-21] keeps a call’s start on a later leg, and gives no negative time if the clock is set back', () => {
  const started = samples['call.started']
  const rows = rowsOf([started, { ...started, leg: 2 }, samples['call.finished']])
  expect(rows.at(-1)?.took).toBe(2000)
  let at = 5000
  const journal = openJournal({ now: () => (at -= 1000) })
  journal.append(samples['turn.started'])
  journal.append(samples['turn.finished'])
  journal.flush()
  expect(queries.listAudit(queryable(journal), { limit: 1 }).rows[0]?.took).toBe(0)
})

test('[JRN-21] leaves the duration empty if the event began in an earlier run', async () => {
  const directory = temporaryDirectory()
  const first = openJournal({}, directory)
  first.append(samples['turn.started'])
  await first.close()
  const second = openJournal({}, directory)
  second.append(samples['turn.finished'])
  second.flush()
  expect(queries.listAudit(queryable(second), { limit: 1 }).rows[0]).toMatchObject({
    outcome: 'done',
    took: null,
  })
})

test('[JRN-21] keeps a conversation’s text out of the columns', () => {
  const columns = JSON.stringify(rowsOf(allSamples))
  for (const text of ['Read it', 'I read', 'words', 'a.txt', 'And then', 'Second']) expect(columns).not.toContain(text)
})

test('[JRN-21] stores a user’s answer to a server as a decision', () => {
  const question = { server: 'files', running: [], message: 'Who?', schema: {}, secrets: [] }
  const rows = rowsOf([
    { type: 'ask.opened', ask: { id: 'q', kind: 'form', question, contentHash: 'h' } },
    { type: 'ask.closed', ask: 'q', kind: 'form', by: 'person', actor: 'web:a1', answer: { action: 'decline' } },
  ])
  expect(rows.at(-1)).toMatchObject({ server: 'files', decision: 'decline', outcome: 'person', actor: 'web:a1' })
})

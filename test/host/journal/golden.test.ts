import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { foldConversation } from '../../../shared/state/conversation-fold.ts'
import { reduce } from '../../../shared/state/reduce.ts'
import { emptyConversation } from '../../../shared/state/conversation.ts'
import { compacted, summaryOf } from '../../../shared/state/compactions.ts'
import { branchInUse, turnsThere } from '../../../shared/state/branches.ts'
import type { Recorded } from '../../../shared/events/events.ts'
import { isTransient } from '../../../shared/events/table.ts'
import { upcast } from '../../../shared/events/upcast.ts'
import { emptyState, type HostState } from '../../../shared/state/state.ts'
import { Journal } from '../../../main/host/journal/journal.ts'
import { samples } from './samples.ts'
import { connect, note, openJournal, temporaryDirectory } from './support.ts'
import { consentsOf } from '../../support/trusting.ts'

/**
 * One line per event, as stored by the release with that version. A file is never edited; later versions have their
 * own.
 */
const read = (name: string): (Recorded & { seq: number })[] =>
  readFileSync(new URL(`../../fixtures/golden/${name}.jsonl`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line, i) => {
      const { version, at, body } = JSON.parse(line)
      const event = upcast(version, body)
      if (!event) throw new Error(`Line ${i + 1} of the golden journal ${name} has no event.`)
      return { seq: i + 1, at, event }
    })

const golden = read('journal-v1')
const models = read('journal-v2-models')
const trust = read('journal-v1-trust')
const composer = read('journal-v2-composer')
const permissions = read('journal-v3')
const passport = read('journal-v3-passport')
const providers = read('journal-v3-providers')
const branches = read('journal-v3-branches')
const places = read('journal-v3-places')
const tools = read('journal-v3-tools')
const files = read('journal-v3-files')
const imported = read('journal-v3-import')
const projects = read('journal-v3-projects')
const context = read('journal-v3-context')
const pages = read('journal-v3-pages')
const drafts = read('journal-v3-page-drafts')
const pageFiles = read('journal-v3-page-files')
const appCalls = read('journal-v3-page-calls')
const company = read('journal-v3-company')
const rename = read('journal-v3-rename')
const exposed = read('journal-v3-exposed')

const folded = (journal: Recorded[]): HostState =>
  journal.reduce((before, { event, at }) => reduce(before, event, at), emptyState)

test('[JRN-18] contains every durable event type', () => {
  const all = [
    ...golden,
    ...models,
    ...trust,
    ...composer,
    ...permissions,
    ...passport,
    ...providers,
    ...branches,
    ...places,
    ...tools,
    ...files,
    ...imported,
    ...projects,
    ...context,
    ...pages,
    ...drafts,
    ...pageFiles,
    ...appCalls,
    ...company,
    ...rename,
    ...exposed,
  ]
  expect([...new Set(all.map(({ event }) => event.type))].toSorted()).toEqual(Object.keys(samples).toSorted())
  expect(all.some(({ event }) => isTransient(event))).toBe(false)
})

test('[JRN-18] [DOC-10] says where other computers reach a server until they no longer do', () => {
  expect(folded(exposed.slice(0, 3)).servers['wide']?.exposed).toContain('0.0.0.0:8123')
  expect(folded(exposed).servers['wide']?.exposed).toBeUndefined()
})

test('[JRN-18] [SRV-70] moves a renamed server’s trust, definitions and secret to its new ID', () => {
  expect(folded(rename.slice(0, 5)).renaming).toEqual({ from: 'files', to: 'papers' })
  const { configured, consents, secrets, enteredFor, renames, renaming } = folded(rename)
  expect([configured.servers, consents].map((part) => Object.keys(part))).toEqual([['papers'], ['papers']])
  expect(consents['papers']).toMatchObject({ trusted: expect.anything(), pins: expect.anything() })
  expect([secrets, enteredFor]).toEqual([['server/papers/env/TOKEN'], { 'server/papers/env/TOKEN': 'program' }])
  expect([renames, renaming]).toEqual([[{ from: 'files', to: 'papers' }], undefined])
})

test('[JRN-18] [EMA-1] keeps the company sign-in until the user signs out, or another provider is set', () => {
  const issuer = 'https://login.acme.example'
  expect(folded(company.slice(0, 3)).company).toEqual({
    issuer,
    account: 'ada@acme.example',
    expiresAt: 1_767_661_202_000,
    at: 1_767_657_602_000,
  })
  expect(folded(company.slice(0, 4)).company).toBeUndefined()
  const [configured] = company
  if (configured?.event.type !== 'configured' || configured.event.file !== 'settings') throw new Error('Not there.')
  const { before, after } = configured.event
  const signedIn = folded(company)
  expect(signedIn.company).toMatchObject({ issuer })
  expect(reduce(signedIn, { ...configured.event, before: after, after: before }, 0).company).toBeUndefined()
})

test('[JRN-18] [MOD-2] folds version 1 settings and models, which had one endpoint, to the endpoint anthropic', () => {
  const state = golden.reduce((before, { event, at }) => reduce(before, event, at), emptyState)
  expect(state.configured.settings.models).toEqual({
    endpoints: { anthropic: { baseUrl: 'https://api.anthropic.com', profile: 'anthropic' } },
    prices: {},
  })
  const before = { anthropic: { baseUrl: 'http://127.0.0.1:9', model: 'm' }, stepLimit: 3 }
  const body = { type: 'configured', file: 'settings', before, after: before, actor: 'file' }
  expect(upcast(1, body)).toMatchObject({
    after: {
      models: {
        endpoints: { anthropic: { baseUrl: 'http://127.0.0.1:9', profile: 'anthropic' } },
        default: { endpoint: 'anthropic', model: 'm' },
      },
      stepLimit: 3,
    },
  })
  expect(upcast(2, body)).toEqual(body)
})

test('[JRN-18] folds models to the endpoint and model that answer', () => {
  const state = models.reduce((before, { event, at }) => reduce(before, event, at), emptyState)
  expect(state.configured.settings.models.default).toEqual({ endpoint: 'ollama', model: 'qwen3' })
  expect(state.models).toEqual({ ollama: { models: [expect.objectContaining({ id: 'qwen3' })], at: 1767225603000 } })
  const conversation = emptyConversation('c1')
  for (const recorded of models) foldConversation(conversation, recorded)
  expect(conversation).toMatchObject({
    system: 'Be brief.',
    choice: null,
    turns: [{ endpoint: 'ollama', model: 'qwen3', messages: [{ unmadeCall: 'files__read' }] }],
  })
})

test('[JRN-18] folds found tools in the order in which they were last found, and keeps the last budget', () => {
  const conversation = emptyConversation('c8')
  for (const recorded of tools) foldConversation(conversation, recorded)
  expect(conversation).toMatchObject({ found: ['files__move', 'files__read'], budget: 2.5 })
})

test('[JRN-18] folds projects to those that still exist, and a conversation to its last project', () => {
  expect(folded(projects).projects).toEqual({
    p1: { name: 'Atlas', instructions: 'Be brief.', servers: ['files'], folders: ['/home/ana/atlas'] },
  })
  const conversation = emptyConversation('c10')
  for (const recorded of projects) foldConversation(conversation, recorded)
  expect(conversation.project).toBe('p2')
})

test('[JRN-18] [CMP-1] folds summaries and left out items to what models get', () => {
  const conversation = emptyConversation('c9')
  for (const recorded of context) foldConversation(conversation, recorded)
  expect(conversation.leftOut).toEqual(['call k1'])
  expect(conversation.compactions?.map(({ id, end }) => [id, end])).toEqual([
    ['s1', 'done'],
    ['s2', 'interrupted'],
  ])
  const { compaction, turns } = compacted(conversation)
  expect(compaction && [compaction.id, summaryOf(compaction)]).toEqual(['s1', 'Only one.'])
  expect(turns.map(({ id }) => id)).toEqual(['t2'])
  expect(folded(context).compacting).toBeUndefined()
  expect(folded(context.slice(0, -1)).compacting).toMatchObject({ c9: { id: 's2', upTo: 't2', turns: 2 } })
})

test('[JRN-18] folds an imported conversation to marked turns and calls', () => {
  const conversation = emptyConversation('c2')
  for (const recorded of imported) foldConversation(conversation, recorded)
  expect(conversation).toMatchObject({
    title: 'Elsewhere',
    imported: { from: 'chatgpt' },
    turns: [{ id: 't7', imported: true, messages: [{ model: 'gpt-4', calls: [{ tool: 'look', imported: true }] }] }],
  })
})

test('[JRN-18] folds trust to the programs that are trusted, without the earlier ones', () => {
  expect(folded(trust)).toMatchObject({
    asks: [],
    servers: { files: { status: { state: 'off' } } },
    configured: { servers: { files: { enabled: false } } },
  })
  expect(Object.entries(consentsOf(folded(trust), 'trusted')).map(([server, launch]) => [server, launch.hash])).toEqual(
    [['files', 'b'.repeat(64)]],
  )
  const asked = folded(trust.slice(0, 12))
  expect(asked.asks).toMatchObject([
    { kind: 'trust', question: { before: { hash: asked.consents['files']?.trusted?.hash } } },
  ])
  expect(Object.keys(consentsOf(asked, 'trusted'))).toEqual(['files', 'gone'])
})

test('[JRN-18] folds the composer’s events to attachments and tools that are off', () => {
  const conversation = emptyConversation('c1')
  for (const recorded of composer) foldConversation(conversation, recorded)
  expect(conversation).toMatchObject({
    off: { files: ['write'] },
    turns: [
      {
        end: 'failed',
        message: {
          parts: [
            { type: 'image', name: 'plan.png', mediaType: 'image/png', width: 2, height: 1 },
            { type: 'file', name: 'notes.md', data: { blob: 'd'.repeat(64) } },
            { type: 'text', text: 'Compare them' },
          ],
        },
      },
    ],
  })
  expect(folded(composer).queued['c1']?.parts).toHaveLength(1)
})

test('[JRN-18] folds version 3 to pins, kept-off definitions, rules and edited arguments', () => {
  expect(folded(permissions)).toMatchObject({
    consents: {
      files: {
        pins: { 'tool/read': 'a'.repeat(64), 'tool/write': 'b'.repeat(64) },
        keptOff: { 'tool/wr1te': 'c'.repeat(64) },
      },
    },
    rules: {
      r1: { effect: 'allow', scope: 'always', conditions: [{ is: 'under' }, { is: 'one-of' }, { is: 'host' }] },
    },
  })
  expect(Object.keys(folded(permissions).rules)).toEqual(['r1'])
  const conversation = emptyConversation('c1')
  for (const recorded of permissions) foldConversation(conversation, recorded)
  expect(conversation.turns[0]?.messages[1]).toMatchObject({ noRoom: { attachments: 1, parts: 2 } })
  expect(conversation.turns[0]?.messages[0]?.calls).toMatchObject([
    { id: 'k1', clearedBy: { rule: 'r1', said: { id: 'r1' } }, edited: undefined },
    { id: 'k2', clearedBy: { person: 'desktop' }, edited: { json: { path: '/home/ada/notes/b' } } },
    { id: 'k3', outcome: { status: 'denied', rule: { effect: 'deny' } } },
    { id: 'k4', outcome: { status: 'succeeded' } },
  ])
  expect(conversation.turns[0]?.sampled).toMatchObject([{ server: 'files', model: 'm-1', usage: { output: 3 } }])
})

test('[JRN-18] folds a passport to the definitions its server starts with', () => {
  const state = folded(passport)
  expect(
    Object.entries(consentsOf(state, 'passport')).map(([server, { items }]) => [server, Object.keys(items)]),
  ).toEqual([['files', ['tool/read', 'tool/write']]])
  expect(consentsOf(state, 'pins')).toEqual({ files: { 'tool/read': 'a'.repeat(64) } })
})

test('[JRN-18] reads a version 2 rule as allowing one tool in one conversation', () => {
  const rule = { id: 'r', scope: { conversation: 'c1' }, server: 'files', tool: 'read', definition: 'a', actor: 'me' }
  expect(upcast(2, { type: 'rule.added', rule })).toEqual({
    type: 'rule.added',
    rule: { ...rule, effect: 'allow', conditions: [], destructive: true, flows: false },
  })
})

test('[JRN-18] folds to the state it had', () => {
  expect(folded(golden)).toMatchObject({
    configured: { settings: { stepLimit: 7 }, problems: { servers: ['Line 3 is not JSON.'] } },
    secrets: ['anthropic/key'],
    models: { anthropic: { models: [{ id: 'm-1' }] } },
    servers: {
      files: { status: { state: 'ready', era: 'modern' }, tools: { read: { claims: { destructive: true } } } },
    },
    turns: {},
    asks: [],
    rules: {},
    consents: {},
    queued: {},
  })
})

test('[JRN-18] folds to the transcript it had', () => {
  const conversation = emptyConversation('c1')
  for (const recorded of golden) foldConversation(conversation, recorded)
  expect(conversation).toMatchObject({
    title: 'Second',
    names: { files__read: { server: 'files', tool: 'read' } },
    turns: [
      {
        id: 't1',
        end: 'done',
        message: { parts: [{ text: 'Read it' }] },
        messages: [{ state: 'complete', stop: 'tool-use', calls: [{ id: 'k1', outcome: { status: 'succeeded' } }] }],
      },
    ],
  })
})

test('[JRN-18] [BRN-2] folds branches to the one in use and those that still exist', () => {
  const conversation = emptyConversation('c1')
  for (const recorded of branches) foldConversation(conversation, recorded)
  expect(branchInUse(conversation).map(({ id }) => id)).toEqual(['t1', 't3'])
  expect(turnsThere(conversation.turns).map(({ id }) => id)).toEqual(['t1', 't2', 't3'])
})

test('[JRN-18] skips an erased body', () => {
  expect(upcast(1, null)).toBeNull()
})

test('[JRN-18] refuses an event from a newer release with a sentence, and changes nothing', async () => {
  const directory = temporaryDirectory()
  const journal = openJournal({}, directory)
  journal.append(note('a'))
  await journal.close()
  const db = connect(journal.file)
  db.exec(`
    DELETE FROM checkpoints;
    INSERT INTO events (seq, at, version, type, body_commit, prev, hash) VALUES (2, 0, 4, 'new', '', '', '');
    INSERT INTO bodies VALUES (2, '', '{"type":"new"}');
  `)
  expect(() => Journal.open(directory)).toThrow(
    expect.objectContaining({
      code: 'unavailable',
      message: expect.stringMatching(
        /^Can’t open the journal in .*: The journal holds an event of version 4; .* up to 3\.$/,
      ),
    }),
  )
  expect(db.prepare('SELECT count(*) FROM events').pluck().get()).toBe(2)
})

test('[JRN-18] [PRV-4] [PRV-5] folds a probe and what a refusal taught to their endpoint', () => {
  const { probes, lessons } = folded(providers)
  expect(probes).toEqual({ home: { tiny: { calls: 'made', streams: true, usage: false, at: 1767225602000 } } })
  expect(lessons?.['home']?.map(({ feature, form }) => [feature, form])).toEqual([
    ['output-limit', 'max_completion_tokens'],
  ])
  expect(lessons?.['gone']).toBeUndefined()
})

test('[JRN-18] folds drafts of servers’ apps to those that were neither sent nor removed', () => {
  const { appDrafts } = folded(drafts)
  expect(appDrafts).toEqual({ c10: [{ id: 'd3', server: 'files', tool: 'read', call: 'k1', text: 'three' }] })
})

test('[JRN-18] [APS-2] folds calls of a page apart from turns, and counts them at the call with the page', () => {
  const state = folded(appCalls)
  expect(state.turns).toEqual({})
  expect(state.appCalls).toMatchObject({
    'page:v2': { shown: { turn: 't1', call: 'k1' }, calls: { k3: { stage: 'started', tool: 'poll' } } },
  })
  expect(Object.keys(state.appCalls?.['page:v2']?.calls ?? {})).toEqual(['k3'])
  const conversation = emptyConversation('c11')
  for (const recorded of appCalls) foldConversation(conversation, recorded)
  expect(conversation.turns.map(({ id, call }) => [id, call?.id, call?.appCalls])).toEqual([['t1', 'k1', 2]])
})

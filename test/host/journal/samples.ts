import type { EventOf, EventType, HostEvent } from '../../../shared/events/events.ts'
import { defaultSettings } from '../../../shared/config/settings.ts'

type Transient =
  | 'message.delta'
  | 'model.waiting'
  | 'turn.waiting'
  | 'call.progress'
  | 'call.polled'
  | 'server.reported'
  | 'server.starting'
  | 'journal.health'
  | 'page.told'
  | 'page.context'
  | 'releases.known'
export type DurableType = Exclude<EventType, Transient>

const conversation = 'c1'
const ofTurn = { conversation, turn: 't1' }
const ofCall = { ...ofTurn, call: 'k1' }
const hash = (digit: string): string => digit.repeat(64)
const claims = { readOnly: false, destructive: true, idempotent: false, openWorld: true }
const server = 'files'
const tool = 'read'
const definition = hash('d')
const actor = 'web:a1'
const judgedPage = {
  uri: 'ui://files/view',
  hash: hash('6'),
  bytes: 40,
  policy: '',
  domains: [],
  leftOut: 0,
  permissions: [],
}
const ofSampling = { sampling: 's1', server, endpoint: 'anthropic', model: 'm-1', operation: ofCall }

/** One event of each durable type: the life of one conversation, in a possible order. */
export const samples: { [T in DurableType]: EventOf<T> } = {
  'host.started': { type: 'host.started', version: '0.1.0', shell: 'web', openFolder: '/home/me/data' },
  configured: {
    type: 'configured',
    file: 'settings',
    before: defaultSettings,
    after: { ...defaultSettings, stepLimit: 7 },
    actor,
  },
  'configuration.checked': { type: 'configuration.checked', file: 'servers', problems: ['Line 3 is not JSON.'] },
  'secret.changed': { type: 'secret.changed', name: 'anthropic/key', change: 'set', actor },
  'models.requested': { type: 'models.requested', endpoint: 'anthropic', baseUrl: 'https://api.anthropic.com', actor },
  'models.listed': {
    type: 'models.listed',
    endpoint: 'anthropic',
    baseUrl: 'https://api.anthropic.com',
    models: [{ id: 'm-1', name: 'Model One', contextTokens: 200_000, outputTokens: 64_000 }],
  },
  'model.probed': {
    type: 'model.probed',
    endpoint: 'anthropic',
    baseUrl: 'https://api.anthropic.com',
    model: 'm-1',
    actor,
    facts: { calls: 'made', streams: true, usage: true },
  },
  'model.learned': {
    type: 'model.learned',
    endpoint: 'anthropic',
    baseUrl: 'https://api.anthropic.com',
    model: 'm-1',
    feature: 'output-limit',
    form: 'max_completion_tokens',
    reason: 'It refused max_tokens.',
  },
  'model.forgotten': { type: 'model.forgotten', endpoint: 'anthropic', actor },
  'models.sought': { type: 'models.sought', addresses: ['http://127.0.0.1:11434'], actor },
  'command.trusted': {
    type: 'command.trusted',
    server,
    launch: {
      command: 'files',
      path: '/usr/bin/files',
      args: ['--root', '/home/a'],
      cwd: '/home/a',
      environment: [
        { name: 'PATH', from: 'inherited' },
        { name: 'TOKEN', from: 'secret' },
      ],
      sha256: hash('a'),
      hash: hash('b'),
    },
    actor,
  },
  'server.passport': {
    type: 'server.passport',
    server,
    passport: { key: 'a2V5', fingerprint: 'AB12', items: { 'tool/read': 'a'.repeat(64) } },
    actor,
  },
  'server.renamed': {
    type: 'server.renamed',
    from: server,
    server: 'papers',
    config: { type: 'stdio', command: 'files', args: [], env: {}, enabled: true },
    actor,
  },
  'server.rename-finished': { type: 'server.rename-finished', server: 'papers', actor },
  'server.signed-in': {
    type: 'server.signed-in',
    server,
    issuer: 'https://login.example',
    scopes: ['files:read'],
    account: 'ada@example.com',
    expiresAt: 1_767_229_200_000,
    actor,
  },
  'server.signed-out': { type: 'server.signed-out', server, issuer: 'https://login.example', because: 'asked', actor },
  'company.signed-in': { type: 'company.signed-in', issuer: 'https://a.example', expiresAt: 1_767_229_200_000, actor },
  'company.signed-out': { type: 'company.signed-out', issuer: 'https://login.acme.example', because: 'asked', actor },
  'server.changed': {
    type: 'server.changed',
    server,
    to: { state: 'ready', era: 'modern', revision: '2026-07-28', calls: { name: 'files', version: '1' }, pid: 4711 },
  },
  'catalogue.changed': {
    type: 'catalogue.changed',
    server,
    set: [{ name: tool, description: 'Reads a file.', hash: definition, claims }],
    removed: ['write'],
    malformed: [{ name: 'odd', problem: 'It has no input schema.' }],
  },
  'prompts.changed': {
    type: 'prompts.changed',
    server,
    set: [
      { name: 'greet', description: 'Says hello.', hash: definition, arguments: [{ name: 'whom', required: true }] },
    ],
    removed: [],
    malformed: [],
  },
  'templates.changed': {
    type: 'templates.changed',
    server,
    set: [{ template: 'notes://{day}', name: 'note', description: 'The note of a day.', hash: definition }],
    removed: ['notes://{week}'],
    malformed: [],
  },
  'resources.changed': { type: 'resources.changed', server, count: 3, malformed: [] },
  'instructions.changed': { type: 'instructions.changed', server, hash: definition },
  'instructions.shared': { type: 'instructions.shared', server, hash: definition, shared: true, actor },
  'prompt.got': {
    type: 'prompt.got',
    server,
    prompt: 'greet',
    definition: hash('1'),
    handle: hash('4'),
    actor,
  },
  'file.read': {
    type: 'file.read',
    ...ofTurn,
    name: 'report.pdf',
    hash: hash('6'),
    kind: 'pdf',
    pages: 2,
    text: { json: { pages: [{ label: '1', text: 'Total' }] } },
  },
  'resource.read': { type: 'resource.read', server, uri: 'notes://today', handle: hash('5'), actor },
  'fetch.requested': { type: 'fetch.requested', fetch: 'f', server, url: 'https://example.com/a', actor },
  'fetch.finished': { type: 'fetch.finished', fetch: 'f', server, handle: hash('5'), bytes: 12 },
  'resource.followed': {
    type: 'resource.followed',
    conversation,
    server,
    uri: 'notes://today',
    name: 'today',
    handle: hash('5'),
    actor,
  },
  'resource.updated': { type: 'resource.updated', server, uri: 'notes://today' },
  'resource.unfollowed': { type: 'resource.unfollowed', conversation, server, uri: 'notes://today', actor },
  'request.sent': { type: 'request.sent', server, method: 'tools/list' },
  'request.received': { type: 'request.received', server, method: 'roots/list', answer: 'refused' },
  'definitions.kept-off': { type: 'definitions.kept-off', server, items: { 'tool/odd': hash('9') }, actor },
  'answer.late': { type: 'answer.late', server, method: 'tools/call', id: '1234567', detail: 'read' },
  'server.examined': {
    type: 'server.examined',
    server,
    reason: 'npx is in /opt/bin, which isn’t in the server’s PATH: add that folder to its PATH.',
    finding: { reason: 'command-elsewhere', degree: 'certain', word: '/opt/bin', remedies: [] },
  },
  'server.exposed': {
    type: 'server.exposed',
    server,
    places: ['0.0.0.0:8123'],
    reason: 'The server listens at 0.0.0.0:8123, and other computers can reach it there: seal it.',
  },
  'server.violations': { type: 'server.violations', server, counts: { 'unknown-answer': 2 } },
  'conversation.created': { type: 'conversation.created', conversation, title: 'First', actor },
  'conversation.renamed': { type: 'conversation.renamed', conversation, title: 'Second', actor },
  'title.requested': { type: 'title.requested', conversation, endpoint: 'anthropic', model: 'm-1' },
  'title.finished': {
    type: 'title.finished',
    conversation,
    endpoint: 'anthropic',
    model: 'm-1',
    title: 'Plan',
    usage: { input: 9, cacheWrite: 0, cacheRead: 0, output: 3 },
  },
  'conversation.starred': { type: 'conversation.starred', conversation, starred: true, actor },
  'conversation.archived': { type: 'conversation.archived', conversation, archived: true, actor },
  'conversation.model': {
    type: 'conversation.model',
    conversation,
    choice: { endpoint: 'anthropic', model: 'm-1' },
    actor,
  },
  'conversation.system': { type: 'conversation.system', conversation, text: 'Be brief.', actor },
  'conversation.branch': { type: 'conversation.branch', conversation, head: ofTurn.turn, actor },
  'branch.deleted': { type: 'branch.deleted', ...ofTurn, actor },
  'branch.restored': { type: 'branch.restored', ...ofTurn, actor },
  'project.saved': {
    type: 'project.saved',
    project: 'p1',
    content: { name: 'Atlas', instructions: 'Be brief.', servers: [server], folders: ['/home/ana/atlas'] },
    actor,
  },
  'project.deleted': { type: 'project.deleted', project: 'p1', actor },
  'conversation.project': { type: 'conversation.project', conversation, project: 'p1', actor },
  'conversation.budget': { type: 'conversation.budget', conversation, usd: 2.5, actor },
  'conversation.tools': { type: 'conversation.tools', conversation, off: { files: ['write'] }, actor },
  'compaction.requested': {
    type: 'compaction.requested',
    conversation: 'c1',
    compaction: 's1',
    upTo: 't1',
    turns: 1,
    endpoint: 'anthropic',
    model: 'm-1',
    to: 'https://api.anthropic.com',
    actor: 'web:a1',
  },
  'compaction.finished': {
    type: 'compaction.finished',
    conversation: 'c1',
    compaction: 's1',
    end: 'done',
    summary: 'One.',
    facts: { calls: [{ server: 'files', tool: 'read', arguments: '{}', outcome: 'succeeded' }], more: 0 },
    usage: { input: 9, cacheWrite: 0, cacheRead: 0, output: 3 },
  },
  'compaction.edited': {
    type: 'compaction.edited',
    conversation: 'c1',
    compaction: 's1',
    text: 'Two.',
    actor: 'web:a1',
  },
  'compaction.undone': {
    type: 'compaction.undone',
    conversation: 'c1',
    compaction: 's1',
    undone: true,
    actor: 'web:a1',
  },
  'context.left-out': {
    type: 'context.left-out',
    conversation: 'c1',
    item: { call: 'k1' },
    leftOut: true,
    actor: 'web:a1',
  },
  'tools.found': { type: 'tools.found', ...ofCall, names: ['files__read'] },
  'tools.named': { type: 'tools.named', conversation, names: { files__read: { server, tool } } },
  'turn.started': {
    type: 'turn.started',
    ...ofTurn,
    message: { id: 'p1', parts: [{ type: 'text', text: 'Read it' }] },
    endpoint: 'anthropic',
    model: 'm-1',
    actor,
  },
  'turn.missed': { type: 'turn.missed', ...ofTurn, servers: [server] },
  'model.requested': { type: 'model.requested', ...ofTurn, model: 'm-1', message: 'a1', tools: 1 },
  'model.retried': { type: 'model.retried', ...ofTurn, message: 'a1', attempt: 1, reason: 'It was overloaded.' },
  'message.drafted': {
    type: 'message.drafted',
    ...ofTurn,
    message: 'a1',
    block: 0,
    kind: 'text',
    offset: 0,
    text: 'I',
  },
  'message.finished': {
    type: 'message.finished',
    ...ofTurn,
    message: 'a1',
    model: 'm-1',
    blocks: { json: [{ type: 'text', text: 'I read' }] },
    stop: 'tool-use',
    usage: { input: 10, cacheWrite: 0, cacheRead: 3, output: 5 },
    noRoom: { attachments: 1, parts: 2 },
  },
  'call.requested': {
    type: 'call.requested',
    ...ofCall,
    message: 'a1',
    modelCall: 'toolu_1',
    modelName: 'files__read',
    server,
    tool,
    definition,
    arguments: { json: { path: 'a.txt' } },
  },
  'ask.opened': {
    type: 'ask.opened',
    ask: {
      id: 'q1',
      kind: 'approval',
      question: { server, tool, definition, description: 'Reads a file.', claims, arguments: { path: 'a.txt' } },
      contentHash: hash('e'),
      operation: ofCall,
    },
  },
  'ask.closed': {
    type: 'ask.closed',
    ask: 'q1',
    kind: 'approval',
    by: 'person',
    actor,
    answer: { decision: 'allow', scope: 'conversation' },
    operation: ofCall,
  },
  'rule.added': {
    type: 'rule.added',
    rule: {
      id: 'r1',
      effect: 'allow',
      scope: { conversation },
      server,
      tool,
      definition,
      conditions: [{ at: '/path', is: 'under', folder: '/home/ada/notes' }],
      destructive: false,
      flows: false,
      actor,
    },
  },
  'definitions.pinned': { type: 'definitions.pinned', server, items: { 'tool/read': definition }, actor: 'host' },
  'log.key': {
    type: 'log.key',
    key: 'a2V5',
    signature: 'c2lnbmF0dXJl',
    missing: { what: 'record', seq: 1, at: 5 },
  },
  'call.cleared': { type: 'call.cleared', ...ofCall, by: { person: actor } },
  'call.started': {
    type: 'call.started',
    ...ofCall,
    server,
    tool,
    era: 'modern',
    argumentsHash: hash('f'),
    leg: 1,
  },
  'call.task': {
    type: 'call.task',
    ...ofCall,
    task: 'task-1',
    status: 'input_required',
    message: 'Which one?',
    every: 1000,
  },
  'sampling.requested': {
    type: 'sampling.requested',
    ...ofSampling,
    request: { json: { system: '', messages: [], tools: [], maxTokens: 100 } },
  },
  'sampling.finished': {
    type: 'sampling.finished',
    ...ofSampling,
    took: 1200,
    end: {
      state: 'answered',
      blocks: { json: [{ type: 'text', text: 'sorted' }] },
      stop: 'end-turn',
      usage: { input: 12, cacheWrite: 0, cacheRead: 0, output: 3 },
    },
  },
  'page.allowed': {
    type: 'page.allowed',
    server,
    tool,
    definition,
    page: hash('6'),
    reach: ['connect https://a.example'],
    actor,
  },
  'page.opened': { type: 'page.opened', ...ofCall, server, tool, view: 'v1', page: judgedPage, actor },
  'page.wrote': { type: 'page.wrote', ...ofCall, server, tool, view: 'v1', draft: 'd1', text: 'words' },
  'page.draft-removed': { type: 'page.draft-removed', conversation, draft: 'd1', actor },
  'page.saved': { type: 'page.saved', ...ofCall, server, tool, view: 'v1', files: [{ file: '/f', bytes: 1 }], actor },
  'call.finished': {
    type: 'call.finished',
    ...ofCall,
    outcome: { status: 'succeeded', result: { json: { content: [{ type: 'text', text: 'words' }] } } },
    answerId: '734003200018',
  },
  'message.queued': {
    type: 'message.queued',
    conversation,
    message: { id: 'p2', parts: [{ type: 'text', text: 'And then' }] },
    actor,
  },
  'message.unqueued': { type: 'message.unqueued', conversation, message: 'p2', reason: 'removed' },
  'turn.finished': { type: 'turn.finished', ...ofTurn, end: 'done' },
  'rule.removed': { type: 'rule.removed', rule: 'r1', actor },
  'conversation.deleted': { type: 'conversation.deleted', conversation, actor },
  // Of a conversation that came from a file, so not in the story.
  'conversation.imported': {
    type: 'conversation.imported',
    conversation: 'c2',
    title: 'Elsewhere',
    from: 'chatgpt',
    source: hash('5'),
    createdAt: 1000,
    activeAt: 2000,
    head: 't7',
    actor,
  },
  'turn.imported': {
    type: 'turn.imported',
    conversation: 'c2',
    turn: 't7',
    parent: null,
    at: 1000,
    end: 'done',
    actor,
    message: { id: 'p7', parts: [{ type: 'text', text: 'Asked elsewhere' }] },
  },
  'message.imported': {
    type: 'message.imported',
    conversation: 'c2',
    turn: 't7',
    message: 'a7',
    model: 'gpt-4',
    at: 2000,
    blocks: { json: [{ type: 'text', text: 'Said elsewhere' }] },
    stop: 'end-turn',
  },
  'call.imported': {
    type: 'call.imported',
    conversation: 'c2',
    turn: 't7',
    message: 'a7',
    made: { id: 'k7', tool: 'look', arguments: { json: {} }, requestedAt: 2000 },
  },
  'conversation.restored': { type: 'conversation.restored', conversation, actor },
  'conversation.erased': { type: 'conversation.erased', conversation: 'c0', events: 3 },
  'host.stopped': { type: 'host.stopped' },
}

export const allSamples: HostEvent[] = Object.values(samples)

/** The same events for another conversation, with its own IDs; without those that belong to none. */
export function story(id: string): HostEvent[] {
  const own = (event: HostEvent): HostEvent =>
    JSON.parse(
      JSON.stringify(event)
        .replaceAll(/"(c1|t1|a1|k1|q1|r1|p1|p2)"/g, `"${id}-$1"`)
        .replaceAll(`"${id}-c1"`, `"${id}"`),
    )
  const from = allSamples.findIndex(({ type }) => type === 'conversation.created')
  const to = allSamples.findIndex(({ type }) => type === 'conversation.deleted')
  return allSamples.slice(from, to).map(own)
}

/** A sample whose definitions, or page, are a stored one. */
export function withDefinition(event: HostEvent, stored: string): HostEvent {
  switch (event.type) {
    case 'catalogue.changed':
      return { ...event, set: event.set.map((entry) => ({ ...entry, hash: stored })) }
    case 'prompts.changed':
      return { ...event, set: event.set.map((entry) => ({ ...entry, hash: stored })) }
    case 'templates.changed':
      return { ...event, set: event.set.map((entry) => ({ ...entry, hash: stored })) }
    case 'instructions.changed':
      return { ...event, hash: stored }
    case 'page.opened':
      return { ...event, page: { ...event.page, hash: stored } }
    default:
      return event
  }
}

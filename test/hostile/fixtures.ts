import { expect } from 'vitest'
import type { CallReply } from '../../main/host/mcp/server.ts'
import type { ServersDeps } from '../../main/host/mcp/servers.ts'
import { isObject } from '../../shared/json.ts'
import { quarantineOf } from '../../shared/pins.ts'
import type { ServerConfigs } from '../../shared/server-config.ts'
import { alive, peer, type Fleet } from '../host/mcp/fleet.ts'

/** One hostile server: what it does, and what must hold while it does and afterwards. */
export type Fixture = {
  name: string
  does: string
  must: string
  /** Beside the good neighbour. */
  servers: ServerConfigs
  fleet?: Partial<ServersDeps>
  /** Lets it misbehave; fails where the host does not stand it. */
  attack: (fleet: Fleet, call: Caller) => Promise<void>
  /** What is looked at when all servers have ended. */
  afterwards?: (fleet: Fleet) => void
}

/** Calls a tool of the hostile server; each call is counted, and so are its ends. */
export type Caller = (tool: string, args?: Record<string, string | number>, signal?: AbortSignal) => Promise<CallReply>

const canaries = ['ANTHROPIC_API_KEY', 'AWS_SECRET_ACCESS_KEY', 'NODE_OPTIONS_CANARY', 'LD_PRELOAD_CANARY']

function wordsOf(reply: CallReply): string {
  const content = reply.status === 'answered' ? reply.result['content'] : undefined
  const block = Array.isArray(content) ? content[0] : undefined
  return isObject(block) && typeof block['text'] === 'string' ? block['text'] : ''
}

const quarantined = ({ journal: { state } }: Fleet): string[] =>
  quarantineOf(state.servers['it'], state.pins['it']).map(({ item }) => item)

const gone = { status: 'failed', problem: expect.stringContaining('ended'), mayHaveRun: true }
const unreadable = { status: 'failed', problem: expect.stringContaining('cannot be read'), mayHaveRun: true }

export const fixtures: Fixture[] = [
  {
    name: 'garbage-stdout',
    does: 'prints banners, terminal sequences, broken JSON, batches and broken UTF-8 between its messages',
    must: 'messages come through, and what is none is counted',
    servers: { it: peer('garbage-stdout.mjs') },
    attack: async (_fleet, call) => {
      for (const text of ['one', 'two', 'three']) expect(wordsOf(await call('echo', { text }))).toBe(text)
    },
    afterwards: (fleet) => {
      expect(fleet.violations()['not-json']).toBeGreaterThan(8)
      expect(JSON.stringify(fleet.events)).not.toContain('approved by user')
    },
  },
  {
    name: 'huge-line',
    does: 'answers with one line beyond any limit, or with bytes that never end',
    must: 'the call fails with the reason, and only this server is stopped',
    servers: { it: peer('huge-line.mjs', { SIZE_MB: '33' }) },
    attack: async (fleet, call) => {
      const stopped = { status: 'failed', problem: expect.stringContaining('more than 32 MB in one line') }
      expect(await call('huge')).toMatchObject(stopped)
      await fleet.servers.restart('it')
      expect(await call('endless')).toMatchObject(stopped)
    },
  },
  {
    name: 'never-initialize',
    does: 'never says a word, and ignores the end of its input and SIGTERM',
    must: 'its start ends with a sentence, and nothing of it survives',
    servers: { it: peer('never-initialize.mjs') },
    fleet: { limits: { probe: 500, handshake: 1500 } },
    attack: async (fleet) => {
      expect(fleet.reason()).toMatch(/did not|not respond|no answer/i)
    },
  },
  {
    name: 'crash-on-call',
    does: 'exits, is killed, or stops in the middle of a message, while it is called',
    must: 'each call ends at once, says that it may have run, and is never made again',
    servers: { it: peer('crash-on-call.mjs') },
    attack: async (fleet, call) => {
      for (const tool of ['exit0', 'exit1', 'kill', 'half']) {
        const [answer, other] = await Promise.all([call(tool), call('wait')])
        expect([answer, other]).toEqual([gone, gone])
        await fleet.servers.restart('it')
      }
      expect(wordsOf(await call('after'))).toBe('done')
      await fleet.until(() => fleet.status().state === 'failed')
      await fleet.servers.restart('it')
      expect(wordsOf(await call('ok'))).toBe('ok')
      // This life was asked for one thing only: nothing was made again.
      const asked = () =>
        fleet
          .server()
          .stderr()
          .filter((line) => line.startsWith('about to do'))
      await fleet.until(() => asked().length > 0)
      expect(asked()).toEqual(['about to do ok with nothing'])
    },
  },
  {
    name: 'crash-loop',
    does: 'ends soon after each start',
    must: 'it is started five times, with pauses, and then stays failed with what it wrote last',
    servers: { it: peer('crash-loop.mjs', { PHASE: 'init', LIVE_MS: '20' }) },
    fleet: { restarts: { firstMs: 40, mostMs: 200, jitter: () => 1 } },
    attack: async (fleet) => {
      const deaths = () => fleet.states().filter((it) => it === 'failed').length
      await fleet.until(() => deaths() >= 5, 20_000)
      const starts = fleet.starts()
      await new Promise((resolve) => setTimeout(resolve, 1000))
      expect([fleet.starts(), fleet.status().state]).toEqual([starts, 'failed'])
      expect(starts).toBeLessThanOrEqual(10)
      expect(JSON.stringify(fleet.status())).toContain('boot')
    },
  },
  {
    name: 'double-answer',
    does: 'answers twice, for others, under foreign ids, or in no valid form',
    must: 'the first valid answer counts, and any other settles nothing',
    servers: { it: peer('double-answer.mjs') },
    attack: async (_fleet, call) => {
      expect(wordsOf(await call('twice'))).toBe('first')
      const right = ['wrong_id', 'null_id', 'string_id', 'float_id', 'request_as_response', 'late_error']
      expect(await Promise.all(right.map(async (tool) => wordsOf(await call(tool))))).toEqual(right.map(() => 'right'))
      for (const tool of ['both', 'neither', 'nothing']) expect(await call(tool)).toEqual(unreadable)
    },
    afterwards: (fleet) => {
      expect(fleet.violations()['unknown-answer']).toBeGreaterThan(3)
    },
  },
  {
    name: 'slow-drip',
    does: 'answers byte by byte, with progress for ever, or after it was cancelled',
    must: 'a call has an end whatever it is sent meanwhile, and a late answer reaches nobody',
    servers: { it: peer('slow-drip.mjs', {}, { timeouts: { idle: 1, work: 1.5 } }) },
    attack: async (_fleet, call) => {
      expect(wordsOf(await call('drip'))).toBe('slow')
      expect(await call('progress_forever')).toMatchObject({ status: 'timed-out' })
      expect(await call('keepalive')).toMatchObject({ status: 'timed-out' })
      expect(await call('cancel_ignored', {}, AbortSignal.timeout(100))).toEqual({
        status: 'cancelled',
        mayHaveRun: true,
      })
      await new Promise((resolve) => setTimeout(resolve, 1000))
    },
    afterwards: (fleet) => {
      expect(fleet.violations()['late-answer']).toBe(1)
    },
  },
  {
    name: 'fork-child',
    does: 'leaves a child that ignores SIGTERM and holds the pipes',
    must: 'the child goes when the server goes',
    servers: { it: peer('fork-child.mjs') },
    // The number it tells is ours where it has no namespace of its own.
    fleet: { containment: 'guard' },
    attack: async (fleet, call) => {
      const child = Number(wordsOf(await call('pid')))
      expect(alive(child)).toBe(true)
      await fleet.servers.stop('it')
      await fleet.until(() => !alive(child), 2000)
    },
  },
  {
    name: 'flood-notifications',
    does: 'sends notifications, requests and lines of stderr as fast as the pipes take them',
    must: 'a few events come of it, and its own answer arrives',
    servers: { it: peer('flood-notifications.mjs', { N: '30000' }) },
    attack: async (fleet, call) => {
      const before = fleet.events.length
      for (const tool of ['list_changed', 'logs', 'progress', 'requests'])
        expect(wordsOf(await call(tool))).toBe('flooded')
      expect(await call('stderr', { n: 30_000 })).toMatchObject({ status: 'answered' })
      expect(fleet.events.length - before).toBeLessThan(100)
      expect(fleet.server().stderr().join('\n').length).toBeLessThan(300_000)
    },
  },
  {
    name: 'deep-json',
    does: 'answers with JSON nested 200,000 deep, with 300,000 values, or with keys that name prototypes',
    must: 'what is too much fails its own call before it is parsed, and the rest passes',
    servers: { it: peer('deep-json.mjs') },
    attack: async (_fleet, call) => {
      for (const tool of ['deep', 'deep_object', 'values']) expect(await call(tool)).toEqual(unreadable)
      for (const tool of ['wide', 'many', 'numbers', 'pollute'])
        expect(await call(tool)).toMatchObject({ status: 'answered' })
      expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    },
  },
  {
    name: 'infinite-pagination',
    does: 'lists tools without end: new pages, the same cursor, a circle, empty pages, the same names',
    must: 'each walk ends, keeps what it got within the limit, and says that it is not all',
    servers: Object.fromEntries(
      ['fresh', 'repeat', 'cycle', 'empty', 'dup', 'number'].map((mode) => [
        mode,
        peer('infinite-pagination.mjs', { MODE: mode, PER: '40' }),
      ]),
    ),
    attack: async (fleet) => {
      for (const mode of ['fresh', 'repeat', 'cycle', 'empty', 'dup', 'number']) {
        await fleet.until(() => fleet.of('catalogue.changed').some((it) => it.server === mode))
        const { tools, incomplete } = fleet.journal.state.servers[mode] ?? {}
        expect([mode, fleet.status(mode).state, incomplete === undefined]).toEqual([mode, 'ready', false])
        expect(Object.keys(tools ?? {}).length).toBeLessThanOrEqual(500)
      }
    },
  },
  {
    name: 'name-collision',
    does: 'names its tools like those of others, like each other, or like nothing that can be a name',
    must: 'a call goes to the server and the tool it was cleared for, and a bad name costs only itself',
    servers: { it: peer('name-collision.mjs'), other: peer('name-collision.mjs') },
    attack: async (fleet, call) => {
      const { tools = {}, malformed = [] } = fleet.journal.state.servers['it'] ?? {}
      expect(malformed.length).toBeGreaterThan(3)
      for (const tool of ['create_issue', 'Create_Issue', 'create_іssue', 'mcp__github__create_issue', 'constructor']) {
        expect(Object.hasOwn(tools, tool)).toBe(true)
        expect(wordsOf(await call(tool))).toBe(`${tool} called`)
      }
    },
  },
  {
    name: 'rug-pull',
    does: 'shows another definition under the name of a tool that was accepted',
    must: 'the new one is in quarantine, and what was cleared for the old one does not run',
    servers: { it: peer('rug-pull.mjs') },
    attack: async (fleet, call) => {
      expect(quarantined(fleet)).toEqual([])
      const cleared = fleet.operation('add', { a: 1, b: 2 })
      for (const how of ['description', 'title', 'schema', 'annotations']) {
        const before = fleet.journal.state.servers['it']?.tools['add']?.hash
        await call('change', { how })
        await fleet.until(() => fleet.journal.state.servers['it']?.tools['add']?.hash !== before)
        expect(quarantined(fleet)).toEqual(['tool/add'])
        const options = { signal: new AbortController().signal, onProgress: () => undefined }
        expect(await fleet.server().call(cleared, options)).toMatchObject({ status: 'stale' })
      }
      await call('change', { how: 'order' })
      await fleet.until(() => quarantined(fleet).length === 0)
      expect(wordsOf(await call('add', { a: 1, b: 2 }))).toBe('3')
    },
  },
  {
    name: 'hidden-unicode',
    does: 'hides text in its definitions in eleven ways',
    must: 'none of them is pinned, and one whose writing needs such characters is',
    servers: { it: peer('hidden-unicode.mjs') },
    attack: async (fleet, call) => {
      expect(Object.keys(fleet.journal.state.pins['it'] ?? {})).toEqual(['tool/legit'])
      expect(quarantined(fleet)).toHaveLength(11)
      expect(wordsOf(await call('legit'))).toBe('legit rolled')
    },
  },
  {
    name: 'env-probe',
    does: 'tells what it can see of us',
    must: 'it sees the listed variables and its own, no open file, and none of our secrets',
    servers: { it: peer('env-probe.mjs', { OWN: 'mine' }) },
    attack: async (_fleet, call) => {
      const reply = await call('probe')
      const seen = reply.status === 'answered' ? reply.result['structuredContent'] : undefined
      expect(seen).toMatchObject({ env: { OWN: 'mine' }, openFiles: [], args: [] })
      for (const name of canaries) expect(JSON.stringify(seen)).not.toContain(name)
    },
  },
]

/** What a careless host would hand down. */
export function plantCanaries(): () => void {
  for (const name of canaries) process.env[name] ??= 'canary'
  return () => {
    for (const name of canaries) if (process.env[name] === 'canary') delete process.env[name]
  }
}

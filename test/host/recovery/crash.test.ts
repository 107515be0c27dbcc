import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createHost } from '../../../main/host/host.ts'
import { createPlatform } from '../../../main/shells/web/platform.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import type { StdioEntry } from '../../../shared/config/server-config.ts'
import { Atrium, peer } from '../../support/atrium.ts'
import { deep, times } from '../../support/deep.ts'
import type { Person } from '../../support/person.ts'
import { HostProcess, Unanswered } from './host-process.ts'
import { Ledger } from './ledger.ts'
import { leaveTime } from '../../support/waiting.ts'
import { consentOf } from '../../../shared/state/consents.ts'

/** Every moment comes at least once in each run. */
const rounds = times(5, 25)
/** The moments at which the rounds kill the host, in turn. */
const moments = ['call', 'stream', 'question', 'write', 'start'] as const

/** Some messages are answered slowly. The one after a crash is answered at once, whatever the model finds before it. */
const scenario = {
  turns: [
    { match: { last_user: 'and now\\?$' }, sticky: true, content: [{ text: 'It goes on.' }] },
    {
      match: { last_user: 'slowly$' },
      sticky: true,
      content: [{ text: 'word '.repeat(2000), chunk: 5, delay_ms: 3 }],
    },
  ],
}

/** A data folder with a model and these servers, in which nothing runs. */
async function prepare(servers: (marks: string) => Record<string, StdioEntry> = () => ({})) {
  const directory = mkdtempSync(path.join(tmpdir(), 'atrium-crash-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const ledger = new Ledger(directory)
  const atrium = await Atrium.start({ directory, scenario })
  onTestFinished(() => atrium.fake.close())
  for (const [id, config] of Object.entries(servers(ledger.marks))) await atrium.add(id, config)
  await atrium.stop()
  return { directory, ledger }
}

/** Numbers from 0 up to 1, determined by the seed (mulberry32). */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** One host's life: concurrent user actions until it is killed. Everything it confirms goes into the ledger. */
class Life {
  readonly person: Person
  readonly #host: HostProcess
  readonly #ledger: Ledger
  readonly #round: number
  readonly #faults: unknown[] = []
  readonly #doing: Promise<void>[] = []
  #hasLooked = false
  /** Conversations with something unfinished. */
  readonly conversations: string[] = []

  constructor(host: HostProcess, ledger: Ledger, round: number) {
    this.person = host.person
    this.#host = host
    this.#ledger = ledger
    this.#round = round
  }

  begin(): void {
    for (const act of [this.#stream, this.#call, this.#ask, this.#rename, this.#look])
      this.#doing.push(
        act.call(this).catch((error: unknown) => void (error instanceof Unanswered || this.#faults.push(error))),
      )
  }

  /** After the kill: whatever was refused while the host lived. */
  async faults(): Promise<unknown[]> {
    await Promise.all(this.#doing)
    return this.#faults
  }

  async send(text: string, conversation?: string): Promise<{ conversation: string; turn?: string }> {
    const sent = await this.person.link.call('sendMessage', { text, ...(conversation && { conversation }) })
    this.#ledger.sent(sent.conversation, text)
    if (!conversation) this.conversations.push(sent.conversation)
    return sent
  }

  async #stream(): Promise<void> {
    const { conversation } = await this.send(`${this.#round}: answer slowly`)
    await this.send(`${this.#round}: and this when you are done`, conversation)
  }

  async #call(): Promise<void> {
    await this.#servers()
    const line = (n: number, ms: number) => `!tool effects__do {"mark":"${this.#round}.${n}","ms":${ms}}`
    await this.send([line(1, 0), line(2, 5000), line(3, 20)].join('\n'))
    const answered = new Set<string>()
    for (;;) {
      const ask = await this.#host.until('a question about the calls', () =>
        this.person.state.asks.find((it) => it.question.server === 'effects' && !answered.has(it.id)),
      )
      answered.add(ask.id)
      await this.person.answer(ask, { decision: 'allow', scope: 'once' })
      this.#ledger.answered(ask.id)
      if (answered.size === 3) return
    }
  }

  /** This question stays unanswered. */
  async #ask(): Promise<void> {
    await this.#servers()
    await this.send('!tool good__echo {"text":"nobody allows this"}')
  }

  async #rename(): Promise<void> {
    const { conversation } = await this.send(`${this.#round}: a name`)
    for (let n = 1; ; n++) {
      await this.person.link.call('renameConversation', { conversation, title: `${n}` })
      this.#ledger.renamed(conversation, n)
    }
  }

  async #look(): Promise<void> {
    for (;;) {
      const { rows } = await this.person.link.call('listAudit', { limit: 100 })
      this.#ledger.listed(rows)
      this.#hasLooked = rows.length > 0
      await leaveTime(15)
    }
  }

  async #servers(): Promise<void> {
    const ready = (id: string): boolean => {
      const { status, tools = {} } = this.person.state.servers[id] ?? {}
      return status?.state === 'ready' && Object.keys(tools).length > 0
    }
    await this.#host.until('both servers are ready', () => ready('good') && ready('effects'))
  }

  async reached(moment: (typeof moments)[number]): Promise<void> {
    const { person } = this
    if (moment === 'call')
      await person.until('one call is done and another runs', () => {
        const done = person.all('call.finished').filter(({ outcome }) => outcome.status === 'succeeded').length
        return done > 0 && person.all('call.started').length > done
      })
    if (moment === 'stream') await person.event('message.delta')
    if (moment === 'question') await person.ask()
    if (moment === 'write') {
      await person.event('conversation.renamed')
      await person.until('the log was listed', () => this.#hasLooked)
    }
  }
}

/** In each conversation that was cut off, the model accepts and answers the next message. */
async function goOn(life: Life, conversations: string[]): Promise<void> {
  const { person } = life
  const turns = await Promise.all(
    conversations.map(async (conversation) => {
      const waits = person.state.queued[conversation] !== undefined
      const sent = waits
        ? await person.link.call('sendQueued', { conversation })
        : await life.send('and now?', conversation)
      return sent.turn
    }),
  )
  for (const turn of turns) {
    const finished = await person.event('turn.finished', (it) => it.turn === turn)
    expect(finished).toMatchObject({ end: 'done' })
  }
}

test(
  '[REC-1] [REC-2] [REC-3] [JRN-24] loses nothing confirmed or told when killed again and again, and continues',
  { timeout: rounds * 60_000 },
  async () => {
    const seed = Number(process.env['ATRIUM_SEED'] ?? (deep ? Date.now() % 1_000_000 : 1))
    const chance = random(seed)
    const servers = (MARKS: string) => ({ good: peer('good.mjs'), effects: peer('effects.mjs', { MARKS }) })
    const { directory, ledger } = await prepare(servers)
    let left: string[] = []
    for (let round = 0; round < rounds; round++) {
      const moment = moments[round % moments.length] ?? 'start'
      const where = `seed ${seed}, round ${round} (${moment})`
      const host = await HostProcess.start(directory)
      const life = new Life(host, ledger, round)
      try {
        expect({ turns: life.person.state.turns, asks: life.person.state.asks }).toEqual({ turns: {}, asks: [] })
        expect(ledger.check()).toEqual([])
        if (round === 0) await life.person.link.call('setModelKey', { endpoint: 'anthropic', key: 'test-key' })
        await goOn(life, left)
        life.begin()
        await life.reached(moment)
        await leaveTime(chance() * (moment === 'start' ? 300 : 60))
      } catch (error) {
        throw new Error(`${where}: ${String(error)}${host.errors}`, { cause: error })
      } finally {
        await host.kill()
      }
      expect([where, await life.faults()]).toEqual([where, []])
      ledger.told(life.person.recorded)
      left = life.conversations
    }
    const host = await HostProcess.start(directory)
    try {
      expect(ledger.check()).toEqual([])
      await goOn(new Life(host, ledger, rounds), left)
    } finally {
      await host.kill()
    }
    const least = Math.floor(rounds / moments.length)
    for (const [what, count] of Object.entries(ledger.figures()))
      expect([what, count >= least], `${count}`).toEqual([what, true])
  },
)

test('[TRU-3] [TRU-7] keeps confirmed trust after kill -9, and asks an open question again @all', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'atrium-crash-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const ledger = new Ledger(directory)
  const asked = (): number => ledger.of('ask.opened').length
  const config = (n: number) => peer('effects.mjs', { MARKS: ledger.marks, N: `${n}` })
  let host = await HostProcess.start(directory)
  onTestFinished(() => host.kill())
  const again = async (): Promise<void> => {
    await host.kill()
    host = await HostProcess.start(directory)
    expect(ledger.check()).toEqual([])
  }
  await host.person.link.call('addServer', { id: 'it', config: config(0) })
  for (let n = 1; n <= times(2, 3); n++) {
    const left = await host.person.ask('trust', 'it')
    // A query first writes what it is about to see.
    await host.person.link.call('listAudit', {})
    await again()
    const anew = await host.person.ask('trust', 'it')
    expect(anew).toEqual({ ...left, id: expect.any(String), openedAt: expect.any(Number) })
    expect(ledger.of('ask.closed').at(-1)).toMatchObject({ ask: left.id, by: 'expired' })
    await host.person.answer(anew, { decision: 'trust' })
    const before = asked()
    await again()
    const { person } = host
    await host.until('it is ready', () => person.state.servers['it']?.status.state === 'ready')
    expect([asked(), consentOf(person.state, 'it').trusted]).toEqual([before, anew.question.launch])
    await person.link.call('updateServer', { id: 'it', config: config(n) })
  }
})

test('[REC-4] refuses a second host in the data folder with a sentence, and the first isn’t affected @all', async () => {
  const { directory } = await prepare()
  const first = await HostProcess.start(directory)
  try {
    const sentence = `Atrium is already running with this data folder, as process ${first.pid}. Use that one, or close it and start again.`
    await expect(HostProcess.start(directory)).rejects.toThrow(new HostError('conflict', sentence))
    await expect(createHost(createPlatform(directory, '0.0.0-test'))).rejects.toThrow(sentence)
    await first.person.link.call('setModelKey', { endpoint: 'anthropic', key: 'test-key' })
    const { turn } = await first.person.link.call('sendMessage', { text: 'Still here' })
    expect(await first.person.event('turn.finished', (it) => it.turn === turn)).toMatchObject({ end: 'done' })
  } finally {
    await first.kill()
  }
  const next = await HostProcess.start(directory)
  await next.kill()
})

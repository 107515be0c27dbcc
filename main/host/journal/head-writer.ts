import { open } from 'node:fs/promises'
import type { SecretStore } from '../platform.ts'
import { reasonOf } from './failure.ts'
import { headLine, headsFileOf, SigningKey } from './heads.ts'
import type { Journal } from './journal.ts'

/** Where the secret store has the key. */
export const signingKeyName = 'log/key'

type Parts = {
  journal: Journal
  secrets: Pick<SecretStore, 'get' | 'keep'>
  now?: () => number
  /** How often a head is written when something was. */
  everyMs?: number
}

/** So many records are signed at once at most, however short the time. */
const everyRecords = 1000

/** A key is followed by the next, which it signs, after a year. */
const lifetimeMs = 365 * 24 * 60 * 60 * 1000

/**
 * Signs the end of the log as it grows: each minute, each thousand records, and at the end. It signs what this process
 * wrote and not what the file holds, and only what is on disk. Nothing waits for it: what fails is tried again.
 */
export class HeadWriter {
  readonly #parts: Required<Parts>
  readonly #unsubscribe: () => void
  readonly #timer: NodeJS.Timeout
  #key: SigningKey | undefined
  #signed = 0
  #failure: string | undefined
  #work: Promise<void> | undefined

  constructor(parts: Parts) {
    this.#parts = { now: Date.now, everyMs: 60_000, ...parts }
    const { journal, everyMs } = this.#parts
    this.#timer = setInterval(() => void this.sign(), everyMs).unref()
    this.#unsubscribe = journal.subscribe(({ seq }) => {
      if (seq !== null && seq - this.#signed >= everyRecords) void this.sign()
    })
  }

  /** The public half of the key that is in use, once the log has introduced it. */
  get key(): string | undefined {
    return this.#key?.name
  }

  /** Finds the key, or makes and introduces one. It never fails; without a key nothing is signed for now. */
  async open(): Promise<void> {
    await this.#one(async () => void (await this.#ready()))
  }

  /** Signs what is on disk by now, unless that was signed or is being signed. */
  async sign(): Promise<void> {
    await this.#one(() => this.#sign())
  }

  /** Signs the end. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#unsubscribe()
    await this.#work
    await this.sign()
  }

  async #one(work: () => Promise<void>): Promise<void> {
    this.#work ??= work()
      .then(() => (this.#failure = undefined))
      .catch((error: unknown) => this.#failed(reasonOf(error)))
      .finally(() => (this.#work = undefined))
    await this.#work
  }

  #failed(reason: string): undefined {
    if (reason !== this.#failure) process.emitWarning(`The end of the log could not be signed: ${reason}.`)
    this.#failure = reason
  }

  async #sign(): Promise<void> {
    const { journal, now } = this.#parts
    const key = await this.#ready()
    const { seq, hash } = journal.head
    if (!key || seq === this.#signed) return
    await appendLine(headsFileOf(journal.file), headLine(key.signHead(seq, hash, now())))
    this.#signed = seq
  }

  async #ready(): Promise<SigningKey | undefined> {
    this.#key ??= await this.#find()
    return this.#key
  }

  async #find(): Promise<SigningKey | undefined> {
    const { journal, secrets, now } = this.#parts
    journal.assertHealthy()
    const stored = SigningKey.from((await secrets.get(signingKeyName)) ?? '')
    const key = stored ?? SigningKey.generate()
    if (!stored && !(await secrets.keep(signingKeyName, key.secret))) return undefined
    const introduced = journal.keys.find((it) => it.key === key.name)
    if (!introduced) journal.append({ type: 'log.key', key: key.name })
    await journal.durable()
    return introduced && now() - introduced.at > lifetimeMs ? this.#succeed(key) : key
  }

  /** The next key is in the log before it is in the store: whatever happens between the two, the old one still counts. */
  async #succeed(key: SigningKey): Promise<SigningKey> {
    const { journal, secrets } = this.#parts
    const next = SigningKey.generate()
    journal.append({ type: 'log.key', key: next.name, signature: key.signKey(next.name) })
    await journal.durable()
    return (await secrets.keep(signingKeyName, next.secret)) ? next : key
  }
}

/** What a crash left of a line is taken away first. */
async function appendLine(file: string, line: string): Promise<void> {
  const handle = await open(file, 'a+', 0o600)
  try {
    const { size } = await handle.stat()
    const tail = Buffer.alloc(Math.min(size, longestLine))
    await handle.read(tail, 0, tail.length, size - tail.length)
    const half = tail.length - 1 - tail.lastIndexOf(0x0a)
    if (half > 0) await handle.truncate(size - half)
    await handle.appendFile(`${line}\n`)
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

/** Longer than any line that is written here. */
const longestLine = 4096

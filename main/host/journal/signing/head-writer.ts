import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { MissingHead } from '../../../../shared/events/events.ts'
import type { SecretStore } from '../../platform.ts'
import { Anchor } from './anchor.ts'
import { reasonOf } from '../../base/failure.ts'
import { headLine, headsFileOf, SigningKey, type Head } from '../chain/heads.ts'
import type { Journal } from '../journal.ts'
import { checkWords as words } from '../chain/words.ts'

/** The key's name in the secret store. */
export const signingKeyName = 'log/key'

type Parts = {
  journal: Journal
  /** Stores the key. */
  secrets: Pick<SecretStore, 'get' | 'keep'>
  /** Stores the last signed head, which isn't a secret; the same store, unless that one redacts what passes through. */
  anchors?: Pick<SecretStore, 'get' | 'keep'>
  now?: () => number
  /** How often a head is written if there are new records. */
  everyMs?: number
}

/** Max records before the next signature, however short the time. */
const everyRecords = 1000

/** After a year, a key is replaced by a new one, which it signs. */
const lifetimeMs = 365 * 24 * 60 * 60 * 1000

/**
 * Signs the log's end as it grows: every minute, every thousand records, and at the end. Signs what this process wrote,
 * not what the file contains, and only what is on disk. Nothing waits for it: failures are retried. If the files lack
 * what was last signed, a new key replaces the old one, with a record that says so.
 */
export class HeadWriter {
  readonly #parts: Required<Parts>
  readonly #unsubscribe: () => void
  readonly #timer: NodeJS.Timeout
  readonly #anchor: Anchor
  #key: SigningKey | undefined
  /** Replaces a key whose last signature the files lack. */
  #successor: SigningKey | undefined
  #last: Head | undefined
  #failure: string | undefined
  #work: Promise<void> | undefined

  constructor(parts: Parts) {
    this.#parts = { now: Date.now, everyMs: 60_000, anchors: parts.secrets, ...parts }
    this.#anchor = new Anchor(this.#parts.anchors)
    const { journal, everyMs } = this.#parts
    this.#timer = setInterval(() => void this.sign(), everyMs).unref()
    this.#unsubscribe = journal.subscribe(({ seq }) => {
      if (seq !== null && seq - (this.#last?.seq ?? 0) >= everyRecords) void this.#one(() => this.#sign())
    })
  }

  /** The current key's public half, once the log has introduced it. */
  get key(): string | undefined {
    return this.#key?.name
  }

  /** Signs what `write` makes for the current key. Undefined without a key that the log has introduced. */
  signPassport(write: (key: string) => string): { body: string; signature: string } | undefined {
    if (!this.#key) return undefined
    const body = write(this.#key.name)
    return { body, signature: this.#key.signPassport(body) }
  }

  /** Signs what `write` makes of an export's facts for the current key. Undefined as above. */
  signExport(write: (key: string) => string): { key: string; sig: string } | undefined {
    if (!this.#key) return undefined
    const { name } = this.#key
    return { key: name, sig: this.#key.signExport(write(name)) }
  }

  /** The last signed head, as the secret store has it: a check compares the files with it. */
  get anchor(): Head | undefined {
    return this.#key && this.#anchor.head
  }

  /**
   * Finds the key, or creates and introduces one, and signs for the first time. Never fails; without a key nothing is
   * signed for now.
   */
  async open(): Promise<void> {
    await this.#one(async () => {
      if ((await this.#ready()) && !this.#last) await this.#signAndKeep()
    })
  }

  /** Signs what is on disk by now, unless that is signed or being signed, and stores the head in the secret store. */
  async sign(): Promise<void> {
    await this.#one(() => this.#signAndKeep())
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
    if (reason !== this.#failure) process.emitWarning(words.unsigned(reason))
    this.#failure = reason
  }

  async #sign(): Promise<void> {
    const { journal, now } = this.#parts
    const key = await this.#ready()
    const { seq, hash } = journal.head
    if (!key || seq === this.#last?.seq) return
    const head = key.signHead(seq, hash, now())
    await appendLine(headsFileOf(journal.file), headLine(head))
    this.#last = head
  }

  /** The file comes first: a crash in between leaves it ahead of the secret store, which isn't a sign of tampering. */
  async #signAndKeep(): Promise<void> {
    await this.#sign()
    if (this.#last && this.#last.seq !== this.#anchor.head?.seq) await this.#anchor.keep(this.#last)
  }

  async #ready(): Promise<SigningKey | undefined> {
    this.#key ??= await this.#find()
    return this.#key
  }

  async #find(): Promise<SigningKey | undefined> {
    const { journal, secrets, now } = this.#parts
    journal.assertHealthy()
    const missing = await this.#anchor.open(journal)
    if (missing) return this.#giveUp(missing)
    const stored = SigningKey.from((await secrets.get(signingKeyName)) ?? '')
    const key = stored ?? SigningKey.generate()
    if (!stored && !(await secrets.keep(signingKeyName, key.secret))) return undefined
    const introduced = journal.keys.find((it) => it.key === key.name)
    if (!introduced) journal.append({ type: 'log.key', key: key.name })
    await journal.durable()
    return introduced && now() - introduced.at > lifetimeMs ? this.#succeed(key) : key
  }

  /** Remaining heads of the old key still say what it signed; the new key vouches for nothing before it. */
  async #giveUp(missing: MissingHead): Promise<SigningKey | undefined> {
    const { journal, secrets } = this.#parts
    if (!this.#successor) {
      this.#successor = SigningKey.generate()
      journal.append({ type: 'log.key', key: this.#successor.name, missing })
    }
    await journal.durable()
    return (await secrets.keep(signingKeyName, this.#successor.secret)) ? this.#successor : undefined
  }

  /** The next key is in the log before it is in the store: whatever happens in between, the old one still counts. */
  async #succeed(key: SigningKey): Promise<SigningKey> {
    const { journal, secrets } = this.#parts
    const next = SigningKey.generate()
    journal.append({ type: 'log.key', key: next.name, signature: key.signKey(next.name) })
    await journal.durable()
    return (await secrets.keep(signingKeyName, next.secret)) ? next : key
  }
}

/** First removes what a crash left of an unfinished line. */
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
    if (size === 0) await syncDirectory(dirname(file))
  } finally {
    await handle.close()
  }
}

/** Otherwise a power cut could remove a new file, and its content would seem to have been deleted. */
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(directory, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Longer than any line written here. */
const longestLine = 4096

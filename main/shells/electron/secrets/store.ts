import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { HostError } from '../../../../shared/contract/errors.ts'
import { isObject, parseJson } from '../../../../shared/schema/json.ts'
import { reasonOf } from '../../../host/base/failure.ts'
import { startTimer, systemClock, type Clock } from '../../../host/base/wake.ts'
import type { SecretStore, StoreCheck } from '../../../host/platform.ts'
import { readIfThere, setAside, writeAtomically } from '../../common/files.ts'
import { parseSecrets, secretText } from '../../common/secret-text.ts'
import { commonWords } from '../../common/words.ts'
import type { Keyring, Sealer } from './keyring.ts'
import { keyringWords as words } from './words.ts'

type Secrets = ReadonlyMap<string, string>
/**
 * `locked`: it may be readable later, and until then everything is refused in these words. `by`: whose key encrypted it;
 * undefined without a file.
 */
type Content = {
  hidingAgreed: boolean
  secrets: Secrets
  state: 'readable' | 'unreadable' | { locked: string }
  by?: Sealer | undefined
}

const nothing: Secrets = new Map()
/** Milliseconds that the first look waits for the keyring, which may first ask the user something. */
const patienceMs = 3000

const noKeyring = new HostError('unavailable', words.missing)
const deafKeyring = new HostError('unavailable', words.deaf)

/**
 * Secrets in one file in the data folder, encrypted by the system's keyring. Without a keyring nothing is stored unless
 * the user agrees, once. While the keyring is silent or the one that encrypted the content is away, reading and writing
 * reject and the file stays. Content that can't be decrypted at all reads as missing and is set aside, never overwritten.
 */
export class KeyringFile implements SecretStore {
  readonly #file: string
  readonly #keyring: Keyring
  readonly #agree: () => Promise<boolean>
  readonly #clock: Pick<Clock, 'after'>
  #late: Promise<void> | undefined
  /** The last step; each begins after the previous one. */
  #content: Promise<Content> | undefined

  constructor(
    dataDirectory: string,
    keyring: Keyring,
    agree: () => Promise<boolean>,
    clock: Pick<Clock, 'after'> = systemClock,
  ) {
    this.#file = path.join(dataDirectory, 'secrets.keyring.json')
    this.#keyring = keyring
    this.#agree = agree
    this.#clock = clock
  }

  get late(): Promise<void> | undefined {
    return this.#late
  }

  async get(name: string): Promise<string | undefined> {
    return unlocked(await this.#open()).secrets.get(name)
  }

  async names(): Promise<string[]> {
    return [...unlocked(await this.#open()).secrets.keys()]
  }

  set(name: string, value: string): Promise<void> {
    return this.#change((content) => {
      const secrets = new Map(content.secrets).set(name, value)
      return this.#save({ ...content, secrets }, this.#agree)
    })
  }

  async keep(name: string, value: string): Promise<boolean> {
    let isKept = false
    await this.#change(async (content) => {
      if (content.state !== 'readable') return content
      const secrets = new Map(content.secrets).set(name, value)
      const saved = await this.#save({ ...content, secrets }, async () => false).catch((error: unknown) => {
        if (error === noKeyring) return undefined
        throw error
      })
      isKept = saved !== undefined
      return saved ?? content
    })
    return isKept
  }

  delete(name: string): Promise<void> {
    return this.#change(async (content) => {
      const secrets = new Map(unlocked(content).secrets)
      return secrets.delete(name) ? this.#save({ ...content, secrets }, this.#agree) : content
    })
  }

  async check(): Promise<StoreCheck> {
    const { state, hidingAgreed } = await this.#open()
    const its = { kind: 'keyring', backend: this.#keyring.name(), isReadable: state === 'readable' } as const
    // A silent keyring would not answer this either.
    if (typeof state === 'object') return { ...its, works: false, locked: state.locked }
    const text = randomBytes(12).toString('hex')
    try {
      const sealed = await this.#keyring.encrypt(text)
      const works = (await this.#keyring.decrypt(sealed)).result === text
      const hides = this.#keyring.sealerOf(sealed) === 'anyone' && (hidingAgreed ? 'agreed' : 'unasked')
      return { ...its, works, ...(hides && { hides }) }
    } catch {
      return { ...its, works: false }
    }
  }

  #open(): Promise<Content> {
    this.#content ??= this.#firstLook()
    return this.#content
  }

  /** Electron keeps every text waiting while the system asks the user, even for ever. */
  async #firstLook(): Promise<Content> {
    const answered = this.#keyring.encrypt(randomBytes(12).toString('hex')).then(
      () => true,
      () => true,
    )
    const { promise: late, resolve } = Promise.withResolvers<false>()
    const timer = startTimer(this.#clock, patienceMs, () => resolve(false), { isLasting: true })
    const isAnswered = await Promise.race([answered, late])
    timer.cancel()
    if (isAnswered) return this.#read()
    this.#late = answered.then(() => {
      this.#content = this.#read()
    })
    return { hidingAgreed: false, secrets: nothing, state: { locked: words.silent } }
  }

  /** A failed step leaves the previous content. */
  async #change(step: (content: Content) => Promise<Content>): Promise<void> {
    const before = this.#open()
    const after = before.then(step)
    this.#content = after.catch(() => before)
    await after
  }

  async #read(): Promise<Content> {
    let stored: Buffer | undefined
    try {
      stored = readIfThere(this.#file)
    } catch (error) {
      const locked = commonWords.secretsUnreadable(path.basename(this.#file), reasonOf(error))
      return { hidingAgreed: false, secrets: nothing, state: { locked } }
    }
    const { hidingAgreed = false, secrets } = stored ? parse(stored) : {}
    if (secrets === undefined) return { hidingAgreed, secrets: nothing, state: stored ? 'unreadable' : 'readable' }
    const sealed = Buffer.from(secrets, 'base64')
    const by = this.#keyring.sealerOf(sealed)
    const decrypted = await this.#keyring.decrypt(sealed).catch(() => undefined)
    const found = decrypted && parseSecrets(decrypted.result)
    if (!found) {
      const state = (await this.#isAway(by)) ? { locked: words.locked } : 'unreadable'
      return { hidingAgreed, secrets: nothing, state, by }
    }
    const read: Content = { hidingAgreed, secrets: found, state: 'readable', by }
    return decrypted.shouldReEncrypt ? this.#save(read, async () => false).catch(() => read) : read
  }

  /** Whether the keyring that encrypted something isn't there now: the content may be readable later. */
  async #isAway(by: Sealer): Promise<boolean> {
    const probe = await this.#keyring.encrypt(randomBytes(12).toString('hex')).catch(() => undefined)
    if (!probe) return true
    return (by === 'keyring' || by === 'portal') && this.#keyring.sealerOf(probe) !== by
  }

  /** Judges whose key was really used, each time. Rejects if that is anyone's and `agree` doesn't permit it. */
  async #save(content: Content, agree: () => Promise<boolean>): Promise<Content> {
    const { secrets, state, by: before } = unlocked(content)
    const sealed = await this.#keyring.encrypt(secretText(secrets)).catch(() => {
      throw deafKeyring
    })
    const by = this.#keyring.sealerOf(sealed)
    if (by === 'anyone' && (before === 'keyring' || before === 'portal')) throw deafKeyring
    const hidingAgreed = content.hidingAgreed || (by === 'anyone' && (await agree()))
    if (by === 'anyone' && !hidingAgreed) throw noKeyring
    if (state === 'unreadable') setAside([this.#file])
    writeAtomically(this.#file, JSON.stringify({ hidingAgreed, secrets: sealed.toString('base64') }))
    return { hidingAgreed, secrets, state: 'readable', by }
  }
}

function unlocked(content: Content): Content {
  if (typeof content.state === 'object') throw new HostError('unavailable', content.state.locked)
  return content
}

function parse(stored: Buffer): { hidingAgreed?: boolean; secrets?: string } {
  const value = parseJson(stored.toString('utf8'))
  if (!isObject(value)) return {}
  const { hidingAgreed, secrets } = value
  return { hidingAgreed: hidingAgreed === true, ...(typeof secrets === 'string' && { secrets }) }
}

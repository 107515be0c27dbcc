import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { HostError } from '../../../shared/contract/errors.ts'
import { isObject, parseJson } from '../../../shared/schema/json.ts'
import type { SecretStore, StoreCheck } from '../../host/platform.ts'
import { readIfThere, setAside, writeAtomically } from '../common/files.ts'
import { parseSecrets, secretText } from '../common/secret-text.ts'
import { desktopWords as words } from './words.ts'

/** The part of the system's keyring used here. */
export type Keyring = {
  /** Its name on this system. */
  name(): string
  /** False if the system has none and only obfuscates. */
  isReal(): boolean
  /** Makes it accept secrets although it isn't real. */
  allowHiding(): void
  isAvailable(): Promise<boolean>
  encrypt(text: string): Promise<Buffer>
  decrypt(bytes: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }>
}

type Secrets = ReadonlyMap<string, string>
type Content = { hidingAgreed: boolean; secrets: Secrets; isReadable: boolean }

const noKeyring = new HostError('unavailable', words.keyring.missing)
const deafKeyring = new HostError('unavailable', words.keyring.locked)

/**
 * Secrets in one file in the data folder, encrypted by the system's keyring. Without a keyring nothing is stored unless
 * the user agrees, once. Content that can't be decrypted reads as missing and is set aside, never overwritten.
 */
export class KeyringFile implements SecretStore {
  readonly #file: string
  readonly #keyring: Keyring
  readonly #agree: () => Promise<boolean>
  /** The last step; each begins after the previous one. */
  #content: Promise<Content> | undefined

  constructor(dataDirectory: string, keyring: Keyring, agree: () => Promise<boolean>) {
    this.#file = path.join(dataDirectory, 'secrets.keyring.json')
    this.#keyring = keyring
    this.#agree = agree
  }

  async get(name: string): Promise<string | undefined> {
    return (await this.#open()).secrets.get(name)
  }

  async names(): Promise<string[]> {
    return [...(await this.#open()).secrets.keys()]
  }

  set(name: string, value: string): Promise<void> {
    return this.#change(async (content) =>
      this.#save({ ...(await this.#willing(content)), secrets: new Map(content.secrets).set(name, value) }),
    )
  }

  async keep(name: string, value: string): Promise<boolean> {
    const { hidingAgreed, isReadable } = await this.#open()
    if (!isReadable || !(this.#keyring.isReal() || hidingAgreed)) return false
    await this.set(name, value)
    return true
  }

  delete(name: string): Promise<void> {
    return this.#change(async (content) => {
      const secrets = new Map(content.secrets)
      return secrets.delete(name) ? this.#save({ ...content, secrets }) : content
    })
  }

  async check(): Promise<StoreCheck> {
    const { isReadable } = await this.#open()
    const hides = this.#keyring.isReal() ? {} : { hides: true as const }
    const works = await this.#returnsText().catch(() => false)
    return { kind: 'keyring', backend: this.#keyring.name(), ...hides, isReadable, works }
  }

  async #returnsText(): Promise<boolean> {
    if (!(await this.#keyring.isAvailable())) return false
    const text = randomBytes(12).toString('hex')
    return (await this.#keyring.decrypt(await this.#keyring.encrypt(text))).result === text
  }

  #open(): Promise<Content> {
    this.#content ??= this.#read()
    return this.#content
  }

  /** A failed step leaves the previous content. */
  async #change(step: (content: Content) => Promise<Content>): Promise<void> {
    const before = this.#open()
    const after = before.then(step)
    this.#content = after.catch(() => before)
    await after
  }

  async #read(): Promise<Content> {
    const stored = readIfThere(this.#file)
    const { hidingAgreed = false, secrets } = stored ? parse(stored) : {}
    if (hidingAgreed && !this.#keyring.isReal()) this.#keyring.allowHiding()
    const content = { hidingAgreed, secrets: new Map<string, string>(), isReadable: !stored }
    if (secrets === undefined) return content
    const decrypted = await this.#keyring.decrypt(Buffer.from(secrets, 'base64')).catch(() => undefined)
    const found = decrypted && parseSecrets(decrypted.result)
    if (!found) return content
    const read = { ...content, secrets: found, isReadable: true }
    return decrypted.shouldReEncrypt ? this.#save(read).catch(() => read) : read
  }

  /** The content, if something can be stored in it. */
  async #willing(content: Content): Promise<Content> {
    if (this.#keyring.isReal() || content.hidingAgreed) return content
    if (!(await this.#agree())) throw noKeyring
    this.#keyring.allowHiding()
    return { ...content, hidingAgreed: true }
  }

  async #save(content: Content): Promise<Content> {
    if (!(await this.#keyring.isAvailable())) throw deafKeyring
    const encrypted = await this.#keyring.encrypt(secretText(content.secrets))
    if (!content.isReadable) setAside([this.#file])
    const { hidingAgreed } = content
    writeAtomically(this.#file, JSON.stringify({ hidingAgreed, secrets: encrypted.toString('base64') }))
    return { ...content, isReadable: true }
  }
}

function parse(stored: Buffer): { hidingAgreed?: boolean; secrets?: string } {
  const value = parseJson(stored.toString('utf8'))
  if (!isObject(value)) return {}
  const { hidingAgreed, secrets } = value
  return { hidingAgreed: hidingAgreed === true, ...(typeof secrets === 'string' && { secrets }) }
}

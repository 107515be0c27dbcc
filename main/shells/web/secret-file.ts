import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { HostError } from '../../../shared/contract/errors.ts'
import { reasonOf } from '../../host/base/failure.ts'
import type { SecretStore, StoreCheck } from '../../host/platform.ts'
import { readIfThere, setAside, writeAtomically } from '../common/files.ts'
import { parseSecrets, secretText } from '../common/secret-text.ts'
import { commonWords } from '../common/words.ts'

const cipher = 'aes-256-gcm'
const keyBytes = 32
const ivBytes = 12
const tagBytes = 16

/**
 * Secrets in one file in the data folder, encrypted with the key file next to it (both 0600): a copy or upload of the
 * store alone is useless. Against someone with this account's rights it protects no more than the account does. Content
 * that can't be decrypted reads as missing and is set aside, never overwritten. While one of the two can't be read at all,
 * reading and writing reject and both stay.
 */
export class SecretFile implements SecretStore {
  readonly #keyFile: string
  readonly #storeFile: string
  #key: Buffer | undefined
  #secrets: ReadonlyMap<string, string>
  #unreadable: boolean
  /** Why a file can't be read, as a sentence. */
  readonly #locked: string | undefined

  constructor(dataDirectory: string) {
    this.#keyFile = path.join(dataDirectory, 'secrets.key')
    this.#storeFile = path.join(dataDirectory, 'secrets.enc')
    const [key, stored] = [read(this.#keyFile), read(this.#storeFile)]
    this.#locked = key.problem ?? stored.problem
    this.#key = key.bytes
    const secrets = this.#decrypt(stored.bytes)
    this.#secrets = secrets ?? new Map()
    this.#unreadable = secrets === undefined
  }

  async get(name: string): Promise<string | undefined> {
    return this.#unlocked().get(name)
  }

  async set(name: string, value: string): Promise<void> {
    this.#save(new Map(this.#unlocked()).set(name, value))
  }

  async keep(name: string, value: string): Promise<boolean> {
    if (this.#locked !== undefined || (this.#unreadable && existsSync(this.#storeFile))) return false
    await this.set(name, value)
    return true
  }

  async delete(name: string): Promise<void> {
    const others = new Map(this.#unlocked())
    if (others.delete(name)) this.#save(others)
  }

  async names(): Promise<string[]> {
    return [...this.#unlocked().keys()]
  }

  /** Uses a temporary folder: a running Atrium doesn't know about values that another process stores. */
  async check(): Promise<StoreCheck> {
    if (this.#locked !== undefined) return { kind: 'key-file', isReadable: false, works: false, locked: this.#locked }
    const isReadable = !this.#unreadable || !existsSync(this.#storeFile)
    return { kind: 'key-file', isReadable, works: await keepsText(path.dirname(this.#storeFile)).catch(() => false) }
  }

  #unlocked(): ReadonlyMap<string, string> {
    if (this.#locked !== undefined) throw new HostError('unavailable', this.#locked)
    return this.#secrets
  }

  #decrypt(stored: Buffer | undefined): Map<string, string> | undefined {
    if (!stored || this.#key?.length !== keyBytes) return undefined
    const [iv, tag] = [stored.subarray(0, ivBytes), stored.subarray(ivBytes, ivBytes + tagBytes)]
    if (tag.length < tagBytes) return undefined
    const decipher = createDecipheriv(cipher, this.#key, iv).setAuthTag(tag)
    try {
      const text = Buffer.concat([decipher.update(stored.subarray(ivBytes + tagBytes)), decipher.final()])
      return parseSecrets(text.toString('utf8'))
    } catch {
      return undefined
    }
  }

  #save(secrets: ReadonlyMap<string, string>): void {
    if (this.#unreadable) this.#setAside()
    this.#key ??= this.#newKey()
    const iv = randomBytes(ivBytes)
    const encipher = createCipheriv(cipher, this.#key, iv)
    const body = [encipher.update(secretText(secrets), 'utf8'), encipher.final()]
    writeAtomically(this.#storeFile, Buffer.concat([iv, encipher.getAuthTag(), ...body]))
    this.#secrets = secrets
  }

  /** Key and store belong together, so both are set aside. */
  #setAside(): void {
    setAside([this.#storeFile, this.#keyFile])
    this.#key = undefined
    this.#unreadable = false
  }

  #newKey(): Buffer {
    const key = randomBytes(keyBytes)
    writeAtomically(this.#keyFile, key)
    return key
  }
}

function read(file: string): { bytes?: Buffer | undefined; problem?: string } {
  try {
    return { bytes: readIfThere(file) }
  } catch (error) {
    return { problem: commonWords.secretsUnreadable(path.basename(file), reasonOf(error)) }
  }
}

/** A check's folder, as left behind by one that was killed. */
const checkFolder = /^check-\w{6}$/
/** Milliseconds after which no check is still running. */
const checkMs = 60_000

async function keepsText(dataDirectory: string): Promise<boolean> {
  removeLeftBehind(dataDirectory)
  const folder = mkdtempSync(path.join(dataDirectory, 'check-'))
  try {
    const text = randomBytes(ivBytes).toString('hex')
    await new SecretFile(folder).set('check', text)
    return (await new SecretFile(folder).get('check')) === text
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function removeLeftBehind(dataDirectory: string): void {
  for (const name of readdirSync(dataDirectory).filter((it) => checkFolder.test(it))) {
    const folder = path.join(dataDirectory, name)
    const since = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - since > checkMs) rmSync(folder, { recursive: true, force: true })
  }
}

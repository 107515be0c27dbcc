import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { KeyringFile, type Keyring } from '../../../main/shells/electron/secret-store.ts'
import { temporaryFolder } from '../web/site.ts'

const canary = 'canary-3f9c-value'

/** A keyring with its own key, which can be missing, locked, or newer than the encrypted content. */
class Ring implements Keyring {
  real = true
  open = true
  hiding = false
  renewed = false
  #key = randomBytes(32)

  name = () => 'ring'
  isReal = () => this.real
  allowHiding = () => void (this.hiding = true)
  isAvailable = async () => this.open && (this.real || this.hiding)
  forget = () => void (this.#key = randomBytes(32))

  encrypt = async (text: string) => {
    if (!(await this.isAvailable())) throw new Error('locked')
    const cipher = createCipheriv('aes-256-gcm', this.#key, Buffer.alloc(12))
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([cipher.getAuthTag(), body])
  }

  decrypt = async (bytes: Buffer) => {
    if (!(await this.isAvailable())) throw new Error('locked')
    const cipher = createDecipheriv('aes-256-gcm', this.#key, Buffer.alloc(12)).setAuthTag(bytes.subarray(0, 16))
    const result = Buffer.concat([cipher.update(bytes.subarray(16)), cipher.final()]).toString('utf8')
    return { result, shouldReEncrypt: this.renewed }
  }
}

const never = (): Promise<boolean> => Promise.reject(new Error('Nobody is to be asked.'))
const stored = (folder: string): string =>
  readdirSync(folder)
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join()

test('[LOG-2] keeps a value without asking only if no question is needed and nothing is in the way', async () => {
  const [folder, ring] = [temporaryFolder(), new Ring()]
  ring.real = false
  expect(await new KeyringFile(folder, ring, never).keep('log/key', canary)).toBe(false)
  expect(readdirSync(folder)).toEqual([])
  ring.real = true
  expect(await new KeyringFile(folder, ring, never).keep('log/key', canary)).toBe(true)
  expect(await new KeyringFile(folder, ring, never).get('log/key')).toBe(canary)
  const before = stored(folder)
  ring.forget()
  expect(await new KeyringFile(folder, ring, never).keep('log/key', 'another')).toBe(false)
  expect(stored(folder)).toBe(before)
})

describe('a store with a keyring', () => {
  test('[ELE-9] keeps a secret over a restart, in no readable file', async () => {
    const [folder, ring] = [temporaryFolder(), new Ring()]
    const store = new KeyringFile(folder, ring, never)
    await store.set('anthropic/key', canary)
    await store.set('__proto__', 'odd name')
    await store.set('gone', 'x')
    await store.delete('gone')
    await store.delete('never there')
    const again = new KeyringFile(folder, ring, never)
    expect(await again.get('anthropic/key')).toBe(canary)
    expect(await again.get('toString')).toBeUndefined()
    expect(await again.names()).toEqual(['anthropic/key', '__proto__'])
    for (const form of [canary, Buffer.from(canary).toString('base64'), 'anthropic/key'])
      expect(stored(folder)).not.toContain(form)
    const [file = '', ...others] = readdirSync(folder)
    expect([others, statSync(path.join(folder, file)).mode & 0o777]).toEqual([[], 0o600])
  })

  test('[ELE-9] keeps all values that are set at the same time', async () => {
    const [folder, ring] = [temporaryFolder(), new Ring()]
    const store = new KeyringFile(folder, ring, never)
    await Promise.all(['a', 'b', 'c', 'd'].map((name) => store.set(name, `${name}-value`)))
    expect((await new KeyringFile(folder, ring, never).names()).toSorted()).toEqual(['a', 'b', 'c', 'd'])
  })

  test('[ELE-9] stores nothing while the keyring is locked, says what to do and loses nothing', async () => {
    const [folder, ring] = [temporaryFolder(), new Ring()]
    const store = new KeyringFile(folder, ring, never)
    await store.set('old', canary)
    ring.open = false
    await expect(store.set('new', 'x')).rejects.toMatchObject({ code: 'unavailable', message: /Unlock it/ })
    expect(await store.names()).toEqual(['old'])
    ring.open = true
    await store.set('new', 'x')
    expect(await new KeyringFile(folder, ring, never).names()).toEqual(['old', 'new'])
  })

  test('[ELE-9] encrypts everything again when the keyring has a new key', async () => {
    const [folder, ring] = [temporaryFolder(), new Ring()]
    await new KeyringFile(folder, ring, never).set('old', canary)
    const before = stored(folder)
    ring.renewed = true
    ring.encrypt = async (text) => Buffer.from(`new:${text}`)
    expect(await new KeyringFile(folder, ring, never).get('old')).toBe(canary)
    expect(stored(folder)).not.toBe(before)
  })
})

describe('a store without a keyring', () => {
  test('[ELE-9] stores nothing if the user doesn’t agree, and asks again next time', async () => {
    const [folder, ring] = [temporaryFolder(), new Ring()]
    ring.real = false
    let asked = 0
    const store = new KeyringFile(folder, ring, async () => ++asked > 2)
    for (const name of ['a', 'b'])
      await expect(store.set(name, canary)).rejects.toMatchObject({ code: 'unavailable', message: /no keyring/ })
    expect([asked, readdirSync(folder), ring.hiding]).toEqual([2, [], false])
  })

  test('[ELE-9] asks the user to agree only once, even after a restart', async () => {
    const [folder, ring] = [temporaryFolder(), new Ring()]
    ring.real = false
    let asked = 0
    const store = new KeyringFile(folder, ring, async () => ++asked > 0)
    await store.set('a', canary)
    await store.set('b', 'x')
    ring.hiding = false
    const again = new KeyringFile(folder, ring, never)
    expect(await again.get('a')).toBe(canary)
    await again.set('c', 'x')
    expect(asked).toBe(1)
  })
})

describe('unreadable secrets', () => {
  test.each([
    ['another keyring', (_file: string, ring: Ring) => ring.forget()],
    ['invalid JSON', (file: string) => writeFileSync(file, '{')],
    ['other JSON', (file: string) => writeFileSync(file, '[]')],
    ['an empty file', (file: string) => writeFileSync(file, '')],
    ['invalid secrets', (file: string) => writeFileSync(file, '{"hidingAgreed":false,"secrets":"AAAA"}')],
  ])('[ELE-10] read as missing because of %s, and are kept beside the new store', async (_what, spoil) => {
    const [folder, ring] = [temporaryFolder(), new Ring()]
    const file = path.join(folder, 'secrets.keyring.json')
    await new KeyringFile(folder, ring, never).set('old', canary)
    spoil(file, ring)
    const spoiled = readFileSync(file, 'utf8')
    const store = new KeyringFile(folder, ring, never)
    expect(await store.names()).toEqual([])
    expect(readFileSync(file, 'utf8')).toBe(spoiled)
    await store.set('new', 'value')
    const [kept = ''] = readdirSync(folder).filter((it) => it.includes('.unreadable-'))
    expect(readFileSync(path.join(folder, kept), 'utf8')).toBe(spoiled)
    expect(await new KeyringFile(folder, ring, never).names()).toEqual(['new'])
  })

  test('[ELE-10] stay in their file if the keyring is locked at startup', async () => {
    const [folder, ring] = [temporaryFolder(), new Ring()]
    await new KeyringFile(folder, ring, never).set('old', canary)
    ring.open = false
    const store = new KeyringFile(folder, ring, never)
    expect(await store.get('old')).toBeUndefined()
    await expect(store.set('new', 'x')).rejects.toMatchObject({ code: 'unavailable' })
    ring.open = true
    expect(await new KeyringFile(folder, ring, never).get('old')).toBe(canary)
  })
})

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { keyringOf, type Keyring } from '../../../main/shells/electron/secrets/keyring.ts'
import { KeyringFile } from '../../../main/shells/electron/secrets/store.ts'
import { commonWords } from '../../../main/shells/common/words.ts'
import { keyringWords } from '../../../main/shells/electron/secrets/words.ts'
import { safeStorageOf, type KeyringState } from '../../double/safe-storage.ts'
import { ScriptedClock } from '../../support/scripted-clock.ts'
import { temporaryFolder } from '../web/site.ts'

const canary = 'canary-3f9c-value'
const never = (): Promise<boolean> => Promise.reject(new Error('Nobody is to be asked.'))

/** A computer with Atrium's data folder, its keyring as Electron shows it, and a user who may be asked. */
class Computer {
  readonly folder = temporaryFolder()
  readonly file = path.join(this.folder, 'secrets.keyring.json')
  keyring: KeyringState = { keyring: 'open', secret: 'of this user', desktop: 'GNOME' }
  platform: NodeJS.Platform = 'linux'
  agree = never

  readonly clock = new ScriptedClock()

  /** The store as it is after a start of Atrium. */
  start(): KeyringFile {
    const now = { ...this.keyring }
    return this.#startWith(() => now)
  }

  /** The same with a keyring that can come and go while Atrium runs. */
  startInSight(): KeyringFile {
    return this.#startWith(() => this.keyring)
  }

  #startWith(keyring: () => KeyringState): KeyringFile {
    const storage = safeStorageOf(keyring, () => true)
    return new KeyringFile(this.folder, keyringOf(storage, this.platform), () => this.agree(), this.clock)
  }

  /** The tag of what is stored: v10 is Chromium's fixed key, v11 a keyring's. */
  get tag(): string {
    const { secrets } = JSON.parse(readFileSync(this.file, 'utf8')) as { secrets: string }
    return Buffer.from(secrets, 'base64').toString('latin1', 0, 3)
  }

  get stored(): string {
    return readdirSync(this.folder)
      .map((name) => readFileSync(path.join(this.folder, name), 'utf8'))
      .join()
  }
}

test('[LOG-2] keeps a value without asking only if no question is needed and nothing is in the way', async () => {
  const computer = new Computer()
  computer.keyring.keyring = 'away'
  expect(await computer.start().keep('log/key', canary)).toBe(false)
  expect(readdirSync(computer.folder)).toEqual([])
  computer.keyring.keyring = 'open'
  expect(await computer.start().keep('log/key', canary)).toBe(true)
  expect(await computer.start().get('log/key')).toBe(canary)
  const before = computer.stored
  computer.keyring.secret = 'another'
  expect(await computer.start().keep('log/key', 'another')).toBe(false)
  computer.keyring.keyring = 'away'
  expect(await computer.start().keep('log/key', 'another')).toBe(false)
  expect(computer.stored).toBe(before)
})

describe('a store with a keyring', () => {
  test('[ELE-9] keeps a secret over a restart, in no readable file', async () => {
    const computer = new Computer()
    const store = computer.start()
    await store.set('anthropic/key', canary)
    await store.set('__proto__', 'odd name')
    await store.set('gone', 'x')
    await store.delete('gone')
    await store.delete('never there')
    const again = computer.start()
    expect(await again.get('anthropic/key')).toBe(canary)
    expect(await again.get('toString')).toBeUndefined()
    expect(await again.names()).toEqual(['anthropic/key', '__proto__'])
    for (const form of [canary, Buffer.from(canary).toString('base64'), 'anthropic/key'])
      expect(computer.stored).not.toContain(form)
    const [file = '', ...others] = readdirSync(computer.folder)
    expect([others, statSync(path.join(computer.folder, file)).mode & 0o777]).toEqual([[], 0o600])
    expect(computer.tag).toBe('v11')
  })

  test('[ELE-9] keeps all values that are set at the same time', async () => {
    const computer = new Computer()
    const store = computer.start()
    await Promise.all(['a', 'b', 'c', 'd'].map((name) => store.set(name, `${name}-value`)))
    expect((await computer.start().names()).toSorted()).toEqual(['a', 'b', 'c', 'd'])
  })

  test('[ELE-70] asks nothing and says what it is on a desktop that Electron has no keyring’s name for', async () => {
    const computer = new Computer()
    computer.keyring.desktop = 'sway'
    await computer.start().set('a', canary)
    expect(computer.tag).toBe('v11')
    expect(await computer.start().check()).toEqual({
      kind: 'keyring',
      backend: 'Secret Service',
      isReadable: true,
      works: true,
    })
  })

  test.each([
    ['linux', 'KDE', 'KWallet'],
    ['linux', 'GNOME', 'Secret Service'],
    ['darwin', 'GNOME', 'Keychain'],
    ['win32', 'GNOME', 'DPAPI'],
  ] as const)('[ELE-70] names the keyring of %s, %s', async (platform, desktop, backend) => {
    const computer = new Computer()
    computer.platform = platform
    computer.keyring.desktop = desktop
    await computer.start().set('a', canary)
    expect(await computer.start().check()).toMatchObject({ backend, works: true })
  })
})

describe('a store without a keyring', () => {
  test.each(['GNOME', 'KDE', 'sway'] as const)(
    '[ELE-70] stores nothing under %s if the user doesn’t agree, and asks again next time',
    async (desktop) => {
      const computer = new Computer()
      computer.keyring = { ...computer.keyring, keyring: 'away', desktop }
      let asked = 0
      computer.agree = async () => ++asked > 2
      const store = computer.start()
      for (const name of ['a', 'b'])
        await expect(store.set(name, canary)).rejects.toMatchObject({ code: 'unavailable', message: /use a keyring/ })
      expect([asked, readdirSync(computer.folder)]).toEqual([2, []])
      expect(await store.check()).toMatchObject({ hides: 'unasked', works: true })
    },
  )

  test('[ELE-9] asks the user to agree only once, even after a restart', async () => {
    const computer = new Computer()
    computer.keyring.keyring = 'away'
    let asked = 0
    computer.agree = async () => ++asked > 0
    const store = computer.start()
    await store.set('a', canary)
    await store.set('b', 'x')
    computer.agree = never
    const again = computer.start()
    expect(await again.get('a')).toBe(canary)
    await again.set('c', 'x')
    expect([asked, computer.tag]).toEqual([1, 'v10'])
    expect(await again.check()).toMatchObject({ hides: 'agreed', isReadable: true })
  })

  test('[ELE-70] moves everything to the keyring as soon as there is one', async () => {
    const computer = new Computer()
    computer.keyring.keyring = 'away'
    computer.agree = async () => true
    await computer.start().set('a', canary)
    computer.agree = never
    computer.keyring.keyring = 'open'
    expect(await computer.start().get('a')).toBe(canary)
    expect(computer.tag).toBe('v11')
    expect(await computer.start().check()).not.toHaveProperty('hides')
  })
})

describe('a store whose keyring is away', () => {
  test.each([false, true])(
    '[ELE-71] keeps its file, rejects with a sentence and is back with the keyring (agreed before: %s)',
    async (hidingAgreed) => {
      const computer = new Computer()
      if (hidingAgreed) {
        computer.keyring.keyring = 'away'
        computer.agree = async () => true
        await computer.start().set('first', 'x')
        computer.keyring.keyring = 'open'
      }
      computer.agree = never
      await computer.start().set('old', canary)
      const before = computer.stored
      computer.keyring.keyring = 'away'
      const store = computer.start()
      const refused = { code: 'unavailable', message: /stored secrets can’t be read or changed/ }
      await expect(store.get('old')).rejects.toMatchObject(refused)
      await expect(store.names()).rejects.toMatchObject(refused)
      await expect(store.set('new', 'x')).rejects.toMatchObject(refused)
      await expect(store.delete('old')).rejects.toMatchObject(refused)
      expect(await store.keep('log/key', 'x')).toBe(false)
      expect(await store.check()).toMatchObject({ locked: keyringWords.locked, isReadable: false })
      expect(computer.stored).toBe(before)
      computer.keyring.keyring = 'open'
      const back = computer.start()
      await back.set('new', 'x')
      expect(await back.get('old')).toBe(canary)
      expect(readdirSync(computer.folder)).toEqual(['secrets.keyring.json'])
    },
  )

  test('[ELE-71] stays locked until the next start, because Electron looks for the keyring once', async () => {
    const computer = new Computer()
    await computer.start().set('old', canary)
    const before = computer.stored
    computer.keyring.keyring = 'away'
    const store = computer.startInSight()
    const refused = { code: 'unavailable', message: keyringWords.locked }
    await expect(store.get('old')).rejects.toMatchObject(refused)
    computer.keyring.keyring = 'open'
    await expect(store.get('old')).rejects.toMatchObject(refused)
    await expect(store.set('new', 'x')).rejects.toMatchObject(refused)
    expect(computer.stored).toBe(before)
    expect(await computer.start().get('old')).toBe(canary)
  })

  test('[ELE-71] keeps its file if the system’s keyring refuses Atrium, as the Keychain can', async () => {
    const computer = new Computer()
    computer.platform = 'darwin'
    await computer.start().set('old', canary)
    const before = computer.stored
    const refuse = () => Promise.reject(new Error('Error while encrypting the text provided.'))
    const refusing: Keyring = { sealerOf: () => 'keyring', name: () => 'Keychain', encrypt: refuse, decrypt: refuse }
    const store = new KeyringFile(computer.folder, refusing, never)
    await expect(store.set('new', 'x')).rejects.toMatchObject({ code: 'unavailable', message: /read or changed/ })
    expect(await store.check()).toMatchObject({ locked: keyringWords.locked, works: false })
    expect(computer.stored).toBe(before)
    const empty = new KeyringFile(temporaryFolder(), refusing, never)
    await expect(empty.set('new', 'x')).rejects.toMatchObject({ code: 'unavailable', message: /nothing was stored/ })
  })
})

describe('a keyring that asks the user before it answers', () => {
  /** A start while the keyring asks; `answer` is the user's answer. */
  function asking(computer: Computer) {
    const { promise, resolve } = Promise.withResolvers<void>()
    computer.keyring = { ...computer.keyring, keyring: 'asking', answer: promise }
    return { store: computer.start(), answer: resolve }
  }

  test.each([
    ['stored secrets', true],
    ['no secrets', false],
  ])('[ELE-91] locks the store after three seconds and is taken in when it answers, with %s', async (_what, has) => {
    const computer = new Computer()
    if (has) await computer.start().set('old', canary)
    const { store, answer } = asking(computer)
    const first = store.get('old')
    computer.clock.pass(2999)
    const second = store.keep('log/key', 'x')
    expect(await Promise.race([first.catch(() => 0), second, Promise.resolve('neither')])).toBe('neither')
    computer.clock.pass(1)
    const refused = { code: 'unavailable', message: keyringWords.silent }
    await expect(first).rejects.toMatchObject(refused)
    expect(await second).toBe(false)
    await expect(store.set('new', 'x')).rejects.toMatchObject(refused)
    expect(await store.check()).toMatchObject({ locked: keyringWords.silent, isReadable: false, works: false })
    answer()
    await store.late
    expect(await store.get('old')).toBe(has ? canary : undefined)
    expect(await store.keep('log/key', 'key')).toBe(true)
    computer.keyring.keyring = 'open'
    expect(await computer.start().get('log/key')).toBe('key')
  })

  test('[ELE-91] waits for nothing if it answers in time', async () => {
    const { store, answer } = asking(new Computer())
    const kept = store.keep('log/key', 'key')
    answer()
    expect(await kept).toBe(true)
    expect(store.late).toBeUndefined()
  })
})

test('[ELE-92] is as in Electron in the double, which keeps the keys that it found with the first text', async () => {
  const state: KeyringState = { keyring: 'away', secret: 'of this user', desktop: 'GNOME' }
  const tagOf = async (storage: ReturnType<typeof safeStorageOf>): Promise<string> =>
    (await storage.encryptStringAsync('x')).toString('latin1', 0, 3)
  const found = safeStorageOf(
    () => state,
    () => true,
  )
  expect(await tagOf(found)).toBe('v10')
  state.keyring = 'open'
  expect(await tagOf(found)).toBe('v10')
  const next = safeStorageOf(
    () => state,
    () => true,
  )
  const sealed = await next.encryptStringAsync('x')
  await expect(found.decryptStringAsync(sealed)).rejects.toThrow(/Error while decrypting/)
  expect(await next.decryptStringAsync(sealed)).toEqual({ result: 'x', shouldReEncrypt: false })
})

describe('unreadable secrets', () => {
  test('[ELE-71] are refused with the name of a file that can’t be read, and the file stays', async () => {
    const computer = new Computer()
    mkdirSync(computer.file)
    const store = computer.start()
    const refused = {
      code: 'unavailable',
      message: commonWords.secretsUnreadable('secrets.keyring.json', 'it’s a folder'),
    }
    await expect(store.names()).rejects.toMatchObject(refused)
    await expect(store.set('new', 'x')).rejects.toMatchObject(refused)
    expect(await store.keep('log/key', 'x')).toBe(false)
    expect(await store.check()).toMatchObject({ locked: refused.message, works: false })
    expect(readdirSync(computer.folder)).toEqual(['secrets.keyring.json'])
  })

  test.each([
    ['another keyring', ({ keyring }: Computer) => void (keyring.secret = 'another')],
    ['invalid JSON', ({ file }: Computer) => writeFileSync(file, '{')],
    ['other JSON', ({ file }: Computer) => writeFileSync(file, '[]')],
    ['an empty file', ({ file }: Computer) => writeFileSync(file, '')],
    ['invalid secrets', ({ file }: Computer) => writeFileSync(file, '{"hidingAgreed":false,"secrets":"AAAA"}')],
    ['no secrets', ({ file }: Computer) => writeFileSync(file, '{"hidingAgreed":false,"secrets":""}')],
  ])('[ELE-10] read as missing because of %s, and are kept beside the new store', async (_what, spoil) => {
    const computer = new Computer()
    await computer.start().set('old', canary)
    spoil(computer)
    const spoiled = readFileSync(computer.file, 'utf8')
    const store = computer.start()
    expect(await store.names()).toEqual([])
    expect(readFileSync(computer.file, 'utf8')).toBe(spoiled)
    expect(await store.check()).toMatchObject({ isReadable: false, works: true })
    await store.set('new', 'value')
    const [kept = ''] = readdirSync(computer.folder).filter((it) => it.includes('.unreadable-'))
    expect(readFileSync(path.join(computer.folder, kept), 'utf8')).toBe(spoiled)
    expect(await computer.start().names()).toEqual(['new'])
  })
})

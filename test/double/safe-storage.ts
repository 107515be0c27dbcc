import { createCipheriv, createDecipheriv, pbkdf2Sync } from 'node:crypto'

/**
 * A Linux as `safeStorage` finds it: whether its keyring is unlocked, and the secret in it. `asking`: until the promise
 * that `answer` gives resolves, the user hasn't answered the keyring's question.
 */
export type KeyringState = {
  keyring: 'open' | 'away' | 'asking'
  secret: string
  desktop: 'GNOME' | 'KDE' | 'sway'
  answer?: Promise<void>
}

// Chromium: os_crypt/async/browser/posix_key_provider.cc and freedesktop_secret_key_provider.cc, one round and this salt.
const keyFrom = (secret: string): Buffer => pbkdf2Sync(secret, 'saltysalt', 1, 16, 'sha1')
// Chromium: os_crypt/async/common/encryptor.cc, AES-128-CBC begins with spaces.
const beginning = Buffer.alloc(16, ' ')

// Electron: electron_browser_main_parts.cc; the name comes from the desktop's alone, whether or not a keyring is there.
const backends = { GNOME: 'gnome_libsecret', KDE: 'kwallet6', sway: 'basic_text' } as const

/** Electron's `safeStorage` on Linux. `state` is asked once, with the first text: Electron keeps the keys it then finds. */
export function safeStorageOf(state: () => KeyringState, isReady: () => boolean) {
  let found: Map<string, Buffer> | undefined
  /** By their tags, those used for encryption last. */
  const keys = (): Map<string, Buffer> => {
    if (!isReady()) throw new Error('safeStorage cannot be used before app is ready')
    if (found) return found
    // Electron: browser_process_impl.cc; the key that every program knows is always there. A keyring's comes before it.
    found = new Map([['v10', keyFrom('peanuts')]])
    const { keyring, secret } = state()
    if (keyring !== 'away') found.set('v11', keyFrom(secret))
    return found
  }
  // Electron: electron_api_safe_storage.cc, pending_encrypts_ and pending_decrypts_: texts wait until the keys are there.
  const answered = async (): Promise<void> => {
    const { keyring, answer = new Promise<void>(() => undefined) } = state()
    if (keyring === 'asking' && isReady()) await answer
  }
  return {
    getSelectedStorageBackend: (): string => (isReady() ? backends[state().desktop] : 'unknown'),
    // Electron: electron_api_safe_storage.cc; the async functions don't ask for it.
    setUsePlainTextEncryption: (_agreed: boolean): void => undefined,
    // Electron: electron_api_safe_storage.cc, OnOsCryptReady; there is always a key.
    isAsyncEncryptionAvailable: async (): Promise<boolean> => isReady() && keys().size > 0,
    async encryptStringAsync(text: string): Promise<Buffer> {
      await answered()
      if (text === '') return Buffer.alloc(0)
      const [tag, key] = [...keys()].at(-1) ?? []
      if (tag === undefined || key === undefined) throw new Error('The double has no key.')
      const cipher = createCipheriv('aes-128-cbc', key, beginning)
      return Buffer.concat([Buffer.from(tag), cipher.update(text, 'utf8'), cipher.final()])
    },
    async decryptStringAsync(sealed: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> {
      await answered()
      if (sealed.length === 0) return { result: '', shouldReEncrypt: false }
      const tag = sealed.subarray(0, 3).toString('latin1')
      const known = keys()
      const key = known.get(tag)
      try {
        if (!key) throw new Error(`no key ${tag}`)
        const decipher = createDecipheriv('aes-128-cbc', key, beginning)
        const result = Buffer.concat([decipher.update(sealed.subarray(3)), decipher.final()]).toString('utf8')
        return { result, shouldReEncrypt: tag !== [...known.keys()].at(-1) }
      } catch (cause) {
        // Electron: electron_api_safe_storage.cc; one sentence for a missing key and for a wrong one.
        const said = 'Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.'
        throw new Error(said, { cause })
      }
    },
  }
}

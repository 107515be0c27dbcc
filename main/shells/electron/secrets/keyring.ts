import { keyringWords as words } from './words.ts'

/** Whose key encrypted a text: a keyring's, the desktop portal's, or one that every program knows. */
export type Sealer = 'keyring' | 'portal' | 'anyone' | 'unknown'

/** The part of the system's keyring used here. Which key it takes shows only in what it encrypted. */
export type Keyring = {
  sealerOf(sealed: Buffer): Sealer
  /** The keyring's name on this system. */
  name(): string
  encrypt(text: string): Promise<Buffer>
  decrypt(sealed: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }>
}

/** Electron's `safeStorage`, as far as it is used. */
type SafeStorage = {
  getSelectedStorageBackend(): string
  encryptStringAsync(text: string): Promise<Buffer>
  decryptStringAsync(sealed: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }>
}

/** Chromium's tags on Linux, which begin each encrypted text. */
const sealers: Record<string, Sealer> = { v10: 'anyone', v11: 'keyring', v12: 'portal' }

/**
 * The keyring behind `safeStorage`. On Linux Electron takes a key that every program knows if the keyring is missing or
 * locked, and says nothing: neither its availability nor the backend's name, which is only the desktop's, shows that.
 * Only the text's tag does. Electron looks for the keyring once, so a change shows after a restart.
 */
export function keyringOf(storage: SafeStorage, platform: NodeJS.Platform): Keyring {
  const isLinux = platform === 'linux'
  return {
    sealerOf: (sealed) => (isLinux ? (sealers[sealed.subarray(0, 3).toString('latin1')] ?? 'unknown') : 'keyring'),
    name: () => {
      if (!isLinux) return platform === 'darwin' ? 'Keychain' : 'DPAPI'
      // Every desktop but KDE's has the Secret Service, whatever the backend is called.
      const backend = storage.getSelectedStorageBackend()
      return backend.startsWith('kwallet') ? words.wallet : words.service
    },
    encrypt: (text) => storage.encryptStringAsync(text),
    decrypt: (sealed) => storage.decryptStringAsync(sealed),
  }
}

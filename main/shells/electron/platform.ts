import { app, safeStorage } from 'electron'
import type { Platform } from '../../host/platform.ts'
import type { Dialogs } from './dialogs.ts'
import { KeyringFile, type Keyring } from './secret-store.ts'

const keyring: Keyring = {
  isReal: () => process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text',
  allowHiding: () => safeStorage.setUsePlainTextEncryption(true),
  isAvailable: () => safeStorage.isAsyncEncryptionAvailable(),
  encrypt: (text) => safeStorage.encryptStringAsync(text),
  decrypt: (bytes) => safeStorage.decryptStringAsync(bytes),
}

/** What the window gives the host. The data directory exists. */
export function createPlatform(dataDirectory: string, dialogs: Dialogs): Platform {
  const agree = (): Promise<boolean> =>
    dialogs.choose({
      question: 'Store secrets without a keyring?',
      detail:
        'This system has no keyring that Atrium could use. Keys and tokens would be in a file of your account in a ' +
        'form that every program of your account can read. You are asked only once.',
      action: 'Store them',
    })
  return {
    dataDirectory,
    app: { name: 'Atrium', version: app.getVersion(), shell: 'electron' },
    secrets: new KeyringFile(dataDirectory, keyring, agree),
    confirm: (confirmation) => dialogs.confirm(confirmation),
  }
}

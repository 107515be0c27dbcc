import type { Platform } from '../../host/platform.ts'
import { SecretFile } from './secret-file.ts'

/** What the browser shell gives the host. The data directory exists. */
export function createPlatform(dataDirectory: string, version: string): Platform {
  return {
    dataDirectory,
    app: { name: 'Atrium', version, shell: 'web' },
    secrets: new SecretFile(dataDirectory),
    // An admin session was opened with the code from the terminal.
    confirm: () => Promise.resolve(true),
  }
}

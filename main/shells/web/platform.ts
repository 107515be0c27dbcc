import type { Shell } from '../../../shared/contract/commands.ts'
import type { Platform, Tabs } from '../../host/platform.ts'
import { userFolders } from '../common/data-directory.ts'
import { SecretFile } from './secret-file.ts'

/** The services of the browser shell, or the command line, for the host. The data folder exists. */
export function createPlatform(dataDirectory: string, version: string, shell: Shell = 'web', tabs?: Tabs): Platform {
  return {
    dataDirectory,
    folders: userFolders(),
    app: { name: 'Atrium', version, shell, looksForUpdates: false },
    secrets: new SecretFile(dataDirectory),
    ...(tabs && { tabs }),
    // An admin session was opened with the code from the terminal, or is the terminal.
    confirm: () => Promise.resolve(true),
  }
}

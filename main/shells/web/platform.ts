import type { Shell } from '../../../shared/contract/commands.ts'
import type { Platform } from '../../host/platform.ts'
import { releases } from '../common/checkout.ts'
import { userFolders } from '../../host/base/user-folders.ts'
import { SecretFile } from './secret-file.ts'

/**
 * The services of the browser shell, or the command line, for the host. The data folder exists. `shown` is what only a
 * shell with tabs has.
 */
export function createPlatform(
  dataDirectory: string,
  version: string,
  shell: Shell = 'web',
  shown: Pick<Platform, 'tabs' | 'appFrames'> = {},
): Platform {
  return {
    dataDirectory,
    folders: userFolders(),
    app: { name: 'Atrium', version, shell, ...(shell === 'web' && { releases: releases() }) },
    secrets: new SecretFile(dataDirectory),
    ...shown,
    // An admin session was opened with the code from the terminal, or is the terminal.
    confirm: () => Promise.resolve(true),
  }
}

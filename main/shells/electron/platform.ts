import { FuseState, FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses'
import { app, safeStorage, session, utilityProcess } from 'electron'
import type { Platform, ProgramListener, ProgramProcess } from '../../host/platform.ts'
import { userFolders } from '../../host/base/user-folders.ts'
import { releases } from '../common/checkout.ts'
import type { Dialogs } from './dialogs.ts'
import { keyringOf } from './secrets/keyring.ts'
import { KeyringFile } from './secrets/store.ts'
import { keyringWords } from './secrets/words.ts'

type Given = Pick<Platform, 'dataDirectory' | 'appFrames'> & {
  dialogs: Dialogs
  /** Why the last notification wasn't shown. */
  notificationFailure(): string | undefined
}

/** The window's services for the host. The data folder exists. */
export function createWindowPlatform({ dataDirectory, dialogs, appFrames, notificationFailure }: Given): Platform {
  const agree = (): Promise<boolean> =>
    dialogs.choose({
      question: keyringWords.withoutQuestion,
      detail: keyringWords.withoutDetail,
      action: keyringWords.store,
    })
  return {
    dataDirectory,
    folders: userFolders(),
    app: {
      name: 'Atrium',
      version: app.getVersion(),
      shell: 'electron',
      releases: releases(),
    },
    window: { isPacked: app.isPackaged, fuses: () => readFuses(process.execPath), notificationFailure },
    secrets: new KeyringFile(dataDirectory, keyringOf(safeStorage, process.platform), agree),
    ...(appFrames && { appFrames }),
    startProgram: forkUtility,
    systemProxy: (origin) => session.defaultSession.resolveProxy(origin),
    pickFolder: () => dialogs.pickFolder(),
    confirm: (confirmation) => dialogs.confirm(confirmation),
  }
}

/** By Electron's name, in its program: what it is permitted to do. */
const names = {
  runAsNode: FuseV1Options.RunAsNode,
  nodeOptions: FuseV1Options.EnableNodeOptionsEnvironmentVariable,
  nodeInspect: FuseV1Options.EnableNodeCliInspectArguments,
  asarIntegrity: FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
  onlyAsar: FuseV1Options.OnlyLoadAppFromAsar,
  fileProtocol: FuseV1Options.GrantFileProtocolExtraPrivileges,
} as const

/** Whether each switch of a program is on; undefined if the file has none that can be read. */
async function readFuses(program: string): Promise<Record<string, boolean> | undefined> {
  try {
    const wire = await getCurrentFuseWire(program)
    if (wire.version !== FuseVersion.V1) return undefined
    return Object.fromEntries(Object.entries(names).map(([name, at]) => [name, wire[at] === FuseState.ENABLE]))
  } catch {
    return undefined
  }
}

/**
 * Starts a program in a utility process, because the packed program file runs nothing as Node. Without
 * any variable, Electron would give such a process its own environment, so it gets one.
 */
function forkUtility(file: string, { message, ended }: ProgramListener): ProgramProcess {
  const child = utilityProcess.fork(file, [], {
    env: { ATRIUM: 'program' },
    serviceName: 'Atrium file reader',
    stdio: 'ignore',
  })
  let isWanted = true
  child.on('message', message)
  child.once('exit', ended)
  // Before its start there is nothing to kill.
  child.once('spawn', () => void (isWanted || child.kill()))
  return {
    post: (told) => child.postMessage(told),
    kill: () => {
      isWanted = false
      child.kill()
    },
  }
}

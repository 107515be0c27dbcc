import { fork } from 'node:child_process'
import type { Shell } from '../../../shared/contract/commands.ts'
import type { Platform, ProgramListener, ProgramProcess } from '../../host/platform.ts'
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
    startProgram: forkProgram,
    // An admin session was opened with the code from the terminal, or is the terminal.
    confirm: () => Promise.resolve(true),
  }
}

/** Starts a program in another process of this Node, which has no environment, no input and no output. */
export function forkProgram(file: string, { message, ended }: ProgramListener): ProgramProcess {
  const child = fork(file, {
    env: {},
    execArgv: file.endsWith('.ts') ? ['--experimental-strip-types'] : [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.on('message', message)
  child.once('exit', ended)
  child.once('error', ended)
  return {
    // A process that has ended hears nothing.
    post: (told) => void child.send(toldTo(told), () => undefined),
    kill: () => void child.kill('SIGKILL'),
  }
}

/** Node types what can be sent without bytes, which this way of writing messages has too. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- structured clones
const toldTo = (told: unknown): object => told as object

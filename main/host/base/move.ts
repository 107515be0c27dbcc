import { renameSync } from 'node:fs'

/** The system calls of a move, and a wait of some milliseconds. */
export type MoveSystem = { platform: NodeJS.Platform; rename(from: string, to: string): void; wait(ms: number): void }

/**
 * Renames a file or a folder, over a file with the new name. On Windows, scanners and indexers hold a file for a moment
 * after each change, so the move is repeated for about a second. Then it throws, and the old content is still there.
 */
export function moveOver(from: string, to: string, system = thisSystem): void {
  for (const ms of system.platform === 'win32' ? waits : []) {
    try {
      system.rename(from, to)
      return
    } catch (error) {
      if (!isHeld(error)) throw error
    }
    system.wait(ms)
  }
  system.rename(from, to)
}

const waits = [10, 20, 40, 80, 160, 320, 400]

const isHeld = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['EPERM', 'EACCES', 'EBUSY'].includes(String(error.code))

const thisSystem: MoveSystem = {
  platform: process.platform,
  rename: renameSync,
  wait: (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
}

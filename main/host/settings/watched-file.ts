import { watch } from 'node:fs'
import path from 'node:path'
import { reasonOf } from '../base/failure.ts'
import { realPath } from '../base/real-path.ts'

type Watcher = { on(event: 'error', failed: (error: unknown) => void): unknown; close(): void }

/** The system calls of a watch. */
export type WatchSystem = {
  watch(folder: string, seen: (event: string, name: string | null) => void): Watcher
  realpath(folder: string): string
}

/** `changed` is called after a change. `lost` says why changes can't be seen; `changed` follows once they can. */
export type Watched = { changed(): void; lost(reason: string): void }

/** Editors write in steps; a file is read after this many milliseconds without changes. */
const quietMs = 80
/** Milliseconds until a watch that has ended is set up again. */
const againMs = 5000

/** Watches a file by its folder, until the result is called. */
export function watchFile(file: string, { changed, lost }: Watched, system: WatchSystem = thisSystem): () => void {
  let watcher: Watcher | undefined
  let timer: NodeJS.Timeout | undefined
  const soon = (ms: number, what: () => void): void => {
    clearTimeout(timer)
    timer = setTimeout(what, ms)
  }
  const fail = (error: unknown): void => {
    watcher?.close()
    watcher = undefined
    soon(againMs, () => open() && changed())
    timer?.unref()
    lost(reasonOf(error))
  }
  const open = (): boolean => {
    try {
      // With a short name of Windows in its path, libuv ends the process at the first change.
      watcher = system.watch(system.realpath(path.dirname(file)), (_event, name) => {
        if (watcher && isOf(file, name)) soon(quietMs, changed)
      })
      watcher.on('error', fail)
      return true
    } catch (error) {
      fail(error)
      return false
    }
  }
  open()
  return () => {
    clearTimeout(timer)
    watcher?.close()
    watcher = undefined
  }
}

/** Without a name it can be any file: more changed at once than the system could tell. */
const isOf = (file: string, name: string | null): boolean =>
  name === null || name.toLowerCase() === path.basename(file).toLowerCase()

const thisSystem: WatchSystem = { watch: (folder, seen) => watch(folder, seen), realpath: realPath }

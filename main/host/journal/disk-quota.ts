import { statfsSync, statSync } from 'node:fs'
import path from 'node:path'

/** So much of a disk is left to others, in bytes; of a small disk a fiftieth. */
const mostReserve = 64 * 1024 * 1024
const pageBytes = 4096
/** The most that SQLite takes for `max_page_count`. */
const unbounded = 4_294_967_294

type Space = Record<'bavail' | 'blocks' | 'bsize', number>

/**
 * How many pages the database in a directory may have: what it has, and what is free on its disk but for a reserve. A
 * disk that doesn't tell bounds nothing.
 */
export function diskQuota(directory: string, spaceOf = (of: string): Space => statfsSync(of)): () => number {
  const file = path.join(directory, 'journal.db')
  return () => {
    try {
      const { bavail, blocks, bsize } = spaceOf(directory)
      const reserve = Math.min(mostReserve, (blocks * bsize) / 50)
      const free = Math.max(0, bavail * bsize - reserve)
      const own = statSync(file, { throwIfNoEntry: false })?.size ?? 0
      return Math.min(unbounded, Math.max(1, Math.floor((own + free) / pageBytes)))
    } catch {
      return unbounded
    }
  }
}

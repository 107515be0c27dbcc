import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { HostError } from '../../../shared/contract/errors.ts'
import { commonWords } from './words.ts'

/** A file of the interface, with its content type and its caching header. */
export type ServedPage = { body: Buffer; type: string; cache: string }

/** Everything that is served, by exact request target; nothing else exists. */
export type Pages = ReadonlyMap<string, ServedPage>

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

/** The build puts files with a content hash in their name into assets; everything else is revalidated. */
const cacheOf = (target: string): string =>
  target.startsWith('/assets/') ? 'private, max-age=31536000, immutable' : 'no-store'

/** Reads the built pages once. Throws `unavailable` if they're missing. */
export function readPages(directory: string): Pages {
  const pages = new Map<string, ServedPage>()
  for (const file of filesOf(directory)) {
    const type = types[path.extname(file)]
    if (type === undefined) continue
    const target = `/${path.relative(directory, file).split(path.sep).join('/')}`
    pages.set(target, { body: readFileSync(file), type, cache: cacheOf(target) })
  }
  const start = pages.get('/index.html')
  if (!start) throw new HostError('unavailable', commonWords.pagesNotBuilt)
  return pages.set('/', start)
}

/**
 * Folder by folder, because not every archive that looks like a folder can be listed at once. Links don't count as
 * files.
 */
function filesOf(directory: string): string[] {
  try {
    return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
      const place = path.join(directory, entry.name)
      if (entry.isDirectory()) return filesOf(place)
      return entry.isFile() ? [place] : []
    })
  } catch (error) {
    if (error instanceof HostError) throw error
    throw new HostError('unavailable', commonWords.pagesUnreadable(String(error)))
  }
}

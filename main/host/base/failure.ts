/** Why a file couldn't be read or written, as the end of a sentence. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const known = Object.entries(reasons).find(([prefix]) => code.startsWith(prefix))
  const message = error instanceof Error ? error.message : String(error)
  return known ? known[1] : message.replace(/\.$/, '')
}

const reasons = {
  SQLITE_FULL: 'the disk is full',
  SQLITE_READONLY: 'the file may only be read',
  SQLITE_CANTOPEN: 'the file cannot be opened',
  SQLITE_PERM: 'the file may not be opened',
  SQLITE_BUSY: 'another program holds the file',
  SQLITE_IOERR: 'the disk reported an error',
  SQLITE_CORRUPT: 'the file is damaged',
  SQLITE_NOTADB: 'the file is damaged',
  ENOSPC: 'the disk is full',
  EROFS: 'the file may only be read',
  EACCES: 'the file may not be opened',
  EISDIR: 'it’s a folder',
  EIO: 'the disk reported an error',
}

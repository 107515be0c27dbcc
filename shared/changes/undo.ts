import type { FileEnd, Found, NamedFile } from './named-file.ts'

/** A turn's changes as far as Atrium saw them: those it can take back, and those it can't. */
export type UndoList = {
  /** Each is one call; `to`: the call moves the file from there back to `path`. */
  files: { path: string; to?: string | undefined }[]
  left: { path: string; why: LeftBecause }[]
  /** Other calls that may have changed something. */
  calls: { server?: string | undefined; tool: string; title?: string | undefined }[]
}

/**
 * `new`: there is no call known that deletes a file. `secret`: Atrium doesn't keep files with known secrets. `mixed`:
 * something else changed it in between. `unknown`: the arguments don't say how.
 */
export type LeftBecause = 'new' | 'secret' | 'mixed' | 'unknown'

/** A file's content that an undo relies on: the SHA-256 in hex, or null for none. */
export type Expected = { path: string; hash: string | null }

type Ended = { files?: NamedFile[] | undefined; fileEnds?: FileEnd[] | undefined }

/** The SHA-256 of a file as found, in hex; undefined if Atrium didn't read one. */
export const hashOfFound = (found: Found | undefined): string | undefined =>
  found && 'hash' in found ? found.hash : undefined

/** The move a call made, as Atrium saw it: one of its two files is gone, and the other, new one has its content. */
export function moveIn({ files = [], fileEnds = [] }: Ended): { from: NamedFile; to: NamedFile } | undefined {
  const nowOf = ({ path }: NamedFile): Found | undefined => fileEnds.find((end) => end.path === path)?.now
  const from = files.find((file) => nowOf(file)?.state === 'absent')
  const to = files.find(({ found }) => found.state === 'absent')
  const hash = hashOfFound(from?.found)
  const isMove = files.length === 2 && from && to && hash !== undefined && hashOfFound(nowOf(to)) === hash
  return isMove ? { from, to } : undefined
}

/** Whether a call that undoes a change did that, as Atrium saw; not if the user edited it. */
export const isTakenBack = (call: Ended & { edited?: unknown }): boolean =>
  call.edited === undefined &&
  (moveIn(call) !== undefined ||
    ((call.fileEnds?.length ?? 0) > 0 && call.fileEnds?.every(({ end }) => end === 'as-proposed') === true))

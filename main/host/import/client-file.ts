import { closeSync, fsyncSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { createHash, randomUUID } from 'node:crypto'
import path from 'node:path'
import type { ExportClient, MergedEntry, MergeProblem } from '../../../shared/config/exported.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'
import { moveOver } from '../base/move.ts'
import { realPath } from '../base/real-path.ts'
import type { UserFolders } from '../platform.ts'
import { isNotFound, readBounded } from '../settings/json-text.ts'
import { knownFiles } from './known-files.ts'
import { mergeExport } from './merge.ts'
import { decode, mostBytes } from './read.ts'
import { targets } from './targets.ts'

/** A client's own file with servers put into it; `hash` is of both texts. */
export type PreparedMerge = { file: string; before: Buffer; text: string; hash: string; entries: MergedEntry[] }

/** Other names of the file that an application reads first. */
const otherNames: Partial<Record<ExportClient, string>> = {
  'claude-code': '.claude.json',
  opencode: 'opencode.jsonc',
}

/** Reads the client's file and puts the export's servers into it. Writes nothing. */
export function prepareMerge(
  client: ExportClient,
  content: JsonObject,
  folders: UserFolders,
): PreparedMerge | MergeProblem {
  const names = new Set([targets[client].file, otherNames[client]])
  const files = knownFiles(folders).filter((it) => it.client === client && !it.isManaged && !it.file.includes('*'))
  for (const { file } of files.filter((it) => names.has(path.basename(it.file)))) {
    const before = bytesOf(file)
    if (before === 'absent') continue
    if (before === undefined || before.length > mostBytes) return 'unreadable'
    const text = decode(before)
    if (typeof text !== 'string') return 'unreadable'
    const merged = mergeExport(client, text, content)
    if (typeof merged === 'string') return merged
    return {
      file,
      before,
      ...merged,
      hash: createHash('sha256').update(before).update('\0').update(merged.text).digest('hex'),
    }
  }
  return 'no-file'
}

function bytesOf(file: string): Buffer | undefined | 'absent' {
  try {
    return readBounded(file, mostBytes)
  } catch (error) {
    return isNotFound(error) ? 'absent' : undefined
  }
}

/**
 * Keeps a copy beside the file and replaces it at once, with the same permissions; a link stays a link. Returns the
 * copy's name.
 */
export function writeMerge({ file, before, text }: PreparedMerge, now: Date): string {
  const real = realPath(file)
  const { mode } = statSync(real)
  const copy = `${real}.before-atrium-${now.toISOString().replaceAll(/[:.]/g, '-')}`
  const draft = `${real}.${randomUUID()}`
  put(copy, before, mode)
  try {
    put(draft, Buffer.from(text), mode)
    moveOver(draft, real)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  return copy
}

function put(file: string, bytes: Buffer, mode: number): void {
  const descriptor = openSync(file, 'wx', mode & 0o777)
  try {
    writeSync(descriptor, bytes)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

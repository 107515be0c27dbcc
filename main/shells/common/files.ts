import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { moveOver } from '../../host/base/move.ts'

/** A file's bytes; undefined if it doesn't exist. Throws if it can't be read. */
export function readIfThere(file: string): Buffer | undefined {
  return existsSync(file) ? readFileSync(file) : undefined
}

/** Replaces a file that only its owner can read. After a crash at any moment it has the old bytes or the new ones. */
export function writeAtomically(file: string, bytes: Buffer | string): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}.new`
  try {
    writeFileSync(draft, bytes, { mode: 0o600, flag: 'wx', flush: true })
    moveOver(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  if (process.platform === 'win32') return
  const directory = openSync(path.dirname(file), 'r')
  fsyncSync(directory)
  closeSync(directory)
}

/** Keeps unreadable files under another name, so nothing new overwrites them. */
export function setAside(files: string[]): void {
  const suffix = `unreadable-${new Date().toISOString().replaceAll(':', '-')}`
  for (const file of files) if (existsSync(file)) moveOver(file, `${file}.${suffix}`)
}

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readlinkSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem } from 'node:os'
import path from 'node:path'

/** Bytes that must be free in memory; tests use a tenth of it at once. */
const wanted = 4 * 1024 ** 3
/** The type of a file system in memory. */
const tmpfs = 0x01021994
/** Has the process namespace in it: containers that share this memory can have equal process IDs. */
const prefix = () => `atrium-tests-${readlinkSync('/proc/self/ns/pid').replaceAll(/\D/g, '')}-`

/**
 * An environment whose temporary files are in memory, if this is Linux and it has room. On a disk, each commit of a
 * tested journal waits for the disk, and there are thousands. Memory keeps what a killed process has written, as a disk
 * does. This process removes the folder when it exits.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} memory
 * @returns {NodeJS.ProcessEnv}
 */
export function withScratch(env, memory = '/dev/shm') {
  if (env.TMPDIR !== undefined || !hasRoom(memory)) return env
  removeLeft(memory)
  const folder = path.join(memory, `${prefix()}${process.pid}`)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(folder, { mode: 0o700 })
  return runsPrograms(folder) ? { ...env, TMPDIR: folder } : env
}

/** @param {string} memory */
function hasRoom(memory) {
  if (process.platform !== 'linux' || !existsSync(memory)) return false
  const { type, bavail, bsize } = statfsSync(memory)
  return type === tmpfs && bavail * bsize >= wanted && freemem() >= wanted
}

/**
 * Whether programs in this folder can run. Some systems forbid that in memory.
 * @param {string} folder
 */
function runsPrograms(folder) {
  const program = path.join(folder, 'program')
  try {
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 })
    return spawnSync(program).status === 0
  } catch {
    return false
  } finally {
    rmSync(program, { force: true })
  }
}

/**
 * Removes the folders of runs that were killed.
 * @param {string} memory
 */
function removeLeft(memory) {
  for (const name of readdirSync(memory)) {
    const pid = name.startsWith(prefix()) ? Number(name.slice(prefix().length)) : 0
    if (pid > 0 && !existsSync(`/proc/${pid}`)) rmSync(path.join(memory, name), { recursive: true, force: true })
  }
}

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sandboxProfile } from './sandbox-profile.ts'
import { planOf } from './steps.ts'
import { isBelow, realOf } from './disk.ts'
import { inside, type Surroundings, viewOf } from './view.ts'

/** A prepared view: the folder with its plan, and how to start a program in it. */
export type Enclosure = {
  folder: string
  cwd: string
  env: Record<string, string>
  /** Whether the program gets its own network, without any connection. */
  isCutOff: boolean
  /** Hosts that it wanted to reach and can't; the list grows while it runs. */
  refusedHosts: readonly string[]
  /** Whether the program can reach named hosts. */
  hasGate: boolean
  /** On macOS, the file with the sandbox's profile, which takes the place of a view. */
  profile?: string
}

type Wanted = Omit<Surroundings, 'cache'> & {
  /** A folder of Atrium's for this server; all of it except the cache is rewritten. */
  folder: string
  cwd: string
  env: Record<string, string>
  refusedHosts?: readonly string[]
}

/** Writes what builds the view, or the sandbox's profile on macOS. */
export function prepareEnclosure(wanted: Wanted, platform: NodeJS.Platform = process.platform): Enclosure {
  if (platform === 'darwin') return prepareProfile(wanted)
  const { folder, cwd, env, refusedHosts = [], ...surroundings } = wanted
  const cache = join(folder, 'cache')
  mkdirSync(cache, { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, 'plan'), planOf(viewOf({ ...surroundings, cache })), { mode: 0o600 })
  rmSync(join(folder, 'built'), { force: true })
  const isCutOff = surroundings.bounds.level === 'sealed'
  const inner = innerEnvironment(env, isCutOff, surroundings.homes)
  const own = { folder, cwd, env: inner, refusedHosts, isCutOff }
  return { ...own, hasGate: surroundings.gate !== undefined }
}

/**
 * The profile decides while the program runs, so nothing has to be built first. A sealed program has an empty home
 * folder, as in a view.
 */
function prepareProfile(wanted: Wanted): Enclosure {
  const { folder, env, refusedHosts = [], bounds, homes, hidden, program } = wanted
  const [cache, temporary] = [join(folder, 'cache'), join(folder, 'tmp')]
  const isSealed = bounds.level === 'sealed'
  const home = join(temporary, 'home')
  rmSync(temporary, { recursive: true, force: true })
  for (const each of [cache, temporary, ...(isSealed ? [home] : [])]) mkdirSync(each, { recursive: true, mode: 0o700 })
  const isHome = (path: string): boolean => homes.includes(realOf(path) ?? path)
  const cwd = isSealed && isHome(wanted.cwd) ? home : wanted.cwd
  const profile = join(folder, 'profile')
  const closed = [...new Set([...hidden.paths.map(({ path }) => path), ...hidden.named])]
  const confined = { bounds, homes, hidden: closed, cache, temporary, program, cwd }
  writeFileSync(profile, sandboxProfile(confined), { mode: 0o600 })
  writeFileSync(join(folder, 'built'), '')
  const inner = { XDG_CACHE_HOME: cache, npm_config_cache: join(cache, 'npm'), ...env, TMPDIR: temporary }
  const { HOME: named = homes[0] ?? '/' } = env
  const moved = isSealed && isHome(named) ? { HOME: home } : {}
  return { folder, cwd, env: { ...inner, ...moved }, refusedHosts, isCutOff: isSealed, hasGate: false, profile }
}

/** Points runtimes to the folders that exist in the view, unless the configuration says otherwise. */
function innerEnvironment(env: Record<string, string>, isCutOff: boolean, homes: string[]): Record<string, string> {
  const { TMPDIR = '', ...rest } = env
  const isKept = TMPDIR !== '' && homes.some((home) => isBelow(TMPDIR, home))
  return {
    XDG_CACHE_HOME: inside.cache,
    npm_config_cache: join(inside.cache, 'npm'),
    ...rest,
    ...(isKept && !isCutOff && { TMPDIR }),
  }
}

import { existsSync, readFileSync } from 'node:fs'
import { isObject } from '../../../shared/schema/json.ts'
import { releasesOf } from './releases.ts'

/** The checkout; this file runs from main/shells/common/ as source and from out/main/ when built. */
export const checkout = new URL(import.meta.url.endsWith('.ts') ? '../../../' : '../../', import.meta.url)

/** Atrium's version, from its package. */
export function version(): string {
  const { version: own } = manifest()
  return typeof own === 'string' ? own : ''
}

/** The place of newer versions, if the package names its repository. */
export const releases = (): ReturnType<typeof releasesOf> => releasesOf(manifest()['repository'])

/** The package's description; empty if there is none beside the code: then only these two facts are missing. */
function manifest(): Record<string, unknown> {
  const file = new URL('package.json', checkout)
  const value: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  return isObject(value) ? value : {}
}

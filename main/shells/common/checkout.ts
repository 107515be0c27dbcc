import { readFileSync } from 'node:fs'
import { isObject } from '../../../shared/schema/json.ts'

/** The checkout; this file runs from main/shells/common/ as source and from out/main/ when built. */
export const checkout = new URL(import.meta.url.endsWith('.ts') ? '../../../' : '../../', import.meta.url)

/** Atrium's version, from its package. */
export function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('package.json', checkout), 'utf8'))
  return isObject(manifest) && typeof manifest.version === 'string' ? manifest.version : ''
}

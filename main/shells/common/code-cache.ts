import nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Keeps V8's code for the built modules that are imported after this call: the next start doesn't compile them again.
 * The cache is next to the packages, so only those who can change the code can write to it.
 */
export function keepCompiledCode(): void {
  if (import.meta.url.endsWith('.ts')) return
  nodeModule.enableCompileCache?.(fileURLToPath(new URL('../../node_modules/.cache/atrium', import.meta.url)))
}

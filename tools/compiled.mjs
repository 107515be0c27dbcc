import path from 'node:path'
import { root } from './process.mjs'

/** Lets every Node that this process starts keep what it compiles, for the next one: tests start the same programs. */
export function keepCompiled() {
  process.env.NODE_COMPILE_CACHE ??= path.join(root, '.cache', 'compiled')
}

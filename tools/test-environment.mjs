import path from 'node:path'
import { root } from './process.mjs'

/**
 * The environment of tests: every Node that this process starts keeps what it compiles for the next one, because tests
 * start the same programs; and a proxy of this machine isn't the tests'.
 */
export function prepareEnvironment() {
  process.env.NODE_COMPILE_CACHE ??= path.join(root, '.cache', 'compiled')
  for (const name of Object.keys(process.env)) if (/^(https?|all|no)_proxy$/i.test(name)) delete process.env[name]
}

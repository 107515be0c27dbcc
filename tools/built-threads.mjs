import { createHash } from 'node:crypto'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { root } from './process.mjs'

const folder = path.join(root, '.cache', 'threads')
const host = path.join(root, 'main', 'host')

/** How a host module starts a thread from the program next to it. */
const starts = /\bstartWorker\(import\.meta\.url, '([\w-]+)'/g
const anyStart = /(?<!function )\bstartWorker\(/g

/**
 * Gives the threads of a tested host built programs, as in the app. From source, each thread would load about a hundred
 * modules and strip their types, in every test.
 * @returns {import('vite').Plugin}
 */
export function builtThreads() {
  /** @type {Map<string, Promise<string>>} */
  const built = new Map()
  return {
    name: 'built-threads',
    enforce: 'pre',
    /** Keeps modules that start threads out of Vitest's cache: a thread's program can change without them. */
    configureVitest({ defineCacheKeyGenerator }) {
      defineCacheKeyGenerator(({ sourceCode }) => (sourceCode.search(anyStart) < 0 ? undefined : false))
    },
    async transform(code, id) {
      const found = [...code.matchAll(starts)]
      if (id.startsWith(host) && found.length < [...code.matchAll(anyStart)].length)
        throw new Error(`${id} starts a thread in a way that tools/built-threads.mjs does not know.`)
      if (found.length === 0) return undefined
      /** @type {Map<string, string>} */
      const calls = new Map()
      for (const [call, name] of found) {
        const source = path.resolve(path.dirname(id), `${name}.ts`)
        const program = built.get(source) ?? buildThread(source)
        built.set(source, program)
        const file = await program
        calls.set(call, `startWorker('${pathToFileURL(file).href}', '${path.basename(file, '.js')}'`)
      }
      return { code: code.replaceAll(starts, (call) => calls.get(call) ?? call), map: null }
    },
  }
}

/**
 * Returns a file named by its content, so simultaneous runs don't disturb each other.
 * @param {string} source
 */
async function buildThread(source) {
  const result = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: { ssr: source, write: false, minify: false, rolldownOptions: { output: { codeSplitting: false } } },
  })
  const [output] = Array.isArray(result) ? result : [result]
  if (!output || !('output' in output)) throw new Error(`Vite built nothing from ${source}.`)
  const { code } = output.output[0]
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 16)
  const file = path.join(folder, `${path.basename(source, '.ts')}-${hash}.js`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${file}.${process.pid}`, code)
  renameSync(`${file}.${process.pid}`, file)
  return file
}

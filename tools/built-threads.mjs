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
/** How a host module names a program that is built apart and runs in another process. */
const names = /\bprogramBeside\(import\.meta\.url, '([\w-]+)'\)/g
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
      defineCacheKeyGenerator(({ sourceCode }) =>
        sourceCode.search(anyStart) + sourceCode.search(names) === -2 ? undefined : false,
      )
    },
    async transform(code, id) {
      const found = [...code.matchAll(starts)]
      if (id.startsWith(host) && found.length < [...code.matchAll(anyStart)].length)
        throw new Error(`${id} starts a thread in a way that tools/built-threads.mjs does not know.`)
      const named = [...code.matchAll(names)]
      if (found.length + named.length === 0) return undefined
      /** @type {Map<string, string>} */
      const calls = new Map()
      for (const [call, name] of found) {
        const source = path.resolve(path.dirname(id), `${name}.ts`)
        const program = built.get(source) ?? buildThread(source)
        built.set(source, program)
        const file = await program
        calls.set(call, `startWorker('${pathToFileURL(file).href}', '${path.basename(file, '.js')}'`)
      }
      for (const [call, name] of named) {
        const source = path.join(path.dirname(id), name ?? '', `${name}.ts`)
        const program = built.get(source) ?? buildThread(source, [withoutSystem()])
        built.set(source, program)
        calls.set(call, JSON.stringify(await program))
      }
      const all = new RegExp(`${starts.source}|${names.source}`, 'g')
      return { code: code.replaceAll(all, (call) => calls.get(call) ?? call), map: null }
    },
  }
}

/**
 * Returns a file named by its content, so simultaneous runs don't disturb each other.
 * @param {string} source
 * @param {import('vite').Plugin[]} plugins
 */
async function buildThread(source, plugins = []) {
  const result = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins,
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

const asks = /^(?:node:)?(?:fs|fs\/promises|net|tls|dgram|http|https|http2|dns|child_process|cluster|inspector)$/
/** A package's `require` of a module that it may have becomes an import, because a program that can require can have any. */
const may = /^(?:zlib|util|events|stream)$/

/** Functions of `node:fs` that the code for archives names, for those that are files. */
const functions = 'closeSync fchmodSync fstatSync mkdirSync openSync readSync writeSync'.split(' ')

/**
 * A program without files, network and other programs: Node's modules for them are empty. A function that only others
 * call, for archives that are files, would throw.
 * @returns {import('vite').Plugin}
 */
export function withoutSystem() {
  return {
    name: 'without-system',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'reader' || name === 'ssr',
    resolveId: (source) => {
      if (asks.test(source)) return '\0without-system'
      return may.test(source) ? `\0with-${source}` : undefined
    },
    load: (id) => {
      if (id.startsWith('\0with-')) return `export * from 'node:${id.slice('\0with-'.length)}'`
      if (id !== '\0without-system') return undefined
      return functions.map((name) => `export const ${name} = () => { throw new Error('${name}') }`).join('\n')
    },
  }
}

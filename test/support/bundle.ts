import path from 'node:path'
import { build } from 'vite'

const root = path.resolve(import.meta.dirname, '../..')
/** Workers are looked up beside the program. */
const workers = ['mcp/wire/frames', 'journal/queries/read', 'agent/flows/trace', 'validation/validate']

/**
 * Makes one program of a file that runs a host and of the host in it, so that many of them start quickly. Answers where
 * it is, in a folder of this name.
 */
export async function bundle(name: string, file: string): Promise<string> {
  const folder = path.join(root, '.cache', name)
  const inputs = Object.fromEntries(
    workers.map((worker) => [path.basename(worker), path.join(root, 'main/host', `${worker}.ts`)]),
  )
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: { driver: file, ...inputs },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  return path.join(folder, 'driver.js')
}

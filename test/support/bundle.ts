import path from 'node:path'
import { build } from 'vite'

const root = path.resolve(import.meta.dirname, '../..')
/** Workers are looked up next to the program. */
const workers = [
  'mcp/wire/frames',
  'journal/queries/read',
  'agent/flows/trace',
  'validation/validate',
  'bundles/unpack',
  'export/reading/parse',
]

/**
 * Bundles a file that runs a host, including the host, so many of them start quickly. Returns its path, in a folder
 * with this name.
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

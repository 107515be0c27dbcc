import { readdirSync } from 'node:fs'
import path from 'node:path'

const folder = path.join(import.meta.dirname, 'servers')
const files = new Map(
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => [entry.name, path.join(entry.parentPath, entry.name)]),
)

/** The program with this name in test/support/servers; its subfolders are only for readers. */
export function serverFile(name: string): string {
  const file = files.get(name)
  if (file === undefined) throw new Error(`There is no ${name} in test/support/servers.`)
  return file
}

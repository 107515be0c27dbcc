import { readdirSync } from 'node:fs'
import type { Requirements } from './requirements/types.ts'

/** One area's obligations, from the file in requirements/ with its name. */
export type Area = { name: string; requirements: Requirements }

const folder = new URL('requirements/', import.meta.url)

/** Atrium's obligations, by area. A new file in requirements/ is a new area. */
export async function readAreas(): Promise<Area[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && file !== 'types.ts')
  return Promise.all(
    files.map(async (file) => {
      const name = file.replace(/^.*\/|\.ts$/g, '')
      const module: Record<string, Requirements | undefined> = await import(new URL(file, folder).href)
      const exported = name.replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase())
      const requirements = module[exported]
      if (!requirements) throw new Error(`requirements/${file} does not export "${exported}".`)
      return { name, requirements }
    }),
  )
}

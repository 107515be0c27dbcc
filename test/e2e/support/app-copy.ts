import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from './root.ts'

/** A change to the build: a text that occurs once, in this folder of out/, is replaced. */
export type Mutation = { folder: 'main' | 'preload'; text: string; becomes: string }

/** The entries of the browser shell and the command line; the window has the rest. */
const ofOtherShells = /^(web|cli|start-.*|command-.*)\.js$/

/**
 * A changed copy of the built app in its own folder. Throws if a text is missing, or occurs more than once: the code
 * has changed, and the mutation must follow.
 */
export function copyApp(mutations: Mutation[]): { directory: string; remove: () => void } {
  const directory = mkdtempSync(path.join(tmpdir(), 'atrium-copy-'))
  cpSync(path.join(root, 'out'), path.join(directory, 'out'), { recursive: true })
  cpSync(path.join(root, 'package.json'), path.join(directory, 'package.json'))
  const pictures = 'main/shells/electron/resources'
  cpSync(path.join(root, pictures), path.join(directory, pictures), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(directory, 'node_modules'), 'junction')
  const remove = (): void => rmSync(directory, { recursive: true, force: true })
  try {
    for (const mutation of mutations) apply(directory, mutation)
  } catch (error) {
    remove()
    throw error
  }
  return { directory, remove }
}

function apply(directory: string, { folder, text, becomes }: Mutation): void {
  const place = path.join(directory, 'out', folder)
  const files = readdirSync(place).filter((name) => /\.c?js$/.test(name) && !ofOtherShells.test(name))
  const hits = files.flatMap((name) => {
    const content = readFileSync(path.join(place, name), 'utf8')
    return Array.from({ length: content.split(text).length - 1 }, () => ({ name, content }))
  })
  const [hit] = hits
  if (!hit || hits.length > 1)
    throw new Error(
      `A seeded fault does not fit the code any more: “${text}” is in out/${folder} ${hits.length} times.`,
    )
  writeFileSync(
    path.join(place, hit.name),
    hit.content.replace(text, () => becomes),
  )
}

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')

/** A file by its path from the root, with forward slashes. */
export type Source = { file: string; text: string }

/** An import: by path if the target is in the repository, else by the package's name. */
export type Import = { target: string; kind: 'value' | 'type' | 'dynamic' }

/** The existing files below these folders, by path from the root. */
export function filesIn(folders: string[]): string[] {
  return folders
    .filter((folder) => existsSync(path.join(root, folder)))
    .flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((file) => !file.includes('node_modules/'))
}

/** These folders' TypeScript and JavaScript. */
export const sourcesIn = (folders: string[]): Source[] =>
  filesIn(folders)
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))

export const production = sourcesIn(['shared', 'main', 'preload', 'renderer'])

export const folderOf = (file: string): string => path.posix.dirname(file)

/** The files that only one file beside them imports, by folder; chunks that are loaded later don't count. */
export function aloneIn(sources: Source[]): Map<string, string[]> {
  const users = Map.groupBy(
    sources.flatMap((source) => importsOf(source).map(({ target, kind }) => ({ by: source.file, target, kind }))),
    ({ target }) => target,
  )
  const isAlone = (file: string): boolean => {
    const imports = users.get(file) ?? []
    const [first] = imports
    const isOne = first !== undefined && imports.every(({ by }) => by === first.by)
    return isOne && first.kind !== 'dynamic' && folderOf(first.by) === folderOf(file)
  }
  return Map.groupBy(sources.map(({ file }) => file).filter(isAlone), folderOf)
}

const statement = /^(?:import|export)\s+(type\s+)?([^'";]*?)\s*\bfrom\s+'([^']+)'|(?<!')\bimport\s*(\()?\s*'([^']+)'/gm

/** Everything a file imports or re-exports. */
export function importsOf({ file, text }: Source): Import[] {
  const code = text.replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '')
  return [...code.matchAll(statement)].map(([, type, names = '', from, call, bare]) => {
    const target = from ?? bare ?? ''
    const onlyTypes = type !== undefined || /^\{(\s*type\s[^,}]+,?)+\s*\}$/.test(names)
    const kind = call ? 'dynamic' : from !== undefined && onlyTypes ? 'type' : 'value'
    return { target: target.startsWith('.') ? path.posix.join(folderOf(file), target) : target, kind }
  })
}

/** Whether a target is a file in the repository instead of a package. */
export const isOurs = (target: string): boolean => /^(shared|main|preload|renderer)\//.test(target)

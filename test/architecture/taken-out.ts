import { execFile } from 'node:child_process'
import { cpSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Fence, FenceRow } from './fences.ts'
import { folderOf, importsOf, production, root } from './sources.ts'

/** The programs that are type-checked: one for Node, one for the page. */
const programs = {
  main: ['main', 'shared'],
  renderer: ['renderer', 'preload', 'shared'],
}

/** The files of a fence: everything below its folders, and the files it names. */
const filesOf = ({ parts }: Fence): string[] =>
  production
    .map(({ file }) => file)
    .filter((file) => parts.some((part) => file === part || file.startsWith(`${part}/`)))

/** An import statement, whole. */
const statement = /^(?:import|export) [^'"]*?from '([^']+)'\n/gm

const patternOf = (row: FenceRow): string =>
  typeof row === 'string' ? row.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`) : row.source

/** A file's text without these rows and without the imports of these files. Throws unless it has each row once. */
function without(file: string, text: string, rows: readonly FenceRow[], gone: Set<string>): string {
  let left = text
  for (const row of rows) {
    const times = [...text.matchAll(new RegExp(patternOf(row), 'gm'))].length
    if (times !== 1) throw new Error(`${file} has this row ${times} times:\n${row}`)
    left = left.replace(new RegExp(patternOf(row), 'm'), '')
  }
  return left.replaceAll(statement, (whole, target: string) =>
    gone.has(path.posix.join(folderOf(file), target)) ? '' : whole,
  )
}

/**
 * Takes features out of a copy of the product in this folder: their files, their rows, and the imports of their files.
 * Returns the errors of the type check.
 */
export async function errorsWithout(fences: readonly Fence[], folder: string): Promise<string[]> {
  const gone = new Set(fences.flatMap(filesOf))
  const rows = new Map<string, FenceRow[]>()
  for (const [file, added] of fences.flatMap((fence) => Object.entries(fence.rows)))
    if (!gone.has(file)) rows.set(file, [...(rows.get(file) ?? []), ...added])
  for (const wing of ['main', 'preload', 'renderer', 'shared', 'tsconfig.base.json'])
    cpSync(path.join(root, wing), path.join(folder, wing), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
  for (const file of gone) rmSync(path.join(folder, file))
  for (const source of production) {
    const its = rows.get(source.file) ?? []
    const users = importsOf(source).some(({ target }) => gone.has(target))
    if (gone.has(source.file) || (its.length === 0 && !users)) continue
    writeFileSync(path.join(folder, source.file), without(source.file, source.text, its, gone))
  }
  return (await Promise.all(Object.entries(programs).map(([name, wings]) => check(folder, name, wings)))).flat()
}

function check(folder: string, name: string, wings: string[]): Promise<string[]> {
  const config = path.join(folder, `${name}.json`)
  const here = { rootDir: '.', noEmit: true, composite: false, declaration: false, emitDeclarationOnly: false }
  const include = wings.map((wing) => `${wing}/**/*`)
  writeFileSync(config, JSON.stringify({ extends: `./${name}/tsconfig.json`, compilerOptions: here, include }))
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
  return new Promise((resolve) => {
    execFile(process.execPath, [tsc, '-p', config, '--checkers', '1'], { cwd: folder }, (error, output) => {
      const said = output.split('\n').filter((line) => line !== '')
      resolve(error && said.length === 0 ? [error.message] : said)
    })
  })
}

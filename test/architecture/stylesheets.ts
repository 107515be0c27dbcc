import { readFileSync } from 'node:fs'
import path from 'node:path'
import { filesIn, folderOf, importsOf, production, root, type Source } from './sources.ts'

const read = (file: string): string =>
  readFileSync(path.join(root, file), 'utf8').replaceAll(/\/\*[^]*?\*\/|:global\([^)]*\)/g, '')

const modules = filesIn(['renderer']).filter((file) => file.endsWith('.module.css'))
const isModule = (target: string): boolean => target.endsWith('.module.css')

/** Imports of a stylesheet from another folder than its own. */
export const strangersIn = (sources: Source[]): string[] =>
  sources.flatMap((source) =>
    importsOf(source)
      .filter(({ target }) => isModule(target) && folderOf(target) !== folderOf(source.file))
      .filter(({ target }) => !target.startsWith('renderer/ui/'))
      .map(({ target }) => `${source.file} imports ${target}`),
  )

/** The classes that a stylesheet has rules for. */
const classesOf = (css: string): Set<string> =>
  new Set([...css.matchAll(/([^{}]+)\{/g)].flatMap(([, selector = '']) => selector.match(/(?<=\.)[a-z][\w-]*/gi) ?? []))

const shared = classesOf(read('renderer/base.css'))

/** Classes that a component names as text, and no shared rule is for. */
export const unknownIn = ({ file, text }: Source): string[] =>
  [...text.matchAll(/\bclassName="([^"]*)"|\bclasses\(((?:[^()]|\([^()]*\))*)\)/g)]
    .flatMap(([, names, args = '']) => names ?? textsIn(args))
    .flatMap((names) => names.split(' '))
    .filter((name) => name !== '' && !shared.has(name))
    .map((name) => `${file}: ${name}`)

/** The texts among a call's arguments, without those that are compared with. */
const textsIn = (args: string): string[] =>
  [...args.replaceAll(/[=!]== '[^']*'/g, '').matchAll(/'([^']*)'/g)].map(([, each = '']) => each)

/** Classes of a stylesheet that no component uses, and those that components use and it hasn't. */
export function unmatched(): string[] {
  const uses = new Map(modules.map((file) => [file, new Set<string>()]))
  for (const { file, text } of production) {
    const code = text.replaceAll(/^import .*$/gm, '')
    for (const [, name, from = ''] of text.matchAll(/^import (\w+) from '([^']+\.module\.css)'/gm))
      for (const [, one = '*'] of code.matchAll(new RegExp(`(?<![.\\w'])${name}\\b(?:\\.(\\w+))?`, 'g')))
        uses.get(path.posix.join(folderOf(file), from))?.add(one)
  }
  return [...uses].flatMap(([file, used]) => {
    const has = classesOf(read(file))
    // A component can use any of them: `styles[state]`, or hands the whole stylesheet on.
    const unused = used.has('*') ? [] : [...has].filter((name) => !used.has(name))
    return [
      ...unused.map((name) => `${file} has ${name}`),
      ...[...used].filter((name) => name !== '*' && !has.has(name)).map((name) => `${file} has no ${name}`),
    ]
  })
}

/** A stylesheet's rules for one class each, by what they say; those that say one thing aren't worth a class. */
function bodiesOf(css: string): Map<string, string> {
  const rules = [...css.matchAll(/^\.([a-z][\w-]*) \{([^{}]*)\}/gim)]
  return new Map(
    rules.flatMap(([, name = '', body = '']): [string, string][] => {
      const declarations = body
        .split(';')
        .map((each) => each.trim())
        .filter(Boolean)
      return declarations.length > 1 ? [[declarations.toSorted().join('; '), name]] : []
    }),
  )
}

/** Rules that a shared class has already. */
export function repeated(): string[] {
  const own = bodiesOf(read('renderer/base.css'))
  return modules.flatMap((file) =>
    [...bodiesOf(read(file))].flatMap(([body, name]) =>
      own.has(body) ? [`${file}: ${name} is ${own.get(body)}`] : [],
    ),
  )
}

import { parseSync } from 'vite'
import type { Source } from './sources.ts'

const declared = /^export (?:declare |abstract |async )*(?:const|let|function\*?|class|type|interface|enum) (\w+)/gm

/** The files that export each name, for names with more than one. Re-exports don't count. */
export function namesInSeveralFiles(sources: readonly Source[]): Map<string, string[]> {
  const files = new Map<string, Set<string>>()
  for (const { file, text } of sources)
    for (const [, name = ''] of text.matchAll(declared)) files.set(name, (files.get(name) ?? new Set()).add(file))
  return new Map([...files].filter(([, { size }]) => size > 1).map(([name, all]) => [name, [...all]]))
}

type Statement = { type: string; start: number; end: number; declaration?: Declaration | null }
type Declaration = { id?: { name: string } | null; declarations?: { id: { name?: string } }[] }

/** Types that a schema above them describes. */
const ofSchema = /^export type \w+(?:<[^=]*>)? = z\.(?:infer|input|output)</

/**
 * The exported declarations without a comment. One above a group of declarations, which no blank line separates, counts
 * for all of them.
 */
export function undescribedIn({ file, text }: Source): string[] {
  const { program, comments } = parseSync(file, text)
  const found: string[] = []
  let last: { end: number; isDescribed: boolean } | undefined
  const touches = (end: number, start: number): boolean =>
    end <= start && /^\s*$/.test(text.slice(end, start)) && !/\n\s*\n/.test(text.slice(end, start))
  for (const { start, end, declaration } of program.body as unknown as Statement[]) {
    const isDescribed: boolean =
      comments.some((comment) => touches(comment.end, start)) ||
      (last !== undefined && last.isDescribed && touches(last.end, start))
    last = { end, isDescribed }
    if (isDescribed || !declaration || ofSchema.test(text.slice(start, end))) continue
    const names = declaration.declarations?.map(({ id }) => id.name) ?? [declaration.id?.name]
    found.push(...names.map((name) => `${file}: ${name ?? '?'}`))
  }
  return found
}

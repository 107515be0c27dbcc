import { plainLabel } from './hidden-characters.ts'

/** Max characters of a suggested name, and of its extension. */
const longestStem = 60
const longestExtension = 10

/** Names that Windows keeps for devices. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i

/**
 * A file's name that is safe on every system, from any text: letters, digits, `_` and `-`, neither hidden nor a device.
 * The extension is `txt` if the text has none.
 */
export function cleanFileName(name: string): { stem: string; extension: string } {
  const [, begin = name, end = ''] = /^(.*)\.([A-Za-z0-9]+)$/su.exec(name.trim()) ?? []
  const stem = plainLabel(begin, 300)
    .replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')
    .slice(0, longestStem)
    .replaceAll(/^[-_]+|[-_]+$/g, '')
    .toWellFormed()
  const isUsable = stem !== '' && !reserved.test(stem)
  return {
    stem: isUsable ? stem : 'text',
    extension: end === '' || end.length > longestExtension ? 'txt' : end.toLowerCase(),
  }
}

/** The extensions of languages whose names are something else. */
const extensions: Record<string, string> = {
  bash: 'sh',
  csharp: 'cs',
  javascript: 'js',
  kotlin: 'kt',
  markdown: 'md',
  perl: 'pl',
  python: 'py',
  ruby: 'rb',
  rust: 'rs',
  shell: 'sh',
  typescript: 'ts',
}

/** Languages whose names are extensions too. */
const same = new Set(
  [
    'c cpp cs css csv diff go graphql h html ini java js json jsx kt less lua md php pl py rb rs scss sh sql svg swift',
    'toml ts tsx txt xml yaml yml',
  ].flatMap((line) => line.split(' ')),
)

/** The suggested name of a code block's file: its first heading if it's Markdown, and its language's extension. */
export function codeFileName(language: string | undefined, code: string): string {
  const known = language?.toLowerCase() ?? ''
  const extension = extensions[known] ?? (same.has(known) ? known : 'txt')
  return `${(extension === 'md' && firstHeading(code)) || 'code'}.${extension}`
}

/** The suggested name of a text's file: its first heading, else `name`. */
export const textFileName = (text: string, name: string): string => {
  const heading = firstHeading(text)
  return heading === undefined ? `${name}.txt` : `${heading}.md`
}

/** The words of the first Markdown heading in the first 4,000 characters. */
const firstHeading = (text: string): string | undefined =>
  /^#{1,6}[ \t]+(\S.{0,199})$/m
    .exec(text.slice(0, 4000))?.[1]
    ?.replaceAll(/[.#`*\s]+/g, ' ')
    .trim() || undefined

import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import type { ConversationFile } from './exported.ts'
import { fileFacts, fileSections, type FileSection } from './sections.ts'
import { exportWords as words } from './words.ts'

/**
 * A conversation as Markdown. All texts of others are in quotations, and code is fenced with more backticks than it
 * contains, so no text can look like another speaker's or like Atrium's.
 */
export function* asMarkdown(exported: ConversationFile): Generator<string> {
  const { conversation } = exported
  yield `# ${literally(plainLabel(conversation.title, 200) || words.untitled)}\n\n${literally(fileFacts(exported))}\n`
  for (const section of fileSections(exported)) for (const block of blocksOf(section)) yield `\n${block}\n`
}

const blocksOf = ({ heading, at, parts }: FileSection): string[] => [
  ...(heading === '' ? [] : [`## ${literally(heading)}`]),
  ...(at === undefined ? [] : [new Date(at).toISOString()]),
  ...parts.flatMap((part) => {
    switch (part.kind) {
      case 'prose':
        return [quoted(part.text)]
      case 'line':
        return [literally(part.text)]
      case 'code':
        return [`${literally(part.label)}:`, quoted(fenced(part.text))]
      case 'image':
        return [literally(part.label)]
      default:
        return part satisfies never
    }
  }),
]

/** Every way a line can end; a reader may know more of them than `\n`. */
const lineEnd = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/

const quoted = (text: string): string =>
  unloading(text.split(lineEnd))
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')

/**
 * Lines without any image or HTML that an app would load: an image becomes a link. A character reference does that
 * everywhere, and a backslash before it can't undo it. Lines in a fence at the margin stay: every reader takes those
 * for code.
 */
function unloading(lines: string[]): string[] {
  let fence = ''
  return lines.map((line) => {
    const [, mark = ''] = /^(`{3,}(?=[^`]*$)|~{3,})/.exec(line) ?? []
    if (fence !== '') {
      if (new RegExp(`^ {0,3}${fence[0]}{${fence.length},}[ \\t]*$`).test(line)) fence = ''
      return line
    }
    fence = mark
    return mark === '' ? line.replaceAll('![', '&#33;[').replaceAll(/<(?=[a-z/!?])/gi, '&lt;') : line
  })
}

function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text}\n${fence}`
}

/** Text in one line that Markdown shows as it is. */
const literally = (text: string): string =>
  text
    .split(lineEnd)
    .join(' ')
    .replaceAll(/[\\`*_{}[\]()#+!<>|~&]/g, String.raw`\$&`)

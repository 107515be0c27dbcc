import { createHash } from 'node:crypto'
import { plainLabel, revealHidden } from '../../../shared/text/hidden-characters.ts'
import type { ConversationFile } from './exported.ts'
import { fileFacts, fileSections, type FileSection } from './sections.ts'
import { exportWords as words } from './words.ts'
import { canonicalBase64 } from '../../../shared/text/base64.ts'
import { head } from '../../../shared/text/clip.ts'

const style = `:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}
h2{font-size:1rem;margin:2rem 0 0}
time,.fact{font-size:.875rem;color:GrayText}
.said,pre{white-space:pre-wrap;border-inline-start:3px solid GrayText;padding-inline-start:.75rem;margin:.5rem 0}
pre{font:.875rem/1.5 ui-monospace,monospace}
img{max-width:100%}
mark{font-size:.75em}`

/** The page loads and runs nothing: only this style sheet, and images that are in the file. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** A conversation as one page that needs no other file, in parts. All texts are escaped; hidden characters are visible. */
export function* asHtml(exported: ConversationFile): Generator<string> {
  const { conversation } = exported
  const title = escaped(plainLabel(conversation.title, 200) || words.untitled)
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p class="fact">${escaped(fileFacts(exported))}</p>
`
  for (const section of fileSections(exported)) yield* elementOfSection(section)
  yield `</main>
</body>
</html>
`
}

function* elementOfSection({ heading, at, parts }: FileSection): Generator<string> {
  yield '<section>\n'
  if (heading !== '') yield `<h2><bdi>${escaped(heading)}</bdi></h2>\n`
  if (at !== undefined) yield `${timeOf(new Date(at).toISOString())}\n`
  for (const part of parts) {
    yield* elementOf(part)
    yield '\n'
  }
  yield '</section>\n'
}

const timeOf = (moment: string): string => `<time datetime="${moment}">${moment}</time>`

function* elementOf(part: FileSection['parts'][number]): Generator<string> {
  switch (part.kind) {
    case 'prose':
      yield '<div class="said" dir="auto">'
      yield* shown(part.text)
      return yield '</div>'
    case 'line':
      yield '<p class="fact">'
      yield* shown(part.text)
      return yield '</p>'
    case 'code':
      yield `<p class="fact">${escaped(part.label)}</p>\n<pre dir="auto"><code>`
      yield* shown(part.text)
      return yield '</code></pre>'
    case 'image':
      return yield `<p class="fact">${escaped(part.label)}</p>${imageOf(part)}`
    default:
      return part satisfies never
  }
}

const imageTypes = /^image\/(?:jpeg|png|gif|webp)$/

function imageOf({ label, mediaType, data }: Extract<FileSection['parts'][number], { kind: 'image' }>): string {
  const bytes = imageTypes.test(mediaType) ? canonicalBase64(data) : undefined
  return bytes ? `\n<img alt="${escaped(label)}" src="data:${mediaType};base64,${bytes}">` : ''
}

/** Characters of a text that are escaped at once. */
const pieceLength = 32_768

/** A text's HTML in pieces. */
function* shown(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const piece = pieceAt(text, at)
    at += piece.length
    yield revealHidden(piece)
      .map((it) => (typeof it === 'string' ? escaped(it) : `<mark>${escaped(it.hidden)}</mark>`))
      .join('')
  }
}

/** A piece that ends behind a blank or a line's end if one is near, so characters that are judged together stay so. */
function pieceAt(text: string, from: number): string {
  const longest = head(text.slice(from, from + pieceLength + 1), pieceLength)
  if (from + longest.length >= text.length) return longest
  const last = Math.max(longest.lastIndexOf(' '), longest.lastIndexOf('\n'))
  return last > pieceLength / 2 ? longest.slice(0, last + 1) : longest
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '')

import type { Gathered } from '../reading/gathered.ts'
import { canBeSeen, isPale, type TextLook } from '../reading/look.ts'
import type { Parts } from './parts.ts'
import { type XmlElement, readXml } from './xml.ts'

/** Parts of a text that aren't shown: tracked deletions, and remarks in the margin. */
const leftOut: ReadonlySet<string> = new Set(['tracked-changes', 'annotation'])

/** The text of an OpenDocument (OASIS, version 1.4): headings with `#`, rows of tables with `|`. */
export async function readOpenText(parts: Parts, main: string, gathered: Gathered): Promise<void> {
  const looks = new Map<string, TextLook>()
  const [shown, hidden]: [string[], string[]] = [[], []]
  const rows: string[][] = []
  const open: TextLook[] = []
  let style: string | undefined
  let [line, concealed, heading, depthOut, inBody] = ['', '', 0, 0, false]
  const put = (text: string): void => {
    if (!inBody || depthOut > 0) return
    if (canBeSeen(Object.assign({}, ...open))) line += text
    else concealed += text
  }
  const say = (said: string): void => {
    const row = rows.at(-1)
    const last = row?.pop()
    if (row && last !== undefined) row.push([last, said].filter(Boolean).join(' '))
    else shown.push(said)
  }
  const begin = ({ name, get }: XmlElement): void => {
    if (name === 'text' && !inBody) inBody = true
    else if (leftOut.has(name)) {
      depthOut += 1
      gathered.warn('left-out')
    } else if (name === 'h') heading = Math.min(6, Number(get('outline-level') ?? 1))
    else if (name === 's') put(' '.repeat(Math.min(1000, Number(get('c') ?? 1) || 1)))
    else if (name === 'tab') put('\t')
    else if (name === 'line-break') put('\n')
    else if (name === 'table-row') rows.push([])
    else if (name === 'table-cell') rows.at(-1)?.push('')
    if (name === 'h' || name === 'p' || name === 'span') open.push(looks.get(get('style-name') ?? '') ?? {})
    if (name === 'style') style = get('name')
    if (name === 'text-properties' && style !== undefined) looks.set(style, lookOf(get))
  }
  readXml(await parts.read(main), {
    open: begin,
    close: (name) => {
      if (leftOut.has(name)) depthOut -= 1
      if (name === 'h' || name === 'p' || name === 'span') open.pop()
      if (name === 'h' || name === 'p') {
        if (concealed.trim() !== '') hidden.push(concealed)
        say(heading > 0 ? `${'#'.repeat(heading)} ${line}` : line)
        ;[line, concealed, heading] = ['', '', 0]
      } else if (name === 'table-row') say((rows.pop() ?? []).join(' | '))
    },
    text: (text) => {
      // Only paragraphs have text; between elements, there is white space for people.
      if (open.length > 0) put(text)
    },
  })
  gathered.add('1', shown.join('\n'), hidden.join('\n'))
}

/** Points as half-points, as the look counts them. */
function lookOf(get: (name: string) => string | undefined): TextLook {
  const points = Number(/^([\d.]+)pt$/.exec(get('font-size') ?? '')?.[1] ?? Number.NaN)
  const behind = get('background-color')
  return {
    vanishes: get('display') === 'none',
    color: get('color'),
    ...(Number.isFinite(points) && { size: points * 2 }),
    isShaded: behind !== undefined && behind !== 'transparent' && !isPale(behind),
  }
}

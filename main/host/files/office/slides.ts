import type { Gathered } from '../reading/gathered.ts'
import { type Parts, relationsOf } from './parts.ts'
import { readXml } from './xml.ts'

/** The slides of a presentation (ECMA-376, PresentationML), in its order. A slide that isn't shown counts as hidden text. */
export async function readSlides(parts: Parts, main: string, gathered: Gathered): Promise<void> {
  const relations = await relationsOf(parts, main)
  const order: string[] = []
  readXml(await parts.read(main), {
    open: ({ name, relation }) => {
      if (name === 'sldId') order.push(relation() ?? '')
    },
  })
  for (const [at, id] of order.entries()) {
    const place = relations.get(id)
    if (!place || place.isOutside || place.type !== 'slide') continue
    const { text, isHidden } = textOf(await parts.read(place.target))
    gathered.add(String(at + 1), isHidden ? '' : text, isHidden ? text : '')
    if (gathered.isFull) return
  }
}

function textOf(xml: string): { text: string; isHidden: boolean } {
  const lines: string[] = []
  const rows: string[][] = []
  let [line, isHidden, inText] = ['', false, false]
  const say = (said: string): void => {
    const row = rows.at(-1)
    const last = row?.pop()
    if (row && last !== undefined) row.push([last, said].filter(Boolean).join(' '))
    else if (said !== '') lines.push(said)
  }
  readXml(xml, {
    open: ({ name, get }) => {
      if (name === 'sld') isHidden = ['0', 'false'].includes(get('show') ?? '1')
      else if (name === 't') inText = true
      else if (name === 'br') line += '\n'
      else if (name === 'tr') rows.push([])
      else if (name === 'tc') rows.at(-1)?.push('')
    },
    close: (name) => {
      if (name === 't') inText = false
      else if (name === 'p') {
        say(line)
        line = ''
      } else if (name === 'tr') say((rows.pop() ?? []).join(' | '))
    },
    text: (text) => {
      if (inText) line += text
    },
  })
  return { text: lines.join('\n'), isHidden }
}

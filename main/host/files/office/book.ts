import type { Gathered } from '../reading/gathered.ts'
import { textOfPage } from '../text/page-text.ts'
import { Unreadable } from '../reading/unreadable.ts'
import { type Parts, pathIn } from './parts.ts'
import { readXml } from './xml.ts'

/** The chapters of a book (EPUB 3.3), in the order of its spine. */
export async function readBook(parts: Parts, gathered: Gathered): Promise<void> {
  let at: string | undefined
  readXml(await parts.read('META-INF/container.xml'), {
    open: ({ name, get }) => {
      if (name === 'rootfile') at ??= get('full-path')
    },
  })
  if (at === undefined) throw new Unreadable('broken')
  const folder = at.includes('/') ? at.slice(0, at.lastIndexOf('/') + 1) : ''
  const places = new Map<string, string>()
  const spine: string[] = []
  readXml(await parts.read(at), {
    open: ({ name, get }) => {
      if (name === 'item') places.set(get('id') ?? '', get('href') ?? '')
      else if (name === 'itemref') spine.push(get('idref') ?? '')
    },
  })
  for (const [index, id] of spine.entries()) {
    const place = places.get(id)
    const page = place === undefined ? undefined : await parts.find(pathIn(folder, unescaped(place)))
    if (page === undefined) continue
    const { text, hidden } = textOfPage(page)
    gathered.add(String(index + 1), text, hidden)
    if (gathered.isFull) return
  }
}

function unescaped(place: string): string {
  try {
    return decodeURIComponent(place)
  } catch {
    return place
  }
}

import { SaxesParser } from 'saxes'
import { Unreadable } from '../reading/unreadable.ts'

const deepest = 256

/** An element as it opens: its name and attributes without their prefixes; `relation`: the ID of one, in an office file. */
export type XmlElement = { name: string; get(attribute: string): string | undefined; relation(): string | undefined }

/** Receives the parts of an XML text. `depth` is 1 for the outermost element. */
export type XmlHandlers = {
  open?(element: XmlElement, depth: number): void
  close?(name: string, depth: number): void
  text?(text: string): void
}

/**
 * Reads XML strictly. A document type, which could declare entities, ends the reading, and so does more depth than any
 * office file has. Throws `Unreadable`.
 */
export function readXml(xml: string, { open, close, text }: XmlHandlers): void {
  const parser = new SaxesParser({ xmlns: true })
  let depth = 0
  parser.on('doctype', () => {
    throw new Unreadable('doctype')
  })
  parser.on('error', () => {
    throw new Unreadable('broken')
  })
  parser.on('opentag', ({ local, attributes }) => {
    depth += 1
    if (depth > deepest) throw new Unreadable('depth')
    const get = (name: string): string | undefined =>
      Object.values(attributes).find((one) => one.local === name && one.prefix !== 'xmlns')?.value
    const relation = (): string | undefined =>
      Object.values(attributes).find((one) => one.local === 'id' && one.uri.endsWith('/relationships'))?.value
    open?.({ name: local, get, relation }, depth)
  })
  parser.on('closetag', ({ local }) => {
    close?.(local, depth)
    depth -= 1
  })
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  parser.write(xml).close()
}

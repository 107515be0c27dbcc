import type { Gathered } from '../reading/gathered.ts'
import { canBeSeen, isPale, type TextLook } from '../reading/look.ts'
import { type Parts, relationsOf } from './parts.ts'
import { type XmlElement, readXml } from './xml.ts'

/** Whether a switch such as `w:vanish` is on. */
const isOn = (value: string | undefined): boolean => value === undefined || !['0', 'false', 'off'].includes(value)

/** The look that a property gives its text. */
function lookOf({ name, get }: XmlElement): TextLook {
  const value = get('val')
  if (name === 'vanish' || name === 'specVanish') return { vanishes: isOn(value) }
  if (name === 'color') return { color: value }
  if (name === 'sz') return { size: Number(value) }
  if (name === 'highlight') return { isShaded: value !== 'none' && value !== 'white' }
  if (name === 'shd') return { isShaded: isDark(get('fill')) }
  return {}
}

const isDark = (fill: string | undefined): boolean => fill !== undefined && fill !== 'auto' && !isPale(fill)

/** The looks of a document's styles, by ID, and the headings among them. */
type Styles = { looks: Map<string, TextLook>; headings: Map<string, number> }

async function stylesOf(parts: Parts, part: string): Promise<Styles> {
  const styles: Styles = { looks: new Map(), headings: new Map() }
  const place = [...(await relationsOf(parts, part)).values()].find(({ type }) => type === 'styles')?.target
  const text = place === undefined ? undefined : await parts.find(place)
  if (text === undefined) return styles
  let id: string | undefined
  let look: TextLook = {}
  readXml(text, {
    open: (element) => {
      if (element.name === 'style') [id, look] = [element.get('styleId'), {}]
      else if (element.name === 'basedOn') look = { ...styles.looks.get(element.get('val') ?? ''), ...look }
      else if (element.name === 'outlineLvl' && id !== undefined)
        styles.headings.set(id, Number(element.get('val')) + 1)
      else look = { ...look, ...lookOf(element) }
    },
    close: (name) => {
      if (name === 'style' && id !== undefined) styles.looks.set(id, look)
    },
  })
  return styles
}

/** Marks of text that a reader of the printed document doesn't see, and that isn't part of it either. */
const leftOut: ReadonlySet<string> = new Set(['del', 'moveFrom', 'instrText', 'delInstrText', 'Fallback'])
/** A drawing's text a second time, for older programs. */
const repeated = 'Fallback'

/**
 * The text of a document (ECMA-376, WordprocessingML): headings with `#`, rows of tables with `|`. Insertions stay;
 * deletions, comments and the instructions of fields don't, and are counted.
 */
export async function readDocument(parts: Parts, main: string, gathered: Gathered): Promise<void> {
  const writer = new DocumentText(await stylesOf(parts, main), gathered)
  readXml(await parts.read(main), writer)
  gathered.add('1', writer.shown.join('\n'), writer.hidden.join('\n'))
}

/** A document's text, in the order of its file. */
class DocumentText {
  readonly shown: string[] = []
  readonly hidden: string[] = []
  readonly #styles: Styles
  readonly #gathered: Gathered
  /** The rows of open tables, innermost last: each a list of cells. */
  readonly #rows: string[][] = []
  readonly #shades: boolean[] = []
  #line = ''
  #concealed = ''
  #heading = 0
  #paragraph: TextLook = {}
  #run: TextLook = {}
  #inRun = false
  #inText = false
  #out = 0

  constructor(styles: Styles, gathered: Gathered) {
    this.#styles = styles
    this.#gathered = gathered
  }

  open = (element: XmlElement): void => {
    const { name, get } = element
    if (leftOut.has(name)) {
      if (this.#out === 0 && name !== repeated) this.#gathered.warn('left-out')
      this.#out += 1
    } else if (name === 'commentReference') this.#gathered.warn('left-out')
    else if (name === 'p') [this.#paragraph, this.#heading] = [{}, 0]
    else if (name === 'pStyle') this.#style(get('val') ?? '')
    else if (name === 'outlineLvl') this.#heading = Number(get('val')) + 1
    else if (name === 'r') [this.#run, this.#inRun] = [{}, true]
    else if (name === 'rStyle') this.#run = { ...this.#styles.looks.get(get('val') ?? ''), ...this.#run }
    else if (name === 't') this.#inText = true
    else if (name === 'tr') this.#rows.push([])
    else if (name === 'tc') this.#beginCell()
    else if (this.#inRun && (name === 'tab' || name === 'br' || name === 'cr')) this.#put(name === 'tab' ? '\t' : '\n')
    else if (this.#inRun) this.#run = { ...this.#run, ...lookOf(element) }
    else if (name === 'shd') this.#shade(isDark(get('fill')))
  }

  close = (name: string): void => {
    if (leftOut.has(name)) this.#out -= 1
    else if (name === 't') this.#inText = false
    else if (name === 'r') this.#inRun = false
    else if (name === 'p') this.#endParagraph()
    else if (name === 'tc') this.#shades.pop()
    else if (name === 'tr') this.#endRow(this.#rows.pop() ?? [])
  }

  text = (text: string): void => {
    if (this.#inText) this.#put(text)
  }

  #style(id: string): void {
    this.#paragraph = { ...this.#styles.looks.get(id), ...this.#paragraph }
    const level = this.#styles.headings.get(id) ?? Number(/^heading ?([1-9])$/i.exec(id)?.[1] ?? 0)
    if (id.toLowerCase() === 'title') this.#heading = 1
    else if (level > 0) this.#heading = Math.min(level, 6)
  }

  #shade(isShaded: boolean): void {
    // A paragraph's own shade, or its cell's.
    this.#paragraph = { ...this.#paragraph, isShaded }
    if (this.#shades.length > 0 && isShaded) this.#shades[this.#shades.length - 1] = true
  }

  #put(text: string): void {
    if (this.#out > 0) return
    const look = { ...this.#paragraph, ...this.#run }
    const isShaded = look.isShaded === true || this.#shades.includes(true)
    if (canBeSeen({ ...look, isShaded })) this.#line += text
    else this.#concealed += text
  }

  #endParagraph(): void {
    const line =
      this.#heading > 0 && this.#line.trim() !== '' ? `${'#'.repeat(this.#heading)} ${this.#line}` : this.#line
    if (this.#concealed.trim() !== '') this.hidden.push(this.#concealed)
    this.#say(line)
    ;[this.#line, this.#concealed, this.#heading] = ['', '', 0]
  }

  #beginCell(): void {
    this.#rows.at(-1)?.push('')
    this.#shades.push(false)
  }

  /** Ends the row; a table in a cell becomes part of it. */
  #endRow(cells: string[]): void {
    this.#say(cells.join(' | '))
  }

  /** Adds a line to the text, or to the cell that it is in. */
  #say(line: string): void {
    const row = this.#rows.at(-1)
    const last = row?.pop()
    if (row && last !== undefined) row.push([last, line].filter(Boolean).join(' '))
    else this.shown.push(line)
  }
}

import type { Gathered } from '../reading/gathered.ts'
import { type Parts, relationsOf } from './parts.ts'
import { readXml } from './xml.ts'

/** A name that XML has for true. */
const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true'

/** Ends the reading of a sheet whose text has no room. */
class Full extends Error {}

/**
 * The cells of a workbook (ECMA-376, SpreadsheetML) that exist, a row a line: their address, value and formula.
 * Nothing is computed. Sheets, rows and columns that are hidden count as hidden text.
 */
export async function readWorkbook(parts: Parts, main: string, gathered: Gathered): Promise<void> {
  const relations = await relationsOf(parts, main)
  const sheets: { name: string; id: string; isHidden: boolean }[] = []
  readXml(await parts.read(main), {
    open: ({ name, get, relation }) => {
      if (name === 'sheet')
        sheets.push({
          name: get('name') ?? '',
          id: relation() ?? '',
          isHidden: (get('state') ?? 'visible') !== 'visible',
        })
    },
  })
  const shared = [...relations.values()].find(({ type }) => type === 'sharedStrings')?.target
  const strings = shared === undefined ? [] : stringsIn((await parts.find(shared)) ?? '<sst/>')
  for (const { name, id, isHidden } of sheets) {
    const place = relations.get(id)
    if (!place || place.isOutside || place.type !== 'worksheet') continue
    const sheet = new SheetText(strings, gathered.left)
    try {
      readXml(await parts.read(place.target), sheet)
    } catch (error) {
      if (!(error instanceof Full)) throw error
      gathered.cut()
    }
    const [shown, hidden] = [sheet.shown.join('\n'), sheet.hidden.join('\n')]
    if (isHidden) gathered.add(name, '', [name, shown, hidden].filter(Boolean).join('\n'))
    else gathered.add(name, shown, hidden)
    if (gathered.isFull) return
  }
}

/** The strings that cells refer to, without how they are spoken. */
function stringsIn(xml: string): string[] {
  const strings: string[] = []
  let [inText, spoken] = [false, 0]
  readXml(xml, {
    open: ({ name }) => {
      if (name === 'si') strings.push('')
      if (name === 'rPh') spoken += 1
      inText = name === 't' && spoken === 0
    },
    close: (name) => {
      if (name === 'rPh') spoken -= 1
      if (name === 't') inText = false
    },
    text: (text) => {
      if (inText) strings.push((strings.pop() ?? '') + text)
    },
  })
  return strings
}

type Cell = { address: string; type: string; value: string; formula: string }

class SheetText {
  readonly shown: string[] = []
  readonly hidden: string[] = []
  readonly #strings: string[]
  readonly #columns: [from: number, to: number][] = []
  #left: number
  #row: string[] = []
  #rowHidden: string[] = []
  #isRowHidden = false
  #cell: Cell | undefined
  #into: 'value' | 'formula' | undefined

  constructor(strings: string[], room: number) {
    this.#strings = strings
    this.#left = room
  }

  open = ({ name, get }: { name: string; get(name: string): string | undefined }): void => {
    if (name === 'col' && isTrue(get('hidden'))) this.#columns.push([Number(get('min')), Number(get('max'))])
    else if (name === 'row') this.#isRowHidden = isTrue(get('hidden'))
    else if (name === 'c') this.#cell = { address: get('r') ?? '', type: get('t') ?? '', value: '', formula: '' }
    else if (name === 'v' || name === 't') this.#into = 'value'
    else if (name === 'f') this.#into = 'formula'
  }

  close = (name: string): void => {
    if (name === 'v' || name === 't' || name === 'f') this.#into = undefined
    else if (name === 'c') this.#endCell()
    else if (name === 'row') this.#endRow()
  }

  text = (text: string): void => {
    if (this.#cell && this.#into) this.#cell[this.#into] += text
  }

  #endCell(): void {
    const { address, type, value, formula } = this.#cell ?? { address: '', type: '', value: '', formula: '' }
    this.#cell = undefined
    const said =
      type === 's' ? (this.#strings[Number(value)] ?? '') : type === 'b' ? (value === '1' ? 'TRUE' : 'FALSE') : value
    if (said === '' && formula === '') return
    const text = `${address}: ${said}${formula === '' ? '' : ` (=${formula})`}`
    const isHidden = this.#isRowHidden || this.#isInHiddenColumn(address)
    ;(isHidden ? this.#rowHidden : this.#row).push(text)
    this.#left -= text.length + 3
    if (this.#left >= 0) return
    this.#endRow()
    throw new Full()
  }

  #isInHiddenColumn(address: string): boolean {
    const [letters = ''] = /^[A-Z]{1,3}/.exec(address) ?? []
    const column = [...letters].reduce((sum, one) => sum * 26 + one.charCodeAt(0) - 64, 0)
    return this.#columns.some(([from, to]) => column >= from && column <= to)
  }

  #endRow(): void {
    if (this.#row.length > 0) this.shown.push(this.#row.join(' | '))
    if (this.#rowHidden.length > 0) this.hidden.push(this.#rowHidden.join(' | '))
    ;[this.#row, this.#rowHidden] = [[], []]
  }
}

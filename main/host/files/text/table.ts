/** Signs between a table's cells. */
const delimiters = [',', ';', '\t', '|']

/** Max rows that tell which sign it is. */
const judged = 20

/** A table's rows of cells (RFC 4180), and the sign between them; undefined if the text is no table. */
export function tableIn(text: string): { delimiter: string; rows: string[][] } | undefined {
  for (const delimiter of delimiters) {
    const rows = rowsOf(text, delimiter)
    const first = rows[0]?.length ?? 0
    if (rows.length > 1 && first > 1 && rows.slice(0, judged).every(({ length }) => length === first))
      return { delimiter, rows }
  }
  return undefined
}

function rowsOf(text: string, delimiter: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (sign === '"' && cell === '') isQuoted = true
    else if (sign === delimiter) {
      row.push(cell)
      cell = ''
    } else if (sign === '\n') {
      rows.push([...row, cell])
      ;[row, cell] = [[], '']
    } else cell += sign
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell])
  return rows
}

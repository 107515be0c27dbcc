import { useState } from 'react'
import { results } from '../../strings/results.ts'
import { Plain } from '../../ui/third-party/ext.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import type { Table } from './content-blocks.ts'
import styles from './result.module.css'

const words = results.table

const firstRows = 100

/** Flat structured content, one row per object. Scrolls sideways on its own. */
export function ResultTable({ table: { columns, rows } }: { table: Table }) {
  const [shown, setShown] = useState(firstRows)
  return (
    <div className={styles.tableFrame} tabIndex={0} role="region" aria-label={words.name}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                <Plain text={column} limit={60} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row, index) => (
            <tr key={index}>
              {columns.map((column) => (
                <td key={column} data-number={typeof row[column] === 'number' || undefined}>
                  <Plain text={wordOf(row[column])} limit={300} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown && (
        <MoreButton onClick={() => setShown(shown * 10)}>{words.more(rows.length - shown)}</MoreButton>
      )}
    </div>
  )
}

function wordOf(cell: Table['rows'][number][string]): string {
  if (cell === undefined) return ''
  if (cell === null) return words.none
  return typeof cell === 'boolean' ? (cell ? words.yes : words.no) : String(cell)
}

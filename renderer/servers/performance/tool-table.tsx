import { useState } from 'react'
import { serverPerformance } from '../../strings/servers/servers-performance.ts'
import { formatDuration } from '../../strings/format/time.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { pressed, sortRows, toolColumns, type Order, type FiguresRow } from './tool-figures.ts'
import styles from './performance.module.css'

const words = serverPerformance.tools
const { none, count } = serverPerformance

/** A server's tools with their calls, times and context cost; each header sorts. */
export function ToolTable({ name, rows }: { name: string; rows: FiguresRow[] }) {
  const [order, setOrder] = useState<Order>({ by: 'calls', isDescending: true })
  if (rows.length === 0) return <p className="small ink3">{words.none}</p>
  return (
    <>
      <div className={styles.scroll}>
        <table className={styles.table} aria-label={words.label(name)}>
          <thead>
            <tr>
              {toolColumns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  className={column === 'tool' ? undefined : styles.number}
                  aria-sort={order.by === column ? (order.isDescending ? 'descending' : 'ascending') : undefined}
                >
                  <button
                    type="button"
                    className={styles.sort}
                    aria-label={words.sortBy(words.columns[column])}
                    onClick={() => setOrder(pressed(order, column))}
                  >
                    {words.columns[column]}
                    <span aria-hidden className={styles.arrow}>
                      {order.by === column && (order.isDescending ? '↓' : '↑')}
                    </span>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sortRows(rows, order).map((row) => (
              <Row key={row.tool} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      <p className="small ink3">{words.help}</p>
    </>
  )
}

const Row = ({ row: { tool, calls, failed, p50, p95, tokens } }: { row: FiguresRow }) => (
  <tr>
    <th scope="row">
      <bdi>{plainLabel(tool, 128)}</bdi>
    </th>
    <td>{count(calls)}</td>
    <td data-bad={failed > 0 || undefined}>{count(failed)}</td>
    <td>{p50 === undefined ? none : formatDuration(p50)}</td>
    <td>{p95 === undefined ? none : formatDuration(p95)}</td>
    <td>{tokens === undefined ? <span className="ink3">{words.isOff}</span> : count(tokens)}</td>
  </tr>
)

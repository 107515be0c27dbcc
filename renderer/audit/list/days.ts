import { daysBetween } from '../../strings/format/time.ts'

/** A line of the table: a row, or the heading of a day, in epoch milliseconds, above the newest row of that day. */
export type DayLine<Row> = { key: string | number; row: Row; day?: undefined } | { key: string; day: number }

/** The rows with a heading above each day. */
export const withDays = <Row extends { seq: number }>(
  rows: readonly Row[],
  momentOf: (row: Row) => number,
): DayLine<Row>[] =>
  rows.flatMap((row, index): DayLine<Row>[] => {
    const [day, above] = [momentOf(row), rows[index - 1]]
    const line = { key: row.seq, row }
    const isSame = above !== undefined && daysBetween(momentOf(above), day) === 0
    return isSame ? [line] : [{ key: `day of ${row.seq}`, day }, line]
  })

import { type ReactNode, useState } from 'react'
import { ui } from '../../strings/ui.ts'
import { Boundary, type Undrawn } from './boundary.tsx'
import { Button } from '../button.tsx'
import { Note } from '../note.tsx'
import { Ext } from '../third-party/ext.tsx'
import { ExactText } from './arguments.tsx'

const words = ui.apart

type ApartProps = {
  /** Another value of it tries again. */
  of: unknown
  /** Its text as it came, or the value that it is made of. */
  raw(): unknown
  /** The display name of the server that wrote it, unless the place says so. */
  from?: string | undefined
  /** A list's item, or a table's row. */
  as?: 'item' | 'row'
  children: ReactNode
}

/** Something from outside, drawn by itself: if that fails, only this part is shown as the text it came as. */
export const Apart = ({ of, raw, from, as, children }: ApartProps) => (
  <Boundary
    of={of}
    renderInstead={(failure) => {
      const shown = <Raw failure={failure} raw={raw} from={from} />
      if (as === 'item') return <li>{shown}</li>
      return as !== 'row' ? (
        shown
      ) : (
        <tr>
          <td colSpan={99}>{shown}</td>
        </tr>
      )
    }}
  >
    {children}
  </Boundary>
)

type RawProps = Pick<ApartProps, 'raw' | 'from'> & { failure: Undrawn }

function Raw({ failure, raw, from }: RawProps) {
  const [text] = useState(() => textOf(raw))
  const shown = <ExactText text={text} />
  return (
    <div data-raw>
      <Note
        kind="no"
        quiet
        action={
          <Button size="sm" onClick={failure.retry}>
            {words.retry}
          </Button>
        }
      >
        {words.broken} {failure.problem}
      </Note>
      {from === undefined ? shown : <Ext from={from}>{shown}</Ext>}
    </div>
  )
}

/** A value that can't be drawn can also fail to be written. */
function textOf(raw: () => unknown): string {
  try {
    const value = raw()
    return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  } catch {
    return words.unknown
  }
}

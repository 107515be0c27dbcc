import { useRef, useState } from 'react'
import type { Input, Result } from '../../shared/contract/commands.ts'
import { useLink } from '../state/replica.ts'
import { Phrase } from '../strings/phrase.tsx'
import { auditLog } from '../strings/audit-log.ts'
import { useAction } from '../state/action.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { useQuery } from '../state/query.ts'
import { formatBytes } from '../strings/format/time.ts'
import { Segments } from '../ui/fields/segments.tsx'
import { useServerNames } from '../ui/seal.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Plain } from '../ui/third-party/ext.tsx'
import { Note } from '../ui/note.tsx'
import { callQuery, recordQuery } from './filter/query.ts'
import { isNarrowed, showsRecords, type AuditFilter } from '../state/audit-filter.ts'
import { filterParts } from './filter/filter-words.ts'
import styles from './to-copy.module.css'

const words = auditLog.export

type ExportLogProps = { filter: AuditFilter; open: boolean; onOpen(open: boolean): void }

/** Writes matching records to a file, after saying what they contain and how large it becomes. */
export function ExportLog({ filter, open, onOpen }: ExportLogProps) {
  return (
    <>
      <Button icon="download" onClick={() => onOpen(true)}>
        {words.open}
      </Button>
      {open && <ExportDialog filter={filter} onClose={() => onOpen(false)} />}
    </>
  )
}

/** All records, or those of a filter. */
const inputOf = (filter: AuditFilter, isAll: boolean): Input<'exportLog'> => {
  if (isAll) return {}
  return showsRecords(filter) ? recordQuery(filter) : { calls: callQuery(filter) }
}

function ExportDialog({ filter, onClose }: { filter: AuditFilter; onClose(): void }) {
  const link = useLink()
  const [isAll, setAll] = useState(false)
  const [written, setWritten] = useState<Result<'exportLog'>>()
  // Days relative to today stay the same while the dialog is open.
  const [inputs] = useState({ all: inputOf(filter, true), some: inputOf(filter, false) })
  const [isTable, setTable] = useState(false)
  const mayBeTable = !isAll && inputs.some.calls !== undefined
  const asTable = isTable && mayBeTable
  const input = isAll ? inputs.all : { ...inputs.some, ...(asTable && { csv: true as const }) }
  const leave = useRef<HTMLButtonElement>(null)
  const write = useAction(async () => {
    const result = await link.call('exportLog', input)
    // The pressed button disappears; focus must move on.
    leave.current?.focus()
    setWritten(result)
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title}
      footer={
        <>
          <Button ref={leave} onClick={onClose}>
            {written ? words.close : words.cancel}
          </Button>
          {!written && (
            <Button kind="primary" busy={write.busy} onClick={() => void write.run()}>
              {words.run}
            </Button>
          )}
        </>
      }
    >
      {!written && (isNarrowed(filter) || !showsRecords(filter)) && (
        <div className={styles.choice}>
          <Segments
            label={words.what}
            role="radiogroup"
            items={[words.filtered, words.everything]}
            value={isAll ? words.everything : words.filtered}
            onChange={(what) => setAll(what === words.everything)}
          />
          {mayBeTable && (
            <Segments
              label={words.formatLabel}
              role="radiogroup"
              items={[words.formats.records, words.formats.table]}
              value={asTable ? words.formats.table : words.formats.records}
              onChange={(format) => setTable(format === words.formats.table)}
            />
          )}
        </div>
      )}
      <div role="status" className={styles.said}>
        {written ? (
          <Written {...written} isTable={asTable} />
        ) : (
          <>
            <WhatGoesOut filter={filter} isAll={isAll} isTable={asTable} />
            <FormatAndSize input={input} />
          </>
        )}
      </div>
      {write.problem && <Note kind="no">{write.problem}</Note>}
    </Dialog>
  )
}

function FormatAndSize({ input }: { input: Input<'exportLog'> }) {
  const { answer, problem, isCurrent } = useQuery('measureExport', input)
  const said = input.csv ? words.sizeOfTable : words.size
  const size = isCurrent && answer ? said(answer.records, formatBytes(answer.bytes)) : words.measuring
  return (
    <p className="num">
      {input.csv ? words.table : words.format} {isCurrent && problem !== undefined ? words.notMeasured(problem) : size}
    </p>
  )
}

const Written = ({ records, file, isTable }: Result<'exportLog'> & { isTable: boolean }) => (
  <>
    <p>{(isTable ? words.doneTable : words.done)(records)}</p>
    <p className={styles.line}>
      <code className={styles.text}>{file}</code>
      <CopyButton label={words.copy} text={() => file} />
    </p>
  </>
)

type WhatGoesOutProps = { filter: AuditFilter; isAll: boolean; isTable: boolean }

function WhatGoesOut({ filter, isAll, isTable }: WhatGoesOutProps) {
  const parts = filterParts(filter, useServerNames())
  const isRecords = showsRecords(filter)
  const list = parts.map(({ key, words: part }, index) => (
    <span key={key}>
      {index > 0 && ', '}
      <Plain text={part} />
    </span>
  ))
  const some =
    parts.length === 0 ? (
      isTable ? (
        words.tableOfAll
      ) : (
        words.allCalls
      )
    ) : (
      <Phrase text={isTable ? words.tableOf : isRecords ? words.some : words.someCalls} slots={{ parts: list }} />
    )
  const isWhole = isAll || (isRecords && parts.length === 0)
  return (
    <>
      <p>{isWhole ? words.all : some}</p>
      {!isWhole && !isTable && <p>{words.rest}</p>}
      <p className="ink2">{words.readable}</p>
    </>
  )
}

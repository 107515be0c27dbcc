import { useState } from 'react'
import type { Input } from '../../shared/contract/commands.ts'
import { useLink } from '../state/replica.ts'
import { Phrase } from '../strings/phrase.tsx'
import { auditLog } from '../strings/audit-log.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { useQuery } from '../state/query.ts'
import { formatBytes } from '../strings/format/time.ts'
import { Segments } from '../ui/fields/segments.tsx'
import { useServerNames } from '../ui/seal.tsx'
import { ExportDialog } from '../ui/overlay/export-dialog.tsx'
import { Plain } from '../ui/third-party/ext.tsx'
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
      {open && <LogDialog filter={filter} onClose={() => onOpen(false)} />}
    </>
  )
}

/** All records, or those of a filter. */
const inputOf = (filter: AuditFilter, isAll: boolean): Input<'exportLog'> => {
  if (isAll) return {}
  return showsRecords(filter) ? recordQuery(filter) : { calls: callQuery(filter) }
}

function LogDialog({ filter, onClose }: { filter: AuditFilter; onClose(): void }) {
  const link = useLink()
  const [isAll, setAll] = useState(false)
  // Days relative to today stay the same while the dialog is open.
  const [inputs] = useState({ all: inputOf(filter, true), some: inputOf(filter, false) })
  const [isTable, setTable] = useState(false)
  const mayBeTable = !isAll && inputs.some.calls !== undefined
  const asTable = isTable && mayBeTable
  const input = isAll ? inputs.all : { ...inputs.some, ...(asTable && { csv: true as const }) }
  return (
    <ExportDialog
      title={words.title}
      words={words}
      write={() => link.call('exportLog', input)}
      onClose={onClose}
      options={
        (isNarrowed(filter) || !showsRecords(filter)) && (
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
        )
      }
      about={
        <div className={styles.said}>
          <WhatGoesOut filter={filter} isAll={isAll} isTable={asTable} />
          <FormatAndSize input={input} />
        </div>
      }
      renderDone={({ records, file }) => (
        <div className={styles.said}>
          <p>{(asTable ? words.doneTable : words.done)(records)}</p>
          <p className={styles.line}>
            <code className="grow breaks">{file}</code>
            <CopyButton label={words.copy} text={() => file} />
          </p>
        </div>
      )}
    />
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

import { useRef, useState } from 'react'
import type { Result } from '../../shared/contract/commands.ts'
import { displayName } from '../../shared/config/server-config.ts'
import { useHost, useLink } from '../state/replica.ts'
import { Phrase } from '../strings/phrase.tsx'
import { strings } from '../strings/strings.ts'
import { useAction } from '../state/action.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Plain } from '../ui/third-party/ext.tsx'
import { Note } from '../ui/note.tsx'
import { queryOf, type AuditFilter } from '../state/audit-filter.ts'
import { partsOf } from './filter-words.ts'
import styles from './to-copy.module.css'

const words = strings.auditLog.export

/** Writes matching records to a file, after saying what they contain. */
export function ExportLog({ filter }: { filter: AuditFilter }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon="download" onClick={() => setOpen(true)}>
        {words.open}
      </Button>
      {isOpen && <ExportDialog filter={filter} onClose={() => setOpen(false)} />}
    </>
  )
}

function ExportDialog({ filter, onClose }: { filter: AuditFilter; onClose(): void }) {
  const link = useLink()
  const [written, setWritten] = useState<Result<'exportLog'>>()
  const leave = useRef<HTMLButtonElement>(null)
  const write = useAction(async () => {
    const result = await link.call('exportLog', queryOf(filter))
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
      <div role="status" className={styles.said}>
        {written ? <Written {...written} /> : <WhatGoesOut filter={filter} />}
      </div>
      {write.problem && <Note kind="no">{write.problem}</Note>}
    </Dialog>
  )
}

const Written = ({ records, file }: Result<'exportLog'>) => (
  <>
    <p>{words.done(records)}</p>
    <p className={styles.line}>
      <code className={styles.text}>{file}</code>
      <CopyButton label={words.copy} text={() => file} />
    </p>
  </>
)

function WhatGoesOut({ filter }: { filter: AuditFilter }) {
  const servers = useHost((state) => state.configured.servers)
  const parts = partsOf(filter, (server) => displayName(server, servers[server]))
  const list = parts.map(({ words: part }, index) => (
    <span key={part}>
      {index > 0 && ', '}
      <Plain text={part} />
    </span>
  ))
  return (
    <>
      {parts.length === 0 ? (
        <p>{words.all}</p>
      ) : (
        <>
          <p>
            <Phrase text={words.some} slots={{ parts: list }} />
          </p>
          <p>{words.rest}</p>
        </>
      )}
      <p className="ink2">{words.readable}</p>
    </>
  )
}

import { useRef, useState } from 'react'
import type { Input, Result } from '../../shared/contract/commands.ts'
import { useAction } from '../state/action.ts'
import { useLink } from '../state/replica.ts'
import { formatBytes } from '../strings/format/time.ts'
import { chat } from '../strings/chat.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Checkbox } from '../ui/fields/field.tsx'
import { Segments } from '../ui/fields/segments.tsx'
import { Note } from '../ui/note.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'

const words = chat.export

type Format = Input<'exportConversation'>['format']
const formats: Format[] = ['markdown', 'html', 'json']

/** Writes a conversation to a file, after saying what it contains. */
export function ExportConversation({ conversation, onClose }: { conversation: string; onClose(): void }) {
  const link = useLink()
  const [format, setFormat] = useState<Format>('markdown')
  const [results, setResults] = useState(true)
  const [written, setWritten] = useState<Result<'exportConversation'>>()
  const leave = useRef<HTMLButtonElement>(null)
  const write = useAction(async () => {
    const result = await link.call('exportConversation', { conversation, format, results })
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
      {!written && (
        <>
          <Segments
            label={words.format}
            role="radiogroup"
            items={formats.map((it) => words.formats[it])}
            value={words.formats[format]}
            onChange={(name) => setFormat(formats.find((it) => words.formats[it] === name) ?? format)}
          />
          <Checkbox checked={results} onChange={({ target }) => setResults(target.checked)}>
            {words.results}
          </Checkbox>
        </>
      )}
      <div role="status">
        {written ? (
          <>
            <p>{words.done(formatBytes(written.bytes))}</p>
            <p>
              <code>{written.file}</code> <CopyButton label={words.copy} text={() => written.file} />
            </p>
          </>
        ) : (
          <>
            <p>{words.about[format]}</p>
            <p className="ink2">{words.secrets}</p>
          </>
        )}
      </div>
      {write.problem && <Note kind="no">{write.problem}</Note>}
    </Dialog>
  )
}

import { useState } from 'react'
import type { Input } from '../../shared/contract/commands.ts'
import { useLink } from '../state/replica.ts'
import { chat } from '../strings/chat.ts'
import { formatBytes } from '../strings/format/time.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Checkbox } from '../ui/fields/field.tsx'
import { Segments } from '../ui/fields/segments.tsx'
import { ExportDialog } from '../ui/overlay/export-dialog.tsx'

const words = chat.export

type Format = Input<'exportConversation'>['format']
const formats: Format[] = ['markdown', 'html', 'json']

/** Writes a conversation to a file, after saying what it contains. */
export function ExportConversation({ conversation, onClose }: { conversation: string; onClose(): void }) {
  const link = useLink()
  const [format, setFormat] = useState<Format>('markdown')
  const [results, setResults] = useState(true)
  return (
    <ExportDialog
      title={words.title}
      words={words}
      write={() => link.call('exportConversation', { conversation, format, results })}
      onClose={onClose}
      options={
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
      }
      about={
        <>
          <p>{words.about[format]}</p>
          <p className="ink2">{words.secrets}</p>
        </>
      }
      renderDone={({ bytes, file }) => (
        <>
          <p>{words.done(formatBytes(bytes))}</p>
          <p>
            <code>{file}</code> <CopyButton label={words.copy} text={() => file} />
          </p>
        </>
      )}
    />
  )
}

import { useMemo } from 'react'
import { Button } from '../ui/button.tsx'
import { Field, TextArea } from '../ui/field.tsx'
import { Note } from '../ui/note.tsx'
import { Seal } from '../ui/seal.tsx'
import { formatCount } from '../ui/time.tsx'
import { commandLine } from './command-line.ts'
import { readPaste } from './paste.ts'
import styles from './paste-fields.module.css'
import type { ServerDraft } from './server-draft.ts'

/** Takes a config or a command line from elsewhere, and fills the form with one of the servers in it. */
export function PasteFields({
  text,
  onChange,
  onFill,
}: {
  text: string
  onChange(text: string): void
  onFill(draft: ServerDraft): void
}) {
  const pasted = useMemo(() => readPaste(text), [text])
  const isBlank = text.trim() === ''
  return (
    <>
      <Field
        label="Config"
        help="The JSON of another app with mcpServers in it, or a command line. The text itself is not kept."
        error={!isBlank && 'problem' in pasted ? pasted.problem : undefined}
      >
        <TextArea
          className="mono"
          rows={10}
          spellCheck={false}
          autoFocus
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      {'servers' in pasted && (
        <>
          <ul className={styles.found} aria-label={`${formatCount(pasted.servers.length, 'server')} found`}>
            {pasted.servers.map((draft, index) => (
              <FoundServer key={index} draft={draft} onFill={() => onFill(draft)} />
            ))}
          </ul>
          {pasted.skipped.map((why) => (
            <Note key={why}>{why}</Note>
          ))}
        </>
      )}
    </>
  )
}

function FoundServer({ draft, onFill }: { draft: ServerDraft; onFill(): void }) {
  const args = draft.args === '' ? [] : draft.args.split('\n')
  const secrets = draft.env.length
  return (
    <li className={styles.server}>
      <Seal identity={draft.id} size={22} />
      <span className={styles.words}>
        <span className={styles.name}>{draft.id}</span>{' '}
        <span className={styles.kind}>
          Runs a program on this computer{secrets > 0 && `, with ${formatCount(secrets, 'secret')}`}
        </span>
        <code className={styles.command}>{commandLine({ command: draft.command, args })}</code>
      </span>
      <Button size="sm" onClick={onFill}>
        Fill the form
      </Button>
    </li>
  )
}

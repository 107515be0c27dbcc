import { useRef, useState, type SubmitEvent } from 'react'
import type { ServerConfig } from '../../shared/server-config.ts'
import { useHost, useLink } from '../host.ts'
import { useAction } from '../ui/action.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Note } from '../ui/note.tsx'
import { Segments } from '../ui/segments.tsx'
import { formatCount } from '../ui/time.tsx'
import type { DraftProblems } from './draft-problems.ts'
import { PasteFields } from './paste-fields.tsx'
import { isNewStart, readDraft, type ServerInput } from './read-draft.ts'
import { draftOf, emptyDraft, type ServerDraft } from './server-draft.ts'
import { ServerFields } from './server-fields.tsx'
import styles from './server-form.module.css'
import type { ServerSummary } from './summary.ts'
import { usePaste, type Paste, type PasteRow } from './use-paste.ts'

const formId = 'server-form'
const ways = ['Fill a form', 'Paste a config'] as const

type ServerFormProps = {
  server?: ServerSummary
  onClose(): void
  /** Hears which server was added, where it is only one. */
  onAdded?(id: string): void
}

/** Adds servers, or changes `server`. What was typed stays until it was accepted or the dialog is left. */
export function ServerForm({ server, onClose, onAdded }: ServerFormProps) {
  const link = useLink()
  const taken = Object.keys(useHost((state) => state.configured.servers))
  const before = server?.config
  const form = useRef<HTMLFormElement>(null)
  const [way, setWay] = useState<(typeof ways)[number]>('Fill a form')
  const [own, setOwn] = useState(() => (server && before ? draftOf(server.id, before) : emptyDraft()))
  const [problems, setProblems] = useState<DraftProblems>({})
  const leave = (added: string[]): void => {
    onClose()
    if (added.length === 1 && added[0] !== undefined) onAdded?.(added[0])
  }
  const paste = usePaste(taken, leave)
  const { inForm } = paste
  const draft = inForm?.draft ?? own

  const problemsIn = (next: ServerDraft): DraftProblems => {
    const read = readDraft(next, before, taken)
    return 'problems' in read ? read.problems : {}
  }
  const focusFirst = (...selectors: string[]): void =>
    void requestAnimationFrame(() => {
      const found = selectors.map((selector) => form.current?.querySelector<HTMLElement>(selector)).find(Boolean)
      found?.focus()
    })
  const change = (next: ServerDraft): void => {
    if (inForm) paste.note(inForm.index, { edited: next })
    else setOwn(next)
    if (Object.keys(problems).length > 0) setProblems(problemsIn(next))
  }
  const save = useAction(async (input: ServerInput) => {
    await link.call(server ? 'updateServer' : 'addServer', input)
    if (!inForm || paste.rows.every((row) => row.isAdded || row === inForm))
      return leave(server || paste.rows.length > 1 ? [] : [input.id])
    paste.note(inForm.index, { isAdded: true })
    setWay('Paste a config')
  })
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const read = readDraft(draft, before, taken)
    if ('input' in read) {
      setProblems({})
      void save.run(read.input)
      return
    }
    setProblems(read.problems)
    focusFirst('[aria-invalid]')
  }
  const fill = ({ index, draft: found }: PasteRow): void => {
    paste.fill(index)
    setProblems(problemsIn(found))
    save.clear()
    setWay('Fill a form')
    focusFirst('[aria-invalid]', '[type=text]')
  }
  const turn = (next: (typeof ways)[number]): void => {
    setWay(next)
    if (next === 'Paste a config') save.clear()
  }

  const isFilling = way === 'Fill a form'
  const { label, fact } = consequence(draft, before)
  return (
    <Dialog
      open
      onClose={onClose}
      keepOpen
      size="lg"
      title={server ? `Edit ${server.name}` : 'Add server'}
      footer={
        <>
          <span className={styles.fact}>{isFilling ? fact : factOfPaste(paste)}</span>
          <Button onClick={onClose}>Cancel</Button>
          {isFilling ? (
            <Button kind="primary" type="submit" form={formId} busy={save.busy}>
              {label}
            </Button>
          ) : (
            <AddFound paste={paste} />
          )}
        </>
      }
    >
      {!server && (
        <div>
          <Segments label="How to describe it" items={ways} value={way} onChange={turn} />
        </div>
      )}
      {isFilling ? (
        <form ref={form} id={formId} className={styles.form} onSubmit={submit} noValidate>
          <ServerFields key={inForm?.index} draft={draft} onChange={change} problems={problems} before={before} />
          {problems.other && <Note kind="no">{problems.other}</Note>}
          {save.problem && <Note kind="no">{save.problem}</Note>}
        </form>
      ) : (
        <PasteFields paste={paste} onFill={fill} />
      )}
    </Dialog>
  )
}

function AddFound({ paste }: { paste: Paste }) {
  if (paste.rows.length === 0) return null
  return (
    <Button
      kind="primary"
      busy={paste.busy}
      unavailable={paste.count === 0 ? 'None is chosen that could be added as it is.' : undefined}
      onClick={paste.add}
    >
      {paste.count === 0 ? 'Add' : `Add ${formatCount(paste.count, 'server')}`}
    </Button>
  )
}

/** What the button does, and what that means for what runs. */
function consequence(draft: ServerDraft, before: ServerConfig | undefined): { label: string; fact: string } {
  const isHttp = draft.kind === 'http'
  if (!before)
    return { label: 'Add server', fact: isHttp ? 'Nothing has been sent to it yet.' : 'Nothing has run yet.' }
  if (!before.enabled) return { label: 'Save', fact: 'It is off and stays off.' }
  const read = readDraft(draft, before, [])
  if ('problems' in read || !isNewStart(read.input, before)) return { label: 'Save', fact: '' }
  return isHttp
    ? { label: 'Save and reconnect', fact: 'Saving connects anew; calls that run are cancelled.' }
    : { label: 'Save and restart', fact: 'Saving restarts it; calls that run are cancelled.' }
}

function factOfPaste({ rows, count }: Paste): string {
  if (rows.length === 0) return ''
  const added = rows.filter(({ isAdded }) => isAdded).length
  const done = added === 0 ? 'Nothing has run yet.' : `${added} added.`
  return `${formatCount(rows.length, 'server')} found, ${count} chosen. ${done}`
}

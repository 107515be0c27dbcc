import { useState, type SubmitEvent } from 'react'
import type { Input } from '../../shared/commands.ts'
import { useHost, useLink } from '../host.ts'
import { useAction } from '../ui/action.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Note } from '../ui/note.tsx'
import { Segments } from '../ui/segments.tsx'
import { PasteFields } from './paste-fields.tsx'
import { draftOf, emptyDraft, readDraft, type DraftProblems, type ServerDraft } from './server-draft.ts'
import { ServerFields } from './server-fields.tsx'
import styles from './server-form.module.css'
import type { ServerSummary } from './summary.ts'

const formId = 'server-form'
const ways = ['Fill a form', 'Paste a config'] as const

/** Adds a server, or changes `server`. What was typed stays until it was accepted or the dialog is left. */
export function ServerForm({ server, onClose }: { server?: ServerSummary; onClose(): void }) {
  const link = useLink()
  const configured = useHost((state) => state.configured.servers)
  const [way, setWay] = useState<(typeof ways)[number]>('Fill a form')
  const [pasted, setPasted] = useState('')
  const before = server?.config?.type === 'stdio' ? server.config : undefined
  const [draft, setDraft] = useState(() => (server && before ? draftOf(server.id, before) : emptyDraft()))
  const [problems, setProblems] = useState<DraftProblems>({})
  const save = useAction(async (input: Input<'addServer'>) => {
    await link.call(server ? 'updateServer' : 'addServer', input)
    onClose()
  })

  const change = (next: ServerDraft): void => {
    setDraft(next)
    if (Object.keys(problems).length > 0) setProblems(problemsIn(next))
  }
  const problemsIn = (next: ServerDraft): DraftProblems => {
    const read = readDraft(next, before, Object.keys(configured))
    return 'problems' in read ? read.problems : {}
  }
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const read = readDraft(draft, before, Object.keys(configured))
    if ('input' in read) {
      setProblems({})
      void save.run(read.input)
      return
    }
    setProblems(read.problems)
    const form = event.currentTarget
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }
  const fill = (next: ServerDraft): void => {
    change(next)
    setWay('Fill a form')
  }

  const isFilling = way === 'Fill a form'
  return (
    <Dialog
      open
      onClose={onClose}
      keepOpen
      size="lg"
      title={server ? `Edit ${server.name}` : 'Add server'}
      footer={
        <>
          <span className={styles.fact}>{factOf(server)}</span>
          <Button onClick={onClose}>Cancel</Button>
          {isFilling && (
            <Button kind="primary" type="submit" form={formId} busy={save.busy}>
              {submitLabel(server)}
            </Button>
          )}
        </>
      }
    >
      {!server && (
        <div>
          <Segments label="How to describe it" items={ways} value={way} onChange={setWay} />
        </div>
      )}
      {isFilling ? (
        <form id={formId} className={styles.form} onSubmit={submit} noValidate>
          <ServerFields draft={draft} onChange={change} problems={problems} isNew={!server} />
          {problems.other && <Note kind="no">{problems.other}</Note>}
          {save.problem && <Note kind="no">{save.problem}</Note>}
        </form>
      ) : (
        <PasteFields text={pasted} onChange={setPasted} onFill={fill} />
      )}
    </Dialog>
  )
}

function factOf(server: ServerSummary | undefined): string {
  if (!server) return 'Nothing has run yet. It starts when you add it.'
  return server.config?.enabled ? 'Saving restarts it; calls that run are cancelled.' : 'It is off and stays off.'
}

function submitLabel(server: ServerSummary | undefined): string {
  if (!server) return 'Add server'
  return server.config?.enabled ? 'Save and restart' : 'Save'
}

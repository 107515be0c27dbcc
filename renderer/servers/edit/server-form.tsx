import { useRef, useState, type SubmitEvent } from 'react'
import { useHost, useLink } from '../../state/replica.ts'
import { expectAsk } from '../../inbox/frame/expected-ask.ts'
import { strings } from '../../strings/strings.ts'
import { useAction } from '../../state/action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { Segments } from '../../ui/fields/segments.tsx'
import { AddPlayground, useHasPlayground } from '../../ui/servers/add-playground.tsx'
import type { DraftProblems } from '../draft/draft-problems.ts'
import { PasteFields } from './paste-fields.tsx'
import { readDraft, type ServerInput } from '../draft/read-draft.ts'
import { emptyDraft, type ServerDraft } from '../draft/server-draft.ts'
import { ServerFields } from './server-fields.tsx'
import styles from './server-form.module.css'
import { usePaste, type Paste, type PasteRow } from '../draft/use-paste.ts'

const words = strings.serverForm.dialog

const formId = 'server-form'
const beginning = emptyDraft()
const ways = [words.ways.form, words.ways.paste] as const
export type Way = (typeof ways)[number]

type ServerFormProps = {
  /** The initial method. */
  way: Way
  onClose(): void
  /** Receives the added servers, in the order they were pasted. */
  onAdded(ids: string[]): void
}

/** Adds servers. Typed values stay until accepted or the dialog closes. */
export function ServerForm({ way: firstWay, onClose, onAdded }: ServerFormProps) {
  const link = useLink()
  const taken = Object.keys(useHost((state) => state.configured.servers))
  const form = useRef<HTMLFormElement>(null)
  const [way, setWay] = useState<Way>(firstWay)
  const [own, setOwn] = useState(beginning)
  const [problems, setProblems] = useState<DraftProblems>({})
  const leave = (added: string[]): void => {
    onClose()
    if (added.length > 0) onAdded(added)
  }
  const paste = usePaste(taken, leave)
  const { inForm } = paste
  const draft = inForm?.draft ?? own

  const problemsIn = (next: ServerDraft): DraftProblems => {
    const read = readDraft(next, undefined, taken)
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
    if (input.config.type === 'http') expectAsk({ kind: 'sign-in', server: input.id })
    await link.call('addServer', input)
    if (!inForm) return leave([input.id])
    paste.note(inForm.index, { isAdded: true })
    if (paste.rows.every((row) => row.isAdded || row === inForm))
      return leave(paste.rows.map(({ draft: { id } }) => id.trim()))
    setWay(words.ways.paste)
  })
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const read = readDraft(draft, undefined, taken)
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
    setWay(words.ways.form)
    focusFirst('[aria-invalid]', '[type=text]')
  }
  const turn = (next: Way): void => {
    setWay(next)
    if (next === words.ways.paste) save.clear()
  }

  const isFilling = way === words.ways.form
  const isUntouched = own === beginning && paste.text === ''
  return (
    <Dialog
      open
      onClose={onClose}
      keepOpen
      size="lg"
      title={words.title}
      footer={
        <>
          <span className={styles.fact}>{isFilling ? factOf(draft) : factOfPaste(paste)}</span>
          <Button onClick={onClose}>{words.cancel}</Button>
          {isFilling ? (
            <Button kind="primary" type="submit" form={formId} busy={save.busy}>
              {words.add}
            </Button>
          ) : (
            <AddFound paste={paste} />
          )}
        </>
      }
    >
      <div>
        <Segments label={words.way} items={ways} value={way} onChange={turn} />
      </div>
      {isUntouched && <OrPlayground onAdded={(id) => leave([id])} />}
      {isFilling ? (
        <form ref={form} id={formId} className={styles.form} onSubmit={submit} noValidate>
          <ServerFields key={inForm?.index} draft={draft} onChange={change} problems={problems} before={undefined} />
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
      unavailable={paste.count === 0 ? words.noneChosen : undefined}
      onClick={paste.add}
    >
      {paste.count === 0 ? words.addNone : words.addFound(paste.count)}
    </Button>
  )
}

const factOf = ({ kind }: ServerDraft): string => (kind === 'http' ? words.nothingSent : words.nothingRun)

/** For users without a server. */
function OrPlayground({ onAdded }: { onAdded(id: string): void }) {
  if (useHasPlayground()) return null
  return (
    <div className={styles.playground}>
      <span>
        <b>{words.noServer}</b> {words.tryPlayground} {strings.servers.playground.what}
      </span>
      <AddPlayground onAdded={onAdded} />
    </div>
  )
}

function factOfPaste({ rows, count }: Paste): string {
  if (rows.length === 0) return ''
  const added = rows.filter(({ isAdded }) => isAdded).length
  const done = added === 0 ? words.nothingRun : words.added(added)
  return `${words.found(rows.length, count)} ${done}`
}

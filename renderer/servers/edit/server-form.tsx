import { useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import type { Starter } from '../../../shared/config/starters.ts'
import { useHost, useLink } from '../../state/replica.ts'
import { expectAsk } from '../../inbox/frame/expected-ask.ts'
import { serverForm } from '../../strings/servers/servers-form.ts'
import { strings } from '../../strings/strings.ts'
import { useAction } from '../../state/action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { AddPlayground, useHasPlayground } from '../../ui/servers/add-playground.tsx'
import type { DraftProblems } from '../draft/draft-problems.ts'
import { passportGap, type DraftPassport } from '../draft/passport-draft.ts'
import { readDraft, type ServerInput } from '../draft/read-draft.ts'
import { emptyDraft, type ServerDraft } from '../draft/server-draft.ts'
import { draftOfStarter, missingIn, type StarterValues } from '../draft/starter-draft.ts'
import { WithPassport } from '../passport/taken-passport.tsx'
import { usePaste, type Paste, type PasteRow } from '../draft/use-paste.ts'
import styles from './add-servers.module.css'
import { FoundServers, PasteFields } from './paste-fields.tsx'
import formStyles from './server-form.module.css'
import { ServerFields } from './server-fields.tsx'
import { StarterFields, Starters } from './starters.tsx'

const words = serverForm.dialog

const formId = 'server-form'

/** The dialog's pages: finding servers, a starter's own values, and the whole form. */
type Page = { at: 'find' } | { at: 'starter'; starter: Starter } | { at: 'form' }

type ServerFormProps = {
  onClose(): void
  /** Receives the added servers, in the order they were found. */
  onAdded(ids: string[]): void
}

/** Adds servers. Typed values stay until accepted or the dialog closes. */
export function ServerForm({ onClose, onAdded }: ServerFormProps) {
  const link = useLink()
  const servers = useHost((state) => state.configured.servers)
  const taken = Object.keys(servers)
  const form = useRef<HTMLFormElement>(null)
  const [page, setPage] = useState<Page>({ at: 'find' })
  const [own, setOwn] = useState(emptyDraft)
  const [values, setValues] = useState<StarterValues>({})
  const [isTried, setTried] = useState(false)
  const [problems, setProblems] = useState<DraftProblems>({})
  const leave = (added: string[]): void => {
    onClose()
    if (added.length > 0) onAdded(added)
  }
  const [passport, setPassport] = useState<DraftPassport>()
  const paste = usePaste(servers, leave)
  const inForm = page.at === 'form' ? paste.inForm : undefined
  const starter = page.at === 'starter' ? page.starter : undefined
  const draft = starter ? draftOfStarter(starter, values, taken) : (inForm?.draft ?? own)
  const withPassport = page.at === 'form' && !inForm ? passport : undefined

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
    if (inForm) paste.note(inForm.key, { edited: next })
    else setOwn(next)
    if (Object.keys(problems).length > 0) setProblems(problemsIn(next))
  }
  const save = useAction(async (input: ServerInput) => {
    if (input.config.type === 'http') expectAsk({ kind: 'sign-in', server: input.id })
    await link.call('addServer', { ...input, ...(withPassport && { passport: withPassport.text }) })
    if (!inForm) return leave([input.id])
    paste.note(inForm.key, { isAdded: true })
    if (paste.rows.every((row) => row.isAdded || row === inForm))
      return leave(paste.rows.map((row) => row.draft.id.trim()))
    setPage({ at: 'find' })
  })
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setTried(true)
    const read = readDraft(draft, undefined, taken)
    const gap = withPassport && passportGap(draft)
    if (gap !== undefined) return setProblems({ other: gap })
    if ('input' in read && (!starter || missingIn(starter, values).length === 0)) {
      setProblems({})
      void save.run(read.input)
      return
    }
    setProblems('problems' in read ? read.problems : {})
    focusFirst('[aria-invalid]')
  }
  const turn = (next: Page): void => {
    setTried(false)
    setProblems({})
    save.clear()
    setPage(next)
  }
  const fill = ({ key, draft: found }: PasteRow): void => {
    paste.fill(key)
    turn({ at: 'form' })
    setProblems(problemsIn(found))
    focusFirst('[aria-invalid]', '[type=text]')
  }
  const take = (found: ServerDraft, by: DraftPassport): void => {
    setPassport(by)
    setOwn(found)
    paste.fill(undefined)
    turn({ at: 'form' })
    setProblems(problemsIn(found))
    focusFirst('[aria-invalid]', '[type=text]')
  }
  const fillOwn = (): void => {
    paste.fill(undefined)
    if (starter) {
      setOwn(draft)
      setPassport(undefined)
    }
    turn({ at: 'form' })
    focusFirst('input')
  }
  const pick = (picked: Starter): void => {
    setValues({})
    turn({ at: 'starter', starter: picked })
    focusFirst('input')
  }

  const isFinding = page.at === 'find'
  return (
    <Dialog
      open
      onClose={onClose}
      keepOpen
      size="lg"
      title={starter?.title ?? words.title}
      footer={
        <>
          <span className={formStyles.fact}>{isFinding ? factOfPaste(paste) : factOf(draft)}</span>
          {!isFinding && <Button onClick={() => turn({ at: 'find' })}>{words.back}</Button>}
          <Button onClick={onClose}>{words.cancel}</Button>
          {isFinding ? (
            <AddFound paste={paste} />
          ) : (
            <Button kind="primary" type="submit" form={formId} busy={save.busy}>
              {words.add}
            </Button>
          )}
        </>
      }
    >
      {isFinding ? (
        <Finding
          paste={paste}
          onFill={fill}
          onTake={take}
          onPick={pick}
          onForm={fillOwn}
          onPlayground={(id) => leave([id])}
        />
      ) : (
        <form ref={form} id={formId} className={formStyles.form} onSubmit={submit} noValidate>
          {starter ? (
            <>
              <StarterFields
                starter={starter}
                values={values}
                draft={draft}
                missing={isTried ? missingIn(starter, values) : []}
                onChange={setValues}
              />
              <InForm onPress={fillOwn} />
            </>
          ) : (
            <ServerFields key={inForm?.key} draft={draft} onChange={change} problems={problems} before={undefined} />
          )}
          {withPassport && <WithPassport fingerprint={withPassport.fingerprint} />}
          {problems.other && <Note kind="no">{problems.other}</Note>}
          {save.problem && <Note kind="no">{save.problem}</Note>}
        </form>
      )}
    </Dialog>
  )
}

type FindingProps = {
  paste: Paste
  onFill(row: PasteRow): void
  onTake(draft: ServerDraft, passport: DraftPassport): void
  onPick(starter: Starter): void
  onForm(): void
  onPlayground(id: string): void
}

/** The ways to a server: what is pasted, this computer's other applications, and the starters. */
function Finding({ paste, onFill, onTake, onPick, onForm, onPlayground }: FindingProps) {
  const isEmpty = paste.text.trim() === ''
  return (
    <>
      <PasteFields paste={paste} onFill={onFill} onTake={onTake} />
      {isEmpty && (
        <FromComputer paste={paste}>
          <FoundServers paste={paste} onFill={onFill} />
        </FromComputer>
      )}
      {(isEmpty || paste.isSearch) && <Starters found={paste.starters} onPick={onPick} />}
      <InForm onPress={onForm} />
      {isEmpty && <OrPlayground onAdded={onPlayground} />}
    </>
  )
}

/** Other applications' servers: their files are read only after a press. */
function FromComputer({ paste, children }: { paste: Paste; children: ReactNode }) {
  const { title, help, look, again, none } = serverForm.found
  const { hasLooked, looking, groups } = paste
  return (
    <section className={styles.section} aria-labelledby="from-computer">
      <div className={styles.computer}>
        <h3 id="from-computer" className={styles.heading}>
          {title}
        </h3>
        <Button size="sm" icon="search" busy={looking.busy} onClick={paste.look}>
          {hasLooked ? again : look}
        </Button>
      </div>
      {!hasLooked && <p className={styles.help}>{help}</p>}
      {looking.problem !== undefined && <Note kind="no">{looking.problem}</Note>}
      <div role="status">{hasLooked && groups.length === 0 && <p className={styles.help}>{none}</p>}</div>
      {hasLooked && children}
    </section>
  )
}

const InForm = ({ onPress }: { onPress(): void }) => (
  <div>
    <Button kind="ghost" size="sm" onClick={onPress}>
      {words.inForm}
    </Button>
  </div>
)

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
    <div className={formStyles.playground}>
      <span>
        <b>{words.noServer}</b> {words.tryPlayground} {strings.servers.playground.what}
      </span>
      <AddPlayground onAdded={onAdded} />
    </div>
  )
}

function factOfPaste({ rows, count }: Paste): string {
  const added = rows.filter(({ isAdded }) => isAdded).length
  const done = added === 0 ? words.nothingRun : words.added(added)
  return rows.length === 0 ? done : `${words.found(rows.length, count)} ${done}`
}

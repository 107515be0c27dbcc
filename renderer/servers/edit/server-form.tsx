import { useEffect, useEffectEvent, useRef, useState, type SubmitEvent } from 'react'
import type { Candidate } from '../../../shared/config/candidate.ts'
import type { ServerConfigs } from '../../../shared/config/server-config.ts'
import type { Starter } from '../../../shared/config/starters.ts'
import { useHost } from '../../state/replica.ts'
import { serverForm } from '../../strings/servers/servers-form.ts'
import { starterWords } from '../../strings/servers/starters.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useFocusNext } from '../../ui/fields/use-focus-next.ts'
import { Note } from '../../ui/note.tsx'
import type { DraftProblems } from '../../state/servers/draft/draft-problems.ts'
import { draftOfCandidate } from '../../state/servers/draft/candidate-draft.ts'
import type { ImportRow } from '../../state/servers/draft/import-rows.ts'
import { readDraft } from '../../state/servers/draft/read-draft.ts'
import { emptyDraft, type ServerDraft } from '../../state/servers/draft/server-draft.ts'
import { worksInFolder } from '../../state/servers/draft/one-folder.ts'
import { useSaveServer } from '../candidate/use-candidate.ts'
import { PastedPassport, WithPassport } from '../passport/taken-passport.tsx'
import { useImport } from '../../state/servers/draft/use-import.ts'
import { AddFound, factOfPaste, FindServers, InForm } from './finding.tsx'
import formStyles from './server-form.module.css'
import { ServerFields } from './server-fields.tsx'
import { StarterFields, useStarter } from './starters.tsx'

const words = serverForm.dialog

const formId = 'server-form'

/** The dialog's pages: finding servers, a starter's own values, and the whole form. */
type Page = { at: 'search' } | { at: 'starter'; starter: Starter } | { at: 'form' }

type ServerFormProps = {
  /** A configuration to begin with, from a link. */
  text?: string | undefined
  /** The press that opened it asked for other applications' servers, so it looks at once. */
  looks?: true
  onClose(): void
  /** Receives the added servers, in the order they were found; `imported` are those from a file or pasted text. */
  onAdded(ids: string[], imported?: ServerConfigs): void
}

/** Adds servers. Typed values stay until accepted or the dialog closes. */
export function ServerForm({ text = '', looks, onClose, onAdded }: ServerFormProps) {
  const servers = useHost((state) => state.configured.servers)
  const taken = Object.keys(servers)
  const form = useRef<HTMLFormElement>(null)
  const finding = useRef<HTMLDivElement>(null)
  const [page, setPage] = useState<Page>({ at: 'search' })
  const [own, setOwn] = useState(emptyDraft)
  const [isTried, setTried] = useState(false)
  const [problems, setProblems] = useState<DraftProblems>({})
  const leave = (added: string[], imported?: ServerConfigs): void => {
    onClose()
    if (added.length > 0) onAdded(added, imported)
  }
  const paste = useImport(servers, (added) => leave(Object.keys(added), added), text)
  const look = useEffectEvent(paste.look)
  useEffect(() => {
    if (looks) look()
  }, [looks])
  const inForm = page.at === 'form' ? paste.inForm : undefined
  const starting = useStarter(page.at === 'starter' ? page.starter : undefined, taken)
  const { starter, filled } = starting
  const draft = filled?.draft ?? inForm?.draft ?? own

  const problemsIn = (next: ServerDraft): DraftProblems => {
    const read = readDraft(next, undefined, taken)
    return 'problems' in read ? read.problems : {}
  }
  const focusNext = useFocusNext()
  const focusFirst = (...selectors: string[]): void =>
    focusNext(() =>
      selectors
        .map((selector) => (form.current ?? finding.current)?.querySelector<HTMLElement>(selector))
        .find(Boolean),
    )
  const change = (next: ServerDraft): void => {
    if (inForm) paste.note(inForm.key, { edited: next })
    else setOwn(next)
    if (Object.keys(problems).length > 0) setProblems(problemsIn(next))
  }
  const save = useSaveServer((input) => {
    if (!inForm) return leave([input.id])
    const added = paste.noteAdded(inForm, input.config)
    if (paste.rows.every((row) => row.isAdded || row === inForm)) return leave(Object.keys(added), added)
    setPage({ at: 'search' })
  })
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setTried(true)
    const read = readDraft(draft, undefined, taken)
    if ('input' in read && Object.keys(filled?.problems ?? {}).length === 0) {
      setProblems({})
      const { folder } = starting.answers
      void save.run(read.input, worksInFolder(starter) && typeof folder === 'string' ? folder.trim() : undefined)
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
  const fill = (row: ImportRow): void => {
    paste.fill(row)
    turn({ at: 'form' })
    setProblems(problemsIn(row.draft))
    focusFirst('[aria-invalid]', '[type=text]')
  }
  const take = (candidate: Candidate): void => {
    const { draft: found } = draftOfCandidate(candidate, {})
    setOwn(found)
    paste.fill(undefined)
    turn({ at: 'form' })
    setProblems(problemsIn(found))
    focusFirst('[aria-invalid]', '[type=text]')
  }
  const fillOwn = (): void => {
    paste.fill(undefined)
    if (starter) setOwn(draft)
    turn({ at: 'form' })
    focusFirst('input')
  }
  const pick = (picked: Starter): void => {
    starting.clear()
    turn({ at: 'starter', starter: picked })
    focusFirst('input')
  }

  const isFinding = page.at === 'search'
  return (
    <Dialog
      open
      onClose={onClose}
      keepOpen
      size="lg"
      title={starter ? starterWords[starter.id].title : words.title}
      footer={
        <>
          <span className={formStyles.fact}>{isFinding ? factOfPaste(paste) : factOf(draft)}</span>
          {!isFinding && <Button onClick={() => turn({ at: 'search' })}>{words.back}</Button>}
          <Button onClick={onClose}>{words.cancel}</Button>
          {isFinding ? (
            <AddFound paste={paste} onMissing={() => focusFirst('[aria-invalid]')} />
          ) : (
            <Button kind="primary" type="submit" form={formId} busy={save.busy}>
              {words.add}
            </Button>
          )}
        </>
      }
    >
      {isFinding ? (
        <div ref={finding} className={formStyles.form}>
          <FindServers paste={paste} onFill={fill} onPick={pick} onForm={fillOwn} onPlayground={(id) => leave([id])}>
            {paste.isPassport && <PastedPassport text={paste.text} onTake={take} />}
          </FindServers>
        </div>
      ) : (
        <form ref={form} id={formId} className={formStyles.form} onSubmit={submit} noValidate>
          {starting.starter ? (
            <>
              <StarterFields starting={starting} isTried={isTried} />
              <InForm onPress={fillOwn} />
            </>
          ) : (
            <ServerFields key={inForm?.key} draft={draft} onChange={change} problems={problems} before={undefined} />
          )}
          {draft.origin?.passport && <WithPassport fingerprint={draft.origin.passport.fingerprint} />}
          {problems.other && <Note kind="no">{problems.other}</Note>}
          {save.problem && <Note kind="no">{save.problem}</Note>}
        </form>
      )}
    </Dialog>
  )
}

const factOf = ({ kind }: ServerDraft): string => (kind === 'http' ? words.nothingSent : words.nothingRun)

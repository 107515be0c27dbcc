import { useId, useState, type SubmitEvent } from 'react'
import { starters } from '../../../shared/config/starters.ts'
import { candidateOfStarter } from '../../state/servers/draft/starter-draft.ts'
import { draftOfCandidate } from '../../state/servers/draft/candidate-draft.ts'
import { inOneFolder } from '../../state/servers/draft/one-folder.ts'
import { readDraft } from '../../state/servers/draft/read-draft.ts'
import { useAction } from '../../state/action.ts'
import { useLink, useReplica } from '../../state/replica.ts'
import { firstRun } from '../../strings/first-run.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError, TextInput } from '../../ui/fields/field.tsx'
import type { WayControls } from './way.tsx'
import styles from './tools-step.module.css'

const words = firstRun.tools

const files = starters.find(({ id }) => id === 'filesystem')

type FolderChoiceProps = Pick<WayControls, 'block' | 'onSetUp'> & {
  /** Receives the ID of the server, which waits for its review. */
  onAdded(id: string): void
}

/**
 * Adds the reference server for files over one folder; see `inOneFolder`. The window opens the system's dialog; in a browser's tab the path is typed.
 */
export function FolderChoice({ block, onSetUp, onAdded }: FolderChoiceProps) {
  const link = useLink()
  const replica = useReplica()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [missing, setMissing] = useState<string>()
  const add = useAction(async (chosen: string) => {
    const { folder } = await link.call('findFolder', { typed: chosen })
    const taken = Object.keys(replica.state.configured.servers)
    if (!files) return
    const { draft } = draftOfCandidate(candidateOfStarter(files, taken), { folder })
    const read = readDraft(draft, undefined, taken)
    if (!('input' in read)) return
    onSetUp()
    await link.call('addServer', { ...read.input, config: await inOneFolder(link, read.input.config, folder) })
    onAdded(read.input.id)
  })
  const pick = useAction(async () => {
    const { folder } = await link.call('pickFolder', {})
    if (folder !== undefined) await add.run(folder)
  })
  const problem = missing ?? pick.problem ?? add.problem
  const error = problem !== undefined && <FieldError id={id}>{problem}</FieldError>
  if (window.atrium)
    return (
      <>
        <Button
          kind="primary"
          autoFocus
          busy={pick.busy || add.busy}
          unavailable={block}
          onClick={() => void pick.run()}
        >
          {words.chooseFolder}
        </Button>
        {error}
      </>
    )
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (block !== undefined) return
    if (typed.trim() === '') setMissing(words.enterFolder)
    else void add.run(typed.trim())
  }
  return (
    <form className={styles.folder} onSubmit={submit} noValidate>
      <TextInput
        autoFocus
        aria-label={words.folder}
        aria-describedby={problem === undefined ? undefined : id}
        aria-invalid={problem === undefined ? undefined : true}
        value={typed}
        placeholder={words.folderShape}
        spellCheck={false}
        maxLength={4096}
        onChange={({ target }) => {
          setTyped(target.value)
          setMissing(undefined)
          add.clear()
        }}
      />
      <Button kind="primary" type="submit" busy={add.busy} unavailable={block}>
        {words.addFolder}
      </Button>
      {error}
    </form>
  )
}

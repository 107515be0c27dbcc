import { useId, useState, type SubmitEvent } from 'react'
import { hasSecretSign } from '../../../shared/text/secret-signs.ts'
import { useAction } from '../../state/action.ts'
import { useHost, useLink } from '../../state/replica.ts'
import { navigate } from '../../state/routes.ts'
import type { ServerSummary } from '../../state/servers/summary.ts'
import { serverForm } from '../../strings/servers/servers-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/fields/field.tsx'
import { Note } from '../../ui/note.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { nameProblem } from '../../state/servers/draft/read-draft.ts'
import { hasEdits } from './use-editing.ts'

const words = serverForm.rename

/** Gives a server another ID. All that was decided for it stays. */
export function RenameServer({ server: { id }, onClose }: { server: ServerSummary; onClose(): void }) {
  const link = useLink()
  const taken = Object.keys(useHost((state) => state.configured.servers))
  const [typed, setTyped] = useState(id)
  const [isTried, setTried] = useState(false)
  const to = typed.trim()
  const problem = problemOf(to, id, taken)
  const rename = useAction(async () => {
    await link.call('renameServer', { id, to })
    onClose()
    navigate({ page: 'servers', server: to, view: 'setup' })
  })
  // Its values are typed under names with the old ID.
  const unavailable = hasEdits(id) ? words.unsaved : undefined
  const form = useId()
  const save = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setTried(true)
    if (problem === undefined && unavailable === undefined) void rename.run()
  }
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={words.title(id)}
      footer={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="primary" type="submit" form={form} busy={rename.busy} unavailable={unavailable}>
            {words.rename}
          </Button>
        </>
      }
    >
      <form id={form} className="stack gap4" onSubmit={save} noValidate>
        <Field label={words.id} help={words.idHelp} error={isTried ? problem : undefined}>
          <TextInput
            value={typed}
            spellCheck={false}
            onFocus={(event) => event.target.select()}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <p>{words.keeps}</p>
        <ul className="stack gap1 bullets ink2">
          {words.changes.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {unavailable && <Note kind="ask">{unavailable}</Note>}
        {rename.problem && <Note kind="no">{rename.problem}</Note>}
      </form>
    </Dialog>
  )
}

function problemOf(to: string, id: string, taken: string[]): string | undefined {
  if (to === id) return words.sameId
  return nameProblem(to, taken).id ?? (hasSecretSign(to) ? words.secret : undefined)
}

import { useState } from 'react'
import type { ServerConfig } from '../../../shared/config/server-config.ts'
import { freeId } from '../../../shared/config/suggest-id.ts'
import { expectAsk } from '../../inbox/frame/expected-ask.ts'
import { useAction } from '../../state/action.ts'
import { useHost, useLink } from '../../state/replica.ts'
import { navigate } from '../../state/routes.ts'
import { serverForm } from '../../strings/servers/servers-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/fields/field.tsx'
import { Note } from '../../ui/note.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { copyInput, copyProblem, secretsToEnter } from '../../state/servers/draft/duplicate.ts'

const words = serverForm.duplicate

type DuplicateProps = { id: string; name: string; config: ServerConfig; onClose(): void }

/** Adds a copy of a server under another name. It is a new server: nothing that was decided for the first one counts. */
export function DuplicateServer({ id, name, config, onClose }: DuplicateProps) {
  const link = useLink()
  const taken = Object.keys(useHost((state) => state.configured.servers))
  const [copy, setCopy] = useState(() => freeId(id, new Set(taken)))
  const [typed, setTyped] = useState<Record<string, string>>({})
  const [isTried, setTried] = useState(false)
  const wanted = secretsToEnter(id, config, copy.trim())
  // Typed by label: the store's names follow the copy's ID.
  const bySecret = Object.fromEntries(wanted.map((secret) => [secret.name, typed[secret.label] ?? '']))
  const problem = isTried ? copyProblem(copy.trim(), taken) : undefined
  const add = useAction(async () => {
    const input = copyInput(id, config, copy.trim(), bySecret)
    if (input.config.enabled && config.type !== 'playground')
      expectAsk({ kind: config.type === 'http' ? 'sign-in' : 'trust', server: input.id })
    await link.call('addServer', input)
    onClose()
    navigate({ page: 'servers', server: input.id })
  })
  const isOff = Object.values(bySecret).some((value) => value.trim() === '')
  const save = (): void => {
    setTried(true)
    if (copyProblem(copy.trim(), taken) === undefined) void add.run()
  }
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={words.title(name)}
      submit={save}
      footer={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="primary" busy={add.busy} onClick={save}>
            {words.add}
          </Button>
        </>
      }
    >
      <div className="stack gap4">
        <Field label={words.name} help={words.nameHelp} error={problem}>
          <TextInput value={copy} spellCheck={false} onChange={(event) => setCopy(event.target.value)} />
        </Field>
        {wanted.map((secret) => (
          <Field key={secret.label} label={secret.label} help={words.secretHelp(name)} optional>
            <TextInput
              type="password"
              autoComplete="off"
              value={typed[secret.label] ?? ''}
              onChange={(event) => setTyped({ ...typed, [secret.label]: event.target.value })}
            />
          </Field>
        ))}
        <p>{words.copied}</p>
        <ul className="stack gap1 bullets ink2">
          {[...(wanted.length > 0 ? [words.notSecrets(wanted.length)] : []), ...words.notCopied].map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {isOff && <p>{words.staysOff}</p>}
        {add.problem && <Note kind="no">{add.problem}</Note>}
      </div>
    </Dialog>
  )
}

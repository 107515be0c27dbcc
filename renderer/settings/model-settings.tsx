import { useState, type SubmitEvent } from 'react'
import { modelKey } from '../../shared/settings.ts'
import { useHost, useLink } from '../host.ts'
import { useAction } from '../ui/action.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FieldError, TextInput } from '../ui/field.tsx'
import { Glyph } from '../ui/glyph.tsx'
import { Note } from '../ui/note.tsx'
import { formatCount } from '../ui/time.tsx'
import { ModelChoice } from './model-choice.tsx'
import styles from './model-settings.module.css'
import { SavedText } from './saved-text.tsx'
import { Setting } from './setting.tsx'

/** The key, where the API is, and which model answers. */
export function ModelSettings({ block }: { block: string | undefined }) {
  const link = useLink()
  const anthropic = useHost((state) => state.configured.settings.anthropic)
  const test = useAction(() => link.call('listModels', {}))
  return (
    <>
      <KeySetting block={block} test={test} />
      <Setting title="Address" help="Where the Messages API is. Your key and your conversations are sent there.">
        <SavedText
          label="Address"
          className="mono"
          spellCheck={false}
          inputMode="url"
          value={anthropic.baseUrl}
          block={block}
          check={checkAddress}
          save={(baseUrl) => link.call('changeSettings', { anthropic: { ...anthropic, baseUrl } })}
        />
      </Setting>
      <ModelChoice block={block} />
    </>
  )
}

function checkAddress(text: string): string | undefined {
  const isWeb = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
  return isWeb ? undefined : 'An address begins with https:// or http://.'
}

type Test = { run(): Promise<boolean>; busy: boolean; problem: string | undefined }

function KeySetting({ block, test }: { block: string | undefined; test: Test }) {
  const isKept = useHost((state) => state.secrets.includes(modelKey))
  const models = useHost((state) => state.models)
  const baseUrl = useHost((state) => state.configured.settings.anthropic.baseUrl)
  const [entering, setEntering] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const [tested, setTested] = useState(false)
  const runTest = async (): Promise<void> => setTested(await test.run())
  return (
    <Setting title="Key" help="Kept in the secret store of this installation and never shown again.">
      {entering || (!isKept && block === undefined) ? (
        <KeyForm
          onDone={(saved) => {
            setEntering(false)
            if (saved) void runTest()
          }}
          canCancel={isKept}
        />
      ) : (
        <div className={styles.row}>
          <span className={styles.state}>
            {isKept ? <Glyph state="succeeded" size={14} label="" /> : <Glyph state="off" size={14} label="" />}
            {isKept ? 'A key is kept' : 'No key'}
          </span>
          <Button busy={test.busy} onClick={runTest}>
            Test key
          </Button>
          <Button unavailable={block} onClick={() => setEntering(true)}>
            Replace key
          </Button>
          <Button kind="danger" unavailable={block} onClick={() => setDeleting(true)}>
            Delete key…
          </Button>
        </div>
      )}
      {test.problem && <Note kind="no">{test.problem}</Note>}
      {tested && !test.problem && models.baseUrl === baseUrl && (
        <Note kind="ok">
          {new URL(baseUrl).host} took the key and offers {formatCount(models.models.length, 'model')}.
        </Note>
      )}
      {deleting && <DeleteKey onClose={() => setDeleting(false)} />}
    </Setting>
  )
}

function KeyForm({ onDone, canCancel }: { onDone(saved: boolean): void; canCancel: boolean }) {
  const link = useLink()
  const [key, setKey] = useState('')
  const [wrong, setWrong] = useState<string>()
  const save = useAction(async () => {
    await link.call('setModelKey', { key: key.trim() })
    onDone(true)
  })
  const problem = wrong ?? save.problem
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (key.trim() === '') setWrong('Enter the key; it usually begins with sk-ant-.')
    else void save.run()
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.row}>
        <TextInput
          className="mono"
          type="password"
          autoComplete="off"
          aria-label="Key of the Messages API"
          aria-invalid={problem === undefined ? undefined : true}
          placeholder="sk-ant-…"
          value={key}
          onChange={(event) => {
            setKey(event.target.value)
            setWrong(undefined)
          }}
        />
        <Button kind="primary" type="submit" busy={save.busy}>
          Save and test
        </Button>
        {canCancel && (
          <Button kind="ghost" onClick={() => onDone(false)}>
            Cancel
          </Button>
        )}
      </div>
      {problem && <FieldError>{problem}</FieldError>}
    </form>
  )
}

function DeleteKey({ onClose }: { onClose(): void }) {
  const link = useLink()
  const remove = useAction(async () => {
    await link.call('deleteModelKey', {})
    onClose()
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Delete the key?"
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button kind="danger" busy={remove.busy} onClick={() => remove.run()}>
            Delete key
          </Button>
        </>
      }
    >
      <p>No model can answer until you enter another one. Conversations stay.</p>
      {remove.problem && <Note kind="no">{remove.problem}</Note>}
    </Dialog>
  )
}

import { useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react'
import type { PlaygroundConfig, ServerConfig } from '../../../shared/config/server-config.ts'
import { useAdminBlock } from '../../state/rights.ts'
import type { ServerSummary } from '../../state/servers/summary.ts'
import { useConfigChange } from '../../state/servers/use-config-change.ts'
import { serverForm } from '../../strings/servers/servers-form.ts'
import { servers } from '../../strings/servers/servers.ts'
import { Button } from '../../ui/button.tsx'
import { Radio } from '../../ui/fields/field.tsx'
import { useFocusNext } from '../../ui/fields/use-focus-next.ts'
import { isShortcut } from '../../ui/key-map.ts'
import { Note } from '../../ui/note.tsx'
import {
  suggestedFields,
  type SuggestedField,
  withSuggestion,
  withHeader,
} from '../../state/servers/draft/apply-change.ts'
import { newNamedValue } from '../../state/servers/draft/named-values.ts'
import { useWantedChange } from '../status/failure-steps.tsx'
import type { Editing } from './use-editing.ts'
import { Row } from './row.tsx'
import { ServerFields } from './server-fields.tsx'
import styles from './setup-form.module.css'

const words = servers.setup
const failureWords = servers.failure

const formId = 'server-setup'
const eraName = 'era'

/** The form of a server's command or URL, and of what goes with it. */
export function SetupForm({ server: { id, name, config }, editing }: { server: ServerSummary; editing: Editing }) {
  const form = useRef<HTMLFormElement>(null)
  const [isBack] = useState(editing.isChanged)
  const focusNext = useFocusNext()
  const focus = (selector: string): void => focusNext(() => form.current?.querySelector<HTMLElement>(selector))
  const { draft } = editing
  const [suggested, setSuggested] = useState<SuggestedField[]>([])
  useWantedChange(id, (remedy) => {
    if (!draft) return
    if (remedy.kind === 'change') {
      const fields = suggestedFields(remedy.change)
      editing.change(withSuggestion(draft, remedy.change))
      setSuggested(fields)
      return focus('[data-suggested]')
    }
    const { field, name: variable = '' } = remedy
    if (field === 'headers' && variable !== '') editing.change(withHeader(draft, variable))
    if (field !== 'environment') return focus(`[name=${JSON.stringify(field)}]`)
    if (!draft.env.some((row) => row.name === variable))
      editing.change({ ...draft, env: [...draft.env, newNamedValue({ name: variable })] })
    focus(`[aria-label=${JSON.stringify(serverForm.namedValues.valueOf(variable))}]`)
  })
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (!editing.save()) focus('[aria-invalid]')
  }
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>): void => {
    if (event.defaultPrevented || !isShortcut(event, 'run')) return
    event.preventDefault()
    form.current?.requestSubmit()
  }
  if (!draft) return null
  return (
    <form
      ref={form}
      id={formId}
      className={styles.form}
      aria-label={words.label(name)}
      onSubmit={submit}
      onKeyDown={onKeyDown}
      noValidate
    >
      {suggested.length > 0 && editing.isChanged && (
        <div data-suggested tabIndex={-1}>
          <Note kind="ask">
            <b>{failureWords.suggested}.</b>{' '}
            {failureWords.suggestedHelp(suggested.map((field) => failureWords.fields[field]).join(', '))}
          </Note>
        </div>
      )}
      {isBack && editing.isChanged && (
        <Note kind="ask">
          <b>{words.unsaved}.</b> {words.unsavedHelp}
        </Note>
      )}
      <ServerFields draft={draft} onChange={editing.change} problems={editing.problems} before={config} />
      {editing.problems.other && <Note kind="no">{editing.problems.other}</Note>}
    </form>
  )
}

/** Visible while there are unsaved changes. */
export function SaveBar({ config, editing }: { config: ServerConfig; editing: Editing }) {
  const block = useAdminBlock()
  const isHttp = config.type === 'http'
  return (
    <div className={styles.bar} role="group" aria-label={words.unsaved}>
      <span className={styles.fact}>
        {editing.problem ? <Note kind="no">{editing.problem}</Note> : factOf(config, editing)}
      </span>
      <Button onClick={editing.discard}>{words.discard}</Button>
      <Button kind="primary" type="submit" form={formId} keys="Ctrl Enter" busy={editing.busy} unavailable={block}>
        {editing.restarts ? (isHttp ? words.saveAndReconnect : words.saveAndRestart) : words.save}
      </Button>
    </div>
  )
}

function factOf(config: ServerConfig, { problems, restarts }: Editing): string {
  if (Object.keys(problems).length > 0) return words.toMend
  if (!config.enabled) return words.staysOff
  if (!restarts) return words.noInterruption
  return config.type === 'http' ? words.reconnects : words.restarts
}

const eras: PlaygroundConfig['era'][] = ['modern', 'legacy']

/** The playground's only setting: its protocol era. */
export function PlaygroundSetup({ server: { id }, config }: { server: ServerSummary; config: PlaygroundConfig }) {
  const block = useAdminBlock()
  const { run, problem } = useConfigChange(id)
  return (
    <Row title={words.era} help={words.eraHelp}>
      <fieldset className="stack" disabled={block !== undefined}>
        <legend className="sr">{words.era}</legend>
        {eras.map((era) => (
          <Radio
            key={era}
            name={eraName}
            checked={config.era === era}
            onChange={() => void run((now) => (now.type === 'playground' ? { ...now, era } : now))}
          >
            <span className="block">{words.eras[era].label}</span>
            <span className="small block regular ink3">{words.eras[era].help}</span>
          </Radio>
        ))}
      </fieldset>
      {problem && <Note kind="no">{problem}</Note>}
      <p className="small block regular ink3">{servers.playground.what}</p>
    </Row>
  )
}

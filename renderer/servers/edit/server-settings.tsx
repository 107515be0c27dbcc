import { useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react'
import type { PlaygroundConfig, ServerConfig } from '../../../shared/config/server-config.ts'
import { Page } from '../../ui/page/page.tsx'
import { useAdminBlock } from '../../state/rights.ts'
import { serverForm } from '../../strings/servers/servers-form.ts'
import { servers } from '../../strings/servers/servers.ts'
import { Button } from '../../ui/button.tsx'
import { Radio, Switch } from '../../ui/fields/field.tsx'
import { useFocusNext } from '../../ui/fields/use-focus-next.ts'
import { isShortcut } from '../../ui/key-map.ts'
import { Note } from '../../ui/note.tsx'
import { RenameServer } from './rename-server.tsx'
import { DuplicateServer } from '../copy/duplicate-server.tsx'
import { RemoveServer } from './remove-server.tsx'
import { ServerFields } from './server-fields.tsx'
import styles from './server-settings.module.css'
import { KnownFolders, ModelUse, AppUse } from './server-shares.tsx'
import { Row } from './settings-row.tsx'
import type { ServerSummary } from '../../state/servers/summary.ts'
import {
  suggestedFields,
  type SuggestedField,
  withSuggestion,
  withHeader,
} from '../../state/servers/draft/apply-change.ts'
import { newNamedValue } from '../../state/servers/draft/named-values.ts'
import type { Editing } from './use-editing.ts'
import { useWantedChange } from '../status/failure-steps.tsx'
import { useServerAction } from '../status/use-server-action.ts'
import { useConfigChange } from '../../state/servers/use-config-change.ts'

const words = servers.settings
const failureWords = servers.failure

const formId = 'server-settings'
const eraName = 'era'

/** A server's settings, with turning it off and removing it. */
export function ServerSettings({ server, editing }: { server: ServerSummary; editing: Editing }) {
  const { config } = server
  const isOwn = config?.type === 'playground'
  if (!config)
    return (
      <Page>
        <p className="ink3">{words.gone}</p>
      </Page>
    )
  return (
    <>
      <Page width="table">
        <div className={styles.column}>
          {isOwn ? <Playground server={server} config={config} /> : <Fields server={server} editing={editing} />}
          <KnownFolders server={server} config={config} />
          <ModelUse server={server} config={config} />
          {!isOwn && <AppUse server={server} config={config} />}
          <Uses server={server} />
          {!isOwn && <StartsOnCall server={server} config={config} />}
          <Renaming server={server} />
          <Duplication server={server} config={config} />
          <Removal server={server} />
        </div>
      </Page>
      {!isOwn && editing.isChanged && <SaveBar config={config} editing={editing} />}
    </>
  )
}

function Fields({ server: { id, name, config }, editing }: { server: ServerSummary; editing: Editing }) {
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
function SaveBar({ config, editing }: { config: ServerConfig; editing: Editing }) {
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
function Playground({ server: { id }, config }: { server: ServerSummary; config: PlaygroundConfig }) {
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

function Uses({ server: { id, name, config } }: { server: ServerSummary }) {
  const block = useAdminBlock()
  const action = useServerAction(id)
  if (!config) return null

  return (
    <Row title={words.inUse} help={config.enabled ? words.onHelp : words.offHelp}>
      <span className="row inline">
        <Switch checked={config.enabled} unavailable={block} onChange={action.enable} label={words.switchOf(name)} />
        {config.enabled ? words.on : words.off}
      </span>
      {action.problem && <Note kind="no">{action.problem}</Note>}
    </Row>
  )
}

/** Whether it starts with Atrium or when one of its tools is called. */
function StartsOnCall({ server: { id, name }, config }: { server: ServerSummary; config: ServerConfig }) {
  const block = useAdminBlock()
  const { run, problem } = useConfigChange(id)
  const choose = (to: boolean): void =>
    void run(({ startsOn: _, ...rest }) => ({ ...rest, ...(to && { startsOn: 'first-call' as const }) }))
  const isOn = config.startsOn !== undefined
  return (
    <Row title={words.onCall} help={words.onCallHelp}>
      <span className="row inline">
        <Switch checked={isOn} unavailable={block} onChange={choose} label={words.onCallOf(name)} />
        {isOn ? words.on : words.off}
      </span>
      {problem && <Note kind="no">{problem}</Note>}
    </Row>
  )
}

function Renaming({ server }: { server: ServerSummary }) {
  const block = useAdminBlock()
  const [isOpen, setOpen] = useState(false)
  const { rename } = serverForm
  return (
    <Row title={rename.heading(server.name)} help={rename.help}>
      <Button icon="edit" unavailable={block} onClick={() => setOpen(true)}>
        {rename.open}
      </Button>
      {isOpen && <RenameServer server={server} onClose={() => setOpen(false)} />}
    </Row>
  )
}

function Duplication({ server: { id, name }, config }: { server: ServerSummary; config: ServerConfig }) {
  const block = useAdminBlock()
  const [isOpen, setOpen] = useState(false)
  const { duplicate } = serverForm
  return (
    <Row title={duplicate.title(name)} help={duplicate.help}>
      <Button icon="copy" unavailable={block} onClick={() => setOpen(true)}>
        {duplicate.open}
      </Button>
      {isOpen && <DuplicateServer id={id} name={name} config={config} onClose={() => setOpen(false)} />}
    </Row>
  )
}

function Removal({ server }: { server: ServerSummary }) {
  const block = useAdminBlock()
  const [isAsked, setAsked] = useState(false)
  return (
    <Row title={words.removal} help={words.removalHelp}>
      <Button kind="danger" icon="trash" unavailable={block} onClick={() => setAsked(true)}>
        {words.remove}
      </Button>
      {isAsked && <RemoveServer server={server} onClose={() => setAsked(false)} />}
    </Row>
  )
}

import { useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import type { PlaygroundConfig, ServerConfig } from '../../shared/server-config.ts'
import { Page } from '../frame/page.tsx'
import { useAdminBlock } from '../frame/rights.ts'
import { useLink } from '../host.ts'
import { useAction } from '../ui/action.ts'
import { Button } from '../ui/button.tsx'
import { Radio, Switch } from '../ui/field.tsx'
import { Note } from '../ui/note.tsx'
import { playgroundWords } from './add-playground.tsx'
import { RemoveServer } from './remove-server.tsx'
import { ServerFields } from './server-fields.tsx'
import styles from './server-settings.module.css'
import type { ServerSummary } from './summary.ts'
import type { Editing } from './use-editing.ts'
import { useServerAction } from './use-server-action.ts'

const formId = 'server-settings'

/** How a server is set up, and where it is turned off and removed. */
export function ServerSettings({ server, editing }: { server: ServerSummary; editing: Editing }) {
  const { config } = server
  const isOwn = config?.type === 'playground'
  if (!config)
    return (
      <Page>
        <p className="ink3">It was removed; there is nothing to set up any more.</p>
      </Page>
    )
  return (
    <>
      <Page width="table">
        <div className={styles.column}>
          {isOwn ? <Playground server={server} config={config} /> : <Fields server={server} editing={editing} />}
          <Uses server={server} />
          <Removal server={server} />
        </div>
      </Page>
      {!isOwn && editing.isChanged && <SaveBar config={config} editing={editing} />}
    </>
  )
}

function Fields({ server: { name, config }, editing }: { server: ServerSummary; editing: Editing }) {
  const form = useRef<HTMLFormElement>(null)
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (editing.save()) return
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }
  if (!editing.draft) return null
  return (
    <form
      ref={form}
      id={formId}
      className={styles.form}
      aria-label={`Settings of ${name}`}
      onSubmit={submit}
      noValidate
    >
      <ServerFields draft={editing.draft} onChange={editing.change} problems={editing.problems} before={config} />
      {editing.problems.other && <Note kind="no">{editing.problems.other}</Note>}
    </form>
  )
}

/** Stands while something was changed and not saved. */
function SaveBar({ config, editing }: { config: ServerConfig; editing: Editing }) {
  const block = useAdminBlock()
  const isHttp = config.type === 'http'
  return (
    <div className={styles.bar} role="group" aria-label="Changes that are not saved">
      <span className={styles.fact}>
        {editing.problem ? <Note kind="no">{editing.problem}</Note> : factOf(config, editing)}
      </span>
      <Button onClick={editing.discard}>Discard</Button>
      <Button kind="primary" type="submit" form={formId} busy={editing.busy} unavailable={block}>
        {editing.restarts ? (isHttp ? 'Save and reconnect' : 'Save and restart') : 'Save'}
      </Button>
    </div>
  )
}

function factOf(config: ServerConfig, { problems, restarts }: Editing): string {
  if (Object.keys(problems).length > 0) return 'Something has to be mended first; it is marked above.'
  if (!config.enabled) return 'It is off and stays off.'
  if (!restarts) return 'Saving does not interrupt it.'
  return config.type === 'http'
    ? 'Saving connects anew; calls that run are cancelled.'
    : 'Saving restarts it, after you have read what is run; calls that run are cancelled.'
}

const eras: { era: PlaygroundConfig['era']; label: string; help: string }[] = [
  { era: 'modern', label: 'Revision 2026-07-28', help: 'Each request stands alone.' },
  { era: 'legacy', label: 'The older revisions', help: 'One lasting session, as most servers still work.' },
]

/** The playground has one thing to choose: which era of the protocol it speaks. */
function Playground({ server: { id }, config }: { server: ServerSummary; config: PlaygroundConfig }) {
  const link = useLink()
  const block = useAdminBlock()
  const choose = useAction((era: PlaygroundConfig['era']) =>
    link.call('updateServer', { id, config: { ...config, era } }),
  )
  return (
    <Row title="What it speaks" help="A change restarts it at once; calls that run are cancelled.">
      <fieldset className={styles.choices} disabled={block !== undefined}>
        <legend className="sr">What it speaks</legend>
        {eras.map(({ era, label, help }) => (
          <Radio key={era} name="era" checked={config.era === era} onChange={() => void choose.run(era)}>
            <span className={styles.choice}>{label}</span>
            <span className={styles.help}>{help}</span>
          </Radio>
        ))}
      </fieldset>
      {choose.problem && <Note kind="no">{choose.problem}</Note>}
      <p className={styles.help}>{playgroundWords}</p>
    </Row>
  )
}

function Uses({ server: { id, name, config } }: { server: ServerSummary }) {
  const block = useAdminBlock()
  const action = useServerAction(id)
  if (!config) return null

  return (
    <Row
      title="In use"
      help={
        config.enabled
          ? 'Turned off, it is stopped and the model no longer sees its tools.'
          : 'It does not run, and the model does not see its tools.'
      }
    >
      <span className={styles.use}>
        <Switch checked={config.enabled} unavailable={block} onChange={action.enable} label={`${name} in use`} />
        {config.enabled ? 'On' : 'Off'}
      </span>
      {action.problem && <Note kind="no">{action.problem}</Note>}
    </Row>
  )
}

function Removal({ server }: { server: ServerSummary }) {
  const block = useAdminBlock()
  const [isAsked, setAsked] = useState(false)
  return (
    <Row title="Remove" help="Its entry in servers.json and its secrets go. What it did stays in the audit log.">
      <Button kind="danger" icon="trash" unavailable={block} onClick={() => setAsked(true)}>
        Remove…
      </Button>
      {isAsked && <RemoveServer server={server} onClose={() => setAsked(false)} />}
    </Row>
  )
}

const Row = ({ title, help, children }: { title: string; help: string; children: ReactNode }) => (
  <section className={styles.row} aria-label={title}>
    <div className={styles.title}>
      {title}
      <p className={styles.help}>{help}</p>
    </div>
    <div className={styles.control}>{children}</div>
  </section>
)

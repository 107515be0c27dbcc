import { useState } from 'react'
import type { Input } from '../../../shared/contract/commands.ts'
import { exportClients, type ExportClient, type Exported } from '../../../shared/config/exported.ts'
import { displayName, type ServerConfigs } from '../../../shared/config/server-config.ts'
import { useAction } from '../../state/action.ts'
import { useQuery } from '../../state/query.ts'
import { useHost, useLink } from '../../state/replica.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { serverImport } from '../../strings/servers/servers-import.ts'
import { ui } from '../../strings/ui.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Checkbox, Field, FieldGroup, Select } from '../../ui/fields/field.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Note } from '../../ui/note.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import { MergeIntoFile } from './merge-into-file.tsx'

const words = serverImport.export

/** Writes chosen servers as another application does, without secrets. */
export function ExportServers({ onClose }: { onClose(): void }) {
  const link = useLink()
  const servers = useHost((state) => state.configured.servers)
  const [client, setClient] = useState<ExportClient>('claude-desktop')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const ids = Object.keys(servers)
  const chosen = ids.filter((id) => !left.has(id))
  const { answer, problem, isCurrent } = useQuery('exportServers', { client, servers: chosen }, { moment: servers })
  const [saved, setSaved] = useState<string>()
  const save = useAction(async () => setSaved((await link.call('saveExport', { client, servers: chosen })).file))
  const asked = { client, servers: chosen }
  const toggle = (id: string): void => {
    const next = new Set(left)
    if (!next.delete(id)) next.add(id)
    setLeft(next)
  }
  const file = answer && isCurrent ? answer : undefined
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={words.title}
      footer={
        <>
          <Button onClick={onClose}>{ui.close}</Button>
          <Button
            kind="primary"
            icon="download"
            unavailable={file && chosen.length > 0 ? undefined : words.nothingChosen}
            busy={save.busy}
            onClick={() => void save.run()}
          >
            {words.save}
          </Button>
        </>
      }
    >
      <Field label={words.client}>
        <Select
          value={client}
          onChange={({ target }) => setClient(exportClients.find((it) => it === target.value) ?? client)}
        >
          {exportClients.map((it) => (
            <option key={it} value={it}>
              {serverImport.clients[it]}
            </option>
          ))}
        </Select>
      </Field>
      <FieldGroup label={words.servers}>
        {ids.map((id) => (
          <Checkbox key={id} checked={!left.has(id)} onChange={() => toggle(id)}>
            {displayName(id, servers[id])}
          </Checkbox>
        ))}
      </FieldGroup>
      {saved !== undefined && (
        <Note kind="ok">
          <Phrase text={words.saved} slots={{ file: <code>{saved}</code> }} />
        </Note>
      )}
      {save.problem && <Note kind="no">{save.problem}</Note>}
      {problem !== undefined && <Note kind="no">{problem}</Note>}
      {file ? (
        <>
          <Written file={file} servers={servers} />
          {file.variables.length > 0 && (
            <WithSecrets
              key={`secrets ${JSON.stringify(asked)}`}
              asked={asked}
              names={file.variables}
              onSaved={setSaved}
            />
          )}
          {chosen.length > 0 && <MergeIntoFile key={JSON.stringify(asked)} asked={asked} moment={servers} />}
        </>
      ) : (
        problem === undefined && <Loading what={serverImport.reading} />
      )}
    </Dialog>
  )
}

type WrittenProps = {
  file: Exported
  servers: ServerConfigs
}

/** The file's text, the names to set, and what it doesn't contain. */
const Written = ({ file: { file, text, losses, variables }, servers }: WrittenProps) => (
  <>
    <section className="stack" aria-label={file}>
      <div className="row wrap apart gap2-3">
        <h3 className="small ink2 medium">{file}</h3>
        <CopyButton label={words.copy} text={() => text} />
      </div>
      <pre className="stack gap1 well fs-small breaks">
        <Plain text={text} limit={4000} />
      </pre>
    </section>
    {variables.length > 0 && <Note>{words.variables(variables.join(', '))}</Note>}
    {losses.map(({ id, what }) => (
      <Note key={`${id} ${what}`}>{words.lost(displayName(id, servers[id]), words.losses[what])}</Note>
    ))}
    <p className="small ink3">{words.stays}</p>
  </>
)

type WithSecretsProps = { asked: Input<'saveExport'>; names: string[]; onSaved(file: string): void }

/** Writes the secrets, too: a second step that says which, and where they can be read. */
function WithSecrets({ asked, names, onSaved }: WithSecretsProps) {
  const link = useLink()
  const [isOpen, setOpen] = useState(false)
  const save = useAction(async () => {
    onSaved((await link.call('saveExport', { ...asked, withSecrets: true })).file)
    setOpen(false)
  })
  if (!isOpen)
    return (
      <div>
        <Button size="sm" onClick={() => setOpen(true)}>
          {words.secrets.open}
        </Button>
      </div>
    )
  return (
    <Note kind="ask">
      <div className="stack">
        {words.secrets.warning(names.join(', '))}
        <div className="row wrap">
          <Button size="sm" autoFocus onClick={() => setOpen(false)}>
            {words.secrets.cancel}
          </Button>
          <Button size="sm" kind="danger" busy={save.busy} onClick={() => void save.run()}>
            {words.secrets.save}
          </Button>
        </div>
      </div>
      {save.problem && <Note kind="no">{save.problem}</Note>}
    </Note>
  )
}

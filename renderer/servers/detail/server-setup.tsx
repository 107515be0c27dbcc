import { Suspense, useState } from 'react'
import type { ServerConfig } from '../../../shared/config/server-config.ts'
import { useAdminBlock } from '../../state/rights.ts'
import type { ServerSummary } from '../../state/servers/summary.ts'
import { useConfigChange } from '../../state/servers/use-config-change.ts'
import { bundlePage } from '../../strings/servers/bundle-page.ts'
import { registryPage } from '../../strings/servers/registry-page.ts'
import { serverDetail } from '../../strings/servers/servers-detail.ts'
import { serverForm } from '../../strings/servers/servers-form.ts'
import { serverHistory } from '../../strings/servers/servers-history.ts'
import { servers } from '../../strings/servers/servers.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/fields/field.tsx'
import { Fold } from '../../ui/fold.tsx'
import { lazyPart } from '../../ui/lazy.ts'
import { Note } from '../../ui/note.tsx'
import { Page } from '../../ui/page/page.tsx'
import { BundlePart } from '../bundle/bundle-part.tsx'
import { DuplicateServer } from '../copy/duplicate-server.tsx'
import type { Editing } from '../edit/use-editing.ts'
import { RemoveServer } from '../edit/remove-server.tsx'
import { RenameServer } from '../edit/rename-server.tsx'
import { Row } from '../edit/row.tsx'
import { PlaygroundSetup, SaveBar, SetupForm } from '../edit/setup-form.tsx'
import { PassportEntry } from '../passport/taken-passport.tsx'
import { RegistryCard } from '../registry/registry-card.tsx'

const words = servers.setup

const ChangeList = lazyPart(async () => (await import('../history/change-list.tsx')).ChangeList)

/** The command or URL of a server, its origin, and its earlier setups. */
export function ServerSetup({ server, editing }: { server: ServerSummary; editing: Editing }) {
  const { id, config } = server
  const block = useAdminBlock()
  if (!config)
    return (
      <Page>
        <p className="ink3">{words.gone}</p>
      </Page>
    )
  const isOwn = config.type === 'playground'
  return (
    <>
      <Page>
        {isOwn ? <PlaygroundSetup server={server} config={config} /> : <SetupForm server={server} editing={editing} />}
        <div>
          {!isOwn && <StartsOnCall server={server} config={config} />}
          {config.type === 'stdio' && config.bundle && (
            <Row title={bundlePage.part.title}>
              <BundlePart server={id} bundle={config.bundle} />
            </Row>
          )}
          {config.type !== 'playground' && config.registry && (
            <Row title={registryPage.update.title}>
              <RegistryCard id={id} config={config} source={config.registry} />
            </Row>
          )}
          {config.type !== 'playground' && (
            <Row title={serverDetail.passport.title}>
              <PassportEntry server={id} />
            </Row>
          )}
        </div>
        <Fold label={serverHistory.title}>
          <Suspense>
            <div className="stack">
              <ChangeList key={id} server={id} />
            </div>
          </Suspense>
        </Fold>
        <Actions server={server} config={config} block={block} />
      </Page>
      {!isOwn && editing.isChanged && <SaveBar config={config} editing={editing} />}
    </>
  )
}

/** Whether it starts with Atrium or when one of its tools is called. */
function StartsOnCall({ server: { id, name }, config }: { server: ServerSummary; config: ServerConfig }) {
  const block = useAdminBlock()
  const { run, problem } = useConfigChange(id)
  const choose = (to: boolean): void =>
    void run(({ startsOn: _, ...rest }) => ({ ...rest, ...(to && { startsOn: 'first-call' as const }) }))
  return (
    <Row title={words.onCall} help={words.onCallHelp}>
      <Switch
        checked={config.startsOn !== undefined}
        unavailable={block}
        onChange={choose}
        label={words.onCallOf(name)}
      />
      {problem && <Note kind="no">{problem}</Note>}
    </Row>
  )
}

type ActionsProps = { server: ServerSummary; config: ServerConfig; block: string | undefined }

/** The actions on the whole server. */
function Actions({ server, config, block }: ActionsProps) {
  const { id, name } = server
  const [open, setOpen] = useState<'rename' | 'duplicate' | 'remove'>()
  const close = (): void => setOpen(undefined)
  return (
    <div className="row wrap">
      <Button icon="edit" unavailable={block} onClick={() => setOpen('rename')}>
        {serverForm.rename.open}
      </Button>
      <Button icon="copy" unavailable={block} onClick={() => setOpen('duplicate')}>
        {serverForm.duplicate.open}
      </Button>
      <Button kind="danger" icon="trash" unavailable={block} onClick={() => setOpen('remove')}>
        {words.remove}
      </Button>
      {open === 'rename' && <RenameServer server={server} onClose={close} />}
      {open === 'duplicate' && <DuplicateServer id={id} name={name} config={config} onClose={close} />}
      {open === 'remove' && <RemoveServer server={server} onClose={close} />}
    </div>
  )
}

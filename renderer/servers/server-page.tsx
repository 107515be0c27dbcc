import { useState } from 'react'
import { Bar } from '../frame/bar.tsx'
import { Page, Section } from '../frame/page.tsx'
import { useAdminBlock } from '../frame/rights.ts'
import { href } from '../frame/routes.ts'
import { ServerAsk } from '../inbox/server-ask.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Switch } from '../ui/field.tsx'
import { Glyph } from '../ui/glyph.tsx'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'
import { Note } from '../ui/note.tsx'
import { Seal, sealIdentity } from '../ui/seal.tsx'
import { FailureNote } from './failure-note.tsx'
import { RemoveServer } from './remove-server.tsx'
import { ServerFacts } from './server-facts.tsx'
import { ServerForm } from './server-form.tsx'
import { ServerLog } from './server-log.tsx'
import styles from './server-page.module.css'
import { useServerAction } from './server-row.tsx'
import type { ServerSummary } from './summary.ts'
import { ToolList } from './tool-list.tsx'
import { useServer } from './use-servers.ts'

/** One server: what runs, what it says of itself, what it offers, what it printed. */
export function ServerPage({ id }: { id: string }) {
  const server = useServer(id)
  if (server) return <KnownServer server={server} />
  return (
    <>
      <Bar title="Servers" />
      <Page>
        <Empty
          icon="server"
          title="There is no such server"
          action={<a href={href({ page: 'servers' })}>All servers</a>}
        >
          It was removed, or the address is wrong. Records of what it did are in the audit log.
        </Empty>
      </Page>
    </>
  )
}

function KnownServer({ server }: { server: ServerSummary }) {
  const block = useAdminBlock()
  const action = useServerAction(server)
  const [dialog, setDialog] = useState<'edit' | 'remove'>()
  const { config, state } = server
  return (
    <>
      <Bar title={<Title server={server} />}>
        {config && (
          <>
            {!server.ask && (
              <Button
                kind="ghost"
                icon="restart"
                busy={action.busy}
                unavailable={restartBlock(server, block)}
                onClick={action.restart}
              >
                Restart
              </Button>
            )}
            <span className={styles.switch}>
              <span aria-hidden>{config.enabled ? 'On' : 'Off'}</span>
              <Switch
                checked={config.enabled}
                unavailable={block}
                onChange={action.enable}
                label={`Use ${server.name}`}
              />
            </span>
            <Menu
              trigger={<IconButton label="Edit or remove" icon="more" />}
              items={[
                {
                  label: 'Edit…',
                  icon: 'edit',
                  unavailable: block,
                  onSelect: () => setDialog('edit'),
                },
                {
                  label: 'Remove…',
                  icon: 'trash',
                  danger: true,
                  unavailable: block,
                  onSelect: () => setDialog('remove'),
                },
              ]}
            />
          </>
        )}
      </Bar>
      <Page width="table">
        {block && <Note>{block}</Note>}
        {action.problem && <Note kind="no">{action.problem}</Note>}
        <ServerAsk server={server.id} name={server.name} />
        {state.status.state === 'failed' && <FailureNote server={server} whole />}
        {!server.ask && (
          <Section title="What runs">
            <ServerFacts server={server} />
          </Section>
        )}
        <Section title="Tools" count={Object.keys(state.tools).length}>
          <ToolList server={server} />
        </Section>
        <Section title="Error output">
          <ServerLog server={server} />
        </Section>
      </Page>
      {dialog === 'edit' && <ServerForm server={server} onClose={() => setDialog(undefined)} />}
      {dialog === 'remove' && <RemoveServer server={server} onClose={() => setDialog(undefined)} />}
    </>
  )
}

const restartBlock = ({ config }: ServerSummary, block: string | undefined): string | undefined =>
  block ?? (config?.enabled ? undefined : 'It is off. Turn it on to start it.')

function Title({ server }: { server: ServerSummary }) {
  const { id, name, config, glyph, words } = server
  return (
    <span className={styles.title}>
      <a className={styles.up} href={href({ page: 'servers' })}>
        Servers
      </a>
      <span className={styles.up} aria-hidden>
        <Icon name="chevron-right" size={14} />
      </span>
      <Seal identity={sealIdentity(id, config)} size={18} />
      <span className={styles.name}>{name}</span>
      <span className={styles.state}>
        <Glyph state={glyph} size={12} label="" />
        {words}
      </span>
    </span>
  )
}

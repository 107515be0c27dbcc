import { useState } from 'react'
import { Bar } from '../frame/bar.tsx'
import { Page, Section } from '../frame/page.tsx'
import { useAdminBlock } from '../frame/rights.ts'
import { navigate } from '../frame/routes.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Note } from '../ui/note.tsx'
import { ServerForm } from './server-form.tsx'
import { ServerRow } from './server-row.tsx'
import styles from './servers-page.module.css'
import type { ServerGroup } from './summary.ts'
import { useServers } from './use-servers.ts'

const groups: { group: ServerGroup; title: string }[] = [
  { group: 'needs-you', title: 'Needs you' },
  { group: 'running', title: 'Running' },
  { group: 'off', title: 'Off' },
]

/** Every server: what needs the person, what runs, what is off. */
export function ServersPage() {
  const servers = useServers()
  const block = useAdminBlock()
  const [adding, setAdding] = useState(false)
  const add = (
    <Button kind="primary" icon="plus" unavailable={block} onClick={() => setAdding(true)}>
      Add server
    </Button>
  )
  return (
    <>
      <Bar title="Servers" detail={servers.length > 0 && `${servers.length} configured`}>
        {servers.length > 0 && add}
      </Bar>
      <Page width="table">
        {block && <Note>{block}</Note>}
        {servers.length === 0 && (
          <Empty icon="server" title="No servers yet" action={add}>
            A server gives the model tools, such as reading a folder: a program on this computer, or one at an address.
            None is configured, so the model can only answer from what it knows.
          </Empty>
        )}
        {groups.map(({ group, title }) => {
          const members = servers.filter((server) => server.group === group)
          if (members.length === 0) return null
          return (
            <Section key={group} title={title} count={members.length}>
              <ul className={styles.list}>
                {members.map((server) => (
                  <ServerRow key={server.id} server={server} block={block} />
                ))}
              </ul>
            </Section>
          )
        })}
      </Page>
      {adding && (
        <ServerForm onClose={() => setAdding(false)} onAdded={(server) => navigate({ page: 'servers', server })} />
      )}
    </>
  )
}

import { href } from '../frame/routes.ts'
import { useHost } from '../host.ts'
import { AddPlayground, useHasPlayground } from '../servers/add-playground.tsx'
import { Empty } from '../ui/empty.tsx'
import styles from './palette.module.css'

/** No server offers a tool now: the ways to one. */
export function NoTools() {
  const hasServers = useHost(({ configured }) => Object.keys(configured.servers).length > 0)
  const hasPlayground = useHasPlayground()
  return (
    <Empty
      icon="terminal"
      title={hasServers ? 'No server offers a tool right now' : 'There are no tools yet'}
      action={
        <div className={styles.ways}>
          {!hasPlayground && <AddPlayground kind="primary" />}
          <a href={href({ page: 'servers' })}>{hasServers ? 'See the servers' : 'Add a server'}</a>
        </div>
      }
    >
      {hasServers
        ? 'A tool can be run while its server is ready.'
        : 'Tools come from servers. The playground is one that comes with Atrium: it needs no key, and reaches no file and no network.'}
    </Empty>
  )
}

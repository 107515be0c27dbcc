import { href } from '../state/routes.ts'
import { useHost } from '../state/replica.ts'
import { AddPlayground, useHasPlayground } from '../ui/servers/add-playground.tsx'
import { strings } from '../strings/strings.ts'
import { Empty } from '../ui/empty.tsx'
import styles from './tool-finder.module.css'

const words = strings.manual.noTools

/** No server offers a tool now: the ways to one. */
export function NoTools() {
  const hasServers = useHost(({ configured }) => Object.keys(configured.servers).length > 0)
  const hasPlayground = useHasPlayground()
  return (
    <Empty
      icon="terminal"
      title={hasServers ? words.noneOffered : words.none}
      action={
        <div className={styles.ways}>
          {!hasPlayground && <AddPlayground kind="primary" />}
          <a href={href({ page: 'servers' })}>{hasServers ? words.seeServers : words.addServer}</a>
        </div>
      }
    >
      {hasServers ? words.whileReady : words.playground}
    </Empty>
  )
}

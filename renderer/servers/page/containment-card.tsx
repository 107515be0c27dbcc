import type { ServerConfig } from '../../../shared/config/server-config.ts'
import { useHost } from '../../state/replica.ts'
import { serverOverview } from '../../strings/servers/servers-overview.ts'
import { Fold } from '../../ui/fold.tsx'
import { Word } from '../../ui/third-party/ext.tsx'
import styles from './containment-card.module.css'
import { containmentOf } from './containment-words.ts'
import type { ServerSummary } from '../../state/servers/summary.ts'

const texts = serverOverview.containment

/** A server's containment, with its real limits and what they leave open. */
export function ContainmentCard({ server: { id, state }, config }: { server: ServerSummary; config: ServerConfig }) {
  const { status } = state
  const isSignedIn = useHost(({ signedIn }) => signedIn[id] !== undefined)
  const containment = status.state === 'ready' ? status.containment : undefined
  const { words, limits } = containmentOf(config, containment, isSignedIn)
  return (
    <div className={styles.card}>
      <p className={styles.words}>{words}</p>
      <dl className={styles.limits}>
        {limits.map(({ name, words: limit, gap }) => (
          <div key={name} className={styles.limit}>
            <dt>{name}</dt>
            <dd>
              <Word text={limit} />
              {gap && <span className={styles.gap}>{gap}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {config.type === 'stdio' && (
        <Fold label={texts.contains}>
          <p className={styles.help}>{texts.containsHelp}</p>
        </Fold>
      )}
    </div>
  )
}

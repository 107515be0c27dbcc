import { consentOf } from '../../../shared/state/consents.ts'
import { useState } from 'react'
import type { ServerConfig } from '../../../shared/config/server-config.ts'
import { useHost } from '../../state/replica.ts'
import { serverOverview } from '../../strings/servers/servers-overview.ts'
import { useAdminBlock } from '../../state/rights.ts'
import { Button } from '../../ui/button.tsx'
import { useWantedEntry } from '../status/failure-steps.tsx'
import type { SuggestedEntry } from './containment-draft.ts'
import { ContainmentChoice } from './containment-choice.tsx'
import { Word } from '../../ui/third-party/ext.tsx'
import styles from './containment-card.module.css'
import { containmentOf } from './containment-words.ts'
import type { ServerSummary } from '../../state/servers/summary.ts'

const texts = serverOverview.containment

/** A server's containment, with its real limits and what they leave open. */
export function ContainmentCard({
  server: { id, name, state },
  config,
}: {
  server: ServerSummary
  config: ServerConfig
}) {
  const { status } = state
  const block = useAdminBlock()
  const [isOpen, setOpen] = useState(false)
  const [suggested, setSuggested] = useState<SuggestedEntry>()
  const close = (): void => {
    setOpen(false)
    setSuggested(undefined)
  }
  useWantedEntry(id, (entry) => {
    if (block !== undefined) return
    setSuggested(entry)
    setOpen(true)
  })
  const isSignedIn = useHost((host) => consentOf(host, id).signedIn !== undefined)
  const containment = status.state === 'ready' ? status.containment : undefined
  const { words, limits } = containmentOf(config, containment, isSignedIn)
  return (
    <div className={styles.card}>
      <p className="medium">{words}</p>
      <dl className="stack">
        {limits.map(({ name: title, words: limit, gap }) => (
          <div key={title} className={styles.limit}>
            <dt>{title}</dt>
            <dd>
              <Word text={limit} />
              {gap && <span className="small block ink3">{gap}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {config.type === 'stdio' && (
        <div>
          <Button unavailable={block} onClick={() => setOpen(true)}>
            {texts.choice.open}
          </Button>
        </div>
      )}
      {isOpen && config.type === 'stdio' && (
        <ContainmentChoice server={{ id, name }} config={config} suggested={suggested} onClose={close} />
      )}
    </div>
  )
}

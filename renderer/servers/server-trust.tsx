import type { Launch } from '../../shared/asks.ts'
import { useHost, useSession } from '../host.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Word } from '../ui/ext.tsx'
import { formatCount, formatDay, formatTime } from '../ui/time.tsx'
import styles from './server-trust.module.css'
import type { ServerSummary } from './summary.ts'

type ServerTrustProps = {
  server: ServerSummary
  launch: Launch | undefined
  trusted: { at: number; actor: string } | undefined
}

/** Whose word lets this server run and its tools be called. */
export function ServerTrust({ server: { id, config }, launch, trusted }: ServerTrustProps) {
  const rules = useHost((state) => Object.values(state.rules).filter((rule) => rule.server === id).length)
  return (
    <div className={styles.trust}>
      <p>
        {rules === 0
          ? 'Each call asks you first.'
          : `Each call asks you first, except where ${formatCount(rules, 'rule')} of a conversation ${rules === 1 ? 'allows' : 'allow'} it.`}
      </p>
      {config?.type === 'stdio' && launch && <Command launch={launch} trusted={trusted} />}
      {config?.type === 'stdio' && !launch && (
        <p className="ink3">Nobody has let its command run yet; it is asked about before its first start.</p>
      )}
      {config?.type === 'http' && (
        <p className="ink3">It runs elsewhere: no command of this computer is trusted for it.</p>
      )}
      {config?.type === 'playground' && <p className="ink3">It comes with Atrium and has not to be trusted apart.</p>}
    </div>
  )
}

function Command({ launch: { path, sha256 }, trusted }: Omit<ServerTrustProps, 'server'> & { launch: Launch }) {
  const self = useSession()?.actor
  const who = trusted && (trusted.actor === self ? 'you' : trusted.actor)
  return (
    <>
      <p>
        {trusted
          ? `Its command was trusted by ${who} on ${formatDay(trusted.at)} at ${formatTime(trusted.at)}, until any of it changes.`
          : 'Its command was trusted, until any of it changes.'}
      </p>
      <p className={styles.file}>
        <code>
          <Word text={path} />
        </code>
        {sha256 !== undefined && (
          <span className={styles.hash}>
            <span title={sha256}>SHA-256 {sha256.slice(0, 16)}…</span>
            <CopyButton label="Copy the SHA-256" text={() => sha256} />
          </span>
        )}
      </p>
    </>
  )
}

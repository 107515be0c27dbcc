import { useEffect, useEffectEvent } from 'react'
import type { Remedy } from '../../../shared/events/finding.ts'
import { href } from '../../state/routes.ts'
import { createStore, useStore } from '../../state/store.ts'
import { strings } from '../../strings/strings.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import styles from './failure-note.module.css'
import { useServerAction } from './use-server-action.ts'

const words = strings.servers.failure

/** A remedy in the server's settings: a field to fill in, or a change to review. */
export type InSettings = Extract<Remedy, { kind: 'change' | 'setting' }>

const wanted = createStore<{ server: string; remedy: InSettings } | undefined>(undefined)

/** Calls back with the remedy that the user went to apply, once the form is on the page. */
export function useWantedRemedy(server: string, arrive: (remedy: InSettings) => void): void {
  const now = useStore(wanted)
  const onArrival = useEffectEvent(arrive)
  useEffect(() => {
    if (now?.server !== server) return
    wanted.set(undefined)
    onArrival(now.remedy)
  }, [now, server])
}

type FailureStepsProps = { server: string; remedies: Remedy[]; hasLog: boolean }

/** Where the failure is fixed: what the finding names, and the server's output; else its settings. */
export function FailureSteps({ server, remedies, hasLog }: FailureStepsProps) {
  const settings = href({ page: 'servers', server, tab: 'settings' })
  const shown = remedies.slice(0, 2)
  return (
    <span className={styles.steps}>
      {shown.map((remedy) => (
        <Step key={JSON.stringify(remedy)} server={server} remedy={remedy} />
      ))}
      {hasLog ? (
        <a className={styles.more} href={href({ page: 'servers', server, tab: 'log' })}>
          {words.showLog}
        </a>
      ) : (
        !shown.some(isInSettings) && (
          <a className={styles.more} href={settings}>
            {words.changeSettings}
          </a>
        )
      )}
    </span>
  )
}

const isInSettings = (remedy: Remedy): remedy is InSettings => remedy.kind === 'change' || remedy.kind === 'setting'

function Step({ server, remedy }: { server: string; remedy: Remedy }) {
  const action = useServerAction(server)
  if (remedy.kind === 'restart')
    return (
      <Button size="sm" busy={action.busy} onClick={action.restart}>
        {words.restart}
      </Button>
    )
  if (remedy.kind === 'copy')
    return (
      <span className={styles.copy}>
        {words.forTerminal}{' '}
        <code>
          <Plain text={remedy.text} />
        </code>
        <CopyButton label={words.copyCommand} text={() => remedy.text} />
      </span>
    )
  if (!isInSettings(remedy)) return null
  return (
    <a
      className={styles.more}
      href={href({ page: 'servers', server, tab: 'settings' })}
      onClick={() => wanted.set({ server, remedy })}
    >
      {remedy.kind === 'change' ? words.reviewChange : words.changeField[remedy.field]}
    </a>
  )
}

import { useEffect, useEffectEvent } from 'react'
import { href } from '../../state/routes.ts'
import { createStore, useStore } from '../../state/store.ts'
import { strings } from '../../strings/strings.ts'
import type { Cause, SettingAtFault } from './doctor.ts'
import styles from './failure-note.module.css'

const words = strings.servers.failure

/** A setting to change; `name` is a variable to add. */
export type WantedField = { field: SettingAtFault; name?: string | undefined }

const wanted = createStore<(WantedField & { server: string }) | undefined>(undefined)

/** Calls back with the setting that the user went to change, once its form is on the page. */
export function useWantedField(server: string, arrive: (wanted: WantedField) => void): void {
  const now = useStore(wanted)
  const onArrival = useEffectEvent(arrive)
  useEffect(() => {
    if (now?.server !== server) return
    wanted.set(undefined)
    onArrival(now)
  }, [now, server])
}

type FailureStepsProps = { server: string; cause: Cause | undefined; hasLog: boolean }

/** Where the failure is fixed: the setting at fault if known, and the server's output; else its settings. */
export function FailureSteps({ server, cause, hasLog }: FailureStepsProps) {
  const settings = href({ page: 'servers', server, tab: 'settings' })
  const { field, name } = cause ?? {}
  return (
    <span className={styles.steps}>
      {field && (
        <a className={styles.more} href={settings} onClick={() => wanted.set({ server, field, name })}>
          {words.changeField[field]}
        </a>
      )}
      {hasLog ? (
        <a className={styles.more} href={href({ page: 'servers', server, tab: 'log' })}>
          {words.showLog}
        </a>
      ) : (
        <a className={styles.more} href={settings}>
          {words.changeSettings}
        </a>
      )}
    </span>
  )
}

import { useEffect, useEffectEvent } from 'react'
import type { Remedy } from '../../../shared/events/finding.ts'
import { href } from '../../state/routes.ts'
import { createStore, useStore } from '../../state/store.ts'
import { servers } from '../../strings/servers/servers.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import styles from './failure-note.module.css'
import type { ServerSummary } from '../../state/servers/summary.ts'
import { SignInButton } from './sign-in-button.tsx'
import { useSignIn } from './use-sign-in.ts'
import { useServerAction } from './use-server-action.ts'

const words = servers.failure

/** A remedy in the server's setup: a field to fill in, or a change to review. */
type InSetup = Extract<Remedy, { kind: 'change' | 'setting' }>
/** A remedy in the server's containment: an entry to add to a list. */
type InContainment = Extract<Remedy, { kind: 'contain' }>

const wanted = createStore<{ server: string; remedy: InSetup | InContainment } | undefined>(undefined)

/** Calls back with the remedy that the user went to apply in the setup, once the form is on the page. */
export const useWantedChange = (server: string, arrive: (remedy: InSetup) => void): void =>
  useWanted(server, isInSetup, arrive)

/** Calls back with the entry that the user went to add to the containment, once its card is on the page. */
export const useWantedEntry = (server: string, arrive: (remedy: InContainment) => void): void =>
  useWanted(server, isInContainment, arrive)

function useWanted<R extends Remedy>(server: string, isIt: (remedy: Remedy) => remedy is R, arrive: (its: R) => void) {
  const now = useStore(wanted)
  const onArrival = useEffectEvent(arrive)
  const remedy = now?.server === server && isIt(now.remedy) ? now.remedy : undefined
  useEffect(() => {
    if (!remedy) return
    wanted.set(undefined)
    onArrival(remedy)
  }, [remedy])
}

type FailureStepsProps = { server: ServerSummary; remedies: Remedy[]; hasLog: boolean }

/** Where the failure is fixed: what the finding names, and the server's output; else its setup. */
export function FailureSteps({ server, remedies, hasLog }: FailureStepsProps) {
  const { id } = server
  const setup = href({ page: 'servers', server: id, view: 'setup' })
  const shown = remedies.slice(0, 2)
  return (
    <span className={styles.steps}>
      {shown.map((remedy) => (
        <Step key={JSON.stringify(remedy)} server={server} remedy={remedy} />
      ))}
      {hasLog ? (
        <a className={styles.more} href={href({ page: 'servers', server: id, view: 'log' })}>
          {words.showLog}
        </a>
      ) : (
        !shown.some(isInSetup) && (
          <a className={styles.more} href={setup}>
            {words.changeSetup}
          </a>
        )
      )}
    </span>
  )
}

const isInSetup = (remedy: Remedy): remedy is InSetup => remedy.kind === 'change' || remedy.kind === 'setting'

const isInContainment = (remedy: Remedy): remedy is InContainment => remedy.kind === 'contain'

function Step({ server, remedy }: { server: ServerSummary; remedy: Remedy }) {
  const { id } = server
  const action = useServerAction(id)
  if (remedy.kind === 'sign-in') return server.needsSignIn ? null : <SignInStep server={server} />
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
  if (isInContainment(remedy))
    return (
      <a
        className={styles.more}
        href={href({ page: 'servers', server: id, view: 'access' })}
        onClick={() => wanted.set({ server: id, remedy })}
      >
        {words.addToContainment[remedy.list]}
      </a>
    )
  if (!isInSetup(remedy)) return null
  return (
    <a
      className={styles.more}
      href={href({ page: 'servers', server: id, view: 'setup' })}
      onClick={() => wanted.set({ server: id, remedy })}
    >
      {remedy.kind === 'change' ? words.reviewChange : words.changeField[remedy.field]}
    </a>
  )
}

const SignInStep = ({ server }: { server: ServerSummary }) => (
  <SignInButton size="sm" server={server} signingIn={useSignIn(server.id)} />
)

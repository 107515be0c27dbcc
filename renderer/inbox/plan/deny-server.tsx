import { asks as kinds } from '../../../shared/asks/asks.ts'
import { plan } from '../../strings/inbox/plan.ts'
import { Button } from '../../ui/button.tsx'
import { useServerName } from '../../ui/seal.tsx'
import styles from './deny-server.module.css'
import { type ApprovalAsk, denials } from './plan.ts'
import { useAnswerAll, useObstacles } from '../frame/use-answering.ts'

type DenyThoseProps = {
  asks: readonly [ApprovalAsk, ...ApprovalAsk[]]
  /** The reason the model gets, if the user wrote one. */
  reason?: string
  onRefused(problem: string | undefined): void
  onDenied(): void
}

/** Denies a server's waiting calls with one press; see `severalOfServer`. */
export function DenyServer(props: DenyThoseProps) {
  const name = useServerName(props.asks[0].question.server)
  return <DenyThose {...props}>{plan.denyAllOf(props.asks.length, name)}</DenyThose>
}

/** Denies several calls with one press. Denying needs no arming: it counts at once, for all of them or none. */
export function DenyThose({ asks, reason, onRefused, onDenied, children }: DenyThoseProps & { children: string }) {
  const { run, busy } = useAnswerAll(onRefused)
  const { answer: obstacle } = useObstacles(kinds.approval.right)
  const deny = async (): Promise<void> => {
    onRefused(undefined)
    if (await run(denials(asks, reason))) onDenied()
  }
  return (
    <Button size="sm" busy={busy} unavailable={obstacle} className={styles.deny} onClick={() => void deny()}>
      {children}
    </Button>
  )
}

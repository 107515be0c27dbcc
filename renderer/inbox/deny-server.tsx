import { asks as kinds } from '../../shared/asks.ts'
import { strings } from '../strings/strings.ts'
import { Button } from '../ui/button.tsx'
import { useServerName } from '../ui/seal.tsx'
import styles from './deny-server.module.css'
import { type ApprovalAsk, denials } from './plan.ts'
import { useAnswerAll, useObstacles } from './use-answer.ts'

type DenyServerProps = {
  /** The calls of one server that wait; see `severalOfServer`. */
  asks: readonly [ApprovalAsk, ...ApprovalAsk[]]
  /** What the model is told, where something was written for it. */
  reason?: string
  onRefused(problem: string | undefined): void
  onDenied(): void
}

/** One press that denies all that waits from a server. It is a brake: it counts at once, for all of them or for none. */
export function DenyServer({ asks, reason, onRefused, onDenied }: DenyServerProps) {
  const { run, busy } = useAnswerAll(onRefused)
  const { answer: obstacle } = useObstacles(kinds.approval.right)
  const name = useServerName(asks[0].question.server)
  const deny = async (): Promise<void> => {
    onRefused(undefined)
    if (await run(denials(asks, reason))) onDenied()
  }
  return (
    <Button size="sm" busy={busy} unavailable={obstacle} className={styles.deny} onClick={() => void deny()}>
      {strings.plan.denyAllOf(asks.length, name)}
    </Button>
  )
}

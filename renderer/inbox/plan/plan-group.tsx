import type { ReactNode } from 'react'
import { strings } from '../../strings/strings.ts'
import { Plain } from '../../ui/third-party/ext.tsx'
import { head } from '../../../shared/text/clip.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { ServerSeal, useServerName } from '../../ui/seal.tsx'
import { DenyThose } from './deny-server.tsx'
import type { ApprovalAsk } from './plan.ts'
import styles from './plan.module.css'

const words = strings.plan

type PlanGroupProps = {
  /** One tool's calls; see `byTool`. */
  asks: readonly [ApprovalAsk, ...ApprovalAsk[]]
  /** How many calls the plan has. */
  ofPlan: number
  reason: string
  onRefused(problem: string | undefined): void
  onDenied(): void
  /** Its items. */
  children: ReactNode
}

/** One tool's calls in a plan: several share a heading, and can be denied together. They are never allowed together. */
export function PlanGroup({ asks, ofPlan, children, ...rest }: PlanGroupProps) {
  const { server, tool, title = tool } = asks[0].question
  const name = useServerName(server)
  return (
    <li className={styles.group}>
      {asks.length > 1 && (
        <div className={styles.groupHead}>
          <h2 className={styles.groupName}>
            <ServerSeal server={server} />
            {name}
            <span className={styles.separator}>›</span>
            <Plain text={head(title, 60)} />
            <span className={styles.groupCount}>{words.calledTogether(asks.length)}</span>
          </h2>
          {asks.length < ofPlan && (
            <DenyThose asks={asks} {...rest}>
              {words.denyThese(asks.length)}
            </DenyThose>
          )}
        </div>
      )}
      <ol aria-label={words.ofTool(asks.length, name, plainLabel(title))}>{children}</ol>
    </li>
  )
}

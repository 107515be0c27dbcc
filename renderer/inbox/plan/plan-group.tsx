import { useMemo, type ReactNode } from 'react'
import { inbox } from '../../strings/inbox/inbox.ts'
import { plan } from '../../strings/inbox/plan.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { Button } from '../../ui/button.tsx'
import { ClaimMarks } from '../../ui/third-party/claims.tsx'
import { ExtInline, Plain } from '../../ui/third-party/ext.tsx'
import { head } from '../../../shared/text/clip.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { ServerSeal, useServerName } from '../../ui/seal.tsx'
import { AskTitle } from '../frame/ask-frame.tsx'
import { useRemoteHost } from '../../state/servers/use-servers.ts'
import { DenyThose } from './deny-server.tsx'
import type { ApprovalAsk } from './plan.ts'
import type { SharedFolder } from './plan-item.tsx'
import type { MarkerOf } from './seen-markers.ts'
import styles from './plan.module.css'

const words = plan
const facts = inbox.approval

type PlanGroupProps = {
  /** One tool's calls; see `byTool`. */
  asks: readonly [ApprovalAsk, ...ApprovalAsk[]]
  /** How many calls the plan has. */
  ofPlan: number
  reason?: string
  onRefused(problem: string | undefined): void
  onDenied(): void
  /** Chooses to allow all of them; absent if that is chosen already. */
  onAllow: (() => void) | undefined
  folder: SharedFolder | undefined
  /** For the folder's line, as for each item. */
  markerOf: MarkerOf
  /** Its items. */
  children: ReactNode
}

/** The key of a group's folder among what was seen, by its first call. */
export const folderKey = (first: string): string => `${first}.folder`

/** One tool's calls in a plan, under its name, claims and description. */
export function PlanGroup({ asks, ofPlan, onAllow, folder, markerOf, children, ...rest }: PlanGroupProps) {
  const { server, tool, title: own, claims, description } = asks[0].question
  const title = own ?? tool
  const name = useServerName(server)
  const host = useRemoteHost(server)
  const [{ id }] = asks
  const marker = useMemo(() => markerOf(folderKey(id)), [markerOf, id])
  return (
    <li className={styles.group} data-group>
      <div className={styles.groupHead}>
        <h2 className={styles.groupName}>
          <ServerSeal server={server} />
          {name}
          <span className="ink3">›</span>
          <AskTitle title={head(title, 60)} from={own === undefined ? undefined : name} />
          <span className="regular ink2 num">{words.calledTogether(asks.length)}</span>
        </h2>
        <ClaimMarks from={name} claims={claims} />
        {asks.length > 1 && onAllow && (
          <Button size="sm" onClick={onAllow}>
            {words.chooseAllow(asks.length)}
          </Button>
        )}
        {asks.length > 1 && asks.length < ofPlan && (
          <DenyThose asks={asks} {...rest}>
            {words.denyThese(asks.length)}
          </DenyThose>
        )}
        <p className={styles.about}>
          {host === undefined ? facts.runsHere : facts.isSentTo(host)}.{' '}
          <ExtInline from={name} text={description || words.noDescription} limit={120} opens />
        </p>
        {folder && (
          <p ref={marker} className={styles.folder}>
            <Phrase
              text={words.inFolder}
              slots={{
                argument: <Plain text={folder.name} />,
                folder: (
                  <code>
                    <Plain text={folder.path} />
                  </code>
                ),
              }}
            />
          </p>
        )}
      </div>
      <ol aria-label={words.ofTool(asks.length, name, plainLabel(title))}>{children}</ol>
    </li>
  )
}

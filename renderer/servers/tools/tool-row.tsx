import { memo, useId, useState } from 'react'
import { isModelTool, type ToolEntry } from '../../../shared/events/events.ts'
import type { Policy, ToolPolicy } from '../../../shared/rules/policy.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { serverTools } from '../../strings/servers/servers-tools.ts'
import { ClaimMarks } from '../../ui/third-party/claims.tsx'
import { ExtInline, Plain } from '../../ui/third-party/ext.tsx'
import { head } from '../../../shared/text/clip.ts'
import { Icon } from '../../ui/icon.tsx'
import { sameStanding, type Standing } from '../../state/servers/standing.ts'
import { StandingMark } from '../status/standing-words.tsx'
import type { ServerSummary } from '../../state/servers/summary.ts'
import { PolicyChoice } from './policy-choice.tsx'
import { ToolDetail } from './tool-detail.tsx'
import styles from './tool-row.module.css'

type ToolRowProps = {
  server: ServerSummary
  tool: ToolEntry
  standing: Standing
  policy: ToolPolicy
  /** Why the policy can't be changed here. */
  block: string | undefined
  onPolicy(to: Policy): void
}

const words = serverTools.policy
const { users } = serverTools

/** Titles are cut here; the details show the whole name. */
const titleLength = 60

/** One tool: its name, the server's claims, what happens when a model calls it, and details on demand. */
export const ToolRow = memo(function ToolRow({ server, tool, standing, policy, block, onPolicy }: ToolRowProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const { name, title, description, claims } = tool
  return (
    <li className={styles.tool} data-tool={name}>
      <div className={styles.row}>
        <h3 className={styles.head}>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} />
            <span className={styles.names}>
              <span className="medium">
                <Plain text={head(title ?? name, titleLength)} />
              </span>
              {title !== undefined && title !== name && (
                <code className="breaks fs-small ink3">
                  <Plain text={head(name, titleLength)} />
                </code>
              )}
            </span>
          </button>
        </h3>
        <p className={styles.description}>
          {description === '' ? (
            <span className="ink3">{serverTools.row.noDescription}</span>
          ) : (
            <ExtInline from={server.name} text={description} limit={160} />
          )}
        </p>
        <ClaimMarks from={server.name} claims={claims} />
        {!isModelTool(tool) ? (
          <span className={styles.users}>{tool.visibleTo?.includes('page') ? users.apps : users.nobody}</span>
        ) : standing.state === 'pinned' ? (
          <PolicyCell tool={tool} policy={policy} block={block} onPolicy={onPolicy} />
        ) : (
          <StandingMark standing={standing} />
        )}
      </div>
      <div id={id} hidden={!isOpen} data-tool-detail>
        {isOpen && <ToolDetail server={server} tool={tool} standing={standing} />}
      </div>
    </li>
  )
}, sameTool)

/** A list of hundreds doesn't render again when something else about the server changes. */
function sameTool(a: ToolRowProps, b: ToolRowProps): boolean {
  const state = ({ server }: ToolRowProps) => server.state.status.state
  return (
    a.tool === b.tool &&
    sameStanding(a.standing, b.standing) &&
    a.policy.policy === b.policy.policy &&
    a.policy.limited === b.policy.limited &&
    a.policy.shared === b.policy.shared &&
    a.block === b.block &&
    a.server.name === b.server.name &&
    state(a) === state(b)
  )
}

type PolicyCellProps = Pick<ToolRowProps, 'tool' | 'policy' | 'block' | 'onPolicy'>

function PolicyCell({ tool: { name, title, claims }, policy: of, block, onPolicy }: PolicyCellProps) {
  const note = of.limited ? words.limited : of.shared ? words.shared : undefined
  return (
    <span className={styles.policy}>
      {block === undefined ? (
        <PolicyChoice
          label={words.of(plainLabel(title ?? name, titleLength))}
          policy={of.policy}
          options={['ask', 'allow', 'off']}
          limits={!claims.readOnly}
          onChange={onPolicy}
        />
      ) : (
        <span title={block}>{words[of.policy]}</span>
      )}
      {note !== undefined && <small className="ink3">{note}</small>}
    </span>
  )
}

import { memo, useId, useState } from 'react'
import type { ToolEntry } from '../../../shared/events/events.ts'
import { strings } from '../../strings/strings.ts'
import { Claims } from '../../ui/third-party/claims.tsx'
import { ExtInline, Plain } from '../../ui/third-party/ext.tsx'
import { head } from '../../../shared/text/clip.ts'
import { Icon } from '../../ui/icon.tsx'
import { sameStanding, type Standing } from '../../state/servers/standing.ts'
import { StandingMark } from '../status/standing-words.tsx'
import type { ServerSummary } from '../../state/servers/summary.ts'
import { ToolDetail } from './tool-detail.tsx'
import styles from './tool-row.module.css'

type ToolRowProps = { server: ServerSummary; tool: ToolEntry; standing: Standing }

/** Titles are cut here; the details show the whole name. */
const titleLength = 60

/** One tool: its name, the server's claims, whether it is used, and details on demand. */
export const ToolRow = memo(function ToolRow({ server, tool, standing }: ToolRowProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const { name, title, description, claims } = tool
  return (
    <li className={styles.tool}>
      <div className={styles.row}>
        <h2 className={styles.head}>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} />
            <span className={styles.names}>
              <span className={styles.title}>
                <Plain text={head(title ?? name, titleLength)} />
              </span>
              {title !== undefined && title !== name && (
                <code className={styles.name}>
                  <Plain text={head(name, titleLength)} />
                </code>
              )}
            </span>
          </button>
        </h2>
        <p className={styles.description}>
          {description === '' ? (
            <span className="ink3">{strings.serverTools.row.noDescription}</span>
          ) : (
            <ExtInline from={server.name} text={description} limit={160} />
          )}
        </p>
        <Claims from={server.name} claims={claims} />
        <StandingMark standing={standing} />
      </div>
      <div id={id} hidden={!isOpen}>
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
    a.server.name === b.server.name &&
    state(a) === state(b)
  )
}

import { useLogCheckState } from '../../state/log-check.ts'
import { formatTime } from '../../strings/format/time.ts'
import { auditLog } from '../../strings/audit-log.ts'
import { frame } from '../../strings/frame.ts'
import { palette } from '../../strings/palette.ts'
import { IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { keyMap } from '../../ui/key-map.ts'
import { Keys } from '../../ui/keys.tsx'
import { Brand } from '../../ui/page/brand.tsx'
import { goToNew } from '../conversations/conversation-ways.ts'
import { ConversationNav } from './conversation-nav.tsx'
import { href, isAtServers, type Route } from '../../state/routes.ts'
import { ServerPips } from './server-pips.tsx'
import styles from './sidebar.module.css'

const { pages } = frame
const { check: words } = auditLog

type SidebarProps = { route: Route; search(): void; hide(): void; hideLabel: string }

/** Brand, search, conversations and the other pages. `hide` collapses it to a rail, or closes the drawer. */
export function Sidebar({ route, search, hide, hideLabel }: SidebarProps) {
  return (
    <>
      <div className={classes('titlebar', styles.top)}>
        <span className={styles.brand}>
          <Brand />
          {frame.atrium}
        </span>
        <IconButton label={hideLabel} icon="sidebar" keys={keyMap.sidebar.keys} onClick={hide} />
        <IconButton
          label={frame.newConversation}
          icon="plus"
          keys={keyMap.newConversation.keys}
          data-new
          onClick={goToNew}
        />
      </div>
      <button type="button" className={styles.search} onClick={search}>
        <Icon name="search" size={14} />
        <span className="grow trunc">{palette.placeholder}</span>
        <Keys keys={keyMap.search.keys} />
      </button>
      <ConversationNav current={route.page === 'chat' ? route.conversation : undefined} />
      <ul className={styles.foot}>
        <Place to={{ page: 'servers' }} icon="server" label={pages.servers} here={isAtServers(route)}>
          <ServerPips />
        </Place>
        <Place to={{ page: 'audit' }} icon="audit" label={pages.audit} here={route.page === 'audit'}>
          <LogState />
        </Place>
        <Place to={{ page: 'settings' }} icon="settings" label={pages.settings} here={route.page === 'settings'}>
          <Keys keys={keyMap.settings.keys} />
        </Place>
      </ul>
    </>
  )
}

/** The result of the last check of the audit log, if there was one. */
function LogState() {
  const check = useLogCheckState()
  if (check.state === 'intact')
    return <Glyph state="succeeded" size={14} label={words.intactShort(formatTime(check.at))} />
  const isBroken = check.state === 'broken' || check.state === 'cut' || check.state === 'stripped'
  return isBroken ? <Glyph state="failed" size={14} label={words.brokenShort} /> : null
}

type PlaceProps = { to: Route; icon: IconName; label: string; here: boolean; children?: React.ReactNode }

function Place({ to, icon, label, here, children }: PlaceProps) {
  return (
    <li>
      <a className={styles.nav} href={href(to)} aria-current={here ? 'page' : undefined}>
        <Icon name={icon} />
        <span className="grow trunc">{label}</span>
        <span className={styles.meta}>{children}</span>
      </a>
    </li>
  )
}

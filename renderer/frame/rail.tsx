import type { ReactNode } from 'react'
import { useHost } from '../host.ts'
import { useServers } from '../servers/use-servers.ts'
import { countInWords } from '../servers/summary.ts'
import { classes } from '../ui/classes.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Brand } from './brand.tsx'
import { href, type Route } from './routes.ts'
import styles from './rail.module.css'

/** The sidebar in 56 pixels: pictures with names, and a dot where something needs the person. */
export function Rail({ route, search, openSidebar }: { route: Route; search(): void; openSidebar(): void }) {
  const waiting = useHost((state) => state.asks.filter(({ operation }) => operation).length)
  const servers = useServers()
  const trouble = (['waiting', 'failed'] as const).find((state) => servers.some(({ glyph }) => glyph === state))
  return (
    <>
      <span className={styles.brand}>
        <Brand />
      </span>
      <RailLink to={{ page: 'chat' }} icon="plus" label="New conversation" here={false} />
      <button
        type="button"
        className={classes(styles.button, route.page === 'chat' && styles.here)}
        title="Conversations"
        aria-label={waiting > 0 ? `Conversations, ${waiting} waiting for you` : 'Conversations'}
        onClick={openSidebar}
      >
        <Icon name="message" />
        {waiting > 0 && <span className={styles.dot} data-state="waiting" />}
      </button>
      <button
        type="button"
        className={styles.button}
        title="Search or jump to"
        aria-label="Search or jump to"
        onClick={search}
      >
        <Icon name="search" />
      </button>
      <span className={styles.space} />
      <RailLink
        to={{ page: 'servers' }}
        icon="server"
        label="Servers"
        detail={countInWords(servers)}
        here={route.page === 'servers'}
      >
        {trouble && <span className={styles.dot} data-state={trouble} />}
      </RailLink>
      <RailLink to={{ page: 'audit' }} icon="audit" label="Audit" here={route.page === 'audit'} />
      <RailLink to={{ page: 'settings' }} icon="settings" label="Settings" here={route.page === 'settings'} />
    </>
  )
}

type RailLinkProps = { to: Route; icon: IconName; label: string; detail?: string; here: boolean; children?: ReactNode }

function RailLink({ to, icon, label, detail, here, children }: RailLinkProps) {
  return (
    <a
      className={classes(styles.button, here && styles.here)}
      href={href(to)}
      title={label}
      aria-label={detail ? `${label}. ${detail}` : label}
      aria-current={here ? 'page' : undefined}
    >
      <Icon name={icon} />
      {children}
    </a>
  )
}

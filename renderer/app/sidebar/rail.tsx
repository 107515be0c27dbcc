import type { ReactNode } from 'react'
import { useHost } from '../../state/replica.ts'
import { useServers } from '../../state/servers/use-servers.ts'
import { countInWords } from '../../state/servers/summary.ts'
import { frame } from '../../strings/frame.ts'
import { palette } from '../../strings/palette.ts'
import { classes } from '../../ui/classes.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { keyMap } from '../../ui/key-map.ts'
import { Brand } from '../../ui/page/brand.tsx'
import { href, isAtServers, type Route } from '../../state/routes.ts'
import styles from './rail.module.css'

const { rail: words, pages } = frame

/** The sidebar in 56 pixels: icons with names, and a dot if something needs the user. */
export function Rail({ route, search, openSidebar }: { route: Route; search(): void; openSidebar(): void }) {
  const waiting = useHost((state) => state.asks.filter(({ operation }) => operation).length)
  const servers = useServers()
  const trouble = (['waiting', 'failed', 'quarantined'] as const).find((state) =>
    servers.some(({ glyph }) => glyph === state),
  )
  return (
    <>
      <span className={classes('titlebar', styles.brand)}>
        <Brand />
      </span>
      <RailLink
        to={{ page: 'chat' }}
        icon="plus"
        label={frame.newConversation}
        keys={keyMap.newConversation.keys}
        here={false}
      />
      <button
        type="button"
        data-tip={words.conversations}
        data-tip-keys={keyMap.sidebar.keys}
        className={classes(styles.button, route.page === 'chat' && styles.here)}
        aria-label={waiting > 0 ? words.waiting(waiting) : words.conversations}
        onClick={openSidebar}
      >
        <Icon name="message" />
        {waiting > 0 && <span className={styles.dot} data-state="waiting" />}
      </button>
      <button
        type="button"
        data-tip={palette.title}
        data-tip-keys={keyMap.search.keys}
        className={styles.button}
        aria-label={palette.title}
        onClick={search}
      >
        <Icon name="search" />
      </button>
      <span className="grow" />
      <RailLink
        to={{ page: 'servers' }}
        icon="server"
        label={pages.servers}
        detail={countInWords(servers)}
        here={isAtServers(route)}
      >
        {trouble && <span className={styles.dot} data-state={trouble} />}
      </RailLink>
      <RailLink to={{ page: 'audit' }} icon="audit" label={pages.audit} here={route.page === 'audit'} />
      <RailLink
        to={{ page: 'settings' }}
        icon="settings"
        label={pages.settings}
        keys={keyMap.settings.keys}
        here={route.page === 'settings'}
      />
    </>
  )
}

type RailLinkProps = {
  to: Route
  icon: IconName
  label: string
  keys?: string
  detail?: string
  here: boolean
  children?: ReactNode
}

function RailLink({ to, icon, label, keys, detail, here, children }: RailLinkProps) {
  return (
    <a
      data-tip={label}
      data-tip-keys={keys}
      className={classes(styles.button, here && styles.here)}
      href={href(to)}
      aria-label={detail ? words.withDetail(label, detail) : label}
      aria-current={here ? 'page' : undefined}
    >
      <Icon name={icon} />
      {children}
    </a>
  )
}

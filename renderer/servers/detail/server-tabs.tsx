import type { KeyboardEvent, ReactNode } from 'react'
import { navigate, serverTabs, type ServerTab, type ServerView } from '../../state/routes.ts'
import { servers } from '../../strings/servers/servers.ts'
import { Segments } from '../../ui/fields/segments.tsx'
import styles from './server-tabs.module.css'

const words = servers.tabs

const tabs: ServerTab[] = ['tools', 'activity', 'access', 'setup']

const steps: Record<string, (index: number) => number> = {
  ArrowRight: (index) => index + 1,
  ArrowLeft: (index) => index - 1,
  Home: () => 0,
  End: () => -1,
}

const viewsOf = (tab: ServerTab): readonly ServerView[] => serverTabs[tab]
const tabOf = (view: ServerView): ServerTab => tabs.find((tab) => viewsOf(tab).includes(view)) ?? 'tools'

const tabId = (tab: ServerTab): string => `server-tab-${tab}`
const panelId = 'server-tab-panel'

type ServerTabsProps = {
  server: string
  view: ServerView
  /** Whether the setup has unsaved changes. */
  isUnsaved: boolean
}

/** The tabs of a server's page, each with a URL; the arrow keys move between them. */
export function ServerTabs({ server, view, isUnsaved }: ServerTabsProps) {
  const tab = tabOf(view)
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const step = steps[event.key]
    // The URL changes slightly later than focus.
    const focused = tabs.findIndex((each) => event.target instanceof HTMLElement && event.target.id === tabId(each))
    const next = step && tabs.at(step(focused) % tabs.length)
    if (!next) return
    event.preventDefault()
    navigate({ page: 'servers', server, view: next })
    event.currentTarget.querySelector<HTMLElement>(`#${tabId(next)}`)?.focus()
  }
  return (
    <div className={styles.tabs} role="tablist" aria-label={words.label} onKeyDown={move}>
      {tabs.map((each) => (
        <button
          key={each}
          id={tabId(each)}
          type="button"
          role="tab"
          aria-selected={each === tab}
          aria-controls={each === tab ? panelId : undefined}
          tabIndex={each === tab ? 0 : -1}
          className={styles.tab}
          onClick={() => navigate({ page: 'servers', server, view: each })}
        >
          {words.titles[each]}
          {each === 'setup' && isUnsaved && (
            <span className={styles.unsaved} title={servers.setup.unsaved}>
              <span className="sr">{servers.setup.unsaved}</span>
            </span>
          )}
        </button>
      ))}
    </div>
  )
}

type ServerPanelProps = {
  server: string
  view: ServerView
  /** How many there are in each view of what the server offers; absent if it offers none of that kind. */
  counts: Partial<Record<ServerView, number | undefined>>
  children: ReactNode
}

/** The chosen tab's content, below a choice of its views if it has several. */
export function ServerPanel({ server, view, counts, children }: ServerPanelProps) {
  const tab = tabOf(view)
  const offered = viewsOf(tab).filter((each) => each === view || tab !== 'tools' || counts[each] !== undefined)
  const label = (each: ServerView): string =>
    counts[each] ? `${words.views[each]} ${counts[each]}` : words.views[each]
  return (
    <div id={panelId} className="fill" role="tabpanel" aria-labelledby={tabId(tab)}>
      {offered.length > 1 && (
        <div className={styles.views}>
          <Segments
            label={words.viewsOf[tab]}
            items={offered.map(label)}
            value={label(view)}
            onChange={(chosen) =>
              navigate({ page: 'servers', server, view: offered.find((each) => label(each) === chosen) })
            }
          />
        </div>
      )}
      {children}
    </div>
  )
}

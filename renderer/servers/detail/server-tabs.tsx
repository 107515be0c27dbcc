import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { navigate, serverTabs, type ServerTab } from '../../state/routes.ts'
import { servers } from '../../strings/servers/servers.ts'
import styles from './server-tabs.module.css'

const words = servers.tabs

const steps: Record<string, (index: number) => number> = {
  ArrowRight: (index) => index + 1,
  ArrowLeft: (index) => index - 1,
  Home: () => 0,
  End: () => -1,
}

const tabId = (tab: ServerTab): string => `server-tab-${tab}`
const panelId = 'server-tab-panel'

type ServerTabsProps = {
  server: string
  tab: ServerTab
  counts: Partial<Record<ServerTab, number | undefined>>
  /** Whether the settings have unsaved changes. */
  isUnsaved: boolean
}

/** The parts of a server's page, each with a URL; the arrow keys move between them. */
export function ServerTabs({ server, tab, counts, isUnsaved }: ServerTabsProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => (list.current ? keepInView(list.current, tabId(tab)) : undefined), [tab])
  const move = (event: KeyboardEvent): void => {
    const step = steps[event.key]
    // The URL changes slightly later than focus.
    const focused = serverTabs.findIndex(
      (each) => event.target instanceof HTMLElement && event.target.id === tabId(each),
    )
    const next = step && serverTabs.at(step(focused) % serverTabs.length)
    if (!next) return
    event.preventDefault()
    navigate({ page: 'servers', server, tab: next })
    list.current?.querySelector<HTMLElement>(`#${tabId(next)}`)?.focus()
  }
  return (
    <div ref={list} className={styles.tabs} role="tablist" aria-label={words.label} onKeyDown={move}>
      {serverTabs.map((each) => (
        <button
          key={each}
          id={tabId(each)}
          type="button"
          role="tab"
          aria-selected={each === tab}
          aria-controls={each === tab ? panelId : undefined}
          tabIndex={each === tab ? 0 : -1}
          className={styles.tab}
          onClick={() => navigate({ page: 'servers', server, tab: each })}
        >
          {words.titles[each]}
          {counts[each] !== undefined && <span className="regular fs-small ink3 num">{counts[each]}</span>}
          {each === 'settings' && isUnsaved && (
            <span className={styles.unsaved} title={servers.settings.unsaved}>
              <span className="sr">{servers.settings.unsaved}</span>
            </span>
          )}
        </button>
      ))}
    </div>
  )
}

/** Scrolls the list of tabs to one of them, also when their widths change. Nothing else moves. */
function keepInView(list: HTMLElement, id: string): () => void {
  const show = (): void => {
    const [all, one] = [list.getBoundingClientRect(), list.querySelector(`#${id}`)?.getBoundingClientRect()]
    if (!one) return
    const beyond = Math.max(0, one.right - all.right)
    list.scrollLeft += one.left - beyond < all.left ? one.left - all.left : beyond
  }
  const observer = new ResizeObserver(show)
  for (const each of [list, ...list.children]) observer.observe(each)
  return () => observer.disconnect()
}

/** The chosen tab's content. */
export const ServerPanel = ({ tab, children }: { tab: ServerTab; children: ReactNode }) => (
  <div id={panelId} className="fill" role="tabpanel" aria-labelledby={tabId(tab)}>
    {children}
  </div>
)

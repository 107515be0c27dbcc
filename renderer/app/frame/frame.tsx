import { useMemo, useRef, useState, type ReactNode } from 'react'
import { frame } from '../../strings/frame.ts'
import { Banners } from './banners.tsx'
import { FrameContext } from '../../ui/page/frame-context.ts'
import { useFrameKeys } from '../../ui/page/frame-keys.ts'
import { focusPage } from '../../ui/page/focus-page.ts'
import styles from './frame.module.css'
import { lazyModule } from '../../ui/lazy.ts'
import { KeysDialog } from '../../ui/page/keys-list.tsx'
import { SideEdge, useSideWidth } from './side-edge.tsx'
import { PageBoundary } from './page-boundary.tsx'
import { Rail } from '../sidebar/rail.tsx'
import { paletteOpen } from '../../state/palette.ts'
import { useReplica } from '../../state/replica.ts'
import { chooseModel, goToNeighbour, goToNew } from '../conversations/conversation-ways.ts'
import { href, type Route } from '../../state/routes.ts'
import { useStore } from '../../state/store.ts'
import { Sidebar } from '../sidebar/sidebar.tsx'
import { Dialog } from '@base-ui/react/dialog'
import drawerStyles from './drawer.module.css'

const { landmarks, sidebar } = frame

/** The palette loads right after the page has begun, so it opens at once. */
const usePalette = lazyModule(() => import('../palette/palette.tsx'))

/** Below this width the sidebar becomes a rail, and opens over the page as a drawer. */
const narrow = '(max-width: 960px)'
const collapsedKey = 'atrium.sidebar'

/** The frame around every page: skip link, sidebar or rail, banners. */
export function WindowFrame({ route, children }: { route: Route; children: ReactNode }) {
  const { collapsed, setCollapsed } = useCollapsed()
  const side = useSideWidth()
  const [drawer, setDrawer] = useState(false)
  const [keys, setKeys] = useState(false)
  const openSidebar = (): void => (matchMedia(narrow).matches ? setDrawer(true) : setCollapsed(false))
  const toggleSidebar = (): void => (matchMedia(narrow).matches ? setDrawer((open) => !open) : setCollapsed(!collapsed))
  const controls = useMemo(
    () => ({
      openMenu: () => setDrawer(true),
      showKeys: () => setKeys(true),
      openPalette: () => paletteOpen.set(true),
    }),
    [],
  )
  const replica = useReplica()
  const step = (by: 1 | -1): void => void goToNeighbour(replica, by).catch(() => undefined)
  useFrameKeys({
    ...controls,
    toggleSidebar,
    goToNew,
    chooseModel,
    goToNeighbour: step,
  })
  const search = controls.openPalette
  const isPaletteOpen = useStore(paletteOpen)
  const palette = usePalette(true)

  return (
    <div className={styles.app} data-collapsed={collapsed || undefined}>
      <button type="button" className={styles.skip} onClick={focusPage}>
        {frame.skip}
      </button>
      <nav className={styles.side} aria-label={landmarks.side}>
        <Sidebar route={route} search={search} hide={() => setCollapsed(true)} hideLabel={sidebar.hide} />
        <SideEdge {...side} />
      </nav>
      <nav className={styles.rail} aria-label={landmarks.pages}>
        <Rail route={route} search={search} openSidebar={openSidebar} />
      </nav>
      <main className={styles.main}>
        <Banners />
        <FrameContext value={controls}>
          <PageBoundary place={href(route)}>{children}</PageBoundary>
        </FrameContext>
      </main>
      <Drawer open={drawer} onClose={() => setDrawer(false)}>
        <CloseOnNavigation close={() => setDrawer(false)}>
          <Sidebar
            route={route}
            search={() => {
              setDrawer(false)
              search()
            }}
            hide={() => setDrawer(false)}
            hideLabel={sidebar.close}
          />
        </CloseOnNavigation>
      </Drawer>
      {palette && (
        <palette.Palette
          open={isPaletteOpen}
          onClose={() => paletteOpen.set(false)}
          frame={{ toggleSidebar, showKeys: controls.showKeys, goToNeighbour: step }}
          conversation={route.page === 'chat' ? route.conversation : undefined}
        />
      )}
      <KeysDialog open={keys} onClose={() => setKeys(false)} />
    </div>
  )
}

/** Closes the drawer after a link in it led to a page. */
function CloseOnNavigation({ close, children }: { close(): void; children: ReactNode }) {
  const onClick = (event: React.MouseEvent): void => {
    if (event.target instanceof Element && event.target.closest('a, [data-new]')) close()
  }
  return (
    <nav className="fill" aria-label={landmarks.side} onClick={onClick}>
      {children}
    </nav>
  )
}

/** Whether the user collapsed the sidebar; remembered for the next visit. */
function useCollapsed() {
  const [collapsed, set] = useState(() => localStorage.getItem(collapsedKey) === 'rail')
  const setCollapsed = (next: boolean): void => {
    localStorage.setItem(collapsedKey, next ? 'rail' : 'full')
    set(next)
  }
  return { collapsed, setCollapsed }
}

/** A narrow window's sidebar: slides over the page, traps focus, and closes with Esc or a press outside. */
function Drawer({ open, onClose, children }: { open: boolean; onClose(): void; children: ReactNode }) {
  const hash = useRef('')
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={drawerStyles.scrim} />
        <Dialog.Popup
          className={drawerStyles.drawer}
          aria-label={frame.landmarks.drawer}
          initialFocus={() => {
            hash.current = location.hash
          }}
          finalFocus={() =>
            (location.hash !== hash.current && document.querySelector<HTMLElement>('[data-composer]')) || true
          }
        >
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

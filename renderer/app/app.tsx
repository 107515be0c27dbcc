import { CSPProvider } from '@base-ui/react/csp-provider'
import { Suspense, useCallback, useEffect, useMemo, type ReactNode } from 'react'
import type { Input } from '../../shared/contract/commands.ts'
import { lazyPart } from '../ui/lazy.ts'
import { ChatPage } from '../chat/chat-page.tsx'
import { useFreshness } from './first-run/fresh.ts'
import { Connecting } from './frame/notice.tsx'
import { useMessageDraftRemoval } from '../state/composer/message-drafts.ts'
import { useNotices, useWindowTitle } from './notices.ts'
import { WindowFrame } from './frame/frame.tsx'
import { useIsImportOpen } from '../state/chat/importing.ts'
import { useOpenProvider } from '../state/models/adding.ts'
import { ProjectDialogs } from './projects/project-dialogs.tsx'
import { useRoute, type Route } from '../state/routes.ts'
import { CodeAppearanceContext } from '../markdown/code-text.tsx'
import { useAppearance } from '../state/appearance.ts'
import { useAppliedAppearance } from './appearance.ts'
import { HostProvider, useConnection, useLink, useSession, type Replica } from '../state/replica.ts'
import { Announcer } from '../ui/page/announcer.tsx'
import { FreeAsks } from '../inbox/free-asks.tsx'
import { GlobalInbox } from '../inbox/inbox.tsx'
import { SaveTextContext } from '../ui/json/save-text.tsx'
import { ToastProvider } from '../ui/overlay/toast.tsx'

const pages = {
  audit: () => import('../audit/audit-page.tsx'),
  bundle: () => import('../servers/bundle/bundle-page.tsx'),
  search: () => import('../search/search-page.tsx'),
  passport: () => import('../servers/passport/passport-page.tsx'),
  registry: () => import('../servers/registry/registry-list.tsx'),
  registryServer: () => import('../servers/registry/registry-server-page.tsx'),
  server: () => import('../servers/detail/server-page.tsx'),
  servers: () => import('../servers/servers-page.tsx'),
  settings: () => import('../settings/settings-page.tsx'),
}
const dialogs = {
  provider: () => import('../models/provider/provider-dialog.tsx'),
  import: () => import('../chat/import/import-dialog.tsx'),
}
const AuditPage = lazyPart(async () => (await pages.audit()).AuditPage)
const BundlePage = lazyPart(async () => (await pages.bundle()).BundlePage)
const SearchPage = lazyPart(async () => (await pages.search()).SearchPage)
const PassportPage = lazyPart(async () => (await pages.passport()).PassportPage)
const RegistryListPage = lazyPart(async () => (await pages.registry()).RegistryListPage)
const RegistryServerPage = lazyPart(async () => (await pages.registryServer()).RegistryServerPage)
const ServerPage = lazyPart(async () => (await pages.server()).ServerPage)
const ServersPage = lazyPart(async () => (await pages.servers()).ServersPage)
const FirstRun = lazyPart(async () => (await import('./first-run/welcome.tsx')).FirstRun)
const Tips = lazyPart(async () => (await import('../ui/overlay/tips.tsx')).Tips)
const WelcomePage = lazyPart(async () => (await import('./first-run/welcome.tsx')).WelcomePage)
const ImportDialog = lazyPart(async () => (await dialogs.import()).ImportDialog)
const ProviderDialog = lazyPart(async () => (await dialogs.provider()).ProviderDialog)
const SettingsPage = lazyPart(async () => (await pages.settings()).SettingsPage)

/** The other pages load after the first one is drawn, before the user opens them. */
function usePagesBesides(): void {
  useEffect(() => {
    const wait = setTimeout(() => {
      for (const load of Object.values({ ...pages, ...dialogs })) load().catch(() => undefined)
    }, 300)
    return () => clearTimeout(wait)
  }, [])
}

/** Everything a window shows of a host. */
export function App({ replica }: { replica: Replica }) {
  return (
    <CSPProvider disableStyleElements>
      <HostProvider value={replica}>
        <ToastProvider>
          <SavesText>
            <CodeAppearance>
              <Window />
            </CodeAppearance>
          </SavesText>
        </ToastProvider>
        <Suspense>
          <Tips />
        </Suspense>
      </HostProvider>
    </CSPProvider>
  )
}

/** Lets every text be saved as a file, unless the window can only view. */
function SavesText({ children }: { children: ReactNode }) {
  const link = useLink()
  const mayUse = useSession()?.right !== 'read'
  const save = useCallback((file: Input<'saveText'>) => link.call('saveText', file), [link])
  return <SaveTextContext value={mayUse ? save : undefined}>{children}</SaveTextContext>
}

/** Tells every code block the user's choices. */
function CodeAppearance({ children }: { children: ReactNode }) {
  const codeLines = useAppearance('codeLines')
  const lineNumbers = useAppearance('lineNumbers')
  const choices = useMemo(() => ({ codeLines, lineNumbers }), [codeLines, lineNumbers])
  return <CodeAppearanceContext value={choices}>{children}</CodeAppearanceContext>
}

function Window() {
  const route = useRoute()
  const isKnown = useConnection() !== 'connecting'
  useAppliedAppearance(isKnown)
  useWindowTitle(route, useNotices())
  useMessageDraftRemoval()
  usePagesBesides()
  const isAddingProvider = useOpenProvider() !== undefined
  const isImporting = useIsImportOpen()
  const isAtStart = (route.page === 'chat' && route.conversation === undefined) || route.page === 'welcome'
  const { isFresh, ...firstRun } = useFreshness(isAtStart)
  if (!isKnown) return <Connecting />
  if (isAtStart && isFresh === undefined) return <Connecting />
  return (
    <>
      <FreeAsks />
      <GlobalInbox route={route} />
      <Announcer />
      <ProjectDialogs />
      {isAddingProvider && (
        <Suspense>
          <ProviderDialog />
        </Suspense>
      )}
      {isImporting && (
        <Suspense>
          <ImportDialog />
        </Suspense>
      )}
      {isAtStart && isFresh ? (
        <Suspense fallback={<Connecting />}>
          <FirstRun {...firstRun} />
        </Suspense>
      ) : (
        <WindowFrame route={route}>
          <Suspense>
            <CurrentPage route={route} />
          </Suspense>
        </WindowFrame>
      )}
    </>
  )
}

function CurrentPage({ route }: { route: Route }) {
  switch (route.page) {
    case 'chat':
      return <ChatPage {...(route.conversation !== undefined && { conversation: route.conversation })} />
    case 'servers':
      if (route.server === undefined) return <ServersPage key={route.add} add={route.add} />
      if (route.passport) return <PassportPage key={route.server} id={route.server} />
      return <ServerPage key={route.server} id={route.server} tab={route.tab} />
    case 'registry':
      if (route.name === undefined) return <RegistryListPage />
      return <RegistryServerPage key={route.name} name={route.name} />
    case 'bundle':
      return <BundlePage key={route.sha256} sha256={route.sha256} />
    case 'search':
      return <SearchPage filter={route.filter} />
    case 'audit':
      return <AuditPage seq={route.seq} call={route.call} filter={route.filter} />
    case 'settings':
      return <SettingsPage part={route.part} />
    case 'welcome':
      return <WelcomePage />
    default:
      return route satisfies never
  }
}

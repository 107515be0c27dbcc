import { CSPProvider } from '@base-ui/react/csp-provider'
import { Suspense, useCallback, useEffect, useMemo, type ComponentType, type ReactNode } from 'react'
import type { Input } from '../../shared/contract/commands.ts'
import { lazyPart } from '../ui/lazy.ts'
import { ChatPage, type ConversationItems } from '../chat/chat-page.tsx'
import { useConversationActions } from './conversations/conversation-actions.ts'
import { conversationItems } from './conversations/conversation-items.ts'
import { useFreshness } from './first-run/fresh.ts'
import { Connecting } from './frame/notice.tsx'
import { useMessageDraftRemoval } from '../state/composer/message-drafts.ts'
import { useNotices, useWindowTitle } from './notices.ts'
import { WindowFrame } from './frame/frame.tsx'
import { useIsImportOpen } from '../state/chat/importing.ts'
import { renameIntent } from '../state/conversations.ts'
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

/** A part that loads when it's first shown, or by `load` before. */
const later = <P,>(load: () => Promise<ComponentType<P>>) => ({ load, Part: lazyPart(load) })
const pages = {
  audit: later(async () => (await import('../audit/audit-page.tsx')).AuditPage),
  bundle: later(async () => (await import('../servers/bundle/bundle-page.tsx')).BundlePage),
  search: later(async () => (await import('../search/search-page.tsx')).SearchPage),
  passport: later(async () => (await import('../servers/passport/passport-page.tsx')).PassportPage),
  registry: later(async () => (await import('../servers/registry/registry-list.tsx')).RegistryListPage),
  registryServer: later(async () => (await import('../servers/registry/registry-server-page.tsx')).RegistryServerPage),
  server: later(async () => (await import('../servers/detail/server-page.tsx')).ServerPage),
  servers: later(async () => (await import('../servers/servers-page.tsx')).ServersPage),
  settings: later(async () => (await import('../settings/settings-page.tsx')).SettingsPage),
}
const dialogs = {
  provider: later(async () => (await import('../models/provider/provider-dialog.tsx')).ProviderDialog),
  import: later(async () => (await import('../chat/import/import-dialog.tsx')).ImportDialog),
}
const FoundTurn = lazyPart(async () => (await import('../chat/preview/found-turn.tsx')).FoundTurn)
const FirstRun = lazyPart(async () => (await import('./first-run/welcome.tsx')).FirstRun)
const Tips = lazyPart(async () => (await import('../ui/overlay/tips.tsx')).Tips)
const WelcomePage = lazyPart(async () => (await import('./first-run/welcome.tsx')).WelcomePage)

/** The other pages load after the first one is drawn, before the user opens them. */
function usePagesBesides(): void {
  useEffect(() => {
    const wait = setTimeout(() => {
      for (const { load } of Object.values({ ...pages, ...dialogs })) load().catch(() => undefined)
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
          <dialogs.provider.Part />
        </Suspense>
      )}
      {isImporting && (
        <Suspense>
          <dialogs.import.Part />
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

function Chat({ conversation }: { conversation: string | undefined }) {
  const actions = useConversationActions()
  const items: ConversationItems = ({ id, starred, archived, project, turns }, more) =>
    conversationItems(
      { id, starred, archived, project, isRunning: turns.at(-1)?.end === undefined && turns.length > 0 },
      { actions, rename: () => renameIntent.set(id), more },
    )
  return <ChatPage conversation={conversation} items={items} />
}

function CurrentPage({ route }: { route: Route }) {
  switch (route.page) {
    case 'chat':
      return <Chat conversation={route.conversation} />
    case 'servers':
      if (route.server === undefined) return <pages.servers.Part key={route.add} add={route.add} />
      if (route.passport) return <pages.passport.Part key={route.server} id={route.server} />
      return <pages.server.Part key={route.server} id={route.server} view={route.view} />
    case 'registry':
      if (route.name === undefined) return <pages.registry.Part />
      return <pages.registryServer.Part key={route.name} name={route.name} />
    case 'bundle':
      return <pages.bundle.Part key={route.sha256} sha256={route.sha256} />
    case 'search':
      return <pages.search.Part filter={route.filter} preview={FoundTurn} />
    case 'audit':
      return <pages.audit.Part seq={route.seq} call={route.call} filter={route.filter} />
    case 'settings':
      return <pages.settings.Part part={route.part} />
    case 'welcome':
      return <WelcomePage />
    default:
      return route satisfies never
  }
}

import type { Settings } from '../../../shared/config/settings.ts'
import type { HostLink } from '../../../shared/contract/commands.ts'
import { changeDesk } from '../../state/forms/desk.ts'
import { verifyLog } from '../../state/log-check.ts'
import { openProviderDialog } from '../../state/models/adding.ts'
import { openPicker } from '../../state/picking.ts'
import { openPromptMenu } from '../../state/prompting.ts'
import { branchesIntent, copyIntent, exportIntent, renameIntent } from '../../state/conversations.ts'
import { openFind } from '../../state/chat/finding.ts'
import { showNextRequest } from '../../state/chat/next-request.ts'
import { projectDialog, projectName, type NamedProject } from '../../state/models/projects.ts'
import { summarise } from '../../state/chat/summarising.ts'
import { openImport } from '../../state/chat/importing.ts'
import { lastConversation } from '../../state/resources/in-chat.ts'
import { navigate, parseRoute } from '../../state/routes.ts'
import { composer } from '../../strings/composer.ts'
import { context } from '../../strings/conversation/context.ts'
import { frame as frameWords } from '../../strings/frame.ts'
import { palette as words } from '../../strings/palette.ts'
import { providers } from '../../strings/providers.ts'
import { keyMap } from '../../ui/key-map.ts'
import { focusPage } from '../../ui/page/focus-page.ts'
import { chooseModel, goToNew, goToNewIn } from '../conversations/conversation-ways.ts'
import type { ConversationActions } from '../conversations/conversation-actions.ts'
import type { PaletteEntry } from './entries.ts'

const { actions } = words.groups
const { projects: projectWords } = frameWords

const newEntry: PaletteEntry = {
  key: 'new',
  group: actions,
  text: frameWords.newConversation,
  keys: keyMap.newConversation.keys,
  sign: { icon: 'plus' },
  go: goToNew,
}

const modelEntry: PaletteEntry = {
  key: 'model',
  group: actions,
  text: words.chooseModel,
  keys: keyMap.model.keys,
  sign: { icon: 'chip' },
  go: chooseModel,
}

const attachEntry: PaletteEntry = {
  key: 'resources',
  group: actions,
  text: words.attachResources,
  sign: { icon: 'at' },
  go: () => {
    if (parseRoute(location.hash).page !== 'chat') navigate({ page: 'chat', conversation: lastConversation() })
    openPicker()
  },
}

const promptEntry: PaletteEntry = {
  key: 'prompt',
  group: actions,
  text: composer.actions.prompt,
  sign: { icon: 'slash' },
  go: () => {
    const route = parseRoute(location.hash)
    const conversation = route.page === 'chat' ? route.conversation : lastConversation()
    if (route.page !== 'chat') navigate({ page: 'chat', conversation })
    changeDesk(conversation, (desk) => ({ ...desk, mode: 'message' }))
    openPromptMenu()
  },
}

const providerEntry: PaletteEntry = {
  key: 'provider',
  group: actions,
  text: providers.add,
  sign: { icon: 'plus' },
  go: () => openProviderDialog(),
}

const importEntry: PaletteEntry = {
  key: 'import',
  group: actions,
  text: words.importConversations,
  sign: { icon: 'file' },
  go: openImport,
}

/** The open conversation: its running turn, and what can be done with it. */
type OpenOne = {
  id: string
  turn: string | undefined
  /** Absent if it isn't among the listed. */
  starred: boolean | undefined
  project: string | undefined
  actions: ConversationActions
}

const conversationActions = ({ id, turn, starred, actions: act }: OpenOne, link: HostLink): PaletteEntry[] => [
  ...(turn === undefined
    ? []
    : [
        {
          key: 'stop',
          group: actions,
          text: words.stopTurn,
          keys: 'Esc',
          sign: { icon: 'stop' },
          change: () => link.call('cancelTurn', { turn }),
        } satisfies PaletteEntry,
      ]),
  {
    key: 'rename',
    group: actions,
    text: words.renameConversation,
    sign: { icon: 'edit' },
    go: () => renameIntent.set(id),
  },
  {
    key: 'star',
    group: actions,
    text: starred ? words.unstarConversation : words.starConversation,
    sign: { icon: 'star' },
    go: () => act.star([id], !starred),
  },
  ...(turn === undefined
    ? [
        {
          key: 'archive',
          group: actions,
          text: words.archiveConversation,
          sign: { icon: 'archive' },
          go: () => act.archive([id], true),
        } satisfies PaletteEntry,
        {
          key: 'summarise',
          group: actions,
          text: context.summarise,
          sign: { icon: 'file' },
          go: () => void summarise(link, id),
        } satisfies PaletteEntry,
      ]
    : []),
  {
    key: 'delete',
    group: actions,
    text: words.deleteConversation,
    sign: { icon: 'trash' },
    change: () => act.remove([id]),
  },
]

/** Projects: create and edit them, begin a conversation in one, and put the open conversation into one. */
const projectEntries = (
  projects: readonly NamedProject[],
  open: { id: string; project?: string | undefined } | undefined,
  { mayUse, mayChange }: { mayUse: boolean; mayChange: boolean },
): PaletteEntry[] => {
  const sign = { icon: 'folder' } as const
  const entry = (text: string, go: () => void): PaletteEntry => ({ key: text, group: actions, text, sign, go })
  return [
    ...(mayChange ? [entry(projectWords.create, () => projectDialog.set({ dialog: 'create' }))] : []),
    ...(mayUse && open
      ? [entry(words.moveConversation, () => projectDialog.set({ dialog: 'move', conversations: [open] }))]
      : []),
    ...projects.flatMap(({ id, content }) => [
      ...(mayUse ? [entry(projectWords.newIn(projectName(content)), () => goToNewIn(id))] : []),
      ...(mayChange
        ? [entry(projectWords.edit(projectName(content)), () => projectDialog.set({ dialog: 'edit', project: id }))]
        : []),
    ]),
  ]
}

const readingDeeds = (id: string): PaletteEntry[] => [
  {
    key: 'search',
    group: actions,
    text: words.findHere,
    keys: keyMap.findHere.keys,
    sign: { icon: 'search' },
    go: openFind,
  },
  {
    key: 'copy',
    group: actions,
    text: words.copyAnswer,
    keys: keyMap.copyAnswer.keys,
    sign: { icon: 'copy' },
    go: () => copyIntent.set(id),
  },
  {
    key: 'request',
    group: actions,
    text: words.showRequest,
    sign: { icon: 'info' },
    go: () => showNextRequest(true),
  },
  {
    key: 'branches',
    group: actions,
    text: words.showBranches,
    sign: { icon: 'branch' },
    go: () => branchesIntent.set(id),
  },
  {
    key: 'export',
    group: actions,
    text: words.exportConversation,
    sign: { icon: 'download' },
    go: () => exportIntent.set(id),
  },
]

const verifyEntry = (link: HostLink): PaletteEntry => ({
  key: 'verify',
  group: actions,
  text: frameWords.banners.verifyLog,
  sign: { icon: 'audit' },
  go: () => {
    navigate({ page: 'audit' })
    requestAnimationFrame(focusPage)
    verifyLog(link)
  },
})

/** The palette's actions on the window around the page; `step` -1 goes to the previous conversation. */
export type FrameActions = { toggleSidebar(): void; showKeys(): void; goToNeighbour(step: 1 | -1): void }

type Theme = Settings['appearance']['theme']
const themes: Theme[] = ['light', 'dark', 'system']

type ActionParts = {
  frame: FrameActions
  link: HostLink
  theme: Theme
  mayChange: boolean
  mayUse: boolean
  hasModel: boolean
  open: OpenOne | undefined
  projects: readonly NamedProject[]
}

/** Actions of every page, and of the open conversation. */
export const actionEntries = ({
  frame,
  link,
  theme,
  mayChange,
  mayUse,
  hasModel,
  open,
  projects,
}: ActionParts): PaletteEntry[] => [
  newEntry,
  {
    key: 'next',
    group: actions,
    text: words.nextConversation,
    keys: 'Alt ↓',
    sign: { icon: 'arrow-down' },
    go: () => frame.goToNeighbour(1),
  },
  {
    key: 'previous',
    group: actions,
    text: words.previousConversation,
    keys: 'Alt ↑',
    sign: { icon: 'arrow-up' },
    go: () => frame.goToNeighbour(-1),
  },
  ...(mayUse ? [modelEntry] : []),
  ...(mayUse && hasModel ? [promptEntry, attachEntry] : []),
  ...(mayUse && open ? conversationActions(open, link) : []),
  ...(open ? readingDeeds(open.id) : []),
  ...projectEntries(projects, open, { mayUse, mayChange }),
  ...(mayUse ? [importEntry] : []),
  verifyEntry(link),
  {
    key: 'sidebar',
    group: actions,
    text: words.toggleSidebar,
    keys: keyMap.sidebar.keys,
    sign: { icon: 'sidebar' },
    go: frame.toggleSidebar,
  },
  {
    key: 'keys',
    group: actions,
    text: words.showKeys,
    keys: keyMap.all.keys,
    sign: { icon: 'info' },
    go: frame.showKeys,
  },
  ...(mayChange ? [providerEntry] : []),
  ...(mayChange ? themes.filter((other) => other !== theme) : []).map((other): PaletteEntry => ({
    key: words.themes[other],
    group: actions,
    text: words.themes[other],
    sign: { icon: 'settings' },
    change: () => link.call('changeSettings', { appearance: { theme: other } }),
  })),
]

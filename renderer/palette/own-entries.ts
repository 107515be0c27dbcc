import type { Ask } from '../../shared/asks.ts'
import type { ConversationRow, HostLink } from '../../shared/commands.ts'
import { displayName, type ServerConfigs } from '../../shared/server-config.ts'
import type { Settings } from '../../shared/settings.ts'
import { navigate, settingsParts, type Route } from '../frame/routes.ts'
import { focusPage, goToAsk } from '../inbox/ask-focus.ts'
import { partNames } from '../settings/settings-page.tsx'
import { plainLabel } from '../ui/hidden-characters.ts'
import type { IconName } from '../ui/icon.tsx'
import { formatMoment } from '../ui/time.tsx'
import type { Entry } from './entries.ts'

const to = (route: Route) => () => {
  navigate(route)
  // The page has to be there before it can have the focus.
  requestAnimationFrame(focusPage)
}

/** The questions that wait, the oldest first. They are answered where they stand, never here. */
export const askEntries = (asks: Ask[], servers: ServerConfigs, rows: ConversationRow[]): Entry[] =>
  asks.map((ask) => {
    const { server } = ask.question
    const name = plainLabel(displayName(server, servers[server]))
    const row = rows.find(({ id }) => id === ask.operation?.conversation)
    return {
      key: `ask ${ask.id}`,
      group: 'Needs you',
      text:
        ask.kind === 'approval'
          ? `Answer ${name} › ${plainLabel(ask.question.title ?? ask.question.tool)}`
          : `Review ${name} before it starts`,
      detail: row && titleOf(row),
      sign: { glyph: 'waiting' },
      go: () => goToAsk(ask),
    }
  })

export const conversationEntries = (rows: ConversationRow[]): Entry[] =>
  rows.map((row) => ({
    key: `conversation ${row.id}`,
    group: 'Conversations',
    text: titleOf(row),
    detail: formatMoment(row.activeAt),
    sign: { icon: 'message' },
    go: to({ page: 'chat', conversation: row.id }),
  }))

const titleOf = ({ title }: ConversationRow): string => plainLabel(title, 120) || 'Untitled'

const page = (text: string, icon: IconName, route: Route): Entry => ({
  key: `page ${text}`,
  group: 'Pages',
  text,
  sign: { icon },
  go: to(route),
})

export const pageEntries: Entry[] = [
  page('Servers', 'server', { page: 'servers' }),
  page('Audit', 'audit', { page: 'audit' }),
  page('Settings', 'settings', { page: 'settings' }),
  ...settingsParts.map((part) => page(`Settings: ${partNames[part]}`, 'settings', { page: 'settings', part })),
]

/** The record that `#` and its number mean. */
export function recordEntries(typed: string): Entry[] {
  const seq = Number(/^#(\d{1,15})$/.exec(typed.trim())?.[1])
  if (!Number.isSafeInteger(seq) || seq < 1) return []
  return [page(`#${seq}`, 'audit', { page: 'audit', seq })].map((entry) => ({
    ...entry,
    detail: 'Record of the audit',
  }))
}

export type FrameActions = { toggleSidebar(): void; showKeys(): void }

type Theme = Settings['appearance']['theme']
const themes: { theme: Theme; text: string }[] = [
  { theme: 'light', text: 'Theme: light' },
  { theme: 'dark', text: 'Theme: dark' },
  { theme: 'system', text: 'Theme: as the system' },
]

type ActionParts = { frame: FrameActions; link: HostLink; theme: Theme; mayChange: boolean }

export const actionEntries = ({ frame, link, theme, mayChange }: ActionParts): Entry[] => [
  { key: 'new', group: 'Actions', text: 'New conversation', sign: { icon: 'plus' }, go: to({ page: 'chat' }) },
  {
    key: 'sidebar',
    group: 'Actions',
    text: 'Show or hide the sidebar',
    sign: { icon: 'sidebar' },
    go: frame.toggleSidebar,
  },
  { key: 'keys', group: 'Actions', text: 'Show all keys', sign: { icon: 'info' }, go: frame.showKeys },
  ...(mayChange ? themes.filter((one) => one.theme !== theme) : []).map((one): Entry => ({
    key: one.text,
    group: 'Actions',
    text: one.text,
    sign: { icon: 'settings' },
    change: () => link.call('changeSettings', { appearance: { theme: one.theme } }),
  })),
]

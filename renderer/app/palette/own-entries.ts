import type { Ask } from '../../../shared/asks/asks.ts'
import type { ConversationRow } from '../../../shared/contract/commands.ts'
import type { ServerConfigs } from '../../../shared/config/server-config.ts'
import { navigate, settingsParts, type Route } from '../../state/routes.ts'
import { goToAsk } from '../../inbox/frame/ask-focus.ts'
import { focusNextPage } from '../../ui/page/focus-page.ts'
import { askAsTask } from '../../inbox/ask-as-task.ts'
import { openSetting } from '../../settings/search/open-setting.ts'
import { settingsIndex } from '../../settings/search/settings-index.ts'
import { frame } from '../../strings/frame.ts'
import { palette as words, searchPage } from '../../strings/palette.ts'
import { settings } from '../../strings/settings.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import type { IconName } from '../../ui/icon.tsx'
import { keyMap } from '../../ui/key-map.ts'
import { formatMoment } from '../../strings/format/time.ts'
import type { PaletteEntry } from './entries.ts'

const { pages: names } = frame

const to = (route: Route) => () => {
  focusNextPage()
  navigate(route)
}

/** Open questions, oldest first. The user answers them at their place, never here. */
export const askEntries = (asks: Ask[], servers: ServerConfigs, rows: ConversationRow[]): PaletteEntry[] =>
  asks.map((ask) => {
    const row = rows.find(({ id }) => id === ask.operation?.conversation)
    return {
      key: `ask ${ask.id}`,
      group: words.groups.needsYou,
      text: askAsTask(ask, servers),
      detail: row && titleOf(row),
      sign: { glyph: 'waiting' },
      go: () => goToAsk(ask),
    }
  })

/** Entries that open a conversation, in the order of `rows`. */
export const conversationEntries = (rows: ConversationRow[]): PaletteEntry[] =>
  rows.map((row) => ({
    key: `conversation ${row.id}`,
    group: words.groups.conversations,
    text: titleOf(row),
    detail: formatMoment(row.activeAt),
    sign: { icon: 'message' },
    go: to({ page: 'chat', conversation: row.id }),
  }))

const titleOf = ({ title }: ConversationRow): string => plainLabel(title, 120) || frame.untitled

const page = (text: string, icon: IconName, route: Route, keys?: string): PaletteEntry => ({
  key: `page ${text}`,
  group: words.groups.pages,
  text,
  ...(keys !== undefined && { keys }),
  sign: { icon },
  go: to(route),
})

/** Entries for each page, each part of the settings, and the calls that changed something yesterday. */
export const pageEntries: PaletteEntry[] = [
  page(searchPage.field, 'search', { page: 'search' }, keyMap.searchAll.keys),
  page(names.servers, 'server', { page: 'servers' }),
  page(names.registry, 'search', { page: 'registry' }),
  page(names.audit, 'audit', { page: 'audit' }),
  page(words.changedYesterday, 'audit', { page: 'audit', filter: { changed: 'yes', time: 'yesterday' } }),
  page(names.settings, 'settings', { page: 'settings' }),
  ...settingsParts.map((part) =>
    page(words.settingsPart(settings.parts[part]), 'settings', { page: 'settings', part }),
  ),
  ...settingsIndex.flatMap((setting): PaletteEntry[] => {
    const { part, title, name } = setting
    if (title === undefined) return []
    return [
      {
        key: `setting ${part} ${title}`,
        group: words.groups.pages,
        text: name,
        detail: words.settingsPart(settings.parts[part]),
        sign: { icon: 'settings' },
        go: () => openSetting(setting),
      },
    ]
  }),
]

/** The record that `#` and a number refer to. */
export function recordEntries(typed: string): PaletteEntry[] {
  const seq = Number(/^#(\d{1,15})$/.exec(typed.trim())?.[1])
  if (!Number.isSafeInteger(seq) || seq < 1) return []
  return [page(`#${seq}`, 'audit', { page: 'audit', seq })].map((entry) => ({
    ...entry,
    detail: words.record,
  }))
}

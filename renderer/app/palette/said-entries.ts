import type { FoundText } from '../../../shared/contract/find-commands.ts'
import { displayName, type ServerConfigs } from '../../../shared/config/server-config.ts'
import { exactText } from '../../../shared/text/folded.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { foldAlike, type Alike } from '../../state/chat/alike.ts'
import { navigate } from '../../state/routes.ts'
import { frame } from '../../strings/frame.ts'
import { palette as words, searchPage } from '../../strings/palette.ts'
import type { PaletteEntry } from './entries.ts'

/** How many passages are shown. */
const mostSaid = 6

/** Passages that the host found, and the page with all of them. */
export function saidEntries(query: string, rows: FoundText[], servers: ServerConfigs): PaletteEntry[] {
  const text = query.trim()
  if (rows.length === 0) return []
  const passages = foldAlike(rows)
    .slice(0, mostSaid)
    .map((each) => passageEntry(each, text, servers))
  return [
    ...passages,
    {
      key: 'search-all',
      group: words.groups.said,
      text: words.searchAll(plainLabel(text, 60)),
      found: {},
      sign: { icon: 'search' },
      go: () => navigate({ page: 'search', filter: { text } }),
    },
  ]
}

function passageEntry({ row, times }: Alike, text: string, servers: ServerConfigs): PaletteEntry {
  const { seq, conversation, title, speaker, server, snippet, isReasoning, count } = row
  const name = server === null ? undefined : plainLabel(displayName(server, servers[server]))
  const who = isReasoning ? searchPage.reasoning : speaker === 'call' || speaker === 'result' ? name : undefined
  return {
    key: `said ${seq}`,
    group: words.groups.said,
    text: plainLabel(title, 120) || frame.untitled,
    detail: [
      who ?? searchPage.speakers[speaker],
      ...(count > 1 ? [searchPage.inText(count)] : []),
      ...(times > 1 ? [searchPage.alike(times)] : []),
    ].join(' · '),
    found: { snippet, from: speaker === 'result' ? name : undefined },
    sign: server === null ? { icon: 'message' } : { seal: server },
    go: () => navigate({ page: 'chat', conversation, find: { text: exactText(text, snippet), seq } }),
  }
}

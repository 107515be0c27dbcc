import { Autocomplete } from '@base-ui/react/autocomplete'
import { useRef, useState } from 'react'
import { useAdminBlock } from '../../state/rights.ts'
import { useHost, useLink, useSession } from '../../state/replica.ts'
import { useAsks } from '../../state/asks.ts'
import { useAnsweringModel } from '../../state/models/answering.ts'
import { offeredTools, sameTools } from '../../state/callable-tools.ts'
import { offeredPrompts, samePrompts } from '../../prompts/offered-prompts.ts'
import { useProjects } from '../../state/models/projects.ts'
import { useServers } from '../../state/servers/use-servers.ts'
import { useAction } from '../../state/action.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { ExtPassage, FoundPassage } from '../../ui/third-party/ext.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Keys } from '../../ui/keys.tsx'
import { Note } from '../../ui/note.tsx'
import { SearchDialog, SearchItem, SearchList } from '../../ui/search/search-dialog.tsx'
import { ServerSeal } from '../../ui/seal.tsx'
import { useConversationActions } from '../conversations/conversation-actions.ts'
import { findEntries, type PaletteEntry, type EntryGroup, type FoundEntry } from './entries.ts'
import { Marked } from '../../ui/search/marked.tsx'
import { actionEntries, type FrameActions } from './action-entries.ts'
import { saidEntries } from './said-entries.ts'
import { askEntries, conversationEntries, pageEntries, recordEntries } from './own-entries.ts'
import { palette as words } from '../../strings/palette.ts'
import styles from './palette.module.css'
import { promptEntries, serverEntries, skillEntries, toolEntries } from './server-entries.ts'
import type { ConversationRow } from '../../../shared/contract/commands.ts'
import type { FoundText } from '../../../shared/contract/find-commands.ts'
import { useQuery } from '../../state/query.ts'

const { foot } = words

type PaletteProps = { open: boolean; onClose(): void; frame: FrameActions; conversation: string | undefined }

/** Everything to go to or to do, by name; typing narrows it, Enter takes the highlighted entry. */
export function Palette({ open, onClose, frame, conversation }: PaletteProps) {
  const chosen = useRef<() => void>(undefined)
  const leave = (go: () => void): void => {
    chosen.current = go
    onClose()
  }
  const onClosed = (): void => {
    const go = chosen.current
    chosen.current = undefined
    // Waits until focus has returned to its place.
    if (go) requestAnimationFrame(go)
  }
  return (
    <SearchDialog open={open} onClose={onClose} onSettled={(isOpen) => !isOpen && onClosed()} title={words.title}>
      <Search leave={leave} close={onClose} frame={frame} conversation={conversation} />
    </SearchDialog>
  )
}

type SearchProps = { leave(go: () => void): void; close(): void } & Pick<PaletteProps, 'frame' | 'conversation'>

function Search({ leave, close, frame, conversation }: SearchProps) {
  const [query, setQuery] = useState('')
  const { entries, problem } = useEntries(query, frame, conversation)
  const { groups, found } = findEntries(entries, query)
  const change = useAction(async (act: () => Promise<unknown>) => {
    await act()
    close()
  })
  const choose = (entry: PaletteEntry): void => ('go' in entry ? leave(entry.go) : void change.run(entry.change))
  const notes = (
    <>
      {change.problem && <Note kind="no">{change.problem}</Note>}
      {problem && (
        <Note kind="no">
          {words.notSearched} {problem}
        </Note>
      )}
    </>
  )
  return (
    <SearchList
      groups={groups}
      query={query}
      setQuery={setQuery}
      label={words.title}
      placeholder={words.placeholder}
      nameOf={({ text }: FoundEntry) => text}
      nothing={words.nothing(plainLabel(query))}
      count={query.trim() !== '' && words.found(found)}
      notes={notes}
      foot={<Foot />}
    >
      {(group: EntryGroup) => <Group key={group.name} group={group} choose={choose} />}
    </SearchList>
  )
}

function useEntries(query: string, frame: FrameActions, conversation: string | undefined) {
  const link = useLink()
  const mayUse = useSession()?.right !== 'read'
  const mayChange = useAdminBlock() === undefined
  const hasModel = useAnsweringModel() !== undefined
  const asks = useAsks()
  const configured = useHost((state) => state.configured)
  const servers = useServers()
  const consents = useHost((state) => state.consents)
  const tools = useHost(offeredTools, sameTools)
  const prompts = useHost(offeredPrompts, samePrompts)
  const { rows, problem } = useConversations(query)
  const said = useSaid(query)
  const { theme } = configured.settings.appearance
  const turn = useHost(({ turns }) => Object.keys(turns).find((id) => turns[id]?.conversation === conversation))
  const actions = useConversationActions()
  const { starred, project } = rows.find(({ id }) => id === conversation) ?? {}
  const projects = useProjects()
  const open = conversation === undefined ? undefined : { id: conversation, turn, starred, project, actions }
  const entries = [
    ...recordEntries(query),
    ...askEntries(asks, configured.servers, rows),
    ...conversationEntries(rows),
    ...pageEntries,
    ...actionEntries({ frame, link, theme, mayChange, mayUse, hasModel, open, projects }),
    ...serverEntries(servers, { link, mayChange, mayUse, consents }),
    ...(mayUse ? toolEntries(tools, conversation) : []),
    ...(mayUse && hasModel ? promptEntries(prompts, conversation) : []),
    ...(mayUse && hasModel ? skillEntries(prompts, conversation, link) : []),
    ...saidEntries(query, said.rows, configured.servers),
  ]
  return { entries, problem: problem ?? said.problem }
}

/** How many passages are looked for, as many can be alike, and how long a query waits. */
const mostSaid = 30
const saidAfterMs = 150
const noPassages: FoundText[] = []

/** Passages of conversations that match, once two characters are typed. */
function useSaid(query: string): { rows: FoundText[]; problem: string | undefined } {
  const text = query.trim()
  const asks = text.length < 2 || /^[>@#/]/.test(text) ? undefined : { text: text.slice(0, 200), limit: mostSaid }
  const { answer, problem } = useQuery('findText', asks, { waitMs: saidAfterMs })
  return { rows: asks && answer ? answer.rows : noPassages, problem: asks && problem }
}

function Group({ group, choose }: { group: EntryGroup; choose(entry: PaletteEntry): void }) {
  return (
    <Autocomplete.Group items={group.items}>
      <Autocomplete.GroupLabel className={styles.group}>{group.name}</Autocomplete.GroupLabel>
      <Autocomplete.Collection>
        {(entry: FoundEntry) => (
          <SearchItem key={entry.key} value={entry} className={styles.item} onChoose={() => choose(entry)}>
            <Sign sign={entry.sign} />
            <span className="grow">
              <span className={styles.line}>
                <span className={styles.text}>
                  <Marked text={entry.text} at={entry.at} />
                </span>
                {entry.detail && (
                  <span className={styles.detail}>
                    <bdi>{entry.detail}</bdi>
                  </span>
                )}
              </span>
              <Passage found={entry.found} />
            </span>
            {entry.keys && <Keys keys={entry.keys} />}
            <span className={styles.enter}>
              <Keys keys="Enter" />
            </span>
          </SearchItem>
        )}
      </Autocomplete.Collection>
    </Autocomplete.Group>
  )
}

/** The second line of an entry that the host found. */
function Passage({ found }: { found: PaletteEntry['found'] | undefined }) {
  if (!found?.snippet) return null
  return (
    <span className={styles.passage}>
      {found.from === undefined ? (
        <FoundPassage snippet={found.snippet} />
      ) : (
        <ExtPassage from={found.from} snippet={found.snippet} />
      )}
    </span>
  )
}

function Sign({ sign }: Pick<PaletteEntry, 'sign'>) {
  if ('seal' in sign) return <ServerSeal server={sign.seal} />
  return 'glyph' in sign ? <Glyph state={sign.glyph} label="" /> : <Icon name={sign.icon} />
}

const Foot = () => (
  <div className={styles.foot} aria-hidden>
    <span>
      <Keys keys="↑ ↓" /> {foot.move}
    </span>
    <span>
      <Keys keys="Enter" /> {foot.open}
    </span>
    <span className="end">
      <Keys keys=">" /> {foot.actions}
    </span>
    <span>
      <Keys keys="@" /> {foot.servers}
    </span>
    <span>
      <Keys keys="/" /> {foot.prompts}
    </span>
    <span>
      <Keys keys="#" /> {foot.record}
    </span>
  </div>
)

/** The latest ones are searched here, also by abbreviation; the host searches the others. */
const mostRecent = 200
const mostFound = 20
const searchAfterMs = 120

type Found = { rows: ConversationRow[]; problem: string | undefined }

/** The latest conversations, and of all others those whose title has the query's words. */
function useConversations(query: string): Found {
  const recent = useListed('', mostRecent)
  const found = useListed(query.replace(/^[>@#]/, '').trim(), mostFound)
  const known = new Set(recent.rows.map(({ id }) => id))
  return {
    rows: [...recent.rows, ...found.rows.filter(({ id }) => !known.has(id))],
    problem: recent.problem ?? found.problem,
  }
}

const none: ConversationRow[] = []

function useListed(title: string, limit: number): Found {
  const input = { limit, ...(title && { title }) }
  const { answer, problem } = useQuery('listConversations', input, { waitMs: title === '' ? 0 : searchAfterMs })
  return { rows: answer?.rows ?? none, problem }
}

import {
  Suspense,
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  useSyncExternalStore,
} from 'react'
import { speakers, type FoundText } from '../../shared/contract/find-commands.ts'
import { displayName } from '../../shared/config/server-config.ts'
import { plainLabel } from '../../shared/text/hidden-characters.ts'
import { exactText } from '../../shared/text/folded.ts'
import { foldAlike, type Alike } from '../state/chat/alike.ts'
import { useHost } from '../state/replica.ts'
import { searchSpans, href, parseRoute, replacePlace, type SearchFilter } from '../state/routes.ts'
import { searchPage as words } from '../strings/palette.ts'
import { formatMoment } from '../strings/format/time.ts'
import { frame } from '../strings/frame.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Apart } from '../ui/json/apart.tsx'
import { Field, Select } from '../ui/fields/field.tsx'
import { SearchField } from '../ui/fields/search-field.tsx'
import { isPressed } from '../ui/keys.tsx'
import { Loading } from '../ui/loading.tsx'
import { Note } from '../ui/note.tsx'
import { Bar } from '../ui/page/bar.tsx'
import { Page } from '../ui/page/page.tsx'
import { ServerSeal, useServerName } from '../ui/seal.tsx'
import { ExtPassage, FoundPassage, Plain } from '../ui/third-party/ext.tsx'
import linked from '../ui/table/linked-rows.module.css'
import { classes } from '../ui/classes.ts'
import styles from './search-page.module.css'
import { useSearch } from './use-search.ts'

const none: SearchFilter = { text: '' }

/** Milliseconds without typing before the URL follows. */
const writeAfterMs = 300

/** Draws the conversation around a match, beside the list. */
export type Preview = ComponentType<{ found: FoundText; query: string }>

type SearchPageProps = { filter?: SearchFilter | undefined; preview: Preview }

/** Everything said, called and returned, in all conversations; the search is in the URL. */
export function SearchPage({ filter = none, preview }: SearchPageProps) {
  const { text, type, change } = useTyped(filter)
  const { rows, more, unread, isAsking, problem, further } = useSearch({ ...filter, text })
  const asked = text.trim()
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => {
    page.current?.querySelector('input')?.focus()
  }, [])
  const matches = rows.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <Bar title={words.title} />
      <Page width="wide">
        <div ref={page} className={styles.search} onKeyDown={moveByArrows}>
          <div className={styles.asked}>
            <div data-search>
              <SearchField label={words.field} value={text} onChange={type} />
            </div>
            <Filters filter={{ ...filter, text }} onChange={change} />
          </div>
          {problem !== undefined && (
            <Note kind="no">
              {words.failed} {problem}
            </Note>
          )}
          <div role="status" className={styles.status}>
            {asked !== '' && rows.length > 0 && `${words.count(matches, rows.length, more)} `}
            {asked !== '' && unread > 0 && words.unread(unread)}
          </div>
          {asked === '' && (
            <Empty icon="search" title={words.begin}>
              {words.beginHelp}
            </Empty>
          )}
          {asked !== '' && rows.length > 0 && <Matches rows={rows} query={asked} preview={preview} />}
          {asked !== '' && rows.length === 0 && !problem && (
            <None isAsking={isAsking} filter={{ ...filter, text: asked }} onChange={change} />
          )}
          {more && (
            <div>
              <Button busy={isAsking} onClick={further}>
                {words.more}
              </Button>
            </div>
          )}
        </div>
      </Page>
    </>
  )
}

/** From the field down to the matches, between them, and up to the field again; Enter in the field opens the first. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget } = event
  const field = currentTarget.querySelector<HTMLElement>('[data-search] input')
  const links = [...currentTarget.querySelectorAll<HTMLElement>('[data-match]')]
  const at = links.findIndex((link) => link === target)
  if (event.nativeEvent.isComposing || (at === -1 && target !== field)) return
  if (at === -1 && isPressed(event, 'Enter')) return links[0]?.click()
  const by = isPressed(event, 'ArrowDown') ? 1 : isPressed(event, 'ArrowUp') ? -1 : 0
  const next = by === -1 && at === 0 ? field : links[at + by]
  if (by === 0 || !next) return
  event.preventDefault()
  next.focus()
}

type MatchesProps = { rows: FoundText[]; query: string; preview: Preview }

/** The matches, and in a wide window the conversation around the one that has the focus or the pointer. */
function Matches({ rows, query, preview: Around }: MatchesProps) {
  const [chosen, setChosen] = useState<number>()
  const isWide = useIsWide()
  const current = rows.find(({ seq }) => seq === chosen) ?? rows[0]
  return (
    <div className={styles.beside}>
      <ul className={classes('rows', styles.rows)} aria-label={words.list}>
        {foldAlike(rows).map(({ row, times }) => (
          <Apart key={row.seq} as="item" of={row} raw={() => row}>
            <FoundRow
              row={row}
              times={times}
              text={query}
              isCurrent={isWide && row === current}
              onCurrent={() => setChosen(row.seq)}
            />
          </Apart>
        ))}
      </ul>
      {isWide && current && (
        <div className={styles.around}>
          <Suspense>
            <Around key={current.conversation} found={current} query={query} />
          </Suspense>
        </div>
      )}
    </div>
  )
}

/** As in the style sheet. */
const wide = '(min-width: 1180px)'

const useIsWide = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      const query = matchMedia(wide)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => matchMedia(wide).matches,
  )

/** The typed text, which is ahead of the URL: the URL follows once typing pauses, and Back changes both. */
function useTyped(filter: SearchFilter) {
  const [text, setText] = useState(filter.text)
  const [written, setWritten] = useState(filter.text)
  const [seen, setSeen] = useState(filter.text)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (seen !== filter.text) {
    setSeen(filter.text)
    if (filter.text !== written) {
      setText(filter.text)
      setWritten(filter.text)
    }
  }
  useEffect(() => () => clearTimeout(pause.current), [])
  const change = (next: SearchFilter): void => {
    clearTimeout(pause.current)
    setWritten(next.text)
    replacePlace({ page: 'search', filter: next })
  }
  const type = (next: string): void => {
    setText(next)
    clearTimeout(pause.current)
    pause.current = setTimeout(() => {
      // The user may have followed a match in the meantime.
      if (parseRoute(location.hash).page === 'search') change({ ...filter, text: next })
    }, writeAfterMs)
  }
  return { text, type, change }
}

type FilterProps = { filter: SearchFilter; onChange(next: SearchFilter): void }

function None({ isAsking, filter, onChange }: FilterProps & { isAsking: boolean }) {
  if (isAsking) return <Loading what={words.searching} lines={6} />
  const isNarrowed = filter.of ?? filter.server ?? filter.span
  const shown = plainLabel(filter.text, 80)
  return (
    <Empty
      icon="search"
      title={words.nothing}
      action={isNarrowed && <Button onClick={() => onChange({ text: filter.text })}>{words.clear}</Button>}
    >
      {isNarrowed ? words.nothingFiltered(shown) : words.nothingHelp(shown)}
    </Empty>
  )
}

function Filters({ filter, onChange }: FilterProps) {
  const servers = useHost((state) => state.configured.servers)
  return (
    <div className={styles.filters} role="group" aria-label={words.filters}>
      <Choice
        label={words.of}
        any={words.anyone}
        value={filter.of}
        options={speakers.map((one) => [one, words.speakers[one]])}
        onChange={(of) => onChange({ ...filter, of: speakers.find((one) => one === of) })}
      />
      <Choice
        label={words.server}
        any={words.anyServer}
        value={filter.server}
        options={Object.entries(servers).map(([id, config]) => [id, plainLabel(displayName(id, config))])}
        onChange={(server) => onChange({ ...filter, server })}
      />
      <Choice
        label={words.span}
        any={words.anyTime}
        value={filter.span}
        options={searchSpans.map((one) => [one, words.spans[one]])}
        onChange={(span) => onChange({ ...filter, span: searchSpans.find((one) => one === span) })}
      />
    </div>
  )
}

type ChoiceProps = {
  label: string
  any: string
  value: string | undefined
  options: [value: string, label: string][]
  onChange(value: string | undefined): void
}

const Choice = ({ label, any, value, options, onChange }: ChoiceProps) => (
  <Field label={label}>
    <Select value={value ?? ''} onChange={({ target }) => onChange(target.value || undefined)}>
      <option value="">{any}</option>
      {value !== undefined && !options.some(([one]) => one === value) && <option value={value}>{value}</option>}
      {options.map(([one, name]) => (
        <option key={one} value={one}>
          {name}
        </option>
      ))}
    </Select>
  </Field>
)

type FoundRowProps = Alike & { text: string; isCurrent: boolean; onCurrent(): void }

function FoundRow({ row, times, text, isCurrent, onCurrent }: FoundRowProps) {
  const { conversation, seq, title, speaker, at, server, tool, snippet, isReasoning, count } = row
  const find = { text: exactText(text, snippet), seq }
  return (
    <li
      className={linked.row}
      data-current={isCurrent || undefined}
      onFocus={onCurrent}
      onPointerMove={isCurrent ? undefined : onCurrent}
    >
      <a className={linked.link} data-match href={href({ page: 'chat', conversation, find })}>
        {plainLabel(title, 120) || frame.untitled}
      </a>
      <span className="small ink3">{formatMoment(at)}</span>
      <span className={styles.passage}>
        {speaker === 'result' && server !== null ? (
          <OfResult server={server} row={row} />
        ) : (
          <FoundPassage snippet={snippet} />
        )}
      </span>
      <span className={classes('small ink3', styles.who)}>
        {isReasoning ? words.reasoning : words.speakers[speaker]}
        {server !== null && <OfServer server={server}>{tool !== null && <Plain text={tool} />}</OfServer>}
        {(count > 1 || times > 1) && (
          <span className="end num">
            {[...(count > 1 ? [words.inText(count)] : []), ...(times > 1 ? [words.alike(times)] : [])].join(' · ')}
          </span>
        )}
      </span>
    </li>
  )
}

function OfServer({ server, children }: { server: string; children: ReactNode }) {
  const name = useServerName(server)
  return (
    <span className="row inline gap1 breaks">
      <ServerSeal server={server} />
      <bdi>{name}</bdi> › {children}
    </span>
  )
}

const OfResult = ({ server, row: { snippet } }: { server: string; row: FoundText }) => (
  <ExtPassage from={useServerName(server)} snippet={snippet} />
)

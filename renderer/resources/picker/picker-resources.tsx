import { useEffect, useMemo, useState } from 'react'
import { href } from '../../state/routes.ts'
import { useHost } from '../../state/replica.ts'
import { resources } from '../../strings/resources.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Select } from '../../ui/fields/field.tsx'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { Note } from '../../ui/note.tsx'
import { pickerRows } from './picker-rows.ts'
import styles from './picker.module.css'
import { ResourceTreeView } from './resource-tree-view.tsx'
import {
  keyOf,
  resourceTitle,
  searchWords,
  type ListedResource,
  type ReaderWanted,
  type Sorting,
} from '../../state/resources/resource-tree.ts'
import type { ResourceChoice } from '../../state/resources/use-choice.ts'
import type { Readings } from '../../state/resources/use-readings.ts'
import { awayOf, sameJson, type ResourceListing } from '../../state/resources/use-listings.ts'

const words = resources.picker

const readers: ReaderWanted[] = ['all', 'model', 'you']
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of an object of ours
const sortings = Object.keys(words.sortings) as Sorting[]

type ResourcePaneProps = {
  conversation: string | undefined
  listings: ResourceListing[]
  retry(server: string): void
  query: string
  choice: ResourceChoice
  readings: Readings
  onFound(count: number): void
  onMark(listed: ListedResource | undefined): void
  onPreview(listed: ListedResource): void
}

const nothingYet: ReadonlySet<string> = new Set()

/** The tree of all servers' resources, and what couldn't be listed. */
export function ResourcePane(props: ResourcePaneProps) {
  const { conversation, listings, retry, query, choice, readings, onFound, onMark, onPreview } = props
  const [sorting, setSorting] = useState<Sorting>('place')
  const [reader, setReader] = useState<ReaderWanted>('all')
  const [closed, setClosed] = useState(nothingYet)
  const [opened, setOpened] = useState(nothingYet)
  const [wanted, setActive] = useState<string>()
  const followed = useHost((state) => (conversation === undefined ? undefined : state.followed[conversation]))
  const wordsAsked = useMemo(() => searchWords(query), [query])
  const { rows, found } = useMemo(
    () => pickerRows(listings, { words: wordsAsked, reader, sorting, closed, opened, inside: readings.of }),
    [listings, wordsAsked, reader, sorting, closed, opened, readings],
  )
  const at = rows.findIndex(({ key }) => key === wanted)
  const active = at === -1 ? rows.findIndex(({ kind }) => kind === 'resource') : at
  const row = rows[Math.max(0, active)]
  const marked = row?.kind === 'resource' || row?.kind === 'directory' ? row.listed : undefined
  useEffect(() => onFound(found), [found, onFound])
  useEffect(() => onMark(marked), [marked, onMark])
  return (
    <>
      <Toolbar sorting={sorting} onSort={setSorting} reader={reader} onReader={setReader} />
      {rows.length === 0 ? (
        <Nothing query={query} reader={reader} listings={listings} />
      ) : (
        <ResourceTreeView
          rows={rows}
          active={Math.max(0, active)}
          onActive={(index) => setActive(rows[index]?.key)}
          isChosen={({ server, resource }) => choice.has(server, resource.uri)}
          isFollowed={({ server, resource }) =>
            followed?.some((one) => one.server === server && one.uri === resource.uri) ?? false
          }
          onChoose={({ server, resource }) => choice.toggle(chosenOf(server, resource))}
          onPreview={onPreview}
          onFold={(folded, isOpen) => {
            if (folded.kind === 'directory') {
              setOpened((now) => changed(now, folded.key, isOpen))
              if (isOpen) onPreview(folded.listed)
            } else setClosed((now) => changed(now, folded.key, !isOpen))
          }}
        />
      )}
      <Troubles listings={listings} retry={retry} />
    </>
  )
}

/** The set with this key, or without it. */
function changed(now: ReadonlySet<string>, key: string, has: boolean): ReadonlySet<string> {
  const others = [...now].filter((one) => one !== key)
  return new Set(has ? [...others, key] : others)
}

const chosenOf = (server: string, resource: ListedResource['resource']) => ({
  server,
  uri: resource.uri,
  name: resourceTitle(resource),
  size: resource.size,
})

type ToolbarProps = {
  sorting: Sorting
  onSort(sorting: Sorting): void
  reader: ReaderWanted
  onReader(reader: ReaderWanted): void
}

function Toolbar({ sorting, onSort, reader, onReader }: ToolbarProps) {
  return (
    <div className={styles.toolbar}>
      <Select
        aria-label={words.readers}
        className={styles.sort}
        value={reader}
        onChange={({ target }) => onReader(readers.find((one) => one === target.value) ?? 'all')}
      >
        {readers.map((one) => (
          <option key={one} value={one}>
            {words.forReaders[one]}
          </option>
        ))}
      </Select>
      <Select
        aria-label={words.sort}
        className={styles.sort}
        value={sorting}
        onChange={({ target }) => onSort(sortings.find((one) => one === target.value) ?? 'place')}
      >
        {sortings.map((one) => (
          <option key={one} value={one}>
            {words.sortings[one]}
          </option>
        ))}
      </Select>
    </div>
  )
}

type NothingProps = { query: string; reader: ReaderWanted; listings: ResourceListing[] }

function Nothing({ query, reader, listings }: NothingProps) {
  if (query.trim() !== '')
    return (
      <Empty icon="search" title={words.nothingFits}>
        {words.nothingFitsHelp(plainLabel(query, 60))}
      </Empty>
    )
  if (reader !== 'all')
    return (
      <Empty icon="search" title={words.nothingFits}>
        {words.noneFor(words.forReaders[reader])}
      </Empty>
    )
  if (listings.some(({ problem }) => problem !== undefined)) return <div className="grow" />
  return (
    <Empty icon="file" title={words.noResources} action={<a href={href({ page: 'servers' })}>{words.toServers}</a>}>
      {words.noResourcesHelp}
    </Empty>
  )
}

/** The gaps in the tree and their reasons, one sentence each. */
function Troubles({ listings, retry }: Pick<ResourcePaneProps, 'listings' | 'retry'>) {
  const away = useHost(awayOf, sameJson)
  const failed = listings.filter(({ problem }) => problem !== undefined)
  const cut = listings.filter(({ incomplete }) => incomplete !== undefined)
  if (away.length + failed.length + cut.length === 0) return null
  return (
    <div className={styles.troubles}>
      {failed.map(({ server, name, problem }) => (
        <Note
          key={keyOf(server, 'failed')}
          kind="no"
          quiet
          action={
            <Button size="sm" onClick={() => retry(server)}>
              {words.again}
            </Button>
          }
        >
          {words.notListed(name)} {problem}
        </Note>
      ))}
      {cut.map(({ server, name, incomplete }) => (
        <Note key={keyOf(server, 'cut')}>
          {words.incomplete(name)} {incomplete}
        </Note>
      ))}
      {away.map(({ server, name }) => (
        <Note key={keyOf(server, 'away')} action={<a href={href({ page: 'servers', server })}>{words.openServer}</a>}>
          {words.away(name)}
        </Note>
      ))}
    </div>
  )
}

import { Autocomplete } from '@base-ui/react/autocomplete'
import { useMemo, useRef, useState } from 'react'
import { useHost } from '../state/replica.ts'
import { manual } from '../strings/manual.ts'
import { ClaimMarks } from '../ui/third-party/claims.tsx'
import { ExtInline, Plain } from '../ui/third-party/ext.tsx'
import { plainLabel } from '../../shared/text/hidden-characters.ts'
import { SearchDialog, SearchItem, SearchList } from '../ui/search/search-dialog.tsx'
import { ServerSeal } from '../ui/seal.tsx'
import styles from './search-tools.module.css'
import {
  searchCallableTools,
  runnableTools,
  sameTools,
  type CallableTool,
  type CallableGroup,
} from '../state/callable-tools.ts'
import { href } from '../state/routes.ts'
import { AddPlayground, useHasPlayground } from '../ui/servers/add-playground.tsx'
import { MissingTools } from '../ui/servers/missing-tools.tsx'
import { Empty } from '../ui/empty.tsx'

const words = manual.search

type SearchToolsProps = { open: boolean; typed: string; onClose(): void; onChoose(chosen: CallableTool): void }

/** All tools of all ready servers; typing narrows the list, Enter takes the highlighted one unless it awaits review. */
export function SearchTools({ open, typed, onClose, onChoose }: SearchToolsProps) {
  const chosen = useRef(false)
  const choose = (one: CallableTool): void => {
    chosen.current = true
    onChoose(one)
    onClose()
  }
  return (
    <SearchDialog
      open={open}
      onClose={onClose}
      onSettled={(isOpen) => isOpen && (chosen.current = false)}
      title={words.label}
      returnsFocus={() => !chosen.current}
    >
      <Search choose={choose} typed={typed} />
    </SearchDialog>
  )
}

function Search({ choose, typed }: { choose(one: CallableTool): void; typed: string }) {
  const tools = useHost(runnableTools, sameTools)
  const [query, setQuery] = useState(typed)
  const { groups, found, more } = useMemo(() => searchCallableTools(tools, query), [tools, query])
  if (tools.length === 0)
    return (
      <div className={styles.nothing}>
        <MissingTools />
        <NoTools />
      </div>
    )
  const status = more > 0 ? words.foundMore(found - more, found, more) : words.found(found)
  return (
    <SearchList
      groups={groups}
      query={query}
      setQuery={setQuery}
      label={words.search}
      placeholder={words.searchHint(tools.length)}
      nameOf={labelOf}
      nothing={words.notFound(plainLabel(query))}
      notes={<MissingTools />}
      foot={<Autocomplete.Status className={styles.status}>{status}</Autocomplete.Status>}
    >
      {(group: CallableGroup) => <Group key={group.server} group={group} choose={choose} />}
    </SearchList>
  )
}

const labelOf = ({ tool }: CallableTool): string => plainLabel(tool.title ?? tool.name)

function Group({ group, choose }: { group: CallableGroup; choose(one: CallableTool): void }) {
  return (
    <Autocomplete.Group items={group.items}>
      <Autocomplete.GroupLabel className={styles.server}>
        <ServerSeal server={group.server} />
        {group.serverName}
      </Autocomplete.GroupLabel>
      <Autocomplete.Collection>
        {(one: CallableTool) => (
          <SearchItem
            key={one.tool.name}
            value={one}
            disabled={one.waits}
            className={styles.item}
            onChoose={() => choose(one)}
          >
            <Row one={one} />
          </SearchItem>
        )}
      </Autocomplete.Collection>
    </Autocomplete.Group>
  )
}

function Row({ one: { tool, serverName, waits } }: { one: CallableTool }) {
  const title = plainLabel(tool.title ?? tool.name)
  return (
    <>
      <span className={styles.names}>
        <span className={styles.title}>{title}</span>
        {tool.title !== undefined && (
          <code className={`${styles.name} trunc`}>
            <Plain text={tool.name} />
          </code>
        )}
      </span>
      {waits ? (
        <span className={styles.waits}>{words.waits}</span>
      ) : (
        <ClaimMarks from={serverName} claims={tool.claims} />
      )}
      {tool.description !== '' && (
        <span className={`${styles.description} trunc`}>
          <ExtInline from={serverName} text={tool.description} limit={160} />
        </span>
      )}
    </>
  )
}

const none = manual.noTools

/** No server offers a tool now: shows ways to get one. */
function NoTools() {
  const hasServers = useHost(({ configured }) => Object.keys(configured.servers).length > 0)
  const hasPlayground = useHasPlayground()
  return (
    <Empty
      icon="terminal"
      title={hasServers ? none.noneOffered : none.none}
      action={
        <div className="row wrap center gap2-4">
          {!hasPlayground && <AddPlayground kind="primary" />}
          <a href={href({ page: 'servers' })}>{hasServers ? none.seeServers : none.addServer}</a>
        </div>
      }
    >
      {hasServers ? none.whileReady : none.playground}
    </Empty>
  )
}

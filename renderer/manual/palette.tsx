import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useMemo, useRef, useState } from 'react'
import { useHost } from '../host.ts'
import { strings } from '../strings/strings.ts'
import { IconButton } from '../ui/button.tsx'
import { Claims } from '../ui/claims.tsx'
import { ExtInline, Plain } from '../ui/ext.tsx'
import { plainLabel } from '../ui/hidden-characters.ts'
import { Icon } from '../ui/icon.tsx'
import { ServerSeal } from '../ui/seal.tsx'
import { NoTools } from './no-tools.tsx'
import styles from './palette.module.css'
import { findTools, offeredTools, sameTools, type OfferedTool, type ToolGroup } from './tools.ts'

const words = strings.manual.palette

type PaletteProps = { open: boolean; onClose(): void; onChoose(chosen: OfferedTool): void }

/** All tools of all servers that are ready; typing narrows the list, Enter takes the marked one. */
export function Palette({ open, onClose, onChoose }: PaletteProps) {
  const chosen = useRef(false)
  const choose = (one: OfferedTool): void => {
    chosen.current = true
    onChoose(one)
    onClose()
  }
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onOpenChangeComplete={(isOpen) => isOpen && (chosen.current = false)}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.scrim} />
        <Dialog.Popup className={styles.palette} aria-label={words.label} finalFocus={() => !chosen.current}>
          <Search choose={choose} />
          <Dialog.Close render={<IconButton className={styles.close} label={words.close} icon="close" />} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Search({ choose }: { choose(one: OfferedTool): void }) {
  const tools = useHost(offeredTools, sameTools)
  const [query, setQuery] = useState('')
  const { groups, found, more } = useMemo(() => findTools(tools, query), [tools, query])
  if (tools.length === 0)
    return (
      <div className={styles.nothing}>
        <NoTools />
      </div>
    )
  return (
    <Autocomplete.Root
      open
      inline
      autoHighlight="always"
      keepHighlight
      filter={null}
      items={groups}
      value={query}
      onValueChange={(next, { reason }) => reason !== 'item-press' && setQuery(next)}
      itemToStringValue={labelOf}
    >
      <Autocomplete.InputGroup className={styles.search}>
        <Icon name="search" />
        <Autocomplete.Input
          className={styles.input}
          aria-label={words.search}
          placeholder={words.searchHint(tools.length)}
        />
      </Autocomplete.InputGroup>
      <div className={styles.list}>
        <Autocomplete.Empty className={styles.none}>{words.notFound(plainLabel(query))}</Autocomplete.Empty>
        <Autocomplete.List>
          {(group: ToolGroup) => <Group key={group.server} group={group} choose={choose} />}
        </Autocomplete.List>
      </div>
      <Autocomplete.Status className={styles.status}>
        {more > 0 ? words.foundMore(found - more, found, more) : words.found(found)}
      </Autocomplete.Status>
    </Autocomplete.Root>
  )
}

const labelOf = ({ tool }: OfferedTool): string => plainLabel(tool.title ?? tool.name)

function Group({ group, choose }: { group: ToolGroup; choose(one: OfferedTool): void }) {
  return (
    <Autocomplete.Group items={group.items} className={styles.group}>
      <Autocomplete.GroupLabel className={styles.server}>
        <ServerSeal server={group.server} />
        {group.serverName}
      </Autocomplete.GroupLabel>
      <Autocomplete.Collection>
        {(one: OfferedTool) => (
          <Autocomplete.Item key={one.tool.name} value={one} className={styles.item} onClick={() => choose(one)}>
            <Row one={one} />
          </Autocomplete.Item>
        )}
      </Autocomplete.Collection>
    </Autocomplete.Group>
  )
}

function Row({ one: { tool, serverName } }: { one: OfferedTool }) {
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
      <Claims from={serverName} claims={tool.claims} />
      {tool.description !== '' && (
        <span className={`${styles.description} trunc`}>
          <ExtInline from={serverName} text={tool.description} limit={160} />
        </span>
      )}
    </>
  )
}

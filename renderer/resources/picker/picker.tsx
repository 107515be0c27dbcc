import { useState } from 'react'
import { useHost, useSession } from '../../state/replica.ts'
import { resources } from '../../strings/resources.ts'
import { useAction } from '../../state/action.ts'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/fields/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Keys } from '../../ui/keys.tsx'
import { Note } from '../../ui/note.tsx'
import { Segments } from '../../ui/fields/segments.tsx'
import { formatBytes } from '../../strings/format/time.ts'
import { estimateTokens } from '../../../shared/text/tokens.ts'
import { useAttach } from '../../state/resources/attach.ts'
import { PickerDialog } from './picker-dialog.tsx'
import { ResourcePane } from './picker-resources.tsx'
import { TemplateDetail, TemplateList } from './picker-templates.tsx'
import styles from './picker.module.css'
import type { PickerTarget } from '../../state/picking.ts'
import { ResourceDetail } from './resource-detail.tsx'
import type { ListedResource } from '../../state/resources/resource-tree.ts'
import { findTemplates, offeredTemplates, type OfferedTemplate } from '../../state/resources/templates.ts'
import { useChoice, type Chosen } from '../../state/resources/use-choice.ts'
import { sameJson, useListings } from '../../state/resources/use-listings.ts'
import { useReadings } from '../../state/resources/use-readings.ts'

const words = resources.picker

type PickerProps = { conversation: string | undefined; target: PickerTarget; onClose(attached: boolean): void }

/** All servers' resources, to search, preview and attach to the draft. */
export function ResourcePicker({ conversation, target, onClose }: PickerProps) {
  const { listings, retry } = useListings()
  const templates = useHost(offeredTemplates, sameJson)
  const readings = useReadings()
  const choice = useChoice()
  const [tab, setTab] = useState<'resources' | 'templates'>(target.template === undefined ? 'resources' : 'templates')
  const [query, setQuery] = useState('')
  const [found, setFound] = useState(0)
  const [marked, setMarked] = useState<ListedResource>()
  const [template, setTemplate] = useState<OfferedTemplate | undefined>(() =>
    templates.find((one) => one.server === target.server && one.entry.template === target.template),
  )
  const attach = useAttach(conversation, readings, choice)
  const adding = useAction(async () => {
    if (await attach.run()) onClose(true)
  })
  const isReadOnly = useSession()?.right === 'read'
  const unavailable = isReadOnly ? words.readOnly : choice.chosen.length === 0 ? words.nothingChosen : undefined
  const labels = { resources: words.resources, templates: words.templates(templates.length) }
  const done = (): void => void (unavailable === undefined && adding.run())
  return (
    <PickerDialog
      title={words.title}
      onClose={() => onClose(false)}
      onDone={done}
      head={
        <>
          <Search
            query={query}
            onChange={setQuery}
            typed={target.typed}
            found={query.trim() === '' ? undefined : found}
          />
          <Segments
            label={words.parts}
            items={Object.values(labels)}
            value={labels[tab]}
            onChange={(label) => setTab(label === labels.templates ? 'templates' : 'resources')}
          />
        </>
      }
      list={
        tab === 'resources' ? (
          <ResourcePane
            conversation={conversation}
            listings={listings}
            retry={retry}
            query={query}
            choice={choice}
            readings={readings}
            onFound={setFound}
            onMark={setMarked}
            onPreview={(listed) => void readings.read(listed.server, listed.resource.uri)}
          />
        ) : (
          <TemplateList
            templates={findTemplates(templates, query)}
            query={query}
            chosen={template}
            onChoose={setTemplate}
            onFound={setFound}
          />
        )
      }
      detail={
        tab === 'resources' ? (
          <ResourceDetail listed={marked} readings={readings} choice={choice} />
        ) : (
          <TemplateDetail key={template?.key} template={template} readings={readings} choice={choice} />
        )
      }
      foot={
        <Foot
          chosen={choice.chosen}
          failed={[...attach.failed, ...(adding.problem === undefined ? [] : [adding.problem])]}
          hasKeys={tab === 'resources'}
          busy={adding.busy}
          unavailable={unavailable}
          onCancel={() => onClose(false)}
          onDone={done}
        />
      }
    />
  )
}

type SearchProps = {
  query: string
  onChange(query: string): void
  typed: PickerTarget['typed']
  found: number | undefined
}

function Search({ query, onChange, typed, found }: SearchProps) {
  return (
    <div className={styles.search} role="search">
      <Icon name="search" size={14} />
      <TextInput
        type="search"
        aria-label={words.search}
        placeholder={words.searchBy}
        value={query}
        maxLength={200}
        onChange={(event) => onChange(event.target.value)}
        onFocus={() => {
          const before = typed?.() ?? ''
          if (before !== '') onChange(query + before)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && (event.key !== 'Enter' || event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          document.querySelector<HTMLElement>('[data-resource-tree]')?.focus()
        }}
      />
      <span className={styles.found} role="status">
        {found !== undefined && words.matches(found)}
      </span>
    </div>
  )
}

type FootProps = {
  chosen: Chosen[]
  failed: string[]
  /** Shows the tree's keyboard shortcuts. */
  hasKeys: boolean
  busy: boolean
  unavailable: string | undefined
  onCancel(): void
  onDone(): void
}

function Foot({ chosen, failed, hasKeys, busy, unavailable, onCancel, onDone }: FootProps) {
  const bytes = chosen.reduce((sum, { size = 0 }) => sum + size, 0)
  return (
    <>
      {failed.map((problem) => (
        <Note key={problem} kind="no">
          {problem}
        </Note>
      ))}
      <div className={styles.bottom}>
        <span className={styles.sum} role="status">
          {chosen.length === 0
            ? words.noneChosen
            : bytes === 0
              ? words.chosen(chosen.length)
              : words.chosenWithSize(chosen.length, formatBytes(bytes), estimateTokens(bytes))}
        </span>
        {hasKeys && (
          <span className={styles.keys} aria-hidden>
            <Keys keys="Space" /> {words.select} <Keys keys="→" /> {words.open}
          </span>
        )}
        <Button keys="Esc" onClick={onCancel}>
          {words.cancel}
        </Button>
        <Button kind="primary" keys="Ctrl Enter" busy={busy} unavailable={unavailable} onClick={onDone}>
          {words.attach(chosen.length)}
        </Button>
      </div>
    </>
  )
}

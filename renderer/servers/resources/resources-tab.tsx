import { useDeferredValue, useMemo, useState } from 'react'
import { Page } from '../../ui/page/page.tsx'
import { useHost } from '../../state/replica.ts'
import { resourceTree, treeRows, searchWords } from '../../state/resources/resource-tree.ts'
import { findTemplates, offeredTemplates } from '../../state/resources/templates.ts'
import { sameJson, useListings } from '../../state/resources/use-listings.ts'
import { resources as resourcesWords } from '../../strings/resources.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Note } from '../../ui/note.tsx'
import { Segments } from '../../ui/fields/segments.tsx'
import { FindRow } from '../status/find-row.tsx'
import { ListTroubles } from '../status/list-troubles.tsx'
import { ResourceTable } from './resource-table.tsx'
import type { ServerSummary } from '../../state/servers/summary.ts'
import { TemplateTable } from './template-table.tsx'

const words = resourcesWords.tab

type Part = 'listed' | 'templates'
const nothingClosed: ReadonlySet<string> = new Set()

/** A server's resources, and its templates for more. */
export function ResourcesTab({ server }: { server: ServerSummary }) {
  const { id, state } = server
  const [part, setPart] = useState<Part>('listed')
  const [query, setQuery] = useState('')
  const wanted = useDeferredValue(query)
  const { listings, retry } = useListings(id)
  const [listing] = listings
  const resources = listing?.resources
  const templates = useHost((now) => offeredTemplates(now).filter((one) => one.server === id), sameJson)
  const tree = useMemo(() => resources && resourceTree(id, resources, 'name'), [id, resources])
  const found = useMemo(() => tree && treeRows(tree, searchWords(wanted), nothingClosed), [tree, wanted])
  const fitting = useMemo(() => findTemplates(templates, wanted), [templates, wanted])
  const labels: Record<Part, string> = {
    listed: words.listed(state.resources?.count ?? 0),
    templates: words.templates(templates.length),
  }
  const counts = part === 'listed' ? [found?.found ?? 0, tree?.count ?? 0] : [fitting.length, templates.length]
  const [shown = 0, all = 0] = counts
  if (state.status.state !== 'ready')
    return (
      <Page width="table">
        <Empty icon="file" title={words.unknown}>
          {words.unknownHelp}
        </Empty>
      </Page>
    )
  return (
    <Page width="table">
      <ListTroubles server={server} list="resources" lists={[state.resources, state.templates]} />
      <FindRow
        label={words.find}
        query={query}
        onQuery={setQuery}
        count={wanted.trim() !== '' && words.found(shown, all)}
      >
        <Segments
          label={words.parts}
          items={Object.values(labels)}
          value={labels[part]}
          onChange={(label) => setPart(label === labels.templates ? 'templates' : 'listed')}
        />
      </FindRow>
      {part === 'listed' && listing?.problem !== undefined && (
        <Note kind="no" action={<Button onClick={() => retry(id)}>{words.again}</Button>}>
          {listing.problem}
        </Note>
      )}
      {part === 'listed' && listing && !found && listing.problem === undefined && <Loading what={words.listing} />}
      {all === 0 && (part === 'templates' || found || !listing) && <Nothing part={part} />}
      {all > 0 && shown === 0 && (
        <Empty icon="search" title={words.nothingFits}>
          {words.nothingFitsHelp(wanted.trim())}
        </Empty>
      )}
      {part === 'listed' && found && <Listed key={wanted} server={server} found={found} />}
      {part === 'templates' && fitting.length > 0 && <TemplateTable templates={fitting} />}
    </Page>
  )
}

const Listed = ({ server, found }: { server: ServerSummary; found: ReturnType<typeof treeRows> }) =>
  found.found > 0 && (
    <ResourceTable
      server={server}
      resources={found.rows.flatMap((row) => (row.kind === 'resource' ? [row.listed.resource] : []))}
    />
  )

const Nothing = ({ part }: { part: Part }) => (
  <Empty icon={part === 'listed' ? 'file' : 'template'} title={part === 'listed' ? words.none : words.noTemplates}>
    {part === 'listed' ? words.noneHelp : words.noTemplatesHelp}
  </Empty>
)

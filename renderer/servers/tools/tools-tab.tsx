import { useDeferredValue, useMemo, useState } from 'react'
import { toolItem } from '../../../shared/state/pins.ts'
import { Page } from '../../ui/page/page.tsx'
import { serverTools } from '../../strings/servers/servers-tools.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Segments } from '../../ui/fields/segments.tsx'
import { definitionsInWords } from '../../inbox/definitions/definition-words.ts'
import { useReview } from '../../inbox/definitions/use-review.ts'
import { ServerAsk } from '../../inbox/server-ask.tsx'
import { MovedSecretsNote } from '../../ui/servers/moved-secrets.tsx'
import { DegradedNote } from '../status/degraded.tsx'
import { ExposedNote } from '../status/failure-note.tsx'
import { FindRow } from '../status/find-row.tsx'
import { StartNote } from '../status/start-note.tsx'
import type { standingOf } from '../../state/servers/standing.ts'
import { toolsAreMissing, type ServerSummary } from '../../state/servers/summary.ts'
import { LimitDialog } from '../../inbox/rule/limit-dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { ToolGroup } from './tool-group.tsx'
import { usePolicies } from './use-policy.ts'
import { ToolTroubles } from '../status/tool-troubles.tsx'
import { useStanding } from '../../state/servers/use-standing.ts'
import type { ToolEntry } from '../../../shared/events/events.ts'

const words = serverTools.list

/** How many tools are listed at a time; typing finds the others. */
const listedAtOnce = 100

const parts = ['all', 'inUse', 'toReview'] as const
type Part = (typeof parts)[number]

/** A server's questions and troubles, then its tools, with its claims about each, and whether models see them. */
export function ToolsTab({ server }: { server: ServerSummary }) {
  const standing = useStanding(server)
  const all = useMemo(() => Object.values(server.state.tools), [server.state.tools])
  const byPart = useMemo(() => {
    const inUse = all.filter(({ name }) => standing(toolItem(name)).state === 'pinned')
    return { all, inUse, toReview: all.filter((tool) => !inUse.includes(tool)) }
  }, [all, standing])
  const [wantedPart, setPart] = useState<Part>('all')
  const part = byPart.toReview.length > 0 ? wantedPart : 'all'
  const { [part]: tools } = byPart
  const [query, setQuery] = useState('')
  const wanted = useDeferredValue(query)
  const found = useMemo(() => findTools(tools, wanted), [tools, wanted])
  return (
    <Page width="table">
      <Notices server={server} />
      {all.length === 0 ? (
        !server.ask && <NoTools server={server} />
      ) : (
        <>
          <FindRow
            label={words.find}
            query={query}
            onQuery={setQuery}
            count={wanted.trim() === '' ? words.count(tools.length) : words.found(found.length, tools.length)}
          >
            {byPart.toReview.length > 0 && <Parts of={byPart} part={part} onChange={setPart} />}
          </FindRow>
          {found.length === 0 ? (
            <Empty
              icon="search"
              title={words.nothingFits}
              action={<Button onClick={() => setQuery('')}>{words.showAll(tools.length)}</Button>}
            >
              {words.nothingFitsHelp(tools.length, wanted.trim())}
            </Empty>
          ) : (
            <ToolRows key={`${part} ${wanted}`} server={server} tools={found} standing={standing} />
          )}
        </>
      )}
    </Page>
  )
}

/** Open requests and troubles of the server. */
function Notices({ server }: { server: ServerSummary }) {
  const { id, name } = server
  return (
    <>
      <ServerAsk server={id} name={name} />
      <StartNote server={server} />
      <MovedSecretsNote owner={{ server: id }} name={name} />
      <DegradedNote server={server} />
      <ExposedNote server={server} />
      <Blocked server={server} />
      <ToolTroubles server={server} />
    </>
  )
}

/** The definitions of a server that the user blocked, and a way to review them again. */
function Blocked({ server: { id, quarantine, review } }: { server: ServerSummary }) {
  const { open, busy, block, problem } = useReview(id)
  if (review || quarantine.length === 0) return null
  return (
    <>
      <Note
        kind="plain"
        action={
          <Button size="sm" busy={busy} unavailable={block} onClick={open}>
            {serverTools.review.review(quarantine.length)}
          </Button>
        }
      >
        {serverTools.review.keptOff(definitionsInWords(quarantine))}
      </Note>
      {problem && <Note kind="no">{problem}</Note>}
    </>
  )
}

type PartsProps = { of: Record<Part, unknown[]>; part: Part; onChange(part: Part): void }

function Parts({ of, part, onChange }: PartsProps) {
  const label = (each: Part): string => words.parts[each](of[each].length)
  return (
    <Segments
      label={words.partsLabel}
      items={parts.filter((each) => of[each].length > 0).map(label)}
      value={label(part)}
      onChange={(chosen) => onChange(parts.find((each) => label(each) === chosen) ?? 'all')}
    />
  )
}

type ToolRowsProps = {
  server: ServerSummary
  tools: ReturnType<typeof findTools>
  standing: ReturnType<typeof standingOf>
}

/** The tools in two groups, and what happens when a model calls them. */
function ToolRows({ server, tools, standing }: ToolRowsProps) {
  const [shown, setShown] = useState(listedAtOnce)
  const policies = usePolicies(server.id)
  const { limiting } = policies
  const listed = tools.slice(0, shown)
  return (
    <>
      {(['reads', 'changes'] as const).map((kind) => (
        <ToolGroup
          key={kind}
          kind={kind}
          server={server}
          tools={listed.filter(({ claims }) => claims.readOnly === (kind === 'reads'))}
          found={tools.filter((tool) => tool.claims.readOnly === (kind === 'reads'))}
          standing={standing}
          policies={policies}
        />
      ))}
      {policies.problem !== undefined && limiting === undefined && <Note kind="no">{policies.problem}</Note>}
      {tools.length > shown && (
        <div>
          <Button kind="ghost" icon="chevron-down" onClick={() => setShown(tools.length)}>
            {words.showMore(tools.length - shown)}
          </Button>
        </div>
      )}
      <p className="small ink3">
        {serverTools.policy.help} {serverTools.policy.keys}
      </p>
      {limiting && (
        <LimitDialog
          serverName={server.name}
          tool={{ ...limiting, server: server.id }}
          busy={policies.busy}
          problem={policies.problem}
          onSave={(draft) => void policies.allow(draft).then((done) => done && policies.stopLimiting())}
          onClose={policies.stopLimiting}
        />
      )}
    </>
  )
}

function NoTools({ server: { state } }: { server: ServerSummary }) {
  const isReady = state.status.state === 'ready'
  const isMissing = toolsAreMissing(state)
  return (
    <Empty icon="terminal" title={isMissing ? words.notLoaded : isReady ? words.empty : words.unknown}>
      {isMissing ? words.notLoadedHelp : isReady ? words.emptyHelp : words.unknownHelp}
    </Empty>
  )
}

/** Tools with every word of the query in their name, title or description; keeps the server's order. */
export function findTools(tools: ToolEntry[], query: string): ToolEntry[] {
  const sought = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (sought.length === 0) return tools
  return tools.filter(({ name, title, description }) => {
    const text = `${name} ${title ?? ''} ${description}`.toLowerCase()
    return sought.every((word) => text.includes(word))
  })
}

import { useMemo } from 'react'
import type { Flow } from '../../../shared/asks/asks.ts'
import { displayName } from '../../../shared/config/server-config.ts'
import type { JsonValue } from '../../../shared/schema/json.ts'
import { readablePath, valueAt } from '../../../shared/schema/pointer.ts'
import { head } from '../../../shared/text/clip.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { rowOfSource } from '../../state/chat/rows.ts'
import { goToSource } from '../../state/chat/sources.ts'
import { useOpenConversation } from '../../state/chat/transcript.ts'
import { useHost } from '../../state/replica.ts'
import { useRemoteHost } from '../../state/servers/use-servers.ts'
import { inbox } from '../../strings/inbox/inbox.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { Button } from '../../ui/button.tsx'
import { PassageNumber } from '../../ui/json/passage-number.tsx'
import type { Passage } from '../../ui/json/passages.ts'
import { Note } from '../../ui/note.tsx'
import { ServerSeal, useServerName } from '../../ui/seal.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import styles from './flows.module.css'

const words = inbox.flows

/** The flows whose text is still in the edited arguments, wherever it is now. */
export function flowsAfter(flows: readonly Flow[], before: JsonValue, now: JsonValue): Flow[] {
  return flows.flatMap((flow) => {
    const [old, next] = [valueAt(before, flow.at), valueAt(now, flow.at)]
    if (typeof old !== 'string' || typeof next !== 'string') return []
    const piece = old.slice(flow.start, flow.end)
    const start = next.startsWith(piece, flow.start) ? flow.start : next.indexOf(piece)
    return piece === '' || start === -1 ? [] : [{ ...flow, start, end: start + piece.length }]
  })
}

/** The accessible label of a passage; `nameOf` returns a server's display name. */
export function flowLabel({ source }: Flow, number: number, nameOf: (server: string) => string): string {
  if (source.kind === 'result') return words.fromResult(number, plainLabel(source.tool), nameOf(source.server))
  const name = plainLabel(source.name)
  return source.server === undefined
    ? words.fromAttachment(number, name)
    : words.fromPicked(number, name, nameOf(source.server))
}

/** The call or turn that shows a source. */
export const sourceIdOf = ({ source }: Flow): string => (source.kind === 'result' ? source.call : source.turn)

/** The underlined passages in arguments, and their accessible labels. */
export function usePassages(flows: readonly Flow[]): (Passage & { label: string })[] {
  const servers = useHost((state) => state.configured.servers)
  return useMemo(
    () =>
      flows.map((flow, index) => ({
        ...flow,
        label: flowLabel(flow, index + 1, (id) => displayName(id, servers[id])),
      })),
    [flows, servers],
  )
}

type FlowLegendProps = {
  flows: readonly Flow[]
  /** The server that would get the data. */
  server: string
  /** Leaves a question that covers the page, so the source is visible. */
  onLeave: (() => void) | undefined
}

/** Names the source of each numbered passage, with a link to it. */
export function FlowLegend({ flows, server, onLeave }: FlowLegendProps) {
  const host = useRemoteHost(server)
  if (flows.length === 0) return null
  return (
    <Note kind="ext">
      <ol className={styles.flows} aria-label={words.label}>
        {flows.map((flow, index) => (
          <li key={[flow.at, flow.start, flow.end, sourceIdOf(flow)].join(' ')} className={styles.flow}>
            <PassageNumber number={index + 1} label={words.number(index + 1)} />
            <span className={styles.words}>
              <Origin flow={flow} />
            </span>
            <Source flow={flow} number={index + 1} onLeave={onLeave} />
          </li>
        ))}
      </ol>
      {host !== undefined && <p>{words.leaves(host)}</p>}
    </Note>
  )
}

function Origin({ flow: { at, start, end, source } }: { flow: Flow }) {
  const slots = {
    characters: <b>{words.characters(end - start)}</b>,
    place: (
      <code>
        <Plain text={head(readablePath(at), 80) || words.whole} />
      </code>
    ),
  }
  if (source.kind === 'result')
    return <Phrase text={words.ofResult} slots={{ ...slots, tool: <ToolName {...source} /> }} />
  if (source.server === undefined)
    return <Phrase text={words.ofAttachment} slots={{ ...slots, name: <Plain text={head(source.name, 80)} /> }} />
  const name = <OfServer server={source.server} name={source.name} />
  return <Phrase text={words.ofPicked} slots={{ ...slots, name }} />
}

/** The tool's title, which can be third-party text; its server's name stays next to it. */
function ToolName({ server, tool }: { server: string; tool: string }) {
  const title = useHost((state) => state.servers[server]?.tools[tool]?.title)
  return <OfServer server={server} name={title ?? tool} />
}

/** Something a server offers, by the server's own name for it: a tool, a resource or a prompt. */
function OfServer({ server, name }: { server: string; name: string }) {
  const from = useServerName(server)
  return (
    <b className={styles.tool}>
      <ServerSeal server={server} size={14} /> {from} › <Plain text={head(name, 60)} />
    </b>
  )
}

/** A link to a source in the open conversation. */
function Source({ flow, number, onLeave }: { flow: Flow; number: number; onLeave: (() => void) | undefined }) {
  const transcript = useOpenConversation()
  const place = sourceIdOf(flow)
  if (!transcript || rowOfSource(transcript.turns, transcript.rows(), place) === -1) return null
  const show = (): void => {
    onLeave?.()
    goToSource(place)
  }
  return (
    <Button size="sm" kind="ghost" aria-label={words.showSourceOf(number)} onClick={show}>
      {words.showSource}
    </Button>
  )
}

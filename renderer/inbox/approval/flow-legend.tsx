import type { Flow } from '../../../shared/asks/asks.ts'
import { rowOfSource } from '../../state/chat/rows.ts'
import { goToSource } from '../../state/chat/sources.ts'
import { useOpenConversation } from '../../state/chat/transcript.ts'
import { useHost } from '../../state/replica.ts'
import { readablePlace } from '../../../shared/schema/pointer.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { inbox } from '../../strings/inbox/inbox.ts'
import { Button } from '../../ui/button.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import { head } from '../../../shared/text/clip.ts'
import { Note } from '../../ui/note.tsx'
import { PassageNumber } from '../../ui/json/passage-number.tsx'
import { ServerSeal, useServerName } from '../../ui/seal.tsx'
import styles from './flow-legend.module.css'
import { sourceIdOf } from './flows.ts'
import { useRemoteHost } from '../../state/servers/use-servers.ts'

const words = inbox.flows

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
        <Plain text={head(readablePlace(at), 80) || words.whole} />
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

import { useEffect, useState } from 'react'
import type { MalformedItem, ToolEntry } from '../../shared/events.ts'
import type { JsonObject } from '../../shared/json.ts'
import { useLink } from '../host.ts'
import { problemOf } from '../ui/action.ts'
import { Json } from '../ui/arguments.tsx'
import { Claims } from '../ui/claims.tsx'
import { Ext, ExtInline, Plain } from '../ui/ext.tsx'
import { Fold } from '../ui/fold.tsx'
import { Loading } from '../ui/loading.tsx'
import { Note } from '../ui/note.tsx'
import { formatCount } from '../ui/time.tsx'
import type { ServerSummary } from './summary.ts'
import styles from './tool-list.module.css'

/** What a server offers, and what of it cannot be used. */
export function ToolList({ server }: { server: ServerSummary }) {
  const { name, state } = server
  const tools = Object.values(state.tools)
  return (
    <>
      {state.incomplete !== undefined && (
        <Note kind="no" quiet>
          <b>The list is not complete.</b> {state.incomplete} The tools below can be used.
        </Note>
      )}
      {state.malformed.length > 0 && <Malformed from={name} items={state.malformed} />}
      {tools.length === 0 ? (
        <p className="ink3">{emptyReason(server)}</p>
      ) : (
        <ul className={styles.list}>
          {tools.map((tool) => (
            <Tool key={tool.name} from={name} tool={tool} />
          ))}
        </ul>
      )}
    </>
  )
}

function emptyReason({ state }: ServerSummary): string {
  if (state.status.state === 'ready') return 'This server offers no tools.'
  return 'A server is asked for its tools when it starts.'
}

function Malformed({ from, items }: { from: string; items: MalformedItem[] }) {
  return (
    <Note kind="no" quiet>
      <b>{formatCount(items.length, 'tool')} cannot be used</b> and {items.length === 1 ? 'is' : 'are'} not offered to
      the model. The others work.
      <ul className={styles.malformed}>
        {items.map(({ name, problem }, index) => (
          <li key={index}>
            <ExtInline from={from} text={name} /> {problem}
          </li>
        ))}
      </ul>
    </Note>
  )
}

function Tool({ from, tool }: { from: string; tool: ToolEntry }) {
  return (
    <li className={styles.tool}>
      <div className={styles.head}>
        <span className={styles.title}>
          <Plain text={tool.title ?? tool.name} limit={60} />
        </span>
        {tool.title !== undefined && <code className={styles.name}>{tool.name}</code>}
        <Claims from={from} claims={tool.claims} />
      </div>
      {tool.description && (
        <p className={styles.description}>
          <ExtInline from={from} text={tool.description} />
        </p>
      )}
      <Fold label={<>Definition</>}>
        <Definition from={from} hash={tool.hash} />
      </Fold>
    </li>
  )
}

/** The definition as the server sent it. */
function Definition({ from, hash }: { from: string; hash: string }) {
  const link = useLink()
  const [read, setRead] = useState<{ definition: JsonObject } | { problem: string }>()
  useEffect(() => {
    let current = true
    link.call('getDefinition', { hash }).then(
      (result) => current && setRead(result),
      (error: unknown) => current && setRead({ problem: problemOf(error) }),
    )
    return () => {
      current = false
    }
  }, [link, hash])
  if (!read) return <Loading what="The definition has not arrived yet." />
  if ('problem' in read) return <Note kind="no">{read.problem}</Note>
  return (
    <Ext from={from}>
      <Json value={read.definition} />
      <p className={styles.hash}>
        SHA-256 <code>{hash}</code>
      </p>
    </Ext>
  )
}

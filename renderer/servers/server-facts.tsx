import type { ReactNode } from 'react'
import type { Era } from '../../shared/events.ts'
import type { HttpConfig, StdioConfig } from '../../shared/server-config.ts'
import { useHost } from '../host.ts'
import { ExtInline, Word } from '../ui/ext.tsx'
import { Fold } from '../ui/fold.tsx'
import { formatCount, formatMoment, formatDuration, useNow } from '../ui/time.tsx'
import { playgroundWords } from './add-playground.tsx'
import styles from './server-facts.module.css'
import type { ServerSummary } from './summary.ts'

type ServerFactsProps = {
  server: ServerSummary
  /** When it became ready, where that is known. */
  since: number | undefined
}

/** What Atrium knows of a server, and — marked — what the server says of itself. */
export function ServerFacts({ server, since }: ServerFactsProps) {
  const { name, config, state } = server
  const { status } = state
  return (
    <dl className={styles.facts}>
      {status.state === 'ready' && (
        <Fact name="Protocol">
          {status.revision} <span className="ink3">{eraWords[status.era]}</span>
        </Fact>
      )}
      {config?.type === 'stdio' && <Program id={server.id} config={config} />}
      {config?.type === 'http' && <Address config={config} />}
      {config?.type === 'playground' && <Fact name="Runs">{playgroundWords}</Fact>}
      {status.state === 'ready' && (
        <>
          {status.pid !== undefined && (
            <Fact name="Process">
              <span className="num">{status.pid}</span>
              {since !== undefined && <Up since={since} />}
            </Fact>
          )}
          {status.pid === undefined && since !== undefined && <Fact name="Ready since">{formatMoment(since)}</Fact>}
          <Fact name="Says it is">
            <ExtInline from={name} text={[status.calls.title ?? status.calls.name, status.calls.version].join(' ')} />
          </Fact>
        </>
      )}
    </dl>
  )
}

const eraWords: Record<Era, string> = {
  modern: 'each request stands alone',
  legacy: 'one lasting session',
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)

function Up({ since }: { since: number }) {
  const now = useNow(10_000)
  return (
    <span className="ink3">
      , up {formatDuration(now - since)}, since {formatMoment(since, now)}
    </span>
  )
}

const Program = ({ id, config }: { id: string; config: StdioConfig }) => (
  <>
    <Fact name="Transport">Standard input and output</Fact>
    <Fact name="Command">
      <code>
        <Word text={config.command} />
      </code>
    </Fact>
    <Fact name="Arguments">
      <Words words={config.args} />
    </Fact>
    <Fact name="Folder">
      {config.cwd ? (
        <code>
          <Word text={config.cwd} />
        </code>
      ) : (
        'Your home folder'
      )}
    </Fact>
    <Fact name="Environment">
      <Named values={config.env} between="=" />
      <Inherited id={id} />
    </Fact>
  </>
)

/** Names of what the program is given beside its own variables. */
function Inherited({ id }: { id: string }) {
  const launch = useHost((state) => state.trusted[id])
  const names = (launch?.environment ?? []).flatMap(({ name, from }) => (from === 'inherited' ? name : []))
  if (names.length === 0) return null
  return (
    <Fold label={`${formatCount(names.length, 'variable')} inherited from Atrium`}>
      <Words words={names} />
    </Fold>
  )
}

const Address = ({ config }: { config: HttpConfig }) => (
  <>
    <Fact name="Transport">Streamable HTTP, or the older SSE</Fact>
    <Fact name="Address">
      <code>
        <Word text={config.url} />
      </code>
    </Fact>
    <Fact name="Headers">
      <Named values={config.headers} between=": " />
    </Fact>
  </>
)

function Words({ words }: { words: string[] }) {
  if (words.length === 0) return <>None</>
  return (
    <ol className={styles.words}>
      {words.map((word, index) => (
        <li key={index}>
          <code>
            <Word text={word} />
          </code>
        </li>
      ))}
    </ol>
  )
}

/** Names and, where they are no secret, values. */
function Named({ values, between }: { values: StdioConfig['env']; between: string }) {
  const stored = useHost((state) => state.secrets)
  const entries = Object.entries(values)
  if (entries.length === 0) return <>Nothing of its own</>
  return (
    <ul className={styles.words}>
      {entries.map(([name, value]) => (
        <li key={name}>
          <code>
            <Word text={typeof value === 'string' ? [name, value].join(between) : name} />
          </code>
          {typeof value !== 'string' && (
            <span className={styles.secret}>
              {stored.includes(value.secret) ? 'secret' : 'secret, missing: enter it again'}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

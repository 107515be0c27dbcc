import { placeholderOf, type HttpConfig, type StdioConfig } from '../../../shared/config/server-config.ts'
import { useHost } from '../../state/replica.ts'
import { serverOverview } from '../../strings/servers/servers-overview.ts'
import { servers } from '../../strings/servers/servers.ts'
import { ExtInline, Word } from '../../ui/third-party/ext.tsx'
import { Fact, FactList } from '../../ui/table/facts.tsx'
import { Fold } from '../../ui/fold.tsx'
import { formatMoment, formatDuration } from '../../strings/format/time.ts'
import { useNow } from '../../state/use-now.ts'
import { useKeeping } from '../../state/servers/draft/keeping.ts'
import styles from './server-facts.module.css'
import { SignedInFacts } from './server-sign-in.tsx'
import type { ServerSummary } from '../../state/servers/summary.ts'
import { consentOf } from '../../../shared/state/consents.ts'

const words = serverOverview.facts

type ServerFactsProps = {
  server: ServerSummary
  /** When it became ready, if known. */
  since: number | undefined
}

/** Atrium's own facts about a server and, marked, the server's statements about itself. */
export function ServerFacts({ server, since }: ServerFactsProps) {
  const { name, config, state } = server
  const { status } = state
  return (
    <FactList framed={false}>
      {status.state === 'ready' && (
        <Fact name={words.protocol}>
          {status.revision} <span className="ink3">{words.eras[status.era]}</span>
        </Fact>
      )}
      {config?.type === 'stdio' && <Program id={server.id} config={config} />}
      {config?.type === 'http' && <Address config={config} />}
      <SignedInFacts server={server} />
      {config?.type === 'playground' && <Fact name={words.runs}>{servers.playground.what}</Fact>}
      {status.state === 'ready' && (
        <>
          {status.pid !== undefined && (
            <Fact name={words.process}>
              <span className="num">{status.pid}</span>
              {since !== undefined && <Up since={since} />}
            </Fact>
          )}
          {status.pid === undefined && since !== undefined && (
            <Fact name={words.readySince}>{formatMoment(since)}</Fact>
          )}
          <Fact name={words.saysItIs}>
            <ExtInline from={name} text={[status.calls.title ?? status.calls.name, status.calls.version].join(' ')} />
          </Fact>
        </>
      )}
    </FactList>
  )
}

/** A server's uptime in words, to the second. */
export const upInWords = (since: number, now: number): string =>
  formatDuration(Math.max(1, Math.floor((now - since) / 1000)) * 1000)

function Up({ since }: { since: number }) {
  const now = useNow()
  return <span className="ink3">{words.up(upInWords(since, now), formatMoment(since, now))}</span>
}

const Program = ({ id, config }: { id: string; config: StdioConfig }) => (
  <>
    <Fact name={words.transport}>{words.stdio}</Fact>
    <Fact name={words.command}>
      <code>
        <Word text={config.command} />
      </code>
    </Fact>
    <Fact name={words.arguments}>
      <Words list={config.args} />
      {config.secretArguments && <Named values={placeholders(config.secretArguments)} between="" />}
    </Fact>
    <Fact name={words.folder}>
      <Folder id={id} config={config} />
    </Fact>
    <Fact name={words.environment}>
      <Named values={config.env} between="=" />
      <Inherited id={id} />
    </Fact>
  </>
)

/** The folder in which the program starts; without its own, the one it was trusted in. */
function Folder({ id, config }: { id: string; config: StdioConfig }) {
  const trusted = useHost((state) => consentOf(state, id).trusted?.cwd)
  const { cwd = trusted, containment = 'open' } = config
  if (cwd === undefined) return words[containment === 'open' ? 'ownFolder' : 'homeFolder']
  return (
    <code>
      <Word text={cwd} />
    </code>
  )
}

/** Names of the variables the program inherits. */
function Inherited({ id }: { id: string }) {
  const launch = useHost((state) => consentOf(state, id).trusted)
  const names = (launch?.environment ?? []).flatMap(({ name, from }) => (from === 'inherited' ? name : []))
  if (names.length === 0) return null
  return (
    <Fold label={words.inherited(names.length)}>
      <Words list={names} />
    </Fold>
  )
}

const Address = ({ config }: { config: HttpConfig }) => (
  <>
    <Fact name={words.transport}>{words.http}</Fact>
    <Fact name={words.address}>
      <code>
        <Word text={config.url} />
      </code>
    </Fact>
    <Fact name={words.headers}>
      <Named values={config.headers} between=": " />
    </Fact>
  </>
)

function Words({ list }: { list: string[] }) {
  if (list.length === 0) return <>{words.none}</>
  return (
    <ol className={styles.words}>
      {list.map((word, index) => (
        <li key={index}>
          <code>
            <Word text={word} />
          </code>
        </li>
      ))}
    </ol>
  )
}

const placeholders = (values: NonNullable<StdioConfig['secretArguments']>): StdioConfig['env'] =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [placeholderOf(name), value]))

const Keeps = ({ name }: { name: string }) => <span className="fs-small ink3">{words.secrets[useKeeping(name)]}</span>

/** Names and, unless secret, values. */
function Named({ values, between }: { values: StdioConfig['env']; between: string }) {
  const entries = Object.entries(values)
  if (entries.length === 0) return <>{words.nothingOfItsOwn}</>
  return (
    <ul className={styles.words}>
      {entries.map(([name, value]) => (
        <li key={name}>
          <code>
            <Word text={typeof value === 'string' ? [name, value].join(between) : name} />
          </code>
          {typeof value !== 'string' && <Keeps name={value.secret} />}
        </li>
      ))}
    </ul>
  )
}

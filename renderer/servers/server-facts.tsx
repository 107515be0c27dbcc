import type { Containment } from '../../shared/events.ts'
import type { HttpConfig, StdioConfig } from '../../shared/server-config.ts'
import { useHost } from '../host.ts'
import { ExtInline, Word } from '../ui/ext.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { commandLine } from './command-line.ts'
import { containmentWords } from './containment-words.ts'
import styles from './server-facts.module.css'
import type { ServerSummary } from './summary.ts'

/** What Atrium knows of a server, and — marked — what the server says of itself. */
export function ServerFacts({ server }: { server: ServerSummary }) {
  const { name, config, state } = server
  const { status } = state
  return (
    <Facts>
      {config?.type === 'stdio' && <Program config={config} />}
      {config?.type === 'stdio' && <Trusted server={server.id} />}
      {config?.type === 'http' && <Address config={config} />}
      {status.state === 'starting' && 'command' in status && (
        <Fact name="Started as">
          <code>{commandLine({ command: status.command[0] ?? '', args: status.command.slice(1) })}</code>
        </Fact>
      )}
      {status.state === 'ready' && (
        <>
          {status.pid !== undefined && <Fact name="Process">{status.pid}</Fact>}
          {status.containment && <Held by={status.containment} />}
          <Fact name="Protocol">
            {status.revision}{' '}
            <span className="ink3">
              {status.era === 'modern' ? 'each request stands alone' : 'one lasting session'}
            </span>
          </Fact>
          <Fact name="Says it is">
            <ExtInline from={name} text={[status.calls.title ?? status.calls.name, status.calls.version].join(' ')} />
          </Fact>
        </>
      )}
    </Facts>
  )
}

const Held = ({ by }: { by: Containment }) => (
  <Fact name="Containment">
    {containmentWords[by].level} <span className="ink3">{containmentWords[by].gap}</span>
  </Fact>
)

const Program = ({ config }: { config: StdioConfig }) => (
  <>
    <Fact name="Command">
      <code>
        <Word text={config.command} />
      </code>
    </Fact>
    <Fact name="Arguments">
      <Words words={config.args} />
    </Fact>
    <Fact name="Folder">{config.cwd ? <code>{config.cwd}</code> : 'Your home folder'}</Fact>
    <Fact name="Environment">
      <Settings values={config.env} between="=" />
    </Fact>
  </>
)

/** The file that a person let run, which the command alone does not say. */
function Trusted({ server }: { server: string }) {
  const launch = useHost((state) => state.trusted[server])
  if (!launch) return null
  return (
    <Fact name="Trusted">
      <code>
        <Word text={launch.path} />
      </code>{' '}
      {launch.sha256 !== undefined && (
        <span className="ink3" title={launch.sha256}>
          SHA-256 {launch.sha256.slice(0, 16)}…
        </span>
      )}
    </Fact>
  )
}

const Address = ({ config }: { config: HttpConfig }) => (
  <>
    <Fact name="Address">
      <code>{config.url}</code>
    </Fact>
    <Fact name="Headers">
      <Settings values={config.headers} between=": " />
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
function Settings({ values, between }: { values: StdioConfig['env']; between: string }) {
  const stored = useHost((state) => state.secrets)
  const variables = Object.entries(values)
  if (variables.length === 0) return <>Nothing of its own</>
  return (
    <ul className={styles.words}>
      {variables.map(([name, value]) => (
        <li key={name}>
          <code>{typeof value === 'string' ? [name, value].join(between) : name}</code>
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

import type { ReactNode } from 'react'
import type { ServerConfig } from '../../shared/server-config.ts'
import { useHost } from '../host.ts'
import { ExtInline } from '../ui/ext.tsx'
import { commandLine } from './command-line.ts'
import styles from './server-facts.module.css'
import type { ServerSummary } from './summary.ts'

/** What Atrium knows of a server, and — marked — what the server says of itself. */
export function ServerFacts({ server }: { server: ServerSummary }) {
  const { name, config, state } = server
  const { status } = state
  return (
    <dl className={styles.facts}>
      {config && (
        <>
          <Fact name="Command">
            <code>{config.command}</code>
          </Fact>
          <Fact name="Arguments">
            <Words words={config.args} />
          </Fact>
          <Fact name="Folder">{config.cwd ? <code>{config.cwd}</code> : 'Your home folder'}</Fact>
          <Fact name="Environment">
            <Environment config={config} />
          </Fact>
        </>
      )}
      {status.state === 'starting' && (
        <Fact name="Started as">
          <code>{commandLine({ command: status.command[0] ?? '', args: status.command.slice(1) })}</code>
        </Fact>
      )}
      {status.state === 'ready' && (
        <>
          <Fact name="Process">{status.pid}</Fact>
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
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)

function Words({ words }: { words: string[] }) {
  if (words.length === 0) return <>None</>
  return (
    <ol className={styles.words}>
      {words.map((word, index) => (
        <li key={index}>
          <code>{word || '""'}</code>
        </li>
      ))}
    </ol>
  )
}

/** Names and, where they are no secret, values. */
function Environment({ config }: { config: ServerConfig }) {
  const stored = useHost((state) => state.secrets)
  const variables = Object.entries(config.env)
  if (variables.length === 0) return <>Nothing of its own</>
  return (
    <ul className={styles.words}>
      {variables.map(([name, value]) => (
        <li key={name}>
          <code>{typeof value === 'string' ? `${name}=${value}` : name}</code>
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

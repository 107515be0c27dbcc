import { useCallback, type ReactNode } from 'react'
import { useHost } from '../../state/replica.ts'
import { href } from '../../state/routes.ts'
import { firstTry, type Example } from '../../state/servers/examples.ts'
import { countInWords, type ServerSummary } from '../../state/servers/summary.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { serverForm } from '../../strings/servers/servers-form.ts'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Seal, sealIdentity } from '../../ui/seal.tsx'
import { ExampleWords } from '../../ui/servers/example-words.tsx'
import { FailureNote } from '../status/failure-note.tsx'
import { ServerStateWords } from '../status/server-state.tsx'
import styles from './review-sheet.module.css'

const words = serverForm.review

type ReviewResultProps = {
  servers: ServerSummary[]
  close: ReactNode
  onClose(): void
  onTry(example: Example): void
  onAgain(): void
}

/** The reviewed servers and their states, each with one thing to try. Skipped ones can still be reviewed. */
export function ReviewResult({ servers, close, onClose, onTry, onAgain }: ReviewResultProps) {
  const focus = useCallback((button: HTMLButtonElement | null) => button?.focus(), [])
  const waiting = servers.filter(({ ask }) => ask).length
  return (
    <div className="fill">
      <header className={styles.head}>
        <h2 className="grow breaks semi">
          <span role="status">{countInWords(servers)}</span>
        </h2>
        {close}
      </header>
      <ul className={styles.body}>
        {servers.map((server) => (
          <Result key={server.id} server={server} onTry={onTry} />
        ))}
      </ul>
      <footer className={styles.foot}>
        {waiting > 0 && <Button onClick={onAgain}>{words.again(waiting)}</Button>}
        <Button ref={focus} kind="primary" onClick={onClose}>
          {words.done}
        </Button>
      </footer>
    </div>
  )
}

function Result({ server, onTry }: { server: ServerSummary; onTry(example: Example): void }) {
  const example = useHost((state) => firstTry(state, server.id), sameExample)
  const { id, name, config, glyph, state, needsSignIn } = server
  const hasFailed = !needsSignIn && state.status.state === 'failed'
  return (
    <li className={styles.result}>
      <div className="row gap3">
        <Glyph state={glyph} label="" />
        <Seal identity={sealIdentity(id, config)} size={22} />
        <a className="grow breaks medium" href={href({ page: 'servers', server: id })}>
          {name}
        </a>
        <span className={styles.state}>
          <ServerStateWords server={server} />
        </span>
      </div>
      {example && (
        <div className={styles.try}>
          <Button size="sm" onClick={() => onTry(example)}>
            <span className="trunc">
              <Phrase text={words.try} slots={{ example: <ExampleWords example={example} /> }} />
            </span>
          </Button>
        </div>
      )}
      {hasFailed && <FailureNote server={server} inList />}
    </li>
  )
}

const sameExample = (a: Example | undefined, b: Example | undefined): boolean => JSON.stringify(a) === JSON.stringify(b)

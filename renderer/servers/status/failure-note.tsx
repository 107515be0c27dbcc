import { failureOf } from '../../../shared/state/server-state.ts'
import { strings } from '../../strings/strings.ts'
import { Ext, ExtInline, Plain, Word } from '../../ui/third-party/ext.tsx'
import { Note } from '../../ui/note.tsx'
import { Phrase } from '../../strings/phrase.tsx'
import { examine, ownWord, type Cause, type Finding } from './doctor.ts'
import styles from './failure-note.module.css'
import { FailureSteps } from './failure-steps.tsx'
import type { ServerSummary } from '../../state/servers/summary.ts'

const words = strings.servers.failure

/** Why a server doesn't run, the lines that name its error, and a next step. In a list the row carries the colour. */
export function FailureNote({ server, inList = false }: { server: ServerSummary; inList?: boolean }) {
  const { id, name, state, needsSignIn } = server
  const failure = failureOf(state)
  if (!failure) return null
  const { reason, retryAt } = failure
  const found = examine(failure)
  const { cause, fix } = diagnose(reason)
  const known = found.cause
  return (
    <Note
      kind={inList ? 'plain' : needsSignIn ? 'ask' : 'no'}
      quiet
      action={<FailureSteps server={id} cause={known} hasLog={found.lines.length > 0} />}
    >
      {known ? (
        <>
          <b>
            <Meaning cause={known} server={server} />
          </b>{' '}
          {words.causes[known.kind].fix}{' '}
        </>
      ) : (
        <>
          <b>{cause}</b> {fix && `${fix} `}
        </>
      )}
      <span className={styles.meaning}>
        {known && `${howItEnded(cause, fix)} `}
        {retryAt === undefined ? words.affects : words.affectsUntilItRuns}
      </span>
      {found.lines.length > 0 && (
        <div className={styles.words}>
          <Ext from={name} note={words.where}>
            <Lines {...found} />
          </Ext>
        </div>
      )}
    </Note>
  )
}

/** The meaning of the error in Atrium's words; a name that isn't the user's own is marked as the server's. */
function Meaning({ cause: { kind, name }, server }: { cause: Cause; server: ServerSummary }) {
  const texts = words.causes[kind]
  if (name === undefined || !('says' in texts)) return texts.plain
  const own = server.config?.type === 'stdio' ? ownWord(name, server.config) : undefined
  const shown = own === undefined ? <ExtInline from={server.name} text={name} /> : <Word text={own} />
  return <Phrase text={texts.says} slots={{ name: shown }} />
}

const Lines = ({ lines, error }: Finding) => (
  <pre className={styles.lines}>
    {lines.map((line, index) => (
      // Lines of an ended program don't move.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index} className={index === error ? styles.error : undefined}>
        <Plain text={line} />
        {'\n'}
      </span>
    ))}
  </pre>
)

/** Why a server doesn't run: the cause, and the next step if the reason names one. */
type Diagnosis = { cause: string; fix: string | undefined }

/**
 * Splits the host's reason: the text after the last colon is the next step. Never splits a server's own words; those
 * that end the cause are left out, because they are quoted beside it.
 */
export function diagnose(reason: string): Diagnosis {
  const own = reason.replace(/ and wrote “.*”(?=: [a-z][^“”"]*$)/s, '')
  const [, cause, fix] = /^(.+): ([a-z][^“”"]*)$/s.exec(own) ?? []
  if (cause === undefined || fix === undefined) return { cause: own, fix: undefined }
  return { cause: `${cause}.`, fix: `${fix.charAt(0).toUpperCase()}${fix.slice(1)}` }
}

/** The host's reason without its general advice, for use after a more specific one. */
const howItEnded = (cause: string, fix = ''): string => `${cause} ${fix.replace(/^[^.]*\.\s*/, '')}`.trim()

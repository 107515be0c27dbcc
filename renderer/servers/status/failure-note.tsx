import type { Remedy } from '../../../shared/events/finding.ts'
import { failureOf } from '../../../shared/state/server-state.ts'
import { servers } from '../../strings/servers/servers.ts'
import { Ext, Plain } from '../../ui/third-party/ext.tsx'
import { Note } from '../../ui/note.tsx'
import { errorLines, type ErrorLines } from './error-lines.ts'
import styles from './failure-note.module.css'
import { FailureSteps } from './failure-steps.tsx'
import type { ServerSummary } from '../../state/servers/summary.ts'
import { fixedList } from '../../ui/fixed-list.tsx'

const words = servers.failure

/** Why a server doesn't run, the lines that name its error, and a next step. In a list the row carries the colour. */
export function FailureNote({ server, inList = false }: { server: ServerSummary; inList?: boolean }) {
  const { name, state, needsSignIn } = server
  const failure = failureOf(state)
  if (!failure) return null
  const { reason, retryAt, finding } = failure
  const quoted = errorLines(failure)
  const { cause, fix } = diagnose(reason)
  return (
    <Note
      kind={inList ? 'plain' : needsSignIn ? 'ask' : 'no'}
      quiet
      action={<FailureSteps server={server} remedies={finding?.remedies ?? []} hasLog={quoted.lines.length > 0} />}
    >
      <b>{cause}</b> {fix && `${fix} `}
      <span className="ink2">
        {finding?.ended !== undefined && `${finding.ended} `}
        {retryAt === undefined ? words.affects : words.affectsUntilItRuns}
      </span>
      {quoted.lines.length > 0 && (
        <div className={styles.words}>
          <Ext from={name} note={words.where}>
            <Lines {...quoted} />
          </Ext>
        </div>
      )}
    </Note>
  )
}

/** Says that other computers can reach a running server's programs, and what to do. */
export function ExposedNote({ server }: { server: ServerSummary }) {
  const { exposed } = server.state
  if (exposed === undefined) return null
  const { cause, fix } = diagnose(exposed)
  return (
    <Note kind="no" quiet action={<FailureSteps server={server} remedies={inArguments} hasLog />}>
      <b>{cause}</b> {fix}
    </Note>
  )
}

const inArguments: Remedy[] = [{ kind: 'setting', field: 'arguments' }]

const Lines = ({ lines, error }: ErrorLines) => (
  <pre className="pre-wrap small loose ink2">
    {fixedList(lines, (line, index) => (
      <span className={index === error ? styles.error : undefined}>
        <Plain text={line} />
        {'\n'}
      </span>
    ))}
  </pre>
)

/** A server's trouble: the cause, and the next step if the sentence names one. */
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

import { useMemo } from 'react'
import type { Ask } from '../../../shared/asks/asks.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { inbox } from '../../strings/inbox/inbox.ts'
import { Note } from '../../ui/note.tsx'
import { useServerName } from '../../ui/seal.tsx'
import { Consent, SafeAnswer, SkipButton, useHint } from '../frame/answer-buttons.tsx'
import { AskFrame, Sentence } from '../frame/ask-frame.tsx'
import type { AskOfKindProps, AskStep } from '../frame/ask-props.ts'
import { CommandView } from './command-view.tsx'
import { commandWarnings, type CommandWarning } from '../../../shared/risk/command-warnings.ts'
import { diffLaunch } from '../../../shared/risk/launch-diff.ts'
import { LaunchFacts } from './launch-facts.tsx'
import { type Answering, useAnswering } from '../frame/use-answering.ts'
import { Plain } from '../../ui/third-party/ext.tsx'
import { Icon } from '../../ui/icon.tsx'
import launchStyles from './launch.module.css'

const words = inbox.trust

type TrustProps = Omit<AskOfKindProps, 'ask' | 'child'> & { ask: Extract<Ask, { kind: 'trust' }> }

/** Can this program start as this server? */
export function Trust({ ask, step, onLeave, onRefused }: TrustProps) {
  const { server, launch, before } = ask.question
  const name = useServerName(server)
  const diff = useMemo(() => diffLaunch(launch, before), [launch, before])
  const warnings = useMemo(() => commandWarnings(launch), [launch])
  const answering = useAnswering(ask, onRefused)
  const { answer, keyOf, reportWhole } = answering
  const trust = (): void => void answer({ decision: 'trust' })
  const leaveOff = (): void => void answer({ decision: 'leave-off' })
  return (
    <AskFrame
      ask={ask}
      answering={answering}
      from={name}
      title={before ? words.titleAgain : words.title}
      step={step}
      onLeave={onLeave}
      keys={{ d: keyOf.brake(leaveOff) }}
      actions={<TrustAnswers answering={answering} step={step} trust={trust} leaveOff={leaveOff} />}
    >
      {before && (
        <Note kind="no" quiet>
          <b>{words.isAnother}</b> {words.changed(inWords(diff.differences.map(({ what }) => what)))}
        </Note>
      )}
      <Sentence>
        <Phrase text={launch.bounds ? words.startingContained : words.starting} slots={{ server: <b>{name}</b> }} />
      </Sentence>
      <CommandView key={ask.contentHash} diff={diff} onWhole={reportWhole} />
      <Warnings warnings={warnings} />
      <LaunchFacts server={server} launch={launch} diff={diff} />
    </AskFrame>
  )
}

const inWords = (parts: string[]): string => new Intl.ListFormat('en').format(parts)

type TrustAnswersProps = { answering: Answering; step: AskStep | undefined; trust(): void; leaveOff(): void }

function TrustAnswers({ answering, step, trust, leaveOff }: TrustAnswersProps) {
  const hint = useHint(answering, words.unread, words.askedAgain)
  return (
    <>
      <SafeAnswer answering={answering} keys="D" give={leaveOff}>
        {words.leaveOff}
      </SafeAnswer>
      <Consent answering={answering} hint={hint.id} give={trust}>
        {words.trust}
      </Consent>
      {hint.line}
      <SkipButton step={step} />
    </>
  )
}

/** Warnings read from the command line. Empty if there are none, which proves nothing. */
function Warnings({ warnings }: { warnings: CommandWarning[] }) {
  if (warnings.length === 0) return null
  return (
    <ul className={launchStyles.warnings} aria-label={inbox.warnings.label}>
      {warnings.map(({ title, detail }) => (
        <li key={title}>
          <Icon name="warning" size={14} />
          <span className={launchStyles.warning}>
            <b>{title}</b>{' '}
            <span className={launchStyles.detail}>
              <Plain text={detail} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

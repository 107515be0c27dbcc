import { useMemo } from 'react'
import type { Ask } from '../../../shared/asks/asks.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { inbox } from '../../strings/inbox/inbox.ts'
import { useServerName } from '../../ui/seal.tsx'
import { Sentence } from '../frame/ask-body.tsx'
import type { AskOfKindProps } from '../frame/ask-frame.tsx'
import { DecisionAsk } from '../frame/decision-ask.tsx'
import { CommandView } from './command-view.tsx'
import { commandWarnings, type CommandWarning } from '../../../shared/risk/command-warnings.ts'
import { diffLaunch } from '../../../shared/risk/launch-diff.ts'
import { LaunchFacts } from './launch-facts.tsx'
import { useAnswering } from '../frame/use-answering.ts'
import { Plain } from '../../ui/third-party/ext.tsx'
import { Icon } from '../../ui/icon.tsx'
import launchStyles from './launch.module.css'

const words = inbox.trust

type TrustProps = Omit<AskOfKindProps, 'ask'> & { ask: Extract<Ask, { kind: 'trust' }> }

/** Can this program start as this server? */
export function Trust({ onRefused, ...place }: TrustProps) {
  const { ask } = place
  const { server, launch, before } = ask.question
  const name = useServerName(server)
  const diff = useMemo(() => diffLaunch(launch, before), [launch, before])
  const warnings = useMemo(() => commandWarnings(launch), [launch])
  const answering = useAnswering(ask, onRefused)
  const { answer, reportWhole } = answering
  return (
    <DecisionAsk
      {...place}
      answering={answering}
      from={name}
      title={before ? words.titleAgain : words.title}
      safe={{ label: words.leaveOff, give: () => void answer({ decision: 'leave-off' }) }}
      consent={{ label: words.trust, give: () => void answer({ decision: 'trust' }) }}
      unread={words.unread}
      otherwise={words.askedAgain}
      changed={
        before && (
          <>
            <b>{words.isAnother}</b> {words.changed(inWords(diff.differences.map(({ what }) => what)))}
          </>
        )
      }
    >
      <Sentence>
        <Phrase text={launch.bounds ? words.startingContained : words.starting} slots={{ server: <b>{name}</b> }} />
      </Sentence>
      <CommandView key={ask.contentHash} diff={diff} onWhole={reportWhole} />
      <Warnings warnings={warnings} />
      <LaunchFacts server={server} launch={launch} diff={diff} />
    </DecisionAsk>
  )
}

const inWords = (parts: string[]): string => new Intl.ListFormat('en').format(parts)

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

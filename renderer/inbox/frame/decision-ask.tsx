import type { ReactNode } from 'react'
import { Note } from '../../ui/note.tsx'
import { Consent, SafeAnswer, SkipButton, useHint } from './answer-buttons.tsx'
import { AskFrame, type AskFrameProps } from './ask-frame.tsx'

/** An answer: its label, and what gives it. */
type Decision = { label: string; give(): void }

/** A consent; one that outlasts its question has no key. */
type ConsentDecision = Decision & { keys?: 'A' | 'R' | 'Ctrl Enter' }

type DecisionAskProps = Omit<AskFrameProps, 'submit' | 'actions' | 'keys'> & {
  /** The answer that lets nothing happen. */
  safe: Decision
  /** The answer that lets something happen; absent if there is nothing to consent to. */
  consent?: ConsentDecision | undefined
  /** Buttons after the consent that answer nothing. */
  other?: ReactNode
  /** A second consent, after those buttons. */
  second?: ConsentDecision
  /** At the end of the answers. */
  last?: ReactNode
  /** The sentence next to the answers until the question was read, and the one from then on. */
  unread: string
  otherwise?: string
  /** The difference to what the user decided about before. */
  changed?: ReactNode
  /** Single-letter shortcuts that answer nothing. */
  keys?: AskFrameProps['keys']
}

/**
 * A question with one answer that lets nothing happen and one that lets something happen. `children` are the facts to
 * decide by; what changed since the last decision comes first.
 */
export function DecisionAsk(props: DecisionAskProps) {
  const { safe, consent, other, second, last, unread, otherwise, changed, keys, children, ...frame } = props
  const { answering, step } = frame
  const { keyOf } = answering
  const hint = useHint(answering, unread, otherwise)
  const consents = [consent, second].flatMap((each) => each ?? [])
  const submit = consents.find((each) => each.keys === 'Ctrl Enter')
  const letters = consents.flatMap((each) =>
    each.keys?.length === 1 ? [[each.keys.toLowerCase(), keyOf.consent(each.give)] as const] : [],
  )
  return (
    <AskFrame
      {...frame}
      keys={{ d: keyOf.brake(safe.give), ...Object.fromEntries(letters), ...keys }}
      {...(submit && { submit: keyOf.consent(submit.give) })}
      actions={
        <>
          <SafeAnswer answering={answering} keys="D" give={safe.give}>
            {safe.label}
          </SafeAnswer>
          {consent && <OneConsent of={consent} answering={answering} hint={hint.id} />}
          {other}
          {second && <OneConsent of={second} answering={answering} hint={hint.id} />}
          {hint.line}
          {last}
          <SkipButton step={step} />
        </>
      }
    >
      {changed && (
        <Note kind="no" quiet>
          {changed}
        </Note>
      )}
      {children}
    </AskFrame>
  )
}

type OneConsentProps = { of: ConsentDecision; answering: AskFrameProps['answering']; hint: string | undefined }

const OneConsent = ({ of: { label, give, keys }, ...rest }: OneConsentProps) => (
  <Consent {...rest} give={give} {...(keys !== undefined && { keys })}>
    {label}
  </Consent>
)

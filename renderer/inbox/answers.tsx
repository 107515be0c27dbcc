import { useId, useState, type KeyboardEvent, type RefObject } from 'react'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { TextArea } from '../ui/field.tsx'
import styles from './approval.module.css'
import type { Obstacles } from './use-answer.ts'
import type { Armed } from './use-armed.ts'

type AnswersProps = {
  armed: Armed
  allow(scope: 'once' | 'conversation'): void
  deny(reason?: string): void
  denyButton: RefObject<HTMLButtonElement | null>
  busy: boolean
  obstacles: Obstacles
  /** Whether all of the arguments has been on screen. */
  isRead: boolean
}

/** The answers to an approval, the safe one first. None is the default. */
export function Answers({ armed, allow, deny, denyButton, busy, obstacles, isRead }: AnswersProps) {
  const [withReason, setWithReason] = useState(false)
  const hint = useId()
  const consent = { armed, busy, unavailable: obstacles.consent, hint: isRead ? undefined : hint }
  return (
    <>
      {withReason && <Reason deny={deny} busy={busy} close={() => setWithReason(false)} />}
      <Button
        ref={denyButton}
        data-safe
        className={styles.answer}
        keys="D"
        busy={busy}
        unavailable={obstacles.answer}
        onClick={() => deny()}
      >
        Deny
      </Button>
      <Consent {...consent} keys="A" give={() => allow('once')}>
        Allow once
      </Consent>
      <Consent {...consent} keys="C" className={styles.wide} give={() => allow('conversation')}>
        Allow for this conversation
      </Consent>
      {!withReason && (
        <Button kind="ghost" className={styles.wide} onClick={() => setWithReason(true)}>
          Deny with a reason…
        </Button>
      )}
      {!isRead && (
        <span id={hint} className={styles.hint}>
          Allow waits until you have seen all arguments.
        </span>
      )}
    </>
  )
}

type ConsentProps = {
  armed: Armed
  busy: boolean
  unavailable: string | undefined
  /** The id of a sentence that says what is missing. */
  hint: string | undefined
  keys: string
  className?: string | undefined
  give(): void
  children: string
}

/** A button that consents: it takes a press only once it has been armed for the whole time. */
function Consent({ armed, busy, unavailable, hint, keys, className, give, children }: ConsentProps) {
  const look = classes(styles.answer, className, armed.arming && styles.arming)
  const isOpen = !busy && unavailable === undefined
  return (
    <Button
      className={look}
      keys={keys}
      busy={busy}
      unavailable={unavailable}
      {...(isOpen && {
        'aria-disabled': !armed.armed || undefined,
        'aria-describedby': hint,
        'data-arming': armed.arming || undefined,
        ...armed.guard(give),
      })}
    >
      {children}
    </Button>
  )
}

function Reason({ deny, busy, close }: { deny(reason?: string): void; busy: boolean; close(): void }) {
  const [text, setText] = useState('')
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      close()
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat) deny(text.trim())
  }
  return (
    <div className={styles.reason}>
      <TextArea
        autoFocus
        rows={2}
        maxLength={2000}
        value={text}
        aria-label="Why you deny this call"
        placeholder="What the model should know or do instead"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.facts}>
        <Button size="sm" keys="Ctrl Enter" busy={busy} onClick={() => deny(text.trim())}>
          Deny with this reason
        </Button>
        <Button size="sm" kind="ghost" onClick={close}>
          Without a reason
        </Button>
      </div>
    </div>
  )
}

import { Dialog } from '@base-ui/react/dialog'
import { useCallback, useMemo, useState, type ReactNode } from 'react'
import { AskOfKind } from '../../inbox/ask-of-kind.tsx'
import { entranceOf } from '../../inbox/frame/ask-focus.ts'
import { PageSheet, SheetLoading } from '../../inbox/frame/page-sheet.tsx'
import { useClosings } from '../../inbox/server-ask.tsx'
import { useHost } from '../../state/replica.ts'
import type { Example } from '../../state/servers/examples.ts'
import { serverForm } from '../../strings/servers/servers-form.ts'
import { inbox } from '../../strings/inbox/inbox.ts'
import { ui } from '../../strings/ui.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Note } from '../../ui/note.tsx'
import { ReviewResult } from './review-result.tsx'
import styles from './review-sheet.module.css'
import { reviewSteps, type ReviewSteps } from './review-steps.ts'

const words = serverForm.review

type ReviewSheetProps = {
  /** The servers, in the order to review them in. */
  ids: readonly string[]
  onClose(): void
  /** The user wants to try this; the sheet is to close. */
  onTry(example: Example): void
}

/**
 * The requests of several servers, one after the other in one sheet, then each server's state. It is a view: the
 * requests stay in the inbox, and an answer from another window or a withdrawal moves it on, and says so.
 */
export function ReviewSheet({ ids, onClose, onTry }: ReviewSheetProps) {
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set())
  const [told, setTold] = useState<string>()
  const review = useReview(ids, skipped)
  const { at, steps } = review
  const step = at === undefined ? undefined : steps[at]
  const { ask, name = '' } = step?.server ?? {}
  useClosings(ask?.id, name, (said, { by }) =>
    setTold(said ?? (by === 'withdrawn' ? words.withdrawn(name) : undefined)),
  )
  const skip = (): void => {
    setTold(undefined)
    if (step) setSkipped(new Set([...skipped, step.server.id]))
  }
  const close = <Dialog.Close render={<IconButton label={ask ? inbox.ask.leave : ui.close} icon="close" />} />
  return (
    <PageSheet
      onOpenChange={(open) => !open && onClose()}
      stays
      aria-label={words.title(ids.length)}
      initialFocus={() => (ask && entranceOf(ask)) ?? true}
    >
      {told !== undefined && (
        <div className={styles.told}>
          <Note>{told}</Note>
        </div>
      )}
      {!step ? (
        <ReviewResult
          servers={review.servers}
          close={close}
          onClose={onClose}
          onTry={onTry}
          onAgain={() => setSkipped(new Set())}
        />
      ) : ask ? (
        <AskOfKind
          ask={ask}
          step={{ position: <StepPosition review={review} />, skip }}
          onLeave={onClose}
          onRefused={(problem) => setTold(inbox.serverAsk.refused(problem))}
          loading={<SheetLoading />}
        />
      ) : (
        <Preparing name={name} position={<StepPosition review={review} />} close={close} onSkip={skip} />
      )}
    </PageSheet>
  )
}

function useReview(ids: readonly string[], skipped: ReadonlySet<string>): ReviewSteps {
  const servers = useHost((state) => state.servers)
  const configured = useHost((state) => state.configured)
  const asks = useHost((state) => state.asks)
  const consents = useHost((state) => state.consents)
  return useMemo(
    () => reviewSteps({ servers, configured, asks, consents }, ids, skipped),
    [servers, configured, asks, consents, ids, skipped],
  )
}

/** "2 of 4", with the state of each step. */
function StepPosition({ review: { steps, at = 0 } }: { review: ReviewSteps }) {
  return (
    <span className={styles.place}>
      <span className={styles.dots} aria-hidden>
        {steps.map(({ server: { id, glyph } }, index) => (
          <span key={id} className={styles.dot} data-current={index === at ? '' : undefined}>
            <Glyph state={glyph} label="" size={10} />
          </span>
        ))}
      </span>
      {inbox.ask.position(at + 1, steps.length)}
    </span>
  )
}

type PreparingProps = { name: string; position: ReactNode; close: ReactNode; onSkip(): void }

/** Between two requests: Atrium looks for the program that the next one is about. */
function Preparing({ name, position, close, onSkip }: PreparingProps) {
  const focus = useCallback((button: HTMLButtonElement | null) => button?.focus(), [])
  return (
    <div className="fill">
      <header className={styles.head}>
        <h2 className="grow breaks semi">{name}</h2>
        {position}
        {close}
      </header>
      <div className={styles.body}>
        <Loading what={words.preparing(name)} />
      </div>
      <footer className={styles.foot}>
        <Button ref={focus} onClick={onSkip}>
          {inbox.ask.skip}
        </Button>
      </footer>
    </div>
  )
}

import { Dialog } from '@base-ui/react/dialog'
import { useState, useSyncExternalStore } from 'react'
import type { Ask } from '../../shared/asks.ts'
import { Approval } from './approval.tsx'
import { useArrival, useMovingOn, useWantedAsk } from './ask-focus.ts'
import styles from './ask-frame.module.css'
import { useAsks } from './inbox.tsx'

type CallAskProps = { ask: Ask; framed: boolean; onRefused(problem: string): void }

/**
 * The ask of a call, below it. The oldest of a conversation lies open; the others open when one goes to them.
 * In a narrow window it comes over the whole page instead.
 */
export function CallAsk(props: CallAskProps) {
  return useNarrow() ? <Sheet {...props} /> : <Inline {...props} />
}

function Inline({ ask, framed, onRefused }: CallAskProps) {
  const [wasOpened, setOpened] = useState(false)
  const isWanted = useWantedAsk() === ask.id
  const isOldest = useAsks(ask.operation?.conversation)[0]?.id === ask.id
  if (isWanted && !wasOpened) setOpened(true)
  if (!isOldest && !wasOpened && !isWanted) return null
  return (
    <div className={framed ? styles.inSet : undefined}>
      <AskOfKind ask={ask} child onRefused={onRefused} />
    </div>
  )
}

function Sheet({ ask, onRefused }: CallAskProps) {
  const [open, setOpen] = useState(false)
  useArrival(ask.id, () => setOpen(true))
  useMovingOn(ask, () => open)
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Portal>
        <Dialog.Popup
          className={styles.sheet}
          aria-label="Waiting for you"
          initialFocus={() => document.querySelector<HTMLElement>(`[data-ask="${CSS.escape(ask.id)}"] [data-safe]`)}
        >
          <AskOfKind ask={ask} onLeave={() => setOpen(false)} onRefused={onRefused} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type AskOfKindProps = { ask: Ask; child?: boolean; onLeave?: () => void; onRefused(problem: string): void }

/** One component per kind of ask. */
function AskOfKind({ ask, ...rest }: AskOfKindProps) {
  switch (ask.kind) {
    case 'approval':
      return <Approval key={ask.id} ask={ask} {...rest} />
    default:
      return ask.kind satisfies never
  }
}

const narrow = '(max-width: 560px)'

const useNarrow = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const query = matchMedia(narrow)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => matchMedia(narrow).matches,
  )

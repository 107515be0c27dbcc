import { useRef, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import type { Ask } from '../../shared/asks.ts'
import { IconButton } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Plain } from '../ui/ext.tsx'
import { plainLabel } from '../ui/hidden-characters.ts'
import { Glyph } from '../ui/glyph.tsx'
import { focusComposer, goToAsk, useMovingOn } from './ask-focus.ts'
import styles from './ask-frame.module.css'
import { neighbour, useAsks } from './inbox.tsx'

type AskFrameProps = {
  ask: Ask
  /** Who asks, as the person named it. */
  from: string
  title: string
  /** The technical name beside the title. */
  name: string
  /** It hangs from the call above it. */
  child?: boolean
  /** Single letters that press something, inside the ask and outside its text fields. */
  keys: Record<string, (event: KeyboardEvent) => unknown>
  /** Leaves the ask, which keeps waiting. */
  onLeave?: (() => void) | undefined
  /** Goes on the row of answers. */
  footRef: Ref<HTMLDivElement>
  actions: ReactNode
  children: ReactNode
}

/** What every kind of ask looks like and how the keyboard works in it; a kind brings its body and its answers. */
export function AskFrame({ ask, from, title, name, child, keys, onLeave, footRef, actions, children }: AskFrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  useMovingOn(ask, () => onLeave === undefined && frame.current?.contains(document.activeElement) === true)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      return (onLeave ?? focusComposer)()
    }
    const act = keys[event.key.toLowerCase()]
    if (!act || event.ctrlKey || event.metaKey || event.altKey || isTextField(event.target)) return
    event.preventDefault()
    act(event)
  }
  return (
    <div
      ref={frame}
      role="group"
      aria-label={`Waiting for you: ${from}, ${plainLabel(title)}`}
      className={classes(styles.ask, child && styles.child)}
      data-ask={ask.id}
      onKeyDown={onKeyDown}
    >
      <header className={styles.head}>
        <Glyph state="waiting" />
        <span className={classes(styles.title, 'trunc')}>
          <Plain text={title} />
        </span>
        <code className={classes(styles.name, 'trunc')}>{title !== name && <Plain text={name} />}</code>
        <Position ask={ask} />
        {onLeave && <IconButton icon="close" label="Leave this question, which keeps waiting" onClick={onLeave} />}
      </header>
      <div className={styles.body}>{children}</div>
      <footer ref={footRef} className={styles.foot}>
        {actions}
      </footer>
    </div>
  )
}

/** Which of the waiting asks of its conversation this one is. */
function Position({ ask }: { ask: Ask }) {
  const asks = useAsks(ask.operation?.conversation)
  const next = neighbour(asks, ask.id, 1)
  if (asks.length < 2 || !next) return null
  return (
    <span className={styles.position}>
      {asks.findIndex(({ id }) => id === ask.id) + 1} of {asks.length}
      <IconButton size="sm" icon="chevron-down" label="Next question" onClick={() => goToAsk(next)} />
    </span>
  )
}

const isTextField = (target: EventTarget): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('textarea, select, input'))

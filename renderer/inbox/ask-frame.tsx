import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import type { Ask } from '../../shared/asks.ts'
import { strings } from '../strings/strings.ts'
import { IconButton } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Plain } from '../ui/ext.tsx'
import { plainLabel } from '../ui/hidden-characters.ts'
import { Glyph } from '../ui/glyph.tsx'
import { Note } from '../ui/note.tsx'
import { focusPage, goToAsk, useMovingOn } from './ask-focus.ts'
import styles from './ask-frame.module.css'
import { neighbour, useAsksBeside } from './inbox.tsx'
import type { Answering } from './use-answering.ts'

const words = strings.inbox.ask

type AskFrameProps = {
  ask: Ask
  answering: Answering
  /** Who asks, as the person named it. */
  from: string
  title: string
  /** The technical name beside the title. */
  name?: string
  /** It hangs from the call above it. */
  child?: boolean
  /** Single letters that press something, inside the ask and outside its text fields. */
  keys: Record<string, (event: KeyboardEvent) => void>
  /** Leaves the ask, which keeps waiting. */
  onLeave?: (() => void) | undefined
  actions: ReactNode
  children: ReactNode
}

/** What every kind of ask looks like and how the keyboard works in it; a kind brings its body and its answers. */
export function AskFrame(props: AskFrameProps) {
  const { ask, answering, from, title, name = title, child, keys, onLeave, actions, children } = props
  const frame = useRef<HTMLDivElement>(null)
  useMovingOn(ask, () => onLeave === undefined && frame.current?.contains(document.activeElement) === true)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      return (onLeave ?? focusPage)()
    }
    // A key that is held down was meant for what had focus before.
    if (event.repeat && (event.key === 'Enter' || event.key === ' ') && !isTextField(event.target))
      event.preventDefault()
    const act = keys[event.key.toLowerCase()]
    if (!act || event.ctrlKey || event.metaKey || event.altKey || isTextField(event.target)) return
    event.preventDefault()
    act(event)
  }
  return (
    <div
      ref={frame}
      role="group"
      aria-label={words.waitingOf(from, plainLabel(title))}
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
        {onLeave && <IconButton icon="close" label={words.leave} onClick={onLeave} />}
      </header>
      <div className={styles.body}>
        {children}
        <div ref={answering.endRef} className={styles.end} />
        {answering.problem && <Note kind="no">{answering.problem}</Note>}
      </div>
      <footer ref={answering.footRef} className={styles.foot}>
        {actions}
      </footer>
    </div>
  )
}

/** What Atrium says of the question, from facts only. */
export const Sentence = ({ children }: { children: ReactNode }) => <p className={styles.sentence}>{children}</p>

/** Which of those that wait in the same place this one is. */
function Position({ ask }: { ask: Ask }) {
  const asks = useAsksBeside(ask)
  const next = neighbour(asks, ask.id, 1)
  if (asks.length < 2 || !next) return null
  return (
    <span className={styles.position}>
      {words.position(asks.findIndex(({ id }) => id === ask.id) + 1, asks.length)}
      <IconButton size="sm" icon="chevron-down" label={words.next} onClick={() => goToAsk(next)} />
    </span>
  )
}

const isTextField = (target: EventTarget): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox])'))

import { useEffectEvent, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import type { Ask } from '../../../shared/asks/asks.ts'
import { inbox } from '../../strings/inbox/inbox.ts'
import { IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { isShortcut } from '../../ui/key-map.ts'
import { Note } from '../../ui/note.tsx'
import { useAnswersInView } from './answers-in-view.ts'
import { focusPage, isTextField } from '../../ui/page/focus-page.ts'
import { enter, entranceOf, useMovingOn } from './ask-focus.ts'
import styles from './ask-frame.module.css'
import type { Answerable } from './use-answering.ts'

const words = inbox.ask

/** The parts that differ between kinds of requests; the frame around them is the same. */
export type AskShellProps = {
  /** The question, or the first of those answered together. */
  ask: Ask
  answering: Answerable
  /** Its accessible name. */
  label: string
  head: ReactNode
  /** Drawn as part of the call above it. */
  child?: boolean
  /** Its answers stay in view while any of it is. */
  pinned?: boolean
  /** Single-letter shortcuts, inside the question and outside its text fields. */
  keys: Record<string, (event: KeyboardEvent) => void>
  /** The action of Ctrl Enter, in text fields too. */
  submit?: (event: KeyboardEvent) => void
  /** Leaves the question, which keeps waiting. */
  onLeave?: (() => void) | undefined
  actions: ReactNode
  children: ReactNode
}

/** The shared look and keyboard handling of all questions; each kind adds its body and its answers. */
export function AskShell(props: AskShellProps) {
  const { ask, answering, label, head, child, pinned = child, keys, submit, onLeave, actions, children } = props
  const frame = useRef<HTMLDivElement>(null)
  useAnswersInView(frame, ask.id, onLeave !== undefined)
  useMovingOn(ask, () => onLeave === undefined && frame.current?.contains(document.activeElement) === true)
  // A question over the page can open after the dialog around it, which focuses what exists at that time. If nothing has
  // focus once the last question is gone, the dialog takes it in the next frame.
  const begin = useEffectEvent(() => {
    if (onLeave) entranceOf(ask)?.focus({ preventScroll: true })
  })
  useLayoutEffect(() => begin(), [])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      return (onLeave ?? focusPage)()
    }
    if (submit && isShortcut(event, 'run')) {
      event.preventDefault()
      return submit(event)
    }
    // A held key was meant for what had focus before.
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
      aria-label={label}
      className={classes(styles.ask, child && styles.child)}
      data-ask={ask.id}
      onFocus={() => enter(ask)}
      onKeyDown={onKeyDown}
    >
      <header className={styles.head}>
        <Glyph state="waiting" />
        {head}
        {onLeave && <IconButton icon="close" label={words.leave} onClick={onLeave} />}
      </header>
      <div className={styles.main}>
        {/* Over the page the question itself scrolls, which must work by keyboard too. */}
        <div className={styles.body} {...(onLeave && { role: 'region', 'aria-label': words.content, tabIndex: 0 })}>
          {children}
          <div ref={answering.endRef} className={styles.end} />
          {/* oxlint-disable-next-line react/refs -- the hook returns refs and states; this is a state */}
          {answering.problem && <Note kind="no">{answering.problem}</Note>}
        </div>
        {/* In the thread the answers stay in view while any of the question is; elsewhere they follow it. */}
        <footer ref={answering.footRef} className={classes(styles.foot, pinned && !onLeave && styles.pinned)}>
          {actions}
        </footer>
      </div>
      <div ref={answering.tailRef} className={styles.tail} />
    </div>
  )
}

import { useLayoutEffect, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { frame } from '../../strings/frame.ts'
import styles from './frame.module.css'

/** The sidebar's min and max width, and one step by arrow key, in pixels. */
export const sideWidths = { least: 248, most: 360, step: 8 }
const key = 'atrium.sidebar-width'

const bounded = (width: number): number =>
  Math.min(sideWidths.most, Math.max(sideWidths.least, Math.round(width) || sideWidths.least))

/** The sidebar's width; remembered for the next visit. */
export function useSideWidth() {
  const [width, set] = useState(() => bounded(Number(localStorage.getItem(key))))
  useLayoutEffect(() => document.documentElement.style.setProperty('--side-w', `${width}px`), [width])
  const setWidth = (next: number): void => {
    localStorage.setItem(key, String(bounded(next)))
    set(bounded(next))
  }
  return { width, setWidth }
}

type SideEdgeProps = ReturnType<typeof useSideWidth>

/** The sidebar's edge: dragged by the pointer, moved by the arrow keys. */
export function SideEdge({ width, setWidth }: SideEdgeProps) {
  const onKeyDown = (event: KeyboardEvent): void => {
    const { least, most, step } = sideWidths
    const next = { ArrowLeft: width - step, ArrowRight: width + step, Home: least, End: most }[event.key]
    if (next === undefined || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    setWidth(next)
  }
  const onPointerDown = ({ currentTarget, pointerId, button }: PointerEvent<HTMLElement>): void => {
    if (button === 0) currentTarget.setPointerCapture(pointerId)
  }
  const onPointerMove = ({ currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>): void => {
    if (currentTarget.hasPointerCapture(pointerId)) setWidth(clientX)
  }
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={frame.sidebar.width}
      aria-valuemin={sideWidths.least}
      aria-valuemax={sideWidths.most}
      aria-valuenow={width}
      tabIndex={0}
      className={styles.edge}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
    />
  )
}

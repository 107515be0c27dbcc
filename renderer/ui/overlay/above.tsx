import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { classes } from '../classes.ts'
import styles from './above.module.css'

/** The gaps between the composer, what floats above it, and the page's bar, in pixels. */
const gap = 8
const barHeight = 48

type AboveProps = { children: ReactNode; className?: string | undefined }

/**
 * Floats above the composer and everything docked to it, as wide as the composer, and only as high as the page has
 * room.
 */
export function Above({ children, className }: AboveProps) {
  const anchor = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const dock = anchor.current?.closest<HTMLElement>('[data-dock]')
    const place = (): void => {
      const { left, top, width } = dock?.getBoundingClientRect() ?? new DOMRect()
      if (!box.current) return
      Object.assign(box.current.style, {
        left: `${left}px`,
        width: `${width}px`,
        bottom: `${window.innerHeight - top + gap}px`,
        maxHeight: `${Math.max(120, top - 2 * gap - barHeight)}px`,
      })
    }
    place()
    const observer = new ResizeObserver(place)
    observer.observe(document.body)
    if (dock) observer.observe(dock)
    addEventListener('resize', place)
    return () => {
      observer.disconnect()
      removeEventListener('resize', place)
    }
  }, [])
  return (
    <>
      <div ref={anchor} hidden />
      <div ref={box} className={classes(styles.above, className)}>
        {children}
      </div>
    </>
  )
}

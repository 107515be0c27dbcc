import { memo, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Pieces } from '../ui/third-party/ext.tsx'
import { revealMisleading } from '../../shared/text/hidden-characters.ts'
import styles from './formula.module.css'
import { inFrameTime } from './frame-time.ts'
import { lazyModule } from '../ui/lazy.ts'
import { readFormula } from './math.ts'

/** Longer formulas stay as source text. */
const longest = 4000

const useDrawing = lazyModule(() => import('./formula-drawing.ts'))

/**
 * A rendered formula; source text until it is rendered, and if it can't be: invalid, too long, or with invisible
 * characters.
 */
export const FormulaView = memo(({ source }: { source: string }) => {
  const formula = useMemo(() => readFormula(source), [source])
  const pieces = useMemo(() => revealMisleading(source), [source])
  const drawable = source.length <= longest && pieces.length === 1 ? formula : undefined
  const drawing = useDrawing(drawable !== undefined)
  const place = useRef<HTMLSpanElement>(null)
  const [drawn, setDrawn] = useState<string>()
  useLayoutEffect(() => {
    if (!drawing || !drawable) return undefined
    return inFrameTime(() => {
      const element = drawing.drawFormula(drawable)
      if (!element || !place.current) return
      place.current.replaceChildren(element)
      setDrawn(source)
    })
  }, [drawing, drawable, source])
  useLayoutEffect(() => {
    const element = place.current
    if (drawn === undefined || !element) return undefined
    return onEachSize(element.firstElementChild ?? element, () => {
      const isWide = element.scrollWidth > element.clientWidth
      if (isWide) element.tabIndex = 0
      else element.removeAttribute('tabindex')
    })
  }, [drawn])
  const isDrawn = drawn === source
  return (
    <span className={formula?.isDisplay ? styles.display : styles.text}>
      <span ref={place} className={styles.drawn} hidden={!isDrawn} />
      {!isDrawn && (
        <code className={styles.source}>
          <Pieces pieces={pieces} />
        </code>
      )}
    </span>
  )
})

/** Runs after each layout that changes the size, without requesting one: a hundred formulas cost one layout. */
function onEachSize(element: Element, run: () => void): () => void {
  const observer = new ResizeObserver(run)
  observer.observe(element)
  return () => observer.disconnect()
}

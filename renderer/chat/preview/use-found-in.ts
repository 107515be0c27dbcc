import { useEffect, type RefObject } from 'react'
import { rangesIn } from '../find/ranges.ts'

/** Max moves of the view to a match, while the text above it is still drawn. */
const mostMoves = 8

/** Marks every match in a view, and brings the first one in its `data-found` parts into sight until the user scrolls. */
export function useFoundIn(view: RefObject<HTMLElement | null>, text: string, match: string): void {
  useEffect(() => {
    const element = view.current
    if (!element || text === '' || !('highlights' in CSS)) return undefined
    let [moves, frame] = [mostMoves, 0]
    const draw = (): void => {
      frame = 0
      const ranges = rangesIn(element, text, () => false)
      const here = ranges.find(({ startContainer }) => startContainer.parentElement?.closest('[data-found]'))
      CSS.highlights.set('found', new Highlight(...ranges))
      if (!here || moves === 0) return
      const [box, around] = [here.getBoundingClientRect(), element.getBoundingClientRect()]
      if (box.top >= around.top && box.bottom <= around.bottom) return
      moves -= 1
      element.scrollTop += box.top - around.top - around.height / 3
    }
    const soon = (): void => void (frame ||= requestAnimationFrame(draw))
    const stay = (): void => void (moves = 0)
    const observer = new MutationObserver(soon)
    observer.observe(element, { subtree: true, childList: true, characterData: true })
    for (const kind of ['wheel', 'pointerdown', 'keydown']) element.addEventListener(kind, stay, { passive: true })
    soon()
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      for (const kind of ['wheel', 'pointerdown', 'keydown']) element.removeEventListener(kind, stay)
      CSS.highlights.delete('found')
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another match of the same text is gone to, too
  }, [view, text, match])
}

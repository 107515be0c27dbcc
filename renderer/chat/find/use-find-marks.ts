import { useEffect, useEffectEvent, type RefObject } from 'react'
import { finding, useFinding, type FindState, type Hit } from '../../state/chat/finding.ts'
import { rangesIn } from './ranges.ts'

/** The names of the highlights in the style sheet. */
const marks = { all: 'found', current: 'found-here' }

/** Max moves of the view to one match, while its row's height is still changing. */
const mostMoves = 8

/** Highlights what is found in the built rows, and brings the current match into view once its text is there. */
export function useFindMarks(viewport: RefObject<HTMLElement | null>, rowOf: (hit: Hit) => number): void {
  const now = useFinding()
  const rowNow = useEffectEvent(rowOf)
  useEffect(() => {
    const element = viewport.current
    if (!element || !now || now.text === '' || !('highlights' in CSS)) return undefined
    let [moves, frame] = [mostMoves, 0]
    const draw = (): void => {
      frame = 0
      const here = mark(element, now, rowNow)
      if (here && moves > 0 && !isInView(element, here)) {
        moves -= 1
        const [box, view] = [here.getBoundingClientRect(), element.getBoundingClientRect()]
        element.scrollTop += box.top - view.top - view.height / 3
      }
    }
    const soon = (): void => void (frame ||= requestAnimationFrame(draw))
    const stay = (): void => void (moves = 0)
    const observer = new MutationObserver(soon)
    observer.observe(element, { subtree: true, childList: true, characterData: true })
    element.addEventListener('wheel', stay, { passive: true })
    element.addEventListener('pointerdown', stay)
    soon()
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      element.removeEventListener('wheel', stay)
      element.removeEventListener('pointerdown', stay)
      CSS.highlights.delete(marks.all)
      CSS.highlights.delete(marks.current)
    }
  }, [now, viewport])
  useEffect(() => () => finding.set(undefined), [])
}

/** Sets the highlights; returns the current match's range, if it is built. */
function mark(element: HTMLElement, { text, hit }: FindState, rowOf: (hit: Hit) => number): Range | undefined {
  const here = hit && hereIn(element, text, hit, rowOf(hit))
  CSS.highlights.set(marks.all, new Highlight(...rangesIn(element, text, () => false)))
  CSS.highlights.set(marks.current, new Highlight(...(here ? [here] : [])))
  return here
}

function hereIn(element: HTMLElement, text: string, { place, nth }: Hit, row: number): Range | undefined {
  const call = place.call === undefined ? '' : ` [data-call="${CSS.escape(place.call)}"]`
  const root = element.querySelector(`[data-index="${row}"]${call}`)
  if (!root) return undefined
  const ranges = rangesIn(root, text, (parent) => call === '' && parent.closest('[data-call]') !== null)
  // A result comes after its call's arguments, which can have matches too.
  const at = place.speaker === 'result' ? Math.max(0, ranges.length - place.count) + nth : nth
  return ranges[Math.min(at, ranges.length - 1)]
}

function isInView(element: HTMLElement, range: Range): boolean {
  const [box, view] = [range.getBoundingClientRect(), element.getBoundingClientRect()]
  return box.top >= view.top && box.bottom <= view.bottom
}

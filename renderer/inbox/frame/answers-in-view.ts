import { useEffect, type RefObject } from 'react'
import { createStore, useStore } from '../../state/store.ts'

/** Rows of answers that are at least partly on screen. */
const inView = new Set<Element>()
const isAnyInView = createStore(false)

/** Reports whether the answers of the question in `frame` are on screen. */
export function useAnswersInView(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const answers = frame.current?.querySelector('footer')
    if (!answers) return undefined
    const report = (isSeen: boolean): void => {
      if (isSeen) inView.add(answers)
      else inView.delete(answers)
      isAnyInView.set(inView.size > 0)
    }
    const observer = new IntersectionObserver((entries) => report(entries.at(-1)?.isIntersecting === true))
    observer.observe(answers)
    return () => {
      observer.disconnect()
      report(false)
    }
  }, [frame])
}

/** Whether any question's answers are on screen, so nothing should cover the thread. */
export const useHasAnswersInView = (): boolean => useStore(isAnyInView)

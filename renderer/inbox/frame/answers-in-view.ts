import { useEffect, type RefObject } from 'react'
import { createStore, useStore } from '../../state/store.ts'

/** Questions in the page whose answers are at least partly on screen, by their rows of answers. */
const inView = new Map<Element, string>()
const ids = createStore<ReadonlySet<string>>(new Set())

/** Reports whether the answers of the question in `frame` are on screen; not for one that covers the page. */
export function useAnswersInView(frame: RefObject<HTMLElement | null>, ask: string, coversPage: boolean): void {
  useEffect(() => {
    const answers = frame.current?.querySelector('footer')
    if (!answers || coversPage) return undefined
    const report = (isSeen: boolean): void => {
      if (isSeen) inView.set(answers, ask)
      else inView.delete(answers)
      ids.set(new Set(inView.values()))
    }
    const observer = new IntersectionObserver((entries) => report(entries.at(-1)?.isIntersecting === true))
    observer.observe(answers)
    return () => {
      observer.disconnect()
      report(false)
    }
  }, [frame, ask, coversPage])
}

/** The questions whose answers are on screen: nothing should cover them, and they need no further sign. */
export const useAsksInView = (): ReadonlySet<string> => useStore(ids)

import { useEffect, useSyncExternalStore, type RefObject } from 'react'

/** Rows of answers that are on screen, wholly or in part. */
const inView = new Set<Element>()
const listeners = new Set<() => void>()

function update(change: () => void): void {
  change()
  for (const listener of listeners) listener()
}

/** Reports whether the answers of a question, which is `frame`, are on screen. */
export function useAnswersInView(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const answers = frame.current?.querySelector('footer')
    if (!answers) return undefined
    const observer = new IntersectionObserver((entries) => {
      const isSeen = entries.at(-1)?.isIntersecting === true
      update(() => (isSeen ? inView.add(answers) : inView.delete(answers)))
    })
    observer.observe(answers)
    return () => {
      observer.disconnect()
      update(() => inView.delete(answers))
    }
  }, [frame])
}

/** Whether the answers of any question are on screen, so that nothing may be laid over the thread. */
export const useHasAnswersInView = (): boolean => useSyncExternalStore(listen, () => inView.size > 0)

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

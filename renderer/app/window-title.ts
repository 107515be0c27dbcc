import { useEffect } from 'react'
import { useHost } from '../state/replica.ts'
import { strings } from '../strings/strings.ts'
import type { Route } from '../state/routes.ts'

/** The window's title: how many questions wait and which page it is. No text of anybody else stands in it. */
export function useWindowTitle({ page }: Route): void {
  const waiting = useHost((state) => state.asks.length)
  useEffect(() => {
    document.title = strings.frame.windowTitle(waiting, strings.frame.pages[page])
  }, [waiting, page])
}

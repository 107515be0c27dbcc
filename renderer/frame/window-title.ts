import { useEffect } from 'react'
import { useHost } from '../host.ts'
import type { Route } from './routes.ts'

const names: Record<Route['page'], string> = {
  chat: 'Conversation',
  servers: 'Servers',
  audit: 'Audit',
  settings: 'Settings',
  welcome: 'Welcome',
}

/** The window's title: how many questions wait and which page it is. No text of anybody else stands in it. */
export function useWindowTitle({ page }: Route): void {
  const waiting = useHost((state) => state.asks.length)
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${names[page]} · Atrium`
  }, [waiting, page])
}

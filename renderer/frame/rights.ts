import { useSession } from '../host.ts'

/** Why this window may not change servers, keys and settings; undefined when it may. */
export function useAdminBlock(): string | undefined {
  const right = useSession()?.right
  if (right === 'admin') return undefined
  const may = right === 'use' ? 'chat and answer questions' : 'look'
  return `This tab may ${may}, but not change servers, keys or settings. The tab that was opened from the terminal may.`
}

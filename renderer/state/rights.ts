import { useSession } from './replica.ts'
import { strings } from '../strings/strings.ts'

/** Why this window may not change servers, keys and settings; undefined when it may. */
export function useAdminBlock(): string | undefined {
  const right = useSession()?.right
  if (right === 'admin') return undefined
  return right === 'use' ? strings.frame.rights.mayUse : strings.frame.rights.mayLook
}

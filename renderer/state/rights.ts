import { useSession } from './replica.ts'
import { strings } from '../strings/strings.ts'

/** Why this window can't change servers, keys and settings; undefined if it can. */
export function useAdminBlock(): string | undefined {
  const right = useSession()?.right
  if (right === 'admin') return undefined
  return right === 'use' ? strings.frame.rights.mayUse : strings.frame.rights.mayLook
}

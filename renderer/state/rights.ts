import { useSession } from './replica.ts'
import { frame } from '../strings/frame.ts'

/** Why this window can't change servers, keys and settings; undefined if it can. */
export function useAdminBlock(): string | undefined {
  const right = useSession()?.right
  if (right === 'admin') return undefined
  return right === 'use' ? frame.rights.mayUse : frame.rights.mayLook
}

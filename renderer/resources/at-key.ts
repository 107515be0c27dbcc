import type { KeyboardEvent } from 'react'
import type { HostState } from '../../shared/state/state.ts'

/** Whether there is anything that an @ could mean. */
export const offersResources = ({ servers }: Pick<HostState, 'servers'>): boolean =>
  Object.values(servers).some(
    ({ status, resources, templates }) =>
      status.state === 'ready' && ((resources?.count ?? 0) > 0 || Object.keys(templates?.items ?? {}).length > 0),
  )

/** Whether this key asks for resources: an @ where a word begins. In the middle of one it is part of an address. */
export function asksForResources(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
  const { value, selectionStart, selectionEnd } = event.currentTarget
  if (event.key !== '@' || event.nativeEvent.isComposing || selectionStart !== selectionEnd) return false
  return selectionStart === 0 || /\s/.test(value.charAt(selectionStart - 1))
}

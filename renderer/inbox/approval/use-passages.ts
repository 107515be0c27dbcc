import { useMemo } from 'react'
import type { Flow } from '../../../shared/asks/asks.ts'
import { displayName } from '../../../shared/config/server-config.ts'
import { useHost } from '../../state/replica.ts'
import type { Passage } from '../../ui/json/passages.ts'
import { flowLabel } from './flows.ts'

/** The underlined passages in arguments, and their accessible labels. */
export function usePassages(flows: readonly Flow[]): (Passage & { label: string })[] {
  const servers = useHost((state) => state.configured.servers)
  return useMemo(
    () =>
      flows.map((flow, index) => ({
        ...flow,
        label: flowLabel(flow, index + 1, (id) => displayName(id, servers[id])),
      })),
    [flows, servers],
  )
}

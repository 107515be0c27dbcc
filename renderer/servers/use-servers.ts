import { useMemo } from 'react'
import { useHost } from '../host.ts'
import { summarize, summarizeAll, type ServerSummary } from './summary.ts'

/** Every server, by name. */
export function useServers(): ServerSummary[] {
  const servers = useHost((state) => state.servers)
  const configured = useHost((state) => state.configured)
  return useMemo(() => summarizeAll({ servers, configured }), [servers, configured])
}

/** One server; undefined when there is none of this id. */
export function useServer(id: string): ServerSummary | undefined {
  const servers = useHost((state) => state.servers)
  const configured = useHost((state) => state.configured)
  return useMemo(() => summarize({ servers, configured }, id), [servers, configured, id])
}

import { useMemo } from 'react'
import { useHost } from '../replica.ts'
import { summarize, summarizeAll, type ServerSummary } from './summary.ts'

/** Every server, by name. */
export function useServers(): ServerSummary[] {
  const known = useKnown()
  return useMemo(() => summarizeAll(known), [known])
}

/** One server; undefined if no server has this ID. */
export function useServer(id: string): ServerSummary | undefined {
  const known = useKnown()
  return useMemo(() => summarize(known, id), [known, id])
}

function useKnown() {
  const servers = useHost((state) => state.servers)
  const configured = useHost((state) => state.configured)
  const asks = useHost((state) => state.asks)
  const consents = useHost((state) => state.consents)
  return useMemo(() => ({ servers, configured, asks, consents }), [servers, configured, asks, consents])
}

/** The host and port of a server at a URL; undefined for a program that Atrium runs. */
export const useRemoteHost = (server: string): string | undefined =>
  useHost(({ configured }) => {
    const config = configured.servers[server]
    return config?.type === 'http' ? new URL(config.url).host : undefined
  })

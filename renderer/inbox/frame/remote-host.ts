import { useHost } from '../../state/replica.ts'

/** The host and port of a server at a URL; undefined for a program that Atrium runs. */
export const useRemoteHost = (server: string): string | undefined =>
  useHost(({ configured }) => {
    const config = configured.servers[server]
    return config?.type === 'http' ? new URL(config.url).host : undefined
  })

import { z } from 'zod'

/** How much a server's program can reach: anything, only some of it, or only what was chosen. */
export const levels = ['open', 'limited', 'sealed'] as const
export type ContainmentLevel = (typeof levels)[number]

/** A contained program's folders and hosts. Folders are real paths; the lists are empty if a level has none. */
export const bounds = z.object({
  level: z.enum(['limited', 'sealed']),
  writable: z.array(z.string()),
  readable: z.array(z.string()),
  hosts: z.array(z.string()),
})
export type Bounds = z.infer<typeof bounds>

/** Max hosts a sealed server can reach. */
export const mostHosts = 32

/** A name, or `*.` and a name for all below it, or an address; with a port if it is neither 443 nor 80. */
export const host = z
  .string()
  .regex(
    /^((\*\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:.]+\])(:\d{1,5})?$/i,
    'A host is written as api.example.com or api.example.com:8443',
  )
  .max(260)

/** The containment in a configuration; without a level it is open. */
export type ChosenBounds = {
  containment?: ContainmentLevel | undefined
  writable?: string[] | undefined
  readable?: string[] | undefined
  hosts?: string[] | undefined
}

/** A configuration's level; open without one. */
export const containmentLevel = ({ containment = 'open' }: ChosenBounds): ContainmentLevel => containment

/** A problem for each list with entries that the chosen level doesn't have. */
export function boundsProblems(chosen: ChosenBounds): { path: string[]; message: string }[] {
  const level = containmentLevel(chosen)
  const needs = (name: 'writable' | 'readable' | 'hosts', wanted: string, has: boolean) =>
    has || (chosen[name] ?? []).length === 0 ? [] : [{ path: [name], message: `${name} needs ${wanted}` }]
  return [
    ...needs('writable', '"containment": "limited" or "sealed"', level !== 'open'),
    ...needs('readable', '"containment": "sealed"', level === 'sealed'),
    ...needs('hosts', '"containment": "sealed"', level === 'sealed'),
  ]
}

/** The part of the launch: empty for an open server, as in configurations from before there were levels. */
export function chosenBounds(chosen: ChosenBounds): Record<string, string | string[]> {
  const level = containmentLevel(chosen)
  if (level === 'open') return {}
  const { writable = [], readable = [], hosts = [] } = chosen
  return { containment: level, writable, ...(level === 'sealed' && { readable, hosts }) }
}
/** Why a containment can't be chosen on this system. */
export type Impossible = 'windows' | 'system' | 'namespaces' | 'perl' | 'unbuilt' | 'leaks'

/**
 * Whether each level works on this system, or why not; also the proxy to named hosts, and a limited server's separation
 * from other programs' sockets that rules about files don't cover: on Linux those without a file, on macOS all.
 */
export type Levels = Record<'limited' | 'sealed' | 'hosts' | 'sockets', 'holds' | Impossible>

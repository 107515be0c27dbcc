import { z } from 'zod'

/** The lists in which an app of a server names outside hosts (MCP Apps, `_meta.ui.csp`). */
export const domainLists = ['connect', 'resource', 'frame', 'base'] as const
export type DomainList = (typeof domainLists)[number]

const domainProblems = [
  /** Not `https://` with a host and at most a port. */
  'form',
  /** A wildcard can cover hosts of other owners. */
  'wildcard',
  /** An address in place of a name. */
  'address',
  /** A name that means this computer or its network. */
  'local',
  /** Other sites inside the app. */
  'frames',
] as const

/** Why Atrium takes a host's name out of an app's policy. */
export type DomainProblem = (typeof domainProblems)[number]

/** One host that an app names, as its server wrote it, up to 253 characters. */
export const namedDomain = z.object({
  list: z.enum(domainLists),
  domain: z.string(),
  refused: z.enum(domainProblems).optional(),
})
export type NamedDomain = z.infer<typeof namedDomain>

/** The hosts that Atrium lets an app reach, each with its list; sorted, so two apps can be compared. */
export const reachOf = (domains: readonly NamedDomain[]): string[] =>
  domains.flatMap(({ list, domain, refused }) => (refused === undefined ? [`${list} ${domain}`] : [])).toSorted()

/** An app of a server as read now: its document, what it asks for, and the policy that Atrium makes of it. */
export type JudgedApp = {
  uri: string
  /** SHA-256 of the document. */
  hash: string
  bytes: number
  domains: NamedDomain[]
  /** How many further entries were not looked at. */
  leftOut: number
  /** Permissions of the browser that it names; Atrium grants none. */
  permissions: string[]
  /** The content policy for it, as a header. */
  policy: string
}

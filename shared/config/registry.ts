import type { Candidate } from './candidate.ts'
import { address } from './server-config.ts'

/** The registry of the protocol's project. */
export const officialRegistry = 'https://registry.modelcontextprotocol.io'

/**
 * A registry's URL, without the version of its API, which pasted URLs often end with. It is reached over HTTPS, or at
 * this computer.
 */
export const registryUrl = address
  .refine((url) => url.length <= 2000, 'This address is too long')
  .refine((url) => !/[?#]/.test(url), 'A registry’s address has no query and no fragment')
  .transform((url) => url.replace(/\/+$/, '').replace(/\/v0(\.1)?$/, ''))

/** The status that a publisher gives a version. */
export type RegistryStatus = 'active' | 'deprecated' | 'deleted'

/** A registry's record about a server. Every text is third-party text, cut to a bounded length. */
export type RegistryAbout = {
  /** Namespace, slash, name: `io.github.ada/weather`. */
  name: string
  title?: string
  description: string
  version: string
  status: RegistryStatus
  statusMessage?: string
  /** Epoch milliseconds. */
  publishedAt?: number
  updatedAt?: number
  isLatest?: boolean
  /** Begin with `https://`. */
  websiteUrl?: string
  repositoryUrl?: string
}

/** A fact about a record or a way, as its code; `what` is third-party text. */
export type RegistryWarning = { code: RegistryWarningCode; what?: string }

/** Reasons to look twice before adding a server from the registry. */
export type RegistryWarningCode =
  | 'address-here'
  | 'address-in-network'
  | 'container-without-walls'
  | 'deprecated'
  | 'env-changes-how-code-loads'
  | 'header-is-atriums-own'
  | 'hidden-characters'
  | 'letters-of-another-script'
  | 'looks-like'
  | 'not-a-variable-name'
  | 'older-transport'
  | 'other-runner'
  | 'registry-of-packages-not-obeyed'
  | 'relative-path'
  | 'secret-in-arguments'
  | 'tag-can-move'

/** Why a way can't be used. */
export type RegistryCannot =
  | 'address-not-http'
  | 'address-not-https'
  | 'identifier-not-valid'
  | 'kind-not-installable'
  | 'no-checksum'
  | 'password-in-address'
  | 'program-and-address'
  | 'runner-not-known'
  | 'transport-not-supported'
  | 'unencrypted-address'
  | 'version-not-exact'

/** Why a whole record can't be used. */
export type RegistryRefusal = 'deleted' | 'nothing-to-install' | 'record-not-valid'

/** A package as the record names it. */
export type RegistryPackageName = { type: string; identifier: string; version?: string; digest?: string }

/** One way to run or reach a record's server. */
export type RegistryOption = {
  from: 'package' | 'remote'
  /** Its place in the record's list. */
  index: number
  kind: 'stdio' | 'http' | 'bundle'
  warnings: RegistryWarning[]
  package?: RegistryPackageName
  /** A remote's URL, or a package's source as the record has it; third-party text. */
  address?: string
} & ({ candidate: Candidate } | { bundle: { url: string; sha256: string } } | { cannot: RegistryCannot })

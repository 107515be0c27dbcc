import type { Candidate, LaunchTemplate, GapQuestion } from './candidate.ts'
import type { BundleReference } from './server-config.ts'

/** Max bytes of a bundle's file. */
export const largestBundle = 256 * 1024 * 1024

/** The bundle's folder in a stored configuration. There, `$$` is a `$`. */
export const bundleFolder = '${__dirname}'

/** A stored text with the bundle's folder in it. */
export const withFolder = (stored: string, folder: string): string =>
  stored.replaceAll(/\$\$|\$\{__dirname\}/g, (found) => (found === '$$' ? '$' : folder))

/** A bundle's candidate starts a program. */
export type BundleLaunch = Extract<LaunchTemplate, { type: 'stdio' }>
export type BundleCandidate = Candidate & { launch: BundleLaunch }

/** Why Atrium refuses an archive. */
export type BundleRefusal =
  | 'not-a-zip'
  | 'zip-damaged'
  | 'zip-method'
  | 'zip-encrypted'
  | 'too-large'
  | 'too-many-files'
  | 'overlapping'
  | 'name-outside'
  | 'name-reserved'
  | 'name-too-long'
  | 'name-duplicate'
  | 'name-mismatch'
  | 'size-mismatch'
  | 'link-inside'
  | 'special-file'
  | 'no-manifest'
  | 'manifest-not-at-root'
  | 'manifest-too-large'
  | 'manifest-invalid-json'
  | 'manifest-version-unknown'
  | 'manifest-not-valid'
  | 'unknown-reference'
  | 'entry-point-missing'
  | 'entry-point-outside'

/** Why a bundle can't be used on this computer. */
export type BundleBlock = 'platform-not-supported' | 'runtime-not-supported'

/** Reasons to look twice before installing a bundle; none of them stops it. */
export type BundleWarningCode =
  | 'older-format'
  | 'unknown-keys'
  | 'unknown-placeholders'
  | 'signature-not-checked'
  | 'icon-left-out'
  | 'runs-a-program-of-the-bundle'
  | 'downloads-at-first-start'
  | 'version-not-pinned'
  | 'requirement-not-understood'
  | 'env-changes-how-code-loads'
  | 'needs-shell'
  | 'secret-in-arguments'
  | 'older-than-installed'
  | 'other-author-than-installed'
  | 'other-content-than-installed'

/** `names` are words of the manifest: keys, variables, packages. */
export type BundleWarning = { code: BundleWarningCode; names?: string[] }

/** The manifest's statements about the bundle. Third-party text of bounded length, unverified. */
export type BundleClaims = {
  name: string
  version: string
  title: string
  description: string
  author: { name: string; email?: string; url?: string }
  license?: string
  homepage?: string
  privacyPolicies: string[]
  tools: string[]
}

/** A program that the bundle needs on this computer. */
export type BundleRuntime = {
  command: string
  /** Its absolute path, by the PATH that servers get; absent if it isn't there. */
  path?: string
  version?: string
  /** The version that the manifest asks for. */
  wanted?: string
}

/** A configured server whose files come from a bundle with the same name. */
export type InstalledBundle = {
  server: string
  bundle: BundleReference
  /** Absent if its files are gone. */
  launch?: BundleLaunch
  questions: GapQuestion[]
}

/** An opened bundle, as the user sees it before anything is added. */
export type BundleReview = { sha256: string; bytes: number } & (
  | RefusedBundle
  | { facts: BundleFacts; runtimes: BundleRuntime[]; installed: InstalledBundle[] }
)

/** An archive's content, as it would be used on this computer. */
export type BundleFacts = {
  claims: BundleClaims
  candidate: BundleCandidate
  /** Files that may be executed: paths inside the bundle. */
  programs: string[]
  wanted: { node?: string; python?: string }
  blocks: BundleBlock[]
  warnings: BundleWarning[]
  files: number
  /** Bytes unpacked. */
  size: number
}

/** `paths` are the manifest's invalid members, or its references without a target; `file` is a name in the archive. */
export type RefusedBundle = { refused: BundleRefusal; paths?: string[]; file?: string }

/** An archive that can be installed, or why it can't. */
export type BundleReading = BundleFacts | RefusedBundle

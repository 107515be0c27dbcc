import { z } from 'zod'
import type { Candidate, LaunchTemplate, GapQuestion } from './candidate.ts'

/** A bundle's name, or its version: together they are its folder's name. */
export const bundleName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/)

/** The bundle that a program's files come from. Its folder is found by this, so the data folder can move. */
export const bundleReference = z.strictObject({
  name: bundleName,
  version: z.string().regex(/^[0-9A-Za-z][0-9A-Za-z.+-]{0,99}$/),
  /** Of the whole archive. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** As the manifest claims. */
  author: z.string().max(200).optional(),
  /** The user's answers to its questions, without the secret ones. */
  settings: z
    .record(z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/), z.union([z.string(), z.array(z.string()).max(100)]))
    .optional(),
})

export type BundleReference = z.infer<typeof bundleReference>

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

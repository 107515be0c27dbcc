import semver from 'semver'
import type { RegistryAbout } from '../../../shared/config/registry.ts'

type Version = Pick<RegistryAbout, 'version' | 'publishedAt' | 'isLatest'>

/** Positive if `a` is the later one: by version if both are semantic, else by their publishing. */
export function compareVersions(a: Version, b: Version): number {
  const [first, second] = [semver.parse(a.version), semver.parse(b.version)]
  if (first && second) return semver.compareBuild(first, second)
  return (a.publishedAt ?? 0) - (b.publishedAt ?? 0)
}

/** The one the registry calls the latest; if it doesn't say, the last by comparison. */
export const latestOf = <V extends Version>(versions: V[]): V | undefined =>
  versions.find(({ isLatest }) => isLatest === true) ?? versions.toSorted(compareVersions).at(-1)

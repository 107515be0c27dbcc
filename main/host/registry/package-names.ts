import semver from 'semver'
import type { RegistryPackageName } from '../../../shared/config/registry.ts'

/** The kinds of packages that a program on this computer fetches and runs. */
export type Runner = 'npm' | 'pypi' | 'oci' | 'nuget'

const names: Record<Runner, RegExp> = {
  npm: /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]{0,213}$/,
  pypi: /^[a-z0-9]([a-z0-9._-]{0,212}[a-z0-9])?$/i,
  nuget: /^\w+([.-]\w+)*$/,
  oci: /^[a-z0-9]+([.-][a-z0-9]+)*(:\d{1,5})?(\/[a-z0-9]+((\.|_{1,2}|-+)[a-z0-9]+)*)*(:\w[\w.-]{0,127})?(@sha256:[0-9a-f]{64})?$/,
}

const versions: Record<Exclude<Runner, 'oci'>, (version: string) => boolean> = {
  // npm takes `1.0` for a range.
  npm: (version) => semver.valid(version) === version || semver.valid(version.replace(/\+.*$/, '')) !== null,
  pypi: (version) => /^(\d+!)?\d+(\.\d+)*[a-z0-9.+_-]*$/i.test(version),
  nuget: (version) => /^\d+(\.\d+){1,3}(-[0-9a-z.-]+)?(\+[0-9a-z.-]+)?$/i.test(version),
}

/**
 * A package's name and version as its runner takes them. Anything that the runner could read as an option, an address
 * or a path is refused, and so is a version that isn't exactly one.
 */
export function packageSpec(
  runner: Runner,
  { identifier, version }: RegistryPackageName,
): { spec: string } | { cannot: 'identifier-not-valid' | 'version-not-exact' } {
  if (identifier.length > 4096 || !names[runner].test(identifier)) return { cannot: 'identifier-not-valid' }
  if (runner === 'oci') return imageSpec(identifier, version)
  if (version === undefined || /^[-v]/i.test(version) || !versions[runner](version))
    return { cannot: 'version-not-exact' }
  return { spec: `${identifier}@${version}` }
}

/** Older records have an image's tag apart from its name. */
function imageSpec(image: string, version: string | undefined): ReturnType<typeof packageSpec> {
  const hasTag = /:\w[\w.-]*(@|$)/.test(image.slice(image.lastIndexOf('/') + 1)) || image.includes('@sha256:')
  if (hasTag || version === undefined) return { spec: image }
  return /^\w[\w.-]{0,127}$/.test(version) ? { spec: `${image}:${version}` } : { cannot: 'version-not-exact' }
}

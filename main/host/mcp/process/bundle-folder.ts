import { join } from 'node:path'
import { withFolder } from '../../../../shared/config/bundle.ts'
import type { BundleReference, StdioConfig } from '../../../../shared/config/server-config.ts'

/** The data folder's part with all bundles: a folder for each name, and in it one for each version and content. */
export const bundlesIn = (dataDirectory: string): string => join(dataDirectory, 'bundles')

/** A bundle's files: other content, even of the same version, is another folder. */
export const bundlePath = (dataDirectory: string, { name, version, sha256 }: BundleReference): string =>
  join(bundlesIn(dataDirectory), name, `${version}-${sha256.slice(0, 12)}`)

/** The configuration with its bundle's folder in it; others as they are. The store has secrets as they are passed. */
export function located(config: StdioConfig, dataDirectory: string): StdioConfig {
  if (!config.bundle) return config
  const folder = bundlePath(dataDirectory, config.bundle)
  const inPlace = (text: string): string => withFolder(text, folder)
  return {
    ...config,
    command: inPlace(config.command),
    args: config.args.map(inPlace),
    env: Object.fromEntries(
      Object.entries(config.env).map(([name, value]) => [name, typeof value === 'string' ? inPlace(value) : value]),
    ),
    ...(config.cwd !== undefined && { cwd: inPlace(config.cwd) }),
  }
}

import { bundleFolder, withFolder } from '../config/bundle.ts'
import type { StdioConfig } from '../config/server-config.ts'

/** The variables' values as the program gets them: a bundle's have its folder in them. */
export function valuesIn({ env, bundle, cwd: configured }: StdioConfig, cwd: string): StdioConfig['env'] {
  if (!bundle) return env
  const folder = configured === bundleFolder ? cwd : bundleFolder
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, typeof value === 'string' ? withFolder(value, folder) : value]),
  )
}

import { launchedIn } from '../../../shared/config/launched.ts'
import type { StdioConfig } from '../../../shared/config/server-config.ts'
import { isPath } from '../../../shared/text/path-signs.ts'

/** The last name in a path. */
export const lastOf = (path: string): string => path.split(/[/\\]/).findLast(Boolean) ?? path

/** The paths that a program works on: its shared folders, else those it is started with. */
export function pathsOf({ command, args, roots = [] }: StdioConfig): string[] {
  if (roots.length > 0) return roots
  const line = [command, ...args]
  const at = line.indexOf(launchedIn(line))
  return at < 0 ? [] : line.slice(at + 1).filter(isPath)
}

import path from 'node:path'
import type { UserFolders } from '../platform.ts'

/** A file in which an application keeps its servers, and the name of the member that has them. */
export type KnownFile = {
  app: string
  file: string
  member: 'mcpServers' | 'servers'
  /** Comments and trailing commas are allowed. */
  isLoose?: true
  /** Other members that can contain servers of single projects. */
  projects?: 'projects'
  /** The format isn't read: the file is only named. */
  format?: 'yaml'
}

/** Where the applications write on this system; those that it doesn't have are simply absent. */
export function knownFiles({ system, home, config }: UserFolders): KnownFile[] {
  const desktop = 'claude_desktop_config.json'
  const store = ['AppData', 'Local', 'Packages', 'Claude_pzs8sxrjxfjjc', 'LocalCache', 'Roaming', 'Claude', desktop]
  const files: KnownFile[] = [
    { app: 'Claude Desktop', file: path.join(config, 'Claude', desktop), member: 'mcpServers' },
    { app: 'Claude Code', file: path.join(home, '.claude.json'), member: 'mcpServers', projects: 'projects' },
    { app: 'Cursor', file: path.join(home, '.cursor', 'mcp.json'), member: 'mcpServers', isLoose: true },
    { app: 'VS Code', file: path.join(config, 'Code', 'User', 'mcp.json'), member: 'servers', isLoose: true },
    {
      app: 'VS Code Insiders',
      file: path.join(config, 'Code - Insiders', 'User', 'mcp.json'),
      member: 'servers',
      isLoose: true,
    },
    { app: 'Windsurf', file: path.join(home, '.codeium', 'windsurf', 'mcp_config.json'), member: 'mcpServers' },
    { app: 'goose', file: gooseFile({ system, home, config }), member: 'mcpServers', format: 'yaml' },
  ]
  // From the Store it has another folder.
  if (system === 'win32')
    files.splice(1, 0, { app: 'Claude Desktop', file: path.join(home, ...store), member: 'mcpServers' })
  return files
}

/** goose uses `~/.config` on macOS, too. */
function gooseFile({ system, home, config }: UserFolders): string {
  if (system === 'win32') return path.join(config, 'Block', 'goose', 'config', 'config.yaml')
  return path.join(system === 'darwin' ? path.join(home, '.config') : config, 'goose', 'config.yaml')
}

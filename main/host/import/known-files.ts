import path from 'node:path'
import type { ImportClient } from '../../../shared/config/imported.ts'
import type { UserFolders } from '../platform.ts'

/** A file in which an application keeps its servers. One part of the path can have a `*`. */
export type KnownFile = { client: ImportClient; file: string }

const code = ['Code', 'Code - Insiders', 'VSCodium', 'Code - OSS']
const claude = 'claude_desktop_config.json'
const extension = 'saoudrizwan.claude-dev'

/** Where the applications write on this system; those that it doesn't have are simply absent. */
export function knownFiles(folders: UserFolders): KnownFile[] {
  const { system, home, config } = folders
  const isWindows = system === 'win32'
  const local = path.join(home, 'AppData', 'Local')
  // Many command-line tools use `~/.config` on macOS, too.
  const dot = system === 'darwin' ? path.join(home, '.config') : config
  const files = (client: ImportClient, folder: string, ...names: string[]): KnownFile[] =>
    names.map((name) => ({ client, file: path.join(folder, ...name.split('/')) }))
  return [
    ...files('claude-desktop', config, `Claude/${claude}`),
    ...(isWindows
      ? files('claude-desktop', local, `Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude/${claude}`)
      : []),
    ...files('claude-code', home, '.claude.json'),
    ...files('cursor', home, '.cursor/mcp.json'),
    ...code.flatMap((name) =>
      files(
        'vscode',
        config,
        `${name}/User/mcp.json`,
        `${name}/User/settings.json`,
        `${name}/User/profiles/*/mcp.json`,
      ),
    ),
    ...files('vscode', home, '.vscode-server/data/User/mcp.json'),
    ...files('windsurf', home, '.codeium/windsurf/mcp_config.json', '.codeium/mcp_config.json'),
    ...files('devin', isWindows ? config : dot, 'devin/mcp_config.json'),
    ...files(
      'cline',
      home,
      '.cline/data/settings/cline_mcp_settings.json',
      'Documents/Cline/MCP/cline_mcp_settings.json',
    ),
    ...files('cline', config, `Code/User/globalStorage/${extension}/settings/cline_mcp_settings.json`),
    ...files('roo-code', config, 'Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json'),
    ...files('zed', dot, isWindows ? 'Zed/settings.json' : 'zed/settings.json'),
    ...files('goose', dot, isWindows ? 'Block/goose/config/config.yaml' : 'goose/config.yaml'),
    ...files('codex', home, '.codex/config.toml'),
    ...files('gemini', home, '.gemini/settings.json'),
    ...files('antigravity', home, '.gemini/antigravity/mcp_config.json', '.gemini/config/mcp_config.json'),
    ...files('continue', home, '.continue/config.yaml', '.continue/config.json'),
    ...files('continue', home, '.continue/mcpServers/*.json', '.continue/mcpServers/*.yaml'),
    ...openCode(folders, files),
    ...files('lm-studio', home, '.lmstudio/mcp.json'),
    ...files('deepchat', config, 'DeepChat/mcp-settings.json'),
    ...files('warp', home, '.warp/.mcp.json', '.agents/.mcp.json'),
    ...files('jetbrains-ai', home, '.ai/mcp/mcp.json'),
    ...files('jetbrains-ai', config, 'JetBrains/*/options/llm.mcpServers.xml'),
    ...files('jetbrains-copilot', isWindows ? local : dot, 'github-copilot/intellij/mcp.json'),
    ...files('junie', home, '.junie/mcp/*.json'),
    ...files('copilot-cli', home, '.copilot/mcp-config.json'),
    ...files('amazon-q', home, '.aws/amazonq/mcp.json', '.aws/amazonq/cli-agents/*.json', '.aws/amazonq/agents/*.json'),
    ...files('kiro', home, '.kiro/settings/mcp.json', '.kiro/agents/*.json'),
    ...files('5ire', config, '5ire/mcp.json'),
    ...files('witsy', config, 'Witsy/settings.json'),
    ...files('amp', isWindows ? config : dot, 'amp/settings.json'),
    ...files('trae', config, 'Trae/User/mcp.json'),
    ...files('qoder', home, '.qoder/mcp.json'),
    ...files('kimi', home, '.kimi/mcp.json'),
    ...files('factory', home, '.factory/mcp.json'),
    ...files('vibe', home, '.vibe/config.toml'),
  ]
}

type Files = (client: ImportClient, folder: string, ...names: string[]) => KnownFile[]

/** On Windows, tools disagree about its folder. */
function openCode({ system, home, config }: UserFolders, files: Files): KnownFile[] {
  const names = ['opencode/opencode.json', 'opencode/opencode.jsonc']
  if (system !== 'win32') return files('opencode', path.join(home, '.config'), ...names)
  return [...files('opencode', path.join(home, '.config'), ...names), ...files('opencode', config, ...names)]
}

import path from 'node:path'
import type { ImportClient } from '../../../shared/config/imported.ts'
import type { UserFolders } from '../platform.ts'

/** A file in which an application keeps its servers. One part of the path can have a `*`. */
export type KnownFile = {
  client: ImportClient
  file: string
  /** An administrator's, for all users of this computer. */
  isManaged?: true
}

const code = ['Code', 'Code - Insiders', 'VSCodium', 'Code - OSS']
const claude = 'claude_desktop_config.json'
const extension = 'saoudrizwan.claude-dev'
const clineFile = 'cline_mcp_settings.json'

/** Where the applications write on this system; those that it doesn't have are simply absent. */
export function knownFiles(folders: UserFolders): KnownFile[] {
  const { system, home, config, named } = folders
  const isWindows = system === 'win32'
  const local = path.join(home, 'AppData', 'Local')
  const below = (...names: string[]): string => path.join(home, ...names)
  // Many command-line tools use `~/.config` on macOS, too.
  const dot = system === 'darwin' ? (named.XDG_CONFIG_HOME ?? below('.config')) : config
  const continues = named.CONTINUE_GLOBAL_DIR ?? below('.continue')
  return [
    ...files('claude-desktop', config, `Claude/${claude}`),
    ...(isWindows
      ? files('claude-desktop', local, `Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude/${claude}`)
      : []),
    ...files('claude-code', named.CLAUDE_CONFIG_DIR ?? home, '.claude.json'),
    ...files('cursor', home, '.cursor/mcp.json'),
    ...visualStudioCode(folders),
    ...files('vscode', home, '.vscode-server/data/User/mcp.json'),
    ...files('windsurf', home, '.codeium/windsurf/mcp_config.json', '.codeium/mcp_config.json'),
    ...files('devin', isWindows ? config : dot, 'devin/mcp_config.json'),
    ...fileAt('cline', named.CLINE_MCP_SETTINGS_PATH ?? below('.cline', 'data', 'settings', clineFile)),
    ...files('cline', home, `Documents/Cline/MCP/${clineFile}`),
    ...files('cline', config, `Code/User/globalStorage/${extension}/settings/${clineFile}`),
    ...files('roo-code', config, 'Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json'),
    ...files('zed', dot, isWindows ? 'Zed/settings.json' : 'zed/settings.json'),
    ...files('goose', dot, isWindows ? 'Block/goose/config/config.yaml' : 'goose/config.yaml'),
    ...files('codex', named.CODEX_HOME ?? below('.codex'), 'config.toml'),
    ...files('gemini', named.GEMINI_CLI_HOME ?? home, '.gemini/settings.json'),
    ...files('antigravity', home, '.gemini/antigravity/mcp_config.json', '.gemini/config/mcp_config.json'),
    ...files('continue', continues, 'config.yaml', 'config.json', 'mcpServers/*.json', 'mcpServers/*.yaml'),
    ...openCode(folders, dot),
    ...files('lm-studio', home, '.lmstudio/mcp.json'),
    ...files('deepchat', config, 'DeepChat/mcp-settings.json'),
    ...files('warp', home, '.warp/.mcp.json', '.agents/.mcp.json'),
    ...files('jetbrains-ai', home, '.ai/mcp/mcp.json'),
    ...files('jetbrains-ai', config, 'JetBrains/*/options/llm.mcpServers.xml'),
    ...files('jetbrains-copilot', isWindows ? local : dot, 'github-copilot/intellij/mcp.json'),
    ...files('junie', home, '.junie/mcp/*.json'),
    ...files('copilot-cli', named.COPILOT_HOME ?? below('.copilot'), 'mcp-config.json'),
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
    ...managed(folders),
  ]
}

const fileAt = (client: ImportClient, file: string | undefined): KnownFile[] =>
  file === undefined ? [] : [{ client, file }]

const files = (client: ImportClient, folder: string | undefined, ...names: string[]): KnownFile[] =>
  folder === undefined ? [] : names.map((name) => ({ client, file: path.join(folder, ...name.split('/')) }))

/** Each profile has its own file. A portable one keeps everything beside the program. */
function visualStudioCode({ config, named }: UserFolders): KnownFile[] {
  const users = [
    ...code.map((name) => path.join(named.VSCODE_APPDATA ?? config, name, 'User')),
    ...(named.VSCODE_PORTABLE === undefined ? [] : [path.join(named.VSCODE_PORTABLE, 'user-data', 'User')]),
  ]
  const names = ['mcp.json', 'settings.json', 'profiles/*/mcp.json', 'profiles/*/settings.json']
  return users.flatMap((user) => files('vscode', user, ...names))
}

/** On Windows, tools disagree about its folder. Places that variables name are read as well, not instead. */
function openCode({ system, home, config, named }: UserFolders, dot: string): KnownFile[] {
  const names = ['opencode.json', 'opencode.jsonc']
  const isWindows = system === 'win32'
  return [
    ...files('opencode', path.join(isWindows ? path.join(home, '.config') : dot, 'opencode'), ...names),
    ...(isWindows ? files('opencode', path.join(config, 'opencode'), ...names) : []),
    ...fileAt('opencode', named.OPENCODE_CONFIG),
    ...files('opencode', named.OPENCODE_CONFIG_DIR, ...names),
  ]
}

/** The files of administrators: shown, never imported. */
function managed({ system, machine, named }: UserFolders): KnownFile[] {
  const claudeCode = {
    darwin: path.join(machine, 'ClaudeCode'),
    win32: path.join(path.parse(machine).root, 'Program Files', 'ClaudeCode'),
    other: path.join(machine, 'claude-code'),
  }
  const which = system === 'darwin' || system === 'win32' ? system : 'other'
  const gemini = path.join(machine, system === 'darwin' ? 'GeminiCli' : 'gemini-cli', 'settings.json')
  return [
    ...files('claude-code', claudeCode[which], 'managed-mcp.json'),
    ...fileAt('gemini', named.GEMINI_CLI_SYSTEM_SETTINGS_PATH ?? gemini),
  ].map((file) => ({ ...file, isManaged: true }))
}

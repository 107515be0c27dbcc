import type { ServerConfig, StdioConfig } from './server-config.ts'

/** A command and its arguments on one line, quoted where a reader could not tell them apart. Only to be read. */
export const commandLine = ({ command, args }: Pick<StdioConfig, 'command' | 'args'>): string =>
  [command, ...args].map(quoted).join(' ')

/** Where a server is reached, or what is run for it, on one line. */
export function launchLine(config: ServerConfig): string {
  if (config.type === 'playground') return 'Part of Atrium'
  return config.type === 'http' ? config.url : commandLine(config)
}

const quoted = (part: string): string => (/^[\w@%+=:,./\\~-]+$/.test(part) ? part : JSON.stringify(part))

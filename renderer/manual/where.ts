import type { ServerConfig } from '../../shared/server-config.ts'

/** Where a server runs, to stand behind its name. */
export function whereOf(config: ServerConfig | undefined): string {
  switch (config?.type) {
    case 'playground':
      return 'which is part of Atrium'
    case 'http':
      return `a server at ${new URL(config.url).host}`
    case 'stdio':
    case undefined:
      return 'a program on this computer'
    default:
      return config satisfies never
  }
}

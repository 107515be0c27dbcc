import type { ServerConfig } from '../../shared/config/server-config.ts'
import { strings } from '../strings/strings.ts'

const words = strings.manual.places

/** Where a server runs, to stand behind its name. */
export function whereOf(config: ServerConfig | undefined): string {
  switch (config?.type) {
    case 'playground':
      return words.playground
    case 'http':
      return words.remote(new URL(config.url).host)
    case 'stdio':
    case undefined:
      return words.program
    default:
      return config satisfies never
  }
}

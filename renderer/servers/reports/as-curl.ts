import type { ServerConfig } from '../../../shared/config/server-config.ts'
import type { Era } from '../../../shared/events/server-events.ts'
import { shellWord } from '../../../shared/text/command-line.ts'
import type { TrafficFrame } from '../../../shared/content/reports.ts'

/** A variable for a value that isn't copied. */
const variableFor = (name: string): string => `"$${name.toUpperCase().replaceAll(/\W/g, '_')}"`

/** The protocol that a server speaks now, if it runs. */
type Spoken = { era: Era; revision: string } | undefined

/**
 * A message to a server at a URL as a command for a POSIX shell; undefined for other messages, and for one that was cut
 * when stored. Secrets and the session's ID are variables to fill in.
 */
export function asCurl(config: ServerConfig | undefined, spoken: Spoken, frame: TrafficFrame): string | undefined {
  if (config?.type !== 'http' || frame.direction !== 'out' || frame.isCut) return undefined
  const headers = [
    shellWord('Content-Type: application/json'),
    shellWord('Accept: application/json, text/event-stream'),
    ...(spoken ? [shellWord(`MCP-Protocol-Version: ${spoken.revision}`)] : []),
    ...(spoken?.era === 'legacy' && frame.method !== 'initialize'
      ? [shellWord('Mcp-Session-Id: ') + variableFor('Mcp-Session-Id')]
      : []),
    ...Object.entries(config.headers).map(([name, value]) =>
      typeof value === 'string' ? shellWord(`${name}: ${value}`) : shellWord(`${name}: `) + variableFor(name),
    ),
  ]
  const parts = [...headers.map((header) => `-H ${header}`), `--data-raw ${shellWord(frame.text)}`]
  return [`curl -X POST ${shellWord(config.url)}`, ...parts].join(' \\\n  ')
}

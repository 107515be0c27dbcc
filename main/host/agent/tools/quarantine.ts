import { consentOf } from '../../../../shared/state/consents.ts'
import { isPinned, toolItem } from '../../../../shared/state/pins.ts'
import { loadingDefinition, readingDefinition } from '../../../../shared/content/reading.ts'
import { displayName } from '../../../../shared/config/server-config.ts'
import type { HostState } from '../../../../shared/state/state.ts'
import { toolWords as words } from './words.ts'

/** A tool in one definition. */
type Defined = { server: string; tool: string; definition: string }

/**
 * Whether this definition awaits review. If so, no model sees it, and it runs only if the user allows a single call.
 * Atrium defines reading and loading itself, so they never wait.
 */
export const isInQuarantine = ({ server, tool, definition }: Defined, state: HostState): boolean =>
  ![readingDefinition, loadingDefinition].includes(definition) &&
  !isPinned(consentOf(state, server).pins, toolItem(tool), definition)

/** Why a tool in quarantine can't be used, in a sentence. */
export function quarantineProblem({ server, tool }: Omit<Defined, 'definition'>, state: HostState): string {
  const name = displayName(server, state.configured.servers[server])
  return Object.hasOwn(consentOf(state, server).pins ?? {}, toolItem(tool))
    ? words.changedSinceAccepted(name, tool)
    : words.newTool(name, tool)
}

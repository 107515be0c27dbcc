import type { HostLink } from '../../../../shared/contract/commands.ts'
import type { ServerConfig } from '../../../../shared/config/server-config.ts'
import type { Starter } from '../../../../shared/config/starters.ts'

/** The starter for files works in the folder that it asks for. */
export const worksInFolder = (starter: Starter | undefined): boolean => starter?.id === 'filesystem'

/**
 * A program for one folder: it gets that folder as a shared one, so Atrium can show what a call would change, and if this
 * system can see to it, it changes no other. Throws if the folder isn't there.
 */
export async function inOneFolder(link: HostLink, config: ServerConfig, typed: string): Promise<ServerConfig> {
  if (config.type !== 'stdio') return config
  const { folder } = await link.call('findFolder', { typed })
  const { levels } = await link.call('lookAtContainment', {})
  const bounds = levels.limited === 'holds' ? { containment: 'limited' as const, writable: [folder] } : {}
  return { ...config, roots: [folder], ...bounds }
}

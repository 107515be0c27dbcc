import type { HostLink } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { attachRead } from './attach.ts'

/** Adds an approved skill to a conversation's draft. Rejects with `HostError` if it can't be loaded as it is now. */
export async function loadSkill(
  link: HostLink,
  conversation: string | undefined,
  { server, uri }: { server: string; uri: string },
): Promise<void> {
  const { name, ...reading } = await link.call('loadSkill', { server, uri })
  const refused = attachRead(conversation, { server, uri, name, reading, live: false })
  if (refused !== undefined) throw new HostError('bad-input', refused)
}

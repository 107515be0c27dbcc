import { useState } from 'react'
import type { ResourceEntry } from '../../../shared/content/listed.ts'
import { navigate } from '../routes.ts'
import { useLink } from '../replica.ts'
import { resources } from '../../strings/resources.ts'
import { useAction } from '../action.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { attachRead } from './attach.ts'
import { resourceTitle } from './resource-tree.ts'

let last: string | undefined

/** This window's last conversation; undefined for a new one. */
export const lastConversation = (): string | undefined => last

/** Called when a conversation's page opens; undefined for a new one. */
export function rememberConversation(conversation: string | undefined): void {
  last = conversation
}

/** Attaches a resource's current version to the draft, and goes there; `live`: to follow its changes. */
export function useInChat() {
  const link = useLink()
  const [busy, setBusy] = useState<string>()
  const { run, problem } = useAction(async (server: string, resource: ResourceEntry, live?: boolean) => {
    setBusy(resource.uri)
    try {
      const reading = await link.call('readResource', { server, uri: resource.uri })
      if (live && !reading.canFollow) throw new HostError('bad-input', resources.follow.cannotThis)
      const refused = attachRead(last, {
        server,
        uri: resource.uri,
        name: resourceTitle(resource),
        reading,
        live: live === true,
      })
      if (refused !== undefined) throw new HostError('bad-input', refused)
    } finally {
      setBusy(undefined)
    }
    navigate({ page: 'chat', conversation: last })
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-composer]')?.focus())
  })
  return { attach: run, busy, problem }
}

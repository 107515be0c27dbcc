import { useState } from 'react'
import type { ReadResource } from '../../../shared/contract/offer-commands.ts'
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

/** `live`: to follow its changes; `read`: as the user saw it, instead of its current version. */
type How = { live?: boolean; read?: ReadResource | undefined }

/** Attaches a resource to the draft, and goes there. */
export function useInChat() {
  const link = useLink()
  const [busy, setBusy] = useState<string>()
  const { run, problem } = useAction(
    async (server: string, resource: ResourceEntry, { live = false, read }: How = {}) => {
      setBusy(resource.uri)
      try {
        const reading = read ?? (await link.call('readResource', { server, uri: resource.uri }))
        if (live && !reading.canFollow) throw new HostError('bad-input', resources.follow.cannotThis)
        const refused = attachRead(last, {
          server,
          uri: resource.uri,
          name: resourceTitle(resource),
          reading,
          live,
        })
        if (refused !== undefined) throw new HostError('bad-input', refused)
      } finally {
        setBusy(undefined)
      }
      navigate({ page: 'chat', conversation: last })
      requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-composer]')?.focus())
    },
  )
  return { attach: run, busy, problem }
}

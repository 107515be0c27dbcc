import { useEffect, useEffectEvent, useState } from 'react'
import { openFind, useFindOpened } from '../../state/chat/finding.ts'
import type { Transcript } from '../../state/chat/transcript.ts'
import { replacePlace, useRoute } from '../../state/routes.ts'
import { isShortcut } from '../../ui/key-map.ts'
import { lazyModule } from '../../ui/lazy.ts'
import { isElsewhere } from '../../ui/page/frame-keys.ts'

/** Loads when a conversation opens, so the field is there for the first key typed after `Ctrl F`. */
const useFindBar = lazyModule(() => import('./find-bar.tsx'))

/** Finds text in the whole open conversation: `Ctrl F`, or a link to a match. */
export function FindInConversation({ transcript }: { transcript: Transcript }) {
  const route = useRoute()
  const wanted = route.page === 'chat' ? route.find : undefined
  const asked = useFindOpened()
  const FindBar = useFindBar(true)?.FindBar
  const [closed, setClosed] = useState(asked)
  const onKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.defaultPrevented || isElsewhere(event.target) || !isShortcut(event, 'findHere')) return
    event.preventDefault()
    openFind()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  if (!FindBar || (wanted === undefined && asked === closed)) return null
  const close = (): void => {
    setClosed(asked)
    if (wanted) replacePlace({ page: 'chat', conversation: transcript.id })
  }
  const key = wanted ? `${wanted.seq} ${wanted.text}` : ''
  return <FindBar key={key} transcript={transcript} first={wanted} asked={asked} onClose={close} />
}

import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { openFind, useFindOpened } from '../../state/chat/finding.ts'
import type { Transcript } from '../../state/chat/transcript.ts'
import { replacePlace, useRoute } from '../../state/routes.ts'
import { isShortcut } from '../../ui/key-map.ts'
import { lazyPart } from '../../ui/lazy.ts'
import { isElsewhere } from '../../ui/page/frame-keys.ts'

const FindBar = lazyPart(async () => (await import('./find-bar.tsx')).FindBar)

/** Finds text in the whole open conversation: `Ctrl F`, or a link to a match. */
export function FindInConversation({ transcript }: { transcript: Transcript }) {
  const route = useRoute()
  const wanted = route.page === 'chat' ? route.find : undefined
  const asked = useFindOpened()
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
  if (wanted === undefined && asked === closed) return null
  const close = (): void => {
    setClosed(asked)
    if (wanted) replacePlace({ page: 'chat', conversation: transcript.id })
  }
  const key = wanted ? `${wanted.seq} ${wanted.text}` : ''
  return (
    <Suspense fallback={null}>
      <FindBar key={key} transcript={transcript} first={wanted} asked={asked} onClose={close} />
    </Suspense>
  )
}

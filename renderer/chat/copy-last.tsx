import { useEffect, useEffectEvent } from 'react'
import { useAction } from '../state/action.ts'
import { copyIntent } from '../state/conversations.ts'
import { useArrivalOf } from '../state/intent.ts'
import { useLink } from '../state/replica.ts'
import type { Transcript } from '../state/chat/transcript.ts'
import { chat } from '../strings/chat.ts'
import { isShortcut } from '../ui/key-map.ts'
import { Note } from '../ui/note.tsx'
import { useToast } from '../ui/overlay/toast.tsx'
import { isElsewhere } from '../ui/page/frame-keys.ts'
import { answerText, lastAnswer } from './thread/answer-text.ts'

const words = chat.turnEnd

/** Copies the last answer by key or from the palette, and says so: its own button can be out of view. */
export function CopyLast({ transcript }: { transcript: Transcript }) {
  const link = useLink()
  const confirm = useToast()
  const copy = useAction(async () => {
    const text = await answerText(link, lastAnswer(transcript.turns))
    if (text !== '') await navigator.clipboard.writeText(text)
    confirm(text === '' ? words.noAnswer : words.lastCopied)
  })
  useArrivalOf(copyIntent, transcript.id, () => void copy.run())
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isElsewhere(event.target) || !isShortcut(event, 'copyAnswer')) return
    event.preventDefault()
    void copy.run()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return copy.problem === undefined ? null : (
    <Note kind="no">
      <b>{words.lastNotCopied}</b> {copy.problem}
    </Note>
  )
}

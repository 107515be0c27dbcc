import { z } from 'zod'
import { useCallback, useSyncExternalStore } from 'react'
import { persisted, storedList } from '../persisted.ts'
import { createSignal } from '../store.ts'
import { messageDraftStorage, messageDraftKey, appText } from './message-drafts.ts'

/** An app's draft that is in a composer's text, and its words as they came. */
export type AppMark = { id: string; text: string }

const schema = storedList(z.object({ id: z.string(), text: z.string() }))
const stored = (conversation: string) =>
  persisted(messageDraftStorage(), `${messageDraftKey(conversation)}.pages`, schema)

const known = new Map<string, AppMark[]>()
const changed = createSignal()

function marksOf(conversation: string): AppMark[] {
  const marks = known.get(conversation) ?? stored(conversation).read() ?? []
  known.set(conversation, marks)
  appText.drafts.set(
    conversation,
    marks.map(({ id }) => id),
  )
  return marks
}

/** The apps' drafts in a conversation's unsent text. They are kept as long as the text is. */
export function useAppMarks(conversation: string): [AppMark[], (marks: AppMark[]) => void] {
  const marks = useSyncExternalStore(changed.subscribe, () => marksOf(conversation))
  const change = useCallback(
    (next: AppMark[]) => {
      stored(conversation).write(next.length === 0 ? undefined : next)
      known.set(conversation, next)
      marksOf(conversation)
      changed.tell()
    },
    [conversation],
  )
  return [marks, change]
}

import { z } from 'zod'
import { useCallback, useSyncExternalStore } from 'react'
import { persisted, storedList } from '../persisted.ts'
import { createSignal } from '../store.ts'
import { draftStorage, draftKey, pageText } from './drafts.ts'

/** A page's draft that is in a composer's text, and its words as they came. */
export type PageMark = { id: string; text: string }

const schema = storedList(z.object({ id: z.string(), text: z.string() }))
const stored = (conversation: string) => persisted(draftStorage(), `${draftKey(conversation)}.pages`, schema)

const known = new Map<string, PageMark[]>()
const changed = createSignal()

function marksOf(conversation: string): PageMark[] {
  const marks = known.get(conversation) ?? stored(conversation).read() ?? []
  known.set(conversation, marks)
  pageText.drafts.set(
    conversation,
    marks.map(({ id }) => id),
  )
  return marks
}

/** The pages' drafts in a conversation's unsent text. They are kept as long as the text is. */
export function usePageMarks(conversation: string): [PageMark[], (marks: PageMark[]) => void] {
  const marks = useSyncExternalStore(changed.subscribe, () => marksOf(conversation))
  const change = useCallback(
    (next: PageMark[]) => {
      stored(conversation).write(next.length === 0 ? undefined : next)
      known.set(conversation, next)
      marksOf(conversation)
      changed.tell()
    },
    [conversation],
  )
  return [marks, change]
}

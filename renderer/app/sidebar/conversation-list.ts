import { useEffect } from 'react'
import { useAction } from '../../state/action.ts'
import {
  addPage,
  endOfList,
  foldArchived,
  foldList,
  outdatesArchived,
  outdatesList,
  type ConversationList,
} from '../../state/conversations.ts'
import { useLiveQuery } from '../../state/live-query.ts'
import { useLink } from '../../state/replica.ts'

const pageSize = 100

const kinds = {
  listed: { archived: false, fold: foldList, outdates: outdatesList },
  archived: { archived: true, fold: foldArchived, outdates: outdatesArchived },
}

/** The conversations of one list of the sidebar, kept current, and how to get older ones. */
export function useConversationList(kind: keyof typeof kinds) {
  const link = useLink()
  const { archived, fold, outdates } = kinds[kind]
  const query = useLiveQuery<ConversationList>(
    () => link.call('listConversations', { limit: pageSize, archived }),
    fold,
    outdates,
  )
  const { answer: list, problem, ask } = query
  useEffect(() => void (list?.missing !== undefined && ask()), [list?.missing, ask])
  const older = useAction(async () => {
    const before = archived ? list?.rows.at(-1)?.activeAt : endOfList(list?.rows ?? [])
    const page = await link.call('listConversations', { limit: pageSize, archived, before })
    query.change((held) => addPage(held, page))
  })
  return { list, problem, ask, older }
}

import { useEffect } from 'react'
import { useAction } from '../../state/action.ts'
import {
  addPage,
  endOfList,
  foldArchived,
  foldList,
  outdatesArchived,
  outdatesList,
  outdatesProject,
  type ConversationList,
} from '../../state/conversations.ts'
import { useLiveQuery } from '../../state/live-query.ts'
import { useLink } from '../../state/replica.ts'
import { defined } from '../../../shared/schema/json.ts'

const pageSize = 100

const kinds = {
  listed: { archived: false, fold: foldList, outdates: outdatesList },
  archived: { archived: true, fold: foldArchived, outdates: outdatesArchived },
  project: { archived: false, fold: foldArchived, outdates: outdatesProject },
}

/** The conversations of one list of the sidebar, kept current, and how to get older ones. */
export function useConversationList(kind: keyof typeof kinds, project?: string) {
  const link = useLink()
  const { archived, fold, outdates } = kinds[kind]
  const asked = { limit: pageSize, archived, ...defined({ project }) }
  const query = useLiveQuery<ConversationList>(() => link.call('listConversations', asked), fold, outdates)
  const { answer: list, problem, ask } = query
  useEffect(() => void (list?.missing !== undefined && ask()), [list?.missing, ask])
  const older = useAction(async () => {
    const before = kind === 'listed' ? endOfList(list?.rows ?? []) : list?.rows.at(-1)?.activeAt
    const page = await link.call('listConversations', { ...asked, before })
    query.change((held) => addPage(held, page))
  })
  return { list, problem, ask, older }
}

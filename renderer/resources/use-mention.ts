import { useMemo } from 'react'
import type { HostState } from '../../shared/state/state.ts'
import { plainLabel } from '../../shared/text/hidden-characters.ts'
import { useInOrder } from '../state/action.ts'
import { useTypedWord, withoutWord, type TypedWord, type WordMenu } from '../state/composer/typed-word.ts'
import { openPicker } from '../state/picking.ts'
import { useHost, useLink, useSession } from '../state/replica.ts'
import { attachRead } from '../state/resources/attach.ts'
import { resourceTitle } from '../state/resources/resource-tree.ts'
import { useListings } from '../state/resources/use-listings.ts'
import { resources as resourcesWords } from '../strings/resources.ts'
import { HostError } from '../../shared/contract/errors.ts'
import { findResources, type FoundResource, type FoundResources } from './mention-list.ts'

const words = resourcesWords.mention

/** The resources that open with an @ in the message. The entry after the last one opens the picker. */
export type MentionList = {
  id: string
  found: FoundResources
  query: string
  active: number
  setActive(index: number): void
  choose(index: number): void
  /** Opens the picker, also before anything has arrived. */
  browse(): void
}

/** The list of resources in a message, and the reading that a choice started. */
export type MentionModel = WordMenu & {
  menu: MentionList | undefined
  isReading: boolean
  problem: string | undefined
  clear(): void
}

type Mentioning = { text: string; setText(text: string): void; conversation: string | undefined }

/** Finds resources by what is typed after an @ in the message; a chosen one is read and attached. */
export function useMention({ text, setText, conversation }: Mentioning): MentionModel {
  const { id, word, query, take, activeOf, ...typed } = useTypedWord({ text, setText }, mentionAt)
  const link = useLink()
  const mayUse = useSession()?.right !== 'read'
  const isOffered = useHost(offersResources)
  const isOpen = word !== undefined && isOffered && mayUse
  const { listings } = useListings(undefined, isOpen)
  const found = useMemo(() => findResources(listings, query), [listings, query])
  // The last entry opens the picker.
  const entries = { count: found.items.length + 1, isLastFixed: true } as const
  /** Nothing has arrived yet, so Enter waits unless the user marked the last entry. */
  const isWaiting = found.isLoading && found.items.length === 0 && !typed.isLastMarked
  const attaching = useInOrder(async ({ server, resource }: FoundResource) => {
    const name = resourceTitle(resource)
    const label = plainLabel(name, 60)
    const reading = await link.call('readResource', { server, uri: resource.uri }).catch((error: unknown) => {
      throw error instanceof HostError ? new HostError(error.code, words.notAttached(label, error.message)) : error
    })
    const refused = attachRead(conversation, { server, uri: resource.uri, name, reading, live: false })
    if (refused !== undefined) throw new HostError('conflict', words.notAttached(label, refused))
  })
  const choose = (index: number): void => {
    if (!word || isWaiting) return
    const one = found.items[index]
    if (!one) return browse(word)
    typed.replace(withoutWord(text, word))
    void attaching.run(one)
  }
  /** Opens the picker with what was typed; that stays in the message unless something is attached. */
  const browse = (from: TypedWord): void => {
    let typedSoFar = from.query
    const once = (): string => {
      const now = typedSoFar
      typedSoFar = ''
      return now
    }
    openPicker({ typed: once }, (isAttached) => isAttached && setText(withoutWord(text, from).text))
  }
  const active = isWaiting ? -1 : activeOf(entries.count)
  const setActive = (index: number): void => typed.setActive(index, entries)
  return {
    menu: isOpen ? { id, found, query, active, setActive, choose, browse: () => word && browse(word) } : undefined,
    setCaret: typed.setCaret,
    onKeyDown: (event) => typed.onKeyDown(event, isOpen, { ...entries, choose }),
    isReading: attaching.busy,
    problem: attaching.problem,
    clear: attaching.clear,
  }
}

/** Whether there is anything an @ could refer to. */
const offersResources = ({ servers }: Pick<HostState, 'servers'>): boolean =>
  Object.values(servers).some(
    ({ status, resources, templates }) =>
      status.state === 'ready' && ((resources?.count ?? 0) > 0 || Object.keys(templates?.items ?? {}).length > 0),
  )

const longestQuery = 120

/** The @ that starts the word at the caret; inside a word it belongs to an address. */
export function mentionAt(text: string, caret: number): TypedWord | undefined {
  const word = /(?:^|\s)(@[^\s@]*)$/.exec(text.slice(0, caret))?.[1]
  if (word === undefined || word.length > longestQuery) return undefined
  return { from: caret - word.length, query: word.slice(1) }
}

import { useState } from 'react'
import type { RegistryList } from '../../../shared/contract/registry-commands.ts'
import { useAction, type Action } from '../../state/action.ts'
import { useQuery } from '../../state/query.ts'
import { useLink } from '../../state/replica.ts'

/** Rows of a list before "Show more", and after it. */
const limits = { first: 100, all: 2000 }

/** Milliseconds without typing before the registry is asked. */
const typingMs = 400

type Registry = {
  list: RegistryList | undefined
  isAsking: boolean
  problem: string | undefined
  retry(): void
  more: Action<[]>
}

/** The registry's servers for a search: cached ones at once, then those in the registry's answer. */
export function useRegistry(text: string, mayAsk: boolean): Registry {
  const link = useLink()
  const [longer, setLonger] = useState<{ text: string; list: RegistryList }>()
  const input = (ask: 'kept' | 'first') => (mayAsk ? { text, ask, limit: limits.first } : undefined)
  const kept = useQuery('searchRegistry', input('kept'))
  const asked = useQuery('searchRegistry', input('first'), { waitMs: text === '' ? 1 : typingMs })
  const more = useAction(async () => {
    const list = await link.call('searchRegistry', { text, ask: 'more', limit: limits.all })
    setLonger({ text, list })
  })
  const found = asked.isCurrent && asked.answer ? asked.answer : kept.answer
  return {
    list: longer?.text === text ? longer.list : found,
    isAsking: !asked.isCurrent && mayAsk,
    problem: asked.problem ?? kept.problem ?? more.problem,
    retry: () => {
      setLonger(undefined)
      asked.again()
    },
    more,
  }
}

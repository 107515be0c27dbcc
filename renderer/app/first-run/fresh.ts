import { useEffect, useState } from 'react'
import { useHost, useLink, useSession } from '../../state/replica.ts'

const leftKey = 'atrium.welcome'

export type Freshness = {
  /** Undefined until it is known. */
  isFresh: boolean | undefined
  /** The person wants to look around first. Kept for the next visit. */
  leave(): void
}

/** Whether there is nothing yet that a person could go on with: no model, no server, no conversation. */
export function useFreshness(): Freshness {
  const link = useLink()
  const mayChoose = useSession()?.right === 'admin'
  const isEmpty = useHost(
    ({ configured }) =>
      configured.settings.models.default === undefined && Object.keys(configured.servers).length === 0,
  )
  const [hasLeft, setLeft] = useState(() => localStorage.getItem(leftKey) !== null)
  const [hasSpoken, setSpoken] = useState<boolean>()
  const mayBe = mayChoose && isEmpty && !hasLeft
  useEffect(() => {
    if (!mayBe) return undefined
    let current = true
    link.call('listConversations', { limit: 1 }).then(
      ({ rows }) => current && setSpoken(rows.length > 0),
      // The list of the sidebar says what is wrong.
      () => current && setSpoken(true),
    )
    return () => {
      current = false
    }
  }, [link, mayBe])
  const leave = (): void => {
    localStorage.setItem(leftKey, 'left')
    setLeft(true)
  }
  return { isFresh: mayBe ? (hasSpoken === undefined ? undefined : !hasSpoken) : false, leave }
}

import { useEffect, useEffectEvent, useState } from 'react'
import { useAction } from '../../state/action.ts'
import { askOfServer } from '../../state/asks.ts'
import { useHost, useLink, useSession } from '../../state/replica.ts'
import { serverTools } from '../../strings/servers/servers-tools.ts'
import { goToAsk } from '../frame/ask-focus.ts'

/** A way to a server's definitions in quarantine. */
export type Review = {
  /** Goes to their question; if it was answered before, Atrium asks again. */
  open(): void
  busy: boolean
  /** Why that isn't possible from here. */
  block: string | undefined
  problem: string | undefined
}

/** `item`: a definition that the question must be about. */
export function useReview(server: string, item?: string): Review {
  const link = useLink()
  const isReadOnly = useSession()?.right === 'read'
  const review = useHost((state) => {
    const ask = askOfServer(state, 'definitions', server)
    return item === undefined || ask?.question.items.some((one) => one.item === item) ? ask : undefined
  })
  const [wants, setWants] = useState(false)
  const action = useAction(async () => {
    await link.call('reviewDefinitions', { server })
    setWants(true)
  })
  const arrive = useEffectEvent(() => {
    if (!wants || !review) return
    setWants(false)
    goToAsk(review)
  })
  // oxlint-disable-next-line react/exhaustive-effect-dependencies, react/set-state-in-effect -- arriving is answered once, when these change
  useEffect(() => arrive(), [wants, review])
  return {
    open: () => (review ? goToAsk(review) : void action.run()),
    busy: action.busy || wants,
    block: !review && isReadOnly ? serverTools.review.readOnly : undefined,
    problem: action.problem,
  }
}

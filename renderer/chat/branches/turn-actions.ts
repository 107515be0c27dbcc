import { useAction } from '../../state/action.ts'
import { useOpenConversation } from '../../state/chat/transcript.ts'
import { useLink } from '../../state/replica.ts'
import { focusPage } from '../../ui/page/focus-page.ts'

/** What can be done again from a turn of the open conversation: get another answer to it, or branch after it. */
export function useTurnActions(turn: string) {
  const link = useLink()
  const conversation = useOpenConversation()?.id ?? ''
  const retry = useAction(async () => {
    await link.call('sendAgain', { conversation, turn })
    focusPage()
  })
  const branch = useAction(async () => {
    await link.call('chooseBranch', { conversation, head: turn })
    focusPage()
  })
  return { retry, branch }
}

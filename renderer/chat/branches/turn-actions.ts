import type { KeyboardEvent } from 'react'
import { useAction } from '../../state/action.ts'
import { editMessage } from '../../state/chat/branches.ts'
import { useOpenConversation } from '../../state/chat/transcript.ts'
import { useLink, useSession } from '../../state/replica.ts'
import { pressedKey } from '../../ui/key-map.ts'
import { focusPage } from '../../ui/page/focus-page.ts'
import { useBranchObstacle } from './use-obstacle.ts'

/** Actions on a turn of the open conversation: another answer to it, or a branch after it. */
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

/**
 * The keys of a message in focus: edit it, have another answer to it, or branch after it. They do what its buttons do,
 * and `problem` says why not.
 */
export function useTurnKeys(turn: string, text: string) {
  const open = useOpenConversation()
  const mayEdit = useSession()?.right !== 'read'
  const obstacle = useBranchObstacle()
  const ofTurn = open?.turns.findLast(({ id }) => id === turn)
  const { retry, branch } = useTurnActions(turn)
  const onKeyDown = (event: KeyboardEvent): void => {
    const pressed = event.target === event.currentTarget ? pressedKey(event.nativeEvent, 'message') : undefined
    if (pressed === undefined || event.defaultPrevented) return
    event.preventDefault()
    if (pressed === 0 && mayEdit) return editMessage(turn, text)
    if (obstacle !== undefined || !ofTurn?.end) return
    if (pressed === 1) void retry.run()
    if (pressed === 2 && open?.turns.at(-1)?.id !== turn) void branch.run()
  }
  return { onKeyDown, problem: retry.problem ?? branch.problem ?? undefined }
}

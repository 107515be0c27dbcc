import { projectsIn } from '../../state/models/projects.ts'
import { activities, groupConversations } from '../../state/conversations.ts'
import { changeBeginning } from '../../state/models/beginning.ts'
import { openModelMenu } from '../../state/models/model-menu.ts'
import type { Replica } from '../../state/replica.ts'
import { lastConversation } from '../../state/resources/in-chat.ts'
import { navigate, parseRoute } from '../../state/routes.ts'
import { focusPage } from '../../ui/page/focus-page.ts'

/** Opens a new conversation; in one, its composer only takes focus again. */
export function goToNew(): void {
  goToNewIn(undefined)
}

/** Opens a new conversation in a project, or in none. */
export function goToNewIn(project: string | undefined): void {
  changeBeginning({ project })
  navigate({ page: 'chat' })
  requestAnimationFrame(focusPage)
}

/** The conversations that a key can step to: the latest ones. */
const mostSteps = 200

/** The ID of the conversation that the window shows. */
export const currentConversation = (): string | undefined => {
  const route = parseRoute(location.hash)
  return route.page === 'chat' ? route.conversation : undefined
}

/** Opens the next conversation in the sidebar's order, or the one before; at either end, nothing. */
export async function goToNeighbour({ link, state }: Replica, step: 1 | -1): Promise<void> {
  const { rows } = await link.call('listConversations', { limit: mostSteps })
  const inOrder = groupConversations(rows, activities(state), Date.now(), projectsIn(state)).flatMap(
    (group) => group.rows,
  )
  const next = inOrder[inOrder.findIndex(({ id }) => id === currentConversation()) + step]
  if (!next) return
  navigate({ page: 'chat', conversation: next.id })
  requestAnimationFrame(focusPage)
}

/** Opens the model menu of the conversation in view, or else of this window's last one. */
export function chooseModel(): void {
  if (parseRoute(location.hash).page !== 'chat') navigate({ page: 'chat', conversation: lastConversation() })
  openModelMenu()
}

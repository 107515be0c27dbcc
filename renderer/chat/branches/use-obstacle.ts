import { useOpenConversation } from '../../state/chat/transcript.ts'
import { useHost, useSession } from '../../state/replica.ts'
import { chat } from '../../strings/chat.ts'

const words = chat.branches

/** Why the visible conversation's branches can't be changed now. */
export function useBranchObstacle(): string | undefined {
  const conversation = useOpenConversation()?.id
  const isReadOnly = useSession()?.right === 'read'
  const isRunning = useHost(({ turns }) => Object.values(turns).some((turn) => turn.conversation === conversation))
  const isFailing = useHost(({ health }) => health.state === 'failing')
  if (isReadOnly) return words.readOnly
  if (isRunning) return words.running
  return isFailing ? words.noLog : undefined
}

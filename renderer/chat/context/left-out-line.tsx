import type { Part, PersonMessage } from '../../../shared/content/attachments.ts'
import type { ContextItem } from '../../../shared/events/context-events.ts'
import { itemKey } from '../../../shared/state/compactions.ts'
import { useAction } from '../../state/action.ts'
import { useOpenConversation } from '../../state/chat/transcript.ts'
import { useLink, useSession } from '../../state/replica.ts'
import { context } from '../../strings/conversation/context.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import styles from './context.module.css'

const words = context

/** An attachment as an item that can be left out of requests. */
export const attachmentItem = ({ id, parts }: PersonMessage, part: Part): ContextItem => ({
  message: id,
  part: parts.indexOf(part),
})

/** Says at an attachment or a result that models don't get it, and puts it back. */
export function LeftOutLine({ item, className }: { item: ContextItem; className?: string | undefined }) {
  const open = useOpenConversation()
  const link = useLink()
  const isReadOnly = useSession()?.right === 'read'
  const conversation = open?.id ?? ''
  const putBack = useAction(() => link.call('leaveOut', { conversation, item, leftOut: false }))
  if (!open?.leftOut?.includes(itemKey(item))) return null
  return (
    <span className={classes(styles.out, className)}>
      {words.leftOut}
      <Button
        size="sm"
        kind="ghost"
        busy={putBack.busy}
        unavailable={isReadOnly ? words.readOnly : undefined}
        onClick={() => void putBack.run()}
      >
        {words.putBack}
      </Button>
      {putBack.problem !== undefined && <span role="alert">{putBack.problem}</span>}
    </span>
  )
}

import type { RequestItem, RequestPart } from '../../../shared/contract/context-commands.ts'
import { itemKey } from '../../../shared/state/compactions.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { useInOrder } from '../../state/action.ts'
import { useOpenConversation } from '../../state/chat/transcript.ts'
import { useLink, useSession } from '../../state/replica.ts'
import { appWork } from '../../strings/conversation/app-work.ts'
import { context } from '../../strings/conversation/context.ts'
import { models } from '../../strings/models.ts'
import { Switch } from '../../ui/fields/field.tsx'
import { Fold } from '../../ui/fold.tsx'
import { Note } from '../../ui/note.tsx'
import { useServerNames } from '../../ui/seal.tsx'
import { RequestRow } from './request-row.tsx'

const words = models.request

/** The conversation's parts of a request; attachments and results one by one, with their switches. */
export function SaidRows({ parts }: { parts: RequestPart[] }) {
  const nameOf = useServerNames()
  return parts.map((part, index) => {
    const name = nameIn(part, nameOf)
    const detail = part.count === undefined ? undefined : words.count(part.count)
    const key = `${index} ${part.kind} ${part.server ?? ''}`
    if (!part.items) return <RequestRow key={key} name={name} detail={detail} tokens={part.tokens} />
    const fold = (
      <Fold label={words.oneByOne(part.items.length, part.count ?? 0)}>
        <ul aria-label={name}>
          {part.items.map((item) => (
            <Item key={itemKey(item.item)} {...item} />
          ))}
        </ul>
      </Fold>
    )
    return <RequestRow key={key} name={name} detail={detail} tokens={part.tokens} below={fold} />
  })
}

function nameIn({ kind, server }: RequestPart, nameOf: (id: string) => string): string {
  if (kind === 'compaction') return words.summary
  if (kind === 'messages') return words.messages
  if (kind === 'attachments') return words.attachments
  if (kind === 'replies') return words.replies
  if (kind === 'app-context' && server !== undefined) return appWork.contexts.name(nameOf(server))
  return server === undefined ? words.otherResults : words.results(nameOf(server))
}

function Item({ item, name, tokens, leftOut }: RequestItem) {
  const link = useLink()
  const conversation = useOpenConversation()?.id ?? ''
  const isReadOnly = useSession()?.right === 'read'
  const change = useInOrder((isGiven: boolean) => link.call('leaveOut', { conversation, item, leftOut: !isGiven }))
  const label = plainLabel(name, 80)
  return (
    <>
      <RequestRow name={<bdi>{label}</bdi>} detail={leftOut ? words.leftOut : undefined} tokens={tokens}>
        <Switch
          checked={!leftOut}
          label={context.switchItem(label)}
          unavailable={isReadOnly ? words.readOnly : undefined}
          onChange={(isGiven) => void change.run(isGiven)}
        />
      </RequestRow>
      {change.problem !== undefined && (
        <li>
          <Note kind="no">{change.problem}</Note>
        </li>
      )}
    </>
  )
}

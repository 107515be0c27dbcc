import type { AppContext } from '../../../shared/state/app-work.ts'
import type { PersonMessage } from '../../../shared/content/attachments.ts'
import type { HostLink } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { navigate } from '../../state/routes.ts'
import { rulesInForce } from '../../state/rules.ts'
import { useHost, useLink, useReplica } from '../../state/replica.ts'
import { beginningOfMessage, applyBeginning } from '../../state/models/beginning.ts'
import { composer } from '../../strings/composer.ts'
import { useAction } from '../../state/action.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { attached, composerKey, useAttachments } from '../../state/composer/attachments.ts'
import { appText, useMessageDraft } from '../../state/composer/message-drafts.ts'
import { useDenial, type Denial } from './use-denial.ts'
import { useObstacle, type Obstacle } from './obstacle.ts'
import { picked, usePicked, type Picked } from '../../state/composer/picked.ts'

/** The composer's state and all that can be done with it, for one conversation. */
export type ComposerModel = {
  text: string
  /** There is something to send, or will be. */
  hasContent: boolean
  setText(text: string): void
  /** This conversation's running turn. */
  turn: string | undefined
  /** The message waiting for it to end. */
  queued: PersonMessage | undefined
  obstacle: Obstacle | undefined
  /** Why the text can't be sent now; absent if it can. */
  unavailable: string | undefined
  send(): void
  isSending: boolean
  stop(): void
  isStopping: boolean
  /** Present while calls wait for approval: then Enter denies them, with the text as the reason. */
  denial: Denial | undefined
  /** The contexts of running apps that go with the message. */
  contexts: AppContext[]
  /** Why the last attempt to send or stop failed. */
  problem: string | undefined
}

/** The state behind the composer of a conversation, or of a new one. */
export function useComposer(conversation: string | undefined): ComposerModel {
  const link = useLink()
  const replica = useReplica()
  const [text, setText] = useMessageDraft(conversation)
  const turn = useHost(({ turns }) => Object.keys(turns).find((id) => turns[id]?.conversation === conversation))
  const queued = useHost((state) => (conversation === undefined ? undefined : state.queued[conversation]))
  const obstacle = useObstacle()
  const files = useAttachments(conversation)
  const things = usePicked(conversation)
  const brings = files.held.length + things.length
  const drafts = appText.drafts.get(composerKey(conversation)) ?? []
  const contexts = useAppContexts(conversation)
  const denial = useDenial({ conversation, text, setText, brings: brings + drafts.length })
  const unavailable = reasonNotToSend({
    text,
    obstacle,
    isFull: turn !== undefined && queued !== undefined,
    reading: files.reading,
    brings,
  })
  const sending = useAction(async () => {
    const { held } = files
    await assertAtHand(things, composerKey(conversation), link)
    const sent = await link.call('sendMessage', {
      ...(conversation === undefined ? beginningOfMessage() : { conversation }),
      text,
      attachments: held.map(({ name, data }) => ({ name, data })),
      picked: [
        ...things.map((one) => ({ handle: one.handle, live: one.type === 'resource' && one.live })),
        ...contexts.map(({ handle }) => ({ handle, live: false })),
      ],
      drafts,
    })
    setText('')
    attached.sent(composerKey(conversation), held)
    picked.sent(composerKey(sent.conversation), things)
    picked.remove(composerKey(conversation), things)
    if (conversation !== undefined) return
    navigate({ page: 'chat', conversation: sent.conversation })
    await applyBeginning(link, sent.conversation, rulesInForce(replica))
  })
  const stopping = useAction(async () => turn && link.call('cancelTurn', { turn }))
  return {
    text,
    hasContent: text.trim() !== '' || brings > 0,
    setText,
    turn,
    queued,
    obstacle,
    unavailable,
    send: () => void (unavailable === undefined && Date.now() >= appText.armedAt && sending.run()),
    isSending: sending.busy,
    stop: () => void (turn !== undefined && stopping.run()),
    isStopping: stopping.busy,
    denial,
    contexts,
    problem: sending.problem ?? stopping.problem ?? denial?.problem,
  }
}

const useAppContexts = (conversation: string | undefined): AppContext[] =>
  Object.values(useHost(({ appContexts }) => appContexts) ?? {}).filter((it) => it.conversation === conversation)

/** Throws, naming them, if some of these can no longer be sent, and marks them. */
async function assertAtHand(things: Picked[], place: string, link: HostLink): Promise<void> {
  if (things.length === 0) return
  const { gone } = await link.call('gonePicked', { handles: things.map(({ handle }) => handle) })
  const lost = things.filter(({ handle }) => gone.includes(handle))
  if (lost.length === 0) return
  picked.markGone(place, gone)
  const names = lost.map((one) => plainLabel((one.type === 'prompt' && one.title) || one.name, 60))
  const canRead = lost.some(({ type }) => type === 'resource')
  throw new HostError('not-found', composer.picked.gone(new Intl.ListFormat('en').format(names), canRead))
}

type ToSend = { text: string; obstacle: Obstacle | undefined; isFull: boolean; reading: number; brings: number }

function reasonNotToSend({ text, obstacle, isFull, reading, brings }: ToSend): string | undefined {
  if (obstacle) return obstacle.reason
  if (isFull) return composer.obstacle.full
  if (reading > 0) return composer.obstacle.reading
  return text.trim() === '' && brings === 0 ? composer.obstacle.empty : undefined
}

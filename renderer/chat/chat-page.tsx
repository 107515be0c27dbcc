import { Suspense, useState, type ReactNode } from 'react'
import { Composer } from './composer/composer.tsx'
import { lazyPart } from '../ui/lazy.ts'
import { Bar } from '../ui/page/bar.tsx'
import { href } from '../state/routes.ts'
import { branchesIntent, exportIntent } from '../state/conversations.ts'
import { useArrivalOf } from '../state/intent.ts'
import { goToAsk } from '../inbox/frame/ask-focus.ts'
import { useAsks } from '../state/asks.ts'
import { ConversationMenu } from '../models/system-prompt.tsx'
import { useLink, useSession } from '../state/replica.ts'
import { chat } from '../strings/chat.ts'
import { context } from '../strings/conversation/context.ts'
import { models } from '../strings/models.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Glyph } from '../ui/glyph.tsx'
import { keyMap } from '../ui/key-map.ts'
import { Keys } from '../ui/keys.tsx'
import { Loading } from '../ui/loading.tsx'
import { Note } from '../ui/note.tsx'
import styles from './chat-page.module.css'
import { SummaryBar } from './context/summary-bar.tsx'
import { summarise } from '../state/chat/summarising.ts'
import { ConversationBar } from './conversation-bar.tsx'
import { CopyLast } from './copy-last.tsx'
import { EmptyChat } from './empty-chat.tsx'
import { FindInConversation } from './find/find-in-conversation.tsx'
import { openFind } from '../state/chat/finding.ts'
import { showNextRequest } from '../state/chat/next-request.ts'
import type { MenuItem } from '../ui/overlay/menu.tsx'
import { NextStep } from './next-step.tsx'
import { useSpokenTurns } from './spoken-turns.ts'
import { LevelChip } from './tools/level-chip.tsx'
import { TitlesOffer } from './titles-offer.tsx'
import { Thread } from './thread/thread.tsx'
import { useSeenEnd } from '../state/chat/unread.ts'
import { ProjectChip } from './project-chip.tsx'
import { useTranscript } from '../state/chat/kept-transcripts.ts'
import { TranscriptProvider, useShape, type Transcript } from '../state/chat/transcript.ts'

const words = chat.page

const BranchesDialog = lazyPart(async () => (await import('./branches/branches-dialog.tsx')).BranchesDialog)
const ExportConversation = lazyPart(async () => (await import('./export-conversation.tsx')).ExportConversation)
const Deleted = lazyPart(async () => (await import('./deleted.tsx')).Deleted)

/** The menu of an open conversation: what all such menus have, around `more`. */
export type ConversationItems = (open: Transcript, more: MenuItem[]) => MenuItem[]

type ChatPageProps = { conversation: string | undefined; items: ConversationItems }

/** A conversation, or the start of a new one. */
export function ChatPage({ conversation, items }: ChatPageProps) {
  return (
    <div className="fill">
      {conversation === undefined ? (
        <NewConversation />
      ) : (
        <OpenConversation key={conversation} id={conversation} items={items} />
      )}
    </div>
  )
}

function NewConversation() {
  return (
    <>
      <Bar title={words.newConversation}>
        <ProjectChip />
        <LevelChip />
        <ConversationMenu around={(own) => [...own, requestItem]} />
      </Bar>
      <EmptyChat />
      <Dock>
        <Composer />
      </Dock>
    </>
  )
}

function OpenConversation({ id, items }: { id: string; items: ConversationItems }) {
  const transcript = useTranscript(id)
  useShape(transcript)
  useSpokenTurns(transcript)
  useSeenEnd(id, transcript.allTurns.at(-1))
  const isOpen = transcript.status.state === 'ready'
  return (
    <TranscriptProvider value={transcript}>
      {isOpen ? (
        <ConversationBar conversation={id} title={transcript.title}>
          <WaitingChip conversation={id} />
          <ProjectChip />
          <LevelChip />
          <IconButton label={words.find} icon="search" keys={keyMap.findHere.keys} onClick={openFind} />
          <OpenMenu transcript={transcript} items={items} />
        </ConversationBar>
      ) : (
        <Bar title={words.conversation} />
      )}
      {isOpen && <FindInConversation transcript={transcript} />}
      <Content transcript={transcript} />
      {isOpen && (
        <Dock>
          <CopyLast transcript={transcript} />
          <NextStep transcript={transcript} />
          <TitlesOffer transcript={transcript} />
          <SummaryBar transcript={transcript} />
          <Composer conversation={id} />
        </Dock>
      )}
    </TranscriptProvider>
  )
}

function Content({ transcript }: { transcript: Transcript }) {
  const { status } = transcript
  switch (status.state) {
    case 'ready':
      return <Thread transcript={transcript} />
    case 'loading':
      return (
        <div className={styles.place}>
          <Loading what={words.notArrived} lines={5} />
        </div>
      )
    case 'deleted':
      return (
        <div className={styles.place}>
          <Suspense>
            <Deleted conversation={transcript.id} onErased={() => transcript.load()} />
          </Suspense>
        </div>
      )
    case 'gone':
      return (
        <div className={styles.place}>
          <Note action={<a href={href({ page: 'chat' })}>{words.beginNew}</a>}>
            <b>{words.gone}</b> {words.goneDetail}
          </Note>
        </div>
      )
    case 'failed':
      return (
        <div className={styles.place}>
          <Note kind="no" action={<Button onClick={() => transcript.load()}>{words.tryAgain}</Button>}>
            <b>{words.failed}</b> {status.problem}
          </Note>
        </div>
      )
    default:
      return status satisfies never
  }
}

const requestItem: MenuItem = {
  label: models.request.menu,
  icon: 'info',
  onSelect: () => showNextRequest(true),
}

/** The open conversation's menu, with its branches and its export. */
function OpenMenu({ transcript, items }: { transcript: Transcript; items: ConversationItems }) {
  useShape(transcript)
  const conversation = transcript.id
  const link = useLink()
  const isReadOnly = useSession()?.right === 'read'
  const [open, setOpen] = useState<'branches' | 'export'>()
  useArrivalOf(branchesIntent, conversation, () => setOpen('branches'))
  useArrivalOf(exportIntent, conversation, () => setOpen('export'))
  const close = (): void => setOpen(undefined)
  return (
    <>
      <ConversationMenu
        around={(own) =>
          items(transcript, [
            ...own,
            requestItem,
            {
              label: context.summarise,
              icon: 'file',
              unavailable: isReadOnly ? context.readOnly : undefined,
              onSelect: () => void summarise(link, conversation),
            },
            { label: chat.branches.menu, icon: 'branch', onSelect: () => setOpen('branches') },
            { label: chat.export.menu, icon: 'download', onSelect: () => setOpen('export') },
          ])
        }
      />
      {open && (
        <Suspense>
          {open === 'branches' ? (
            <BranchesDialog onClose={close} />
          ) : (
            <ExportConversation conversation={conversation} onClose={close} />
          )}
        </Suspense>
      )}
    </>
  )
}

/** How many questions wait here, with a link to the oldest. */
function WaitingChip({ conversation }: { conversation: string }) {
  const asks = useAsks(conversation)
  const [oldest] = asks
  if (!oldest) return null
  return (
    <button type="button" className={styles.waiting} onClick={() => goToAsk(oldest)}>
      <Glyph state="waiting" size={12} label="" />
      {words.waiting(asks.length)}
      <Keys keys={keyMap.oldestAsk.keys} />
    </button>
  )
}

/** The composer's place in the thread's column. */
const Dock = ({ children }: { children: ReactNode }) => (
  <div className={styles.dock}>
    <div className={styles.column}>{children}</div>
  </div>
)

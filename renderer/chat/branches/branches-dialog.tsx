import { useRef, type KeyboardEvent } from 'react'
import { textOfMessage } from '../../../shared/content/attachments.ts'
import type { Turn } from '../../../shared/state/conversation.ts'
import { clip } from '../../../shared/text/clip.ts'
import { useAction } from '../../state/action.ts'
import { branchesOf, type Branch } from '../../state/chat/branches.ts'
import { useOpenConversation, type Transcript } from '../../state/chat/transcript.ts'
import { useModelName } from '../../state/models/model-name.ts'
import { useLink } from '../../state/replica.ts'
import { formatTime } from '../../strings/format/time.ts'
import { chat } from '../../strings/chat.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Note } from '../../ui/note.tsx'
import { pressedKey } from '../../ui/key-map.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import styles from './branches-dialog.module.css'
import { useBranchObstacle } from './use-obstacle.ts'

const words = chat.branches

/** The open conversation's branches as a tree: each can be shown, deleted and restored. */
export function BranchesDialog({ onClose }: { onClose(): void }) {
  const transcript = useOpenConversation()
  if (!transcript) return null
  const branches = branchesOf(transcript.allTurns)
  const isOne = branches.length === 1 && branches[0]?.ways.length === 0
  return (
    <Dialog open onClose={onClose} title={words.title} footer={<Button onClick={onClose}>{words.done}</Button>}>
      <p className="ink2">{isOne ? words.none : words.help}</p>
      <div onKeyDown={moveInTree}>
        <Branches branches={branches} transcript={transcript} label={words.list} />
      </div>
    </Dialog>
  )
}

/** The arrow keys go to another branch: the one above or below, the first one inside, the one around. */
function moveInTree(event: KeyboardEvent<HTMLElement>): void {
  const pressed = pressedKey(event.nativeEvent, 'branchTree')
  const here = event.target instanceof Element ? event.target.closest('li') : null
  if (pressed === undefined || !here) return
  const all = [...event.currentTarget.querySelectorAll('li')]
  const at = all.indexOf(here)
  const [previous, next, inside, around] = [
    all[at - 1],
    all[at + 1],
    here.querySelector('li'),
    here.parentElement?.closest('li'),
  ]
  const wanted = [previous, next, inside, around][pressed]
  if (!wanted) return
  event.preventDefault()
  wanted.querySelector('button')?.focus()
}

type BranchesProps = { branches: Branch[]; transcript: Transcript; label?: string }

const Branches = ({ branches, transcript, label }: BranchesProps) => (
  <ul className={styles.list} aria-label={label}>
    {branches.map((branch) => (
      <li key={branch.turns[0]?.id}>
        <BranchRow branch={branch} transcript={transcript} />
        {branch.ways.length > 0 && <Branches branches={branch.ways} transcript={transcript} />}
      </li>
    ))}
  </ul>
)

function BranchRow({ branch, transcript }: { branch: Branch; transcript: Transcript }) {
  const link = useLink()
  const obstacle = useBranchObstacle()
  /** Where the branch in use ended before this one was deleted. */
  const before = useRef<string>(undefined)
  const [first] = branch.turns
  const last = branch.turns.at(-1)
  const conversation = transcript.id
  const turn = first?.id ?? ''
  const show = useAction(async () => {
    const head = transcript.endFrom(turn)
    if (head !== undefined) await link.call('chooseBranch', { conversation, head })
  })
  const change = useAction(async () => {
    if (!branch.isDeleted) before.current = (await link.call('deleteBranch', { conversation, turn })).head
    else await link.call('restoreBranch', { conversation, turn, ...(before.current && { head: before.current }) })
  })
  const model = useModelName(last?.model ?? '', last?.endpoint)
  if (!first || !last) return null
  const name = nameOf(first)
  const isCurrent = !branch.isDeleted && transcript.turns.some(({ id }) => id === last.id)
  const isWhole =
    transcript.turnsThere[0]?.id === turn &&
    transcript.turnsThere.every(({ id, parent }) => id === turn || parent !== undefined)
  const problem = show.problem ?? change.problem
  return (
    <div className={classes(styles.row, isCurrent && styles.current)} aria-current={isCurrent || undefined}>
      <span className={styles.words}>
        <span className={classes('breaks', branch.isDeleted && styles.gone)}>{name}</span>
        <small className="small ink2">
          {branch.isDeleted
            ? words.deleted
            : words.turns(branch.turns.length, last.model === undefined ? '' : model, formatTime(last.startedAt))}
          {isCurrent && ` · ${words.current}`}
        </small>
      </span>
      <span className={styles.buttons}>
        {!branch.isDeleted && (
          <Button
            size="sm"
            aria-label={words.showBranch(name)}
            busy={show.busy}
            unavailable={
              isCurrent && transcript.endFrom(turn) === transcript.turns.at(-1)?.id ? words.current : obstacle
            }
            onClick={() => void show.run()}
          >
            {words.show}
          </Button>
        )}
        <Button
          key="change"
          size="sm"
          kind="ghost"
          aria-label={branch.isDeleted ? words.restoreBranch(name) : words.removeBranch(name)}
          busy={change.busy}
          unavailable={isWhole ? words.whole : obstacle}
          onClick={() => void change.run()}
        >
          {branch.isDeleted ? words.restore : words.remove}
        </Button>
      </span>
      {problem && <Note kind="no">{problem}</Note>}
    </div>
  )
}

/** A branch is named by the message it starts with. */
function nameOf({ message, origin }: Turn): string {
  if (origin === 'person') return words.ownCall
  if (!message) return words.continued
  const [line = ''] = textOfMessage(message).trim().split('\n')
  return line === '' ? words.attachments : clip(line, 80)
}

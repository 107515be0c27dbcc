import { useRef } from 'react'
import { enterTurn, turnsBeside, useTurnArrival } from '../../state/chat/branches.ts'
import { useOpenConversation, type Transcript } from '../../state/chat/transcript.ts'
import { useAction } from '../../state/action.ts'
import { useLink } from '../../state/replica.ts'
import { chat } from '../../strings/chat.ts'
import { IconButton } from '../../ui/button.tsx'
import { announce } from '../../ui/page/announcer.tsx'
import styles from './branches.module.css'
import { useBranchObstacle } from './use-obstacle.ts'

const words = chat.branches

/** Which of the branches that begin at the same place is shown, with a step to each side; nothing if it's the only one. */
export function BranchSteps({ turn }: { turn: string }) {
  const transcript = useOpenConversation()
  const beside = transcript ? turnsBeside(transcript, turn) : []
  if (!transcript || beside.length < 2) return null
  return <Steps turn={turn} transcript={transcript} beside={beside} />
}

type StepsProps = { turn: string; transcript: Transcript; beside: string[] }

function Steps({ turn, transcript, beside }: StepsProps) {
  const link = useLink()
  const obstacle = useBranchObstacle()
  const group = useRef<HTMLSpanElement>(null)
  const at = beside.indexOf(turn)
  const choose = useAction(async (step: 1 | -1) => {
    const next = beside[at + step]
    const head = next === undefined ? undefined : transcript.endFrom(next)
    if (next === undefined || head === undefined) return
    await link.call('chooseBranch', { conversation: transcript.id, head })
    enterTurn(next, step === 1 ? 'next' : 'previous')
    announce(words.name(at + step + 1, beside.length))
  })
  const focus = (index: number) => group.current?.querySelectorAll('button')[index]?.focus()
  useTurnArrival(turn, 'previous', () => focus(0))
  useTurnArrival(turn, 'next', () => focus(1))
  return (
    <span ref={group} role="group" aria-label={words.name(at + 1, beside.length)} className={styles.steps}>
      <IconButton
        size="sm"
        icon="chevron-left"
        label={words.previous}
        unavailable={at === 0 ? words.first : obstacle}
        onClick={() => void choose.run(-1)}
      />
      <span aria-hidden>{words.at(at + 1, beside.length)}</span>
      <IconButton
        size="sm"
        icon="chevron-right"
        label={words.next}
        unavailable={at === beside.length - 1 ? words.last : obstacle}
        onClick={() => void choose.run(1)}
      />
      {choose.problem && <span role="alert">{choose.problem}</span>}
    </span>
  )
}

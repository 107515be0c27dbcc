import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import { useHost, useLink } from '../../state/replica.ts'
import {
  countHits,
  countLive,
  finding,
  hitAt,
  indexOfRecord,
  placesInUse,
  sameFind,
  withLive,
} from '../../state/chat/finding.ts'
import type { Transcript } from '../../state/chat/transcript.ts'
import { useQuery } from '../../state/query.ts'
import { chat } from '../../strings/chat.ts'
import { IconButton } from '../../ui/button.tsx'
import { TextInput } from '../../ui/fields/field.tsx'
import { isPressed } from '../../ui/keys.tsx'
import styles from './find-bar.module.css'

const words = chat.find

/** Milliseconds without typing before the search starts. */
const searchAfterMs = 120

type FindBarProps = {
  transcript: Transcript
  first: { text: string; seq?: number | undefined } | undefined
  /** Takes focus again whenever it changes. */
  asked: number
  onClose(): void
}

/** The field with its count, over the conversation. */
export function FindBar({ transcript, first, asked, onClose }: FindBarProps) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(first?.text ?? '')
  const [step, setStep] = useState<number>()
  const { total, index, isCut, state, problem } = useMatches(transcript, text.trim(), { step, seq: first?.seq })
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- it runs again when this changes
  }, [asked])
  useReturnOfFocus()
  const go = (by: 1 | -1): void => setStep(total === 0 ? undefined : (index + by + total) % total)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const by = isPressed(event, 'Enter') ? 1 : isPressed(event, 'Shift Enter') ? -1 : undefined
    if (by !== undefined) {
      event.preventDefault()
      go(by)
    }
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      onClose()
    }
  }
  const none = state === 'found' && total === 0
  return (
    <div className={styles.bar} role="search" aria-label={words.title} onKeyDown={onKeyDown}>
      <TextInput
        ref={input}
        className={styles.input}
        aria-label={words.title}
        placeholder={words.title}
        maxLength={200}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setStep(undefined)
        }}
      />
      <span role="status" className={styles.count}>
        {problem ?? (none ? words.none : total > 0 && words.count(index + 1, total, isCut))}
      </span>
      <IconButton label={words.previous} icon="arrow-up" onClick={() => go(-1)} />
      <IconButton label={words.next} icon="arrow-down" onClick={() => go(1)} />
      <IconButton label={words.close} icon="close" onClick={onClose} />
    </div>
  )
}

/** Asks the host for every match, and sets the current one for the thread. */
function useMatches(
  transcript: Transcript,
  text: string,
  { step, seq }: { step: number | undefined; seq?: number | undefined },
) {
  const asks = text === '' ? undefined : { conversation: transcript.id, text }
  const { answer, problem, isCurrent } = useQuery('findInConversation', asks, {
    waitMs: searchAfterMs,
    moment: transcript.shape,
  })
  const turn = transcript.turns.at(-1)?.id ?? ''
  const message = useHost(({ turns }) => turns[turn]?.message?.id)
  const count = useHost(({ turns }) => countLive(turns[turn]?.message, text))
  const found = isCurrent && answer ? placesInUse(answer.places, transcript) : undefined
  const places = found && withLive(found, { turn, message, count })
  useBranchOf(answer?.places.find((place) => place.seq === seq)?.turn, transcript)
  const total = countHits(places ?? [])
  const index = Math.min(step ?? indexOfRecord(places ?? [], seq), Math.max(0, total - 1))
  useEffect(() => {
    const next = places && { text, hit: hitAt(places, index) }
    if (!sameFind(finding.get(), next)) finding.set(next)
  }, [text, places, index])
  useEffect(() => () => finding.set(undefined), [])
  return { total, index, isCut: answer?.isCut ?? false, state: places ? 'found' : 'asking', problem } as const
}

/** Enters the branch of the match that the bar was opened for, if it's another one. */
function useBranchOf(turn: string | undefined, transcript: Transcript): void {
  const link = useLink()
  const onTurn = useEffectEvent((wanted: string) => {
    const head = transcript.endFrom(wanted)
    if (head === undefined || transcript.turns.some(({ id }) => id === wanted)) return
    link.call('chooseBranch', { conversation: transcript.id, head }).catch(() => undefined)
  })
  useEffect(() => {
    if (turn !== undefined) onTurn(turn)
  }, [turn])
}

/** Gives focus back to where it was when the bar opened. */
function useReturnOfFocus(): void {
  useEffect(() => {
    const before = document.querySelector<HTMLElement>('[data-composer]')
    return () => before?.focus({ preventScroll: true })
  }, [])
}

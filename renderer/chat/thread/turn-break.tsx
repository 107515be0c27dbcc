import { useMemo } from 'react'
import type { Turn } from '../../../shared/state/conversation.ts'
import { daysBetween, formatDate, formatDayName } from '../../strings/format/time.ts'
import { chat } from '../../strings/chat.ts'
import { useModelName } from '../../state/models/model-name.ts'
import { useTurn, type Transcript } from '../../state/chat/transcript.ts'
import styles from './thread.module.css'

const { thread: words, imported: marks } = chat

/** Changes since the turn before: the model that replies, the day, or neither. */
export type TurnChange = { model?: { id: string; endpoint: string | undefined }; day?: number }

/** Compares a turn with those before it; the user's own calls have no model. */
export function changeSince(earlier: readonly Turn[], { model, endpoint, startedAt }: Turn): TurnChange {
  const last = earlier.at(-1)
  const spoke = earlier.findLast((turn) => turn.model !== undefined)
  const isOther = spoke !== undefined && (spoke.model !== model || spoke.endpoint !== endpoint)
  return {
    ...(model !== undefined && isOther && { model: { id: model, endpoint } }),
    ...(last && daysBetween(last.startedAt, startedAt) > 0 && { day: startedAt }),
  }
}

/** A line before a turn that another model answers, or that begins on another day. */
export function TurnBreak({ turn: id, transcript }: { turn: string; transcript: Transcript }) {
  const turn = useTurn(id, (now) => now)
  const { model, day } = useMemo(() => {
    const at = transcript.turns.findLastIndex((it) => it.id === id)
    return turn && at > 0 ? changeSince(transcript.turns.slice(0, at), turn) : {}
  }, [transcript, id, turn])
  const name = useModelName(model?.id ?? '', model?.endpoint)
  const origin = originBefore(transcript, turn)
  if (!model && day === undefined && origin === undefined) return null
  const said = [origin ?? '', day === undefined ? '' : formatDayName(day), model ? words.modelChanged(name) : '']
  return <p className={styles.break}>{said.filter(Boolean).join(' · ')}</p>
}

/** Says where the imported turns begin and end, which Atrium didn't see. */
function originBefore({ turns, imported }: Transcript, turn: Turn | undefined): string | undefined {
  const before = turns[turns.findLastIndex(({ id }) => id === turn?.id) - 1]
  if (turn?.imported) {
    return before || !imported ? undefined : marks.begins(marks.apps[imported.from], formatDate(imported.at))
  }
  return before?.imported ? marks.ends : undefined
}

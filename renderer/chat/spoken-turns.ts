import { isTakenBack } from '../../shared/changes/undo.ts'
import { useEffect, useRef } from 'react'
import type { Turn } from '../../shared/state/conversation.ts'
import { useReplica } from '../state/replica.ts'
import { announce } from '../ui/page/announcer.tsx'
import { changes } from '../strings/changes.ts'
import { chat } from '../strings/chat.ts'
import { plainLabel } from '../../shared/text/hidden-characters.ts'
import { wordOf } from './call/call-state.ts'
import { useModelName } from '../state/models/model-name.ts'
import type { Transcript } from '../state/chat/transcript.ts'

const words = chat.spoken

/** Announces to screen readers that an answer begins, its first sentence, and its end; never the stream itself. */
export function useSpokenTurns(transcript: Transcript): void {
  const replica = useReplica()
  const running = useRef<string>(undefined)
  const last = transcript.turns.at(-1)
  const name = useModelName(last?.model ?? '', last?.endpoint)
  const begins = last !== undefined && last.end === undefined
  useEffect(() => {
    if (!begins || last === undefined || running.current === last.id) return
    running.current = last.id
    if (last.origin !== 'person') announce(words.answering(name))
  }, [begins, last, name])
  useEffect(() => {
    if (last?.end === undefined || running.current !== last.id) return
    running.current = undefined
    announce(endOf(last))
  }, [last])
  useEffect(() => {
    const spoken = new Set<string>()
    return replica.onEvents({
      events: (recorded) => {
        for (const { event } of recorded) {
          if (event.type !== 'message.delta' || event.conversation !== transcript.id || event.kind !== 'text') continue
          if (spoken.has(event.message)) continue
          const sentence = firstSentence(replica.state.turns[event.turn]?.message?.blocks[event.block]?.text ?? '')
          if (sentence === undefined) continue
          spoken.add(event.message)
          announce(sentence)
        }
      },
      reset: () => undefined,
    })
  }, [replica, transcript])
}

function endOf(turn: Turn): string {
  if (turn.origin === 'person') return ownEnd(turn)
  const calls = turn.messages.reduce((sum, message) => sum + message.calls.length, 0)
  const end = words.ends[turn.end ?? 'done']
  return calls > 0 ? words.withCalls(end, calls) : end
}

/** The user's own call, in its card's words. */
function ownEnd({ call, end, undoes }: Turn): string {
  if (undoes) return changes.undo.receipt(undoes.calls.filter(isTakenBack).length, undoes.calls.length)
  if (!call?.outcome) return end === 'failed' ? words.callNotMade : words.callEnded
  return words.call(plainLabel(call.title ?? call.tool), wordOf(call.outcome.status))
}

/** The first sentence, once it is complete. */
export function firstSentence(text: string): string | undefined {
  const [sentence] = /^[\s\S]{1,400}?[.!?:](?=\s)|^[\s\S]{400}/.exec(text) ?? []
  return sentence && plainLabel(sentence, 400)
}

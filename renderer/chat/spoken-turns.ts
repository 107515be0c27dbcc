import { useEffect, useRef } from 'react'
import type { Turn } from '../../shared/conversation.ts'
import { useReplica } from '../host.ts'
import { announce } from '../inbox/announcer.tsx'
import { plainLabel } from '../ui/hidden-characters.ts'
import { formatCount } from '../ui/time.tsx'
import { wordOf } from './call-state.ts'
import { useModelName } from './model-name.ts'
import type { Transcript } from './transcript.ts'

/** Tells a screen reader that an answer begins, its first sentence, and that it is complete; never the stream itself. */
export function useSpokenTurns(transcript: Transcript): void {
  const replica = useReplica()
  const running = useRef<string>(undefined)
  const last = transcript.turns.at(-1)
  const name = useModelName(last?.model ?? '', last?.endpoint)
  const begins = last !== undefined && last.end === undefined
  useEffect(() => {
    if (!begins || last === undefined || running.current === last.id) return
    running.current = last.id
    if (last.origin !== 'person') announce(`${name} is answering`)
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
  const ends = {
    done: 'Answer complete',
    cancelled: 'Stopped',
    failed: 'The turn failed',
    'step-limit': 'Step limit',
    interrupted: 'Interrupted',
  }
  return `${ends[turn.end ?? 'done']}${calls > 0 ? `, ${formatCount(calls, 'call')}` : ''}`
}

/** A call of the person's own, as its card says it. */
function ownEnd({ call, end }: Turn): string {
  if (!call?.outcome) return end === 'failed' ? 'The call was not made' : 'The call ended'
  return `${plainLabel(call.title ?? call.tool)}, ${wordOf(call.outcome.status)}`
}

/** The first sentence once it is over. */
export function firstSentence(text: string): string | undefined {
  const [sentence] = /^[\s\S]{1,400}?[.!?:](?=\s)|^[\s\S]{400}/.exec(text) ?? []
  return sentence && plainLabel(sentence, 400)
}

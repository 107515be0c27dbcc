import { useCallback, useEffect, useRef, useState } from 'react'
import { useReplica, type Replica } from '../replica.ts'
import { Transcript } from './transcript.ts'

/** Transcripts that follow the events though no page shows them: the last ones shown or about to be. */
const mostIdle = 5

type Kept = { transcript: Transcript; leave(): void; pages: number }
type Source = ConstructorParameters<typeof Transcript>[1]

/** The transcripts of a window: those that pages show, and the last few others, so they show again at once. */
export class KeptTranscripts {
  readonly #source: Source
  /** By conversation, the last used one at the end. */
  readonly #kept = new Map<string, Kept>()

  constructor(source: Source) {
    this.#source = source
    // After a break, only what a page shows is fetched again.
    source.onEvents({ events: () => undefined, reset: () => this.#dropIdle(0) })
  }

  /** The kept transcript of a conversation, or a new one that isn't open yet. */
  of(conversation: string): Transcript {
    return this.#kept.get(conversation)?.transcript ?? new Transcript(conversation, this.#source)
  }

  /** Opens a transcript, unless it is, until the page that shows it calls the result; then it is idle. */
  show(transcript: Transcript): () => void {
    const kept = this.#use(transcript)
    kept.pages += 1
    if (transcript.status.state === 'failed') transcript.load()
    return () => {
      kept.pages -= 1
      this.#dropIdle(mostIdle)
    }
  }

  /** Fetches a conversation that the user is likely to open next. */
  prefetch(conversation: string): void {
    this.#use(this.of(conversation))
    this.#dropIdle(mostIdle)
  }

  #use(transcript: Transcript): Kept {
    const known = this.#kept.get(transcript.id)
    const kept = known?.transcript === transcript ? known : { transcript, leave: transcript.open(), pages: 0 }
    if (known && known !== kept) known.leave()
    this.#kept.delete(transcript.id)
    this.#kept.set(transcript.id, kept)
    return kept
  }

  #dropIdle(most: number): void {
    const idle = [...this.#kept].filter(([, { pages }]) => pages === 0)
    for (const [conversation, { leave }] of idle.slice(0, Math.max(0, idle.length - most))) {
      this.#kept.delete(conversation)
      leave()
    }
  }
}

const ofReplica = new WeakMap<Replica, KeptTranscripts>()

function useKeptTranscripts(): KeptTranscripts {
  const replica = useReplica()
  const [kept] = useState(() => {
    const known = ofReplica.get(replica) ?? new KeptTranscripts(replica)
    ofReplica.set(replica, known)
    return known
  })
  return kept
}

/** A conversation's transcript, for as long as the component shows it. */
export function useTranscript(conversation: string): Transcript {
  const kept = useKeptTranscripts()
  const [transcript, setTranscript] = useState(() => kept.of(conversation))
  if (transcript.id !== conversation) setTranscript(kept.of(conversation))
  useEffect(() => kept.show(transcript), [kept, transcript])
  return transcript
}

/** Milliseconds for which the pointer rests on a link before its conversation is fetched. */
const restMs = 80

/** Fetches a conversation while the pointer rests on a link to it, or the focus is there. */
export function usePrefetch(conversation: string) {
  const kept = useKeptTranscripts()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cancel = useCallback(() => clearTimeout(timer.current), [])
  useEffect(() => cancel, [cancel])
  const begin = useCallback(() => {
    cancel()
    timer.current = setTimeout(() => kept.prefetch(conversation), restMs)
  }, [cancel, kept, conversation])
  return { onPointerEnter: begin, onPointerLeave: cancel, onFocus: begin, onBlur: cancel }
}

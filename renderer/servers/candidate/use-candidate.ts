import { useState, type SubmitEvent } from 'react'
import type { Answers, Candidate, GapAnswer } from '../../../shared/config/candidate.ts'
import { freeId } from '../../../shared/config/suggest-id.ts'
import { expectAsk } from '../../inbox/frame/expected-ask.ts'
import { useAction } from '../../state/action.ts'
import { useHost, useLink } from '../../state/replica.ts'
import { useAdminBlock } from '../../state/rights.ts'
import { invalidIn, useFocusNext } from '../../ui/fields/use-focus-next.ts'
import type { Before } from '../../state/servers/draft/candidate-draft.ts'
import { readCandidate } from '../../state/servers/draft/candidate-draft.ts'
import { inOneFolder } from '../../state/servers/draft/one-folder.ts'
import type { ServerInput } from '../../state/servers/draft/read-draft.ts'

type Wanted = {
  candidate: Candidate
  /** The server that the candidate changes. */
  before?: Before | undefined
  /** First answers, as far as they are known. */
  known?: Answers
  onSaved(id: string): void
}

/** Adds a server, or changes the one before it. Its sign-in comes to the front. `folder`: all that it works in. */
export function useSaveServer(onSaved: (input: ServerInput) => void, isThere = false) {
  const link = useLink()
  return useAction(async (filled: ServerInput, folder?: string) => {
    const config = folder === undefined ? filled.config : await inOneFolder(link, filled.config, folder)
    const input = { ...filled, config }
    if (!isThere && input.config.type === 'http') expectAsk({ kind: 'sign-in', server: input.id })
    await link.call(isThere ? 'updateServer' : 'addServer', input)
    onSaved(input)
  })
}

/** A candidate with the user's answers, on its way to a server. Nothing is added or changed before `submit`. */
export function useCandidate({ candidate, before, known = {}, onSaved }: Wanted) {
  const taken = Object.keys(useHost((state) => state.configured.servers))
  const block = useAdminBlock()
  const focusNext = useFocusNext()
  const [id, setId] = useState(() => freeId(candidate.id, new Set(taken)))
  const [answers, setAnswers] = useState(known)
  const [isTried, setTried] = useState(false)
  const save = useSaveServer((input) => onSaved(input.id), before !== undefined)
  const read = readCandidate({ ...candidate, id }, answers, { taken, before })
  return {
    candidate,
    before,
    id,
    setId,
    answers,
    answer: (question: string, answer: GapAnswer) => setAnswers((now) => ({ ...now, [question]: answer })),
    read,
    /** Shown once the user has tried to save it. While it is being added, its own server has its name. */
    problems: isTried && !save.busy && 'problems' in read ? read.problems : { questions: {} },
    block,
    save,
    submit: (event: SubmitEvent<HTMLFormElement>): void => {
      event.preventDefault()
      setTried(true)
      const form = event.currentTarget
      if ('problems' in read) focusNext(() => invalidIn(form))
      else if (block === undefined) void save.run(read.input)
    },
  }
}

/** A candidate in its form, as `useCandidate` returns it. */
export type FilledCandidate = ReturnType<typeof useCandidate>

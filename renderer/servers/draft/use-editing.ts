import { useState } from 'react'
import { useLink } from '../../state/replica.ts'
import { useAction } from '../../state/action.ts'
import type { DraftProblems } from './draft-problems.ts'
import { isNewStart, readDraft, type ReadDraft, type ServerInput } from './read-draft.ts'
import { draftOf, type ServerDraft } from './server-draft.ts'
import type { ServerSummary } from '../../state/servers/summary.ts'

/** A server's settings while being edited. Typed values stay until saved or discarded. */
export function useEditing({ id, config }: ServerSummary) {
  const link = useLink()
  const [typed, setTyped] = useState<ServerDraft>()
  const [problems, setProblems] = useState<DraftProblems>({})
  const save = useAction(async (input: ServerInput) => {
    await link.call('updateServer', input)
    setTyped(undefined)
  })
  const read = (draft: ServerDraft): ReadDraft => readDraft(draft, config, [])
  const draft = typed ?? (config && draftOf(id, config))
  const isChanged = typed !== undefined && config !== undefined && differs(typed, draftOf(id, config))
  const found = isChanged ? read(typed) : undefined
  return {
    draft,
    problems,
    isChanged,
    /** Whether saving restarts the server. */
    restarts: found !== undefined && 'input' in found && config?.enabled === true && isNewStart(found.input, config),
    busy: save.busy,
    problem: save.problem,
    change: (next: ServerDraft): void => {
      setTyped(next)
      if (Object.keys(problems).length > 0) setProblems(problemsOf(read(next)))
    },
    discard: (): void => {
      setTyped(undefined)
      setProblems({})
      save.clear()
    },
    /** False if something must be fixed first. */
    save: (): boolean => {
      if (!typed) return true
      const result = read(typed)
      setProblems(problemsOf(result))
      if ('input' in result) void save.run(result.input)
      return 'input' in result
    },
  }
}

export type Editing = ReturnType<typeof useEditing>

const problemsOf = (read: ReadDraft): DraftProblems => ('problems' in read ? read.problems : {})

/** Row keys are new each time; only the contents count. */
const differs = (a: ServerDraft, b: ServerDraft): boolean => JSON.stringify(bare(a)) !== JSON.stringify(bare(b))

const bare = (draft: ServerDraft) => ({
  ...draft,
  env: draft.env.map(({ key: _key, ...row }) => row),
  headers: draft.headers.map(({ key: _key, ...row }) => row),
})

import { useLink } from '../../state/replica.ts'
import { useAction } from '../../state/action.ts'
import { keepByKey, useKeptByKey } from '../../state/kept-by-key.ts'
import { expectAsk } from '../../inbox/frame/expected-ask.ts'
import type { DraftProblems } from '../../state/servers/draft/draft-problems.ts'
import { rowKindNames } from '../../state/servers/draft/named-values.ts'
import { isNewStart, readDraft, type ReadDraft, type ServerInput } from '../../state/servers/draft/read-draft.ts'
import { draftOf, type ServerDraft } from '../../state/servers/draft/server-draft.ts'
import type { ServerSummary } from '../../state/servers/summary.ts'

/** Servers with unsaved changes at the same time. */
const most = 100

type Edits = { typed: ServerDraft; problems: DraftProblems }

const kept = keepByKey<Edits>(most)

/** Forgets a removed server's unsaved changes. */
export const forgetEdits = (server: string): void => kept.change(server, () => undefined)

/** Whether a server's settings were changed and not saved. */
export const hasEdits = (server: string): boolean => kept.get(server) !== undefined

/** A server's settings while being edited. Typed values stay in this window until saved or discarded. */
export function useEditing({ id, config }: ServerSummary) {
  const link = useLink()
  const [edits, setEdits] = useKeptByKey(kept, id)
  const typed = edits?.typed.kind === config?.type ? edits?.typed : undefined
  const problems = edits?.problems ?? {}
  const save = useAction(async (input: ServerInput) => {
    await link.call('updateServer', input)
    setEdits(() => undefined)
  })
  const read = (draft: ServerDraft): ReadDraft => readDraft(draft, config, [])
  const draft = typed ?? (config && draftOf(id, config))
  const isChanged = typed !== undefined && config !== undefined && differs(typed, draftOf(id, config))
  const found = isChanged ? read(typed) : undefined
  const restarts =
    found !== undefined && 'input' in found && config?.enabled === true && isNewStart(found.input, config)
  return {
    draft,
    problems,
    isChanged,
    /** Whether saving restarts the server. */
    restarts,
    busy: save.busy,
    problem: save.problem,
    change: (next: ServerDraft): void => {
      const isShown = Object.keys(problems).length > 0
      setEdits(() => ({ typed: next, problems: isShown ? problemsOf(read(next)) : {} }))
    },
    discard: (): void => {
      setEdits(() => undefined)
      save.clear()
    },
    /** False if something must be fixed first. */
    save: (): boolean => {
      if (!typed) return true
      const result = read(typed)
      setEdits(() => ({ typed, problems: problemsOf(result) }))
      if (!('input' in result)) return false
      // A changed command is reviewed before it runs.
      if (restarts && config?.type === 'stdio') expectAsk({ kind: 'trust', server: id })
      void save.run(result.input)
      return true
    },
  }
}

/** A server's settings while they are edited, as `useEditing` returns them. */
export type Editing = ReturnType<typeof useEditing>

const problemsOf = (read: ReadDraft): DraftProblems => ('problems' in read ? read.problems : {})

/** Row keys are new each time; only the contents count. */
const differs = (a: ServerDraft, b: ServerDraft): boolean => JSON.stringify(bare(a)) !== JSON.stringify(bare(b))

const bare = (draft: ServerDraft) => ({
  ...draft,
  ...Object.fromEntries(rowKindNames.map((kind) => [kind, draft[kind].map(({ key: _key, ...row }) => row)])),
})

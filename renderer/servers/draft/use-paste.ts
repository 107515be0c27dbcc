import { useMemo, useState } from 'react'
import { useLink } from '../../state/replica.ts'
import { useAction } from '../../state/action.ts'
import { addAll, readinessOf, type Readiness } from './add-pasted.ts'
import { readPaste } from './paste.ts'
import type { FoundServer } from './pasted-entry.ts'
import type { ServerDraft } from './server-draft.ts'

/** A server found in pasted text, as listed. */
export type PasteRow = FoundServer & { index: number; isAdded: boolean; isChosen: boolean; readiness: Readiness }

/** Facts about each row that aren't in the pasted text. */
type RowFacts = { edited?: ServerDraft; isChosen?: boolean; isAdded?: boolean }

/** Pasted text, the servers found in it, the user's edits of them, and each one's result. */
export function usePaste(taken: string[], onAllAdded: (ids: string[]) => void) {
  const link = useLink()
  const [text, setText] = useState('')
  const [facts, setFacts] = useState<Record<number, RowFacts>>({})
  const [failures, setFailures] = useState<string[]>([])
  const [filling, setFilling] = useState<number>()
  const pasted = useMemo(() => readPaste(text), [text])

  const note = (index: number, fact: RowFacts): void =>
    setFacts((known) => ({ ...known, [index]: { ...known[index], ...fact } }))
  const rows = ('servers' in pasted ? pasted.servers : []).map((found, index): PasteRow => {
    const { edited, isChosen = found.isOn, isAdded = false } = facts[index] ?? {}
    const draft = edited ?? found.draft
    const readiness = readinessOf(draft, taken)
    return { ...found, index, draft, isAdded, readiness, isChosen: isChosen && !isAdded && 'input' in readiness }
  })
  const chosen = rows.flatMap(({ index, readiness, isChosen }) =>
    isChosen && 'input' in readiness ? [{ index, input: readiness.input }] : [],
  )
  const adding = useAction(async () => {
    const outcomes = await addAll(
      chosen.map(({ input }) => input),
      (input) => link.call('addServer', input),
    )
    const failed = outcomes.filter((outcome) => outcome !== undefined)
    for (const [place, { index }] of chosen.entries()) note(index, { isAdded: outcomes[place] === undefined })
    setFailures(failed)
    const isThere = new Set(chosen.map(({ index }) => index))
    const all = rows.filter(({ index, isAdded }) => isAdded || isThere.has(index))
    if (failed.length === 0) onAllAdded(all.map(({ draft: { id } }) => id.trim()))
  })

  return {
    text,
    pasted,
    rows,
    /** The one in the form. */
    inForm: rows.find(({ index, isAdded }) => index === filling && !isAdded),
    failures,
    busy: adding.busy,
    /** How many are selected and can be added. */
    count: chosen.length,
    add: () => void adding.run(),
    change: (next: string) => {
      setText(next)
      setFacts({})
      setFailures([])
      setFilling(undefined)
    },
    fill: setFilling,
    note,
  }
}

export type Paste = ReturnType<typeof usePaste>

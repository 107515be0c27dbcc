import { useMemo, useState } from 'react'
import type { ServerConfig } from '../../../shared/config/server-config.ts'
import { useLink } from '../../state/replica.ts'
import { useAction } from '../../state/action.ts'
import { addAll, readinessOf, type Readiness } from './add-pasted.ts'
import { readFound, twinOf, type FoundApp } from './found-configs.ts'
import { readPaste } from './paste.ts'
import type { FoundServer } from './pasted-entry.ts'
import { findStarters } from './starter-draft.ts'
import type { ServerDraft } from './server-draft.ts'

/** A server found in pasted text or in another application's file, as listed. */
export type PasteRow = FoundServer & {
  key: string
  isAdded: boolean
  isChosen: boolean
  readiness: Readiness
  /** The configured server that is the same. */
  twin: string | undefined
}

/** The rows of one source: pasted text, or an application. */
export type PasteGroup = Partial<Omit<FoundApp, 'servers'>> & { rows: PasteRow[] }

/** Facts about each row that aren't in its source. */
type RowFacts = { edited?: ServerDraft; isChosen?: boolean; isAdded?: boolean }

/** Pasted text or other applications' files, the servers found there, the user's edits of them, and each one's result. */
export function usePaste(servers: Readonly<Record<string, ServerConfig>>, onAllAdded: (ids: string[]) => void) {
  const link = useLink()
  // Those added from here aren't twins of the other rows.
  const [before] = useState(servers)
  const [text, setText] = useState('')
  const [found, setFound] = useState<FoundApp[]>()
  const [facts, setFacts] = useState<Record<string, RowFacts>>({})
  const [failures, setFailures] = useState<string[]>([])
  const [filling, setFilling] = useState<string>()
  const pasted = useMemo(() => readPaste(text), [text])
  const taken = Object.keys(servers)

  const note = (key: string, fact: RowFacts): void =>
    setFacts((known) => ({ ...known, [key]: { ...known[key], ...fact } }))
  const rowOf = (server: FoundServer, key: string): PasteRow => {
    const twin = twinOf(server.draft, before)
    const { edited, isAdded = false, isChosen = server.isOn && twin === undefined } = facts[key] ?? {}
    const draft = edited ?? server.draft
    const readiness = readinessOf(draft, taken)
    return { ...server, key, draft, isAdded, readiness, twin, isChosen: isChosen && !isAdded && 'input' in readiness }
  }
  const starters = useMemo(() => findStarters(text), [text])
  const isSearch = text.trim() !== '' && starters.length > 0
  const isPasted = text.trim() !== '' && !isSearch
  const groups: PasteGroup[] = isSearch
    ? []
    : isPasted
      ? [{ rows: ('servers' in pasted ? pasted.servers : []).map((server, index) => rowOf(server, `:${index}`)) }]
      : (found ?? []).map(({ servers: its, ...app }): PasteGroup => {
          return { ...app, rows: its.map((server, index) => rowOf(server, `${app.file}:${index}`)) }
        })
  const rows = groups.flatMap((group) => group.rows)
  const chosen = rows.flatMap(({ key, readiness, isChosen }) =>
    isChosen && 'input' in readiness ? [{ key, input: readiness.input }] : [],
  )
  const looking = useAction(async () => {
    const { configs } = await link.call('findConfigs', {})
    setFound(readFound(configs, taken))
  })
  const adding = useAction(async () => {
    const outcomes = await addAll(
      chosen.map(({ input }) => input),
      (input) => link.call('addServer', input),
    )
    const failed = outcomes.filter((outcome) => outcome !== undefined)
    for (const [place, { key }] of chosen.entries()) note(key, { isAdded: outcomes[place] === undefined })
    setFailures(failed)
    const isThere = new Set(chosen.map(({ key }) => key))
    const all = rows.filter(({ key, isAdded }) => isAdded || isThere.has(key))
    if (failed.length === 0) onAllAdded(all.map(({ draft: { id } }) => id.trim()))
  })

  return {
    text,
    pasted,
    /** The starters that match the text; all of them without one. */
    starters,
    /** The text is a search in the starters. */
    isSearch,
    groups,
    rows,
    /** The applications' files have been read. */
    hasLooked: found !== undefined,
    look: () => void looking.run(),
    looking,
    /** The one in the form. */
    inForm: rows.find(({ key, isAdded }) => key === filling && !isAdded),
    failures,
    busy: adding.busy,
    /** How many are selected and can be added. */
    count: chosen.length,
    add: () => void adding.run(),
    change: (next: string) => {
      setText(next)
      setFacts((known) => Object.fromEntries(Object.entries(known).filter(([key]) => !key.startsWith(':'))))
      setFailures([])
      setFilling(undefined)
    },
    fill: setFilling,
    note,
  }
}

export type Paste = ReturnType<typeof usePaste>

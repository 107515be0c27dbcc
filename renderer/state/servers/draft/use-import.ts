import { useMemo, useState } from 'react'
import type { GapAnswer, Answers, GapQuestion } from '../../../../shared/config/candidate.ts'
import { isPassportText } from '../../../../shared/config/passport.ts'
import type { ServerConfig, ServerConfigs } from '../../../../shared/config/server-config.ts'
import { useAction } from '../../action.ts'
import { useQuery } from '../../query.ts'
import { useLink } from '../../replica.ts'
import { addAll, groupOf, importRows, type ImportGroup, type ImportRow, type RowFacts } from './import-rows.ts'
import { findStarters } from './starter-draft.ts'

/** A file the user chose or dropped. */
export type ImportFile = { name: string; text: string }

/** Where servers are looked for: pasted text, a file, or other applications' files. */
function useSources(first: string) {
  const link = useLink()
  const [text, setText] = useState(first)
  const [file, setFile] = useState<ImportFile>()
  const [found, setFound] = useState<ImportGroup[]>()
  const starters = useMemo(() => findStarters(text), [text])
  const isPassport = isPassportText(text.trim())
  const isSearch = text.trim() !== '' && starters.length > 0
  /** Its text isn't read as a configuration. */
  const isOther = isSearch || isPassport
  const isPasted = file !== undefined || (text.trim() !== '' && !isOther)
  const input = file ? { text: file.text, fileName: file.name } : { text }
  const reading = useQuery('readImport', isPasted ? input : undefined, { waitMs: 150 })
  const pasted = useMemo(() => reading.answer && groupOf('', reading.answer), [reading.answer])
  const looking = useAction(async () => {
    const { configs } = await link.call('findConfigs', {})
    setFound(configs.map(({ imported, ...config }) => groupOf(config.file, imported, config)))
  })
  const current = pasted && reading.isCurrent ? [pasted] : []
  const change = (next: string): void => {
    setText(next)
    setFile(undefined)
  }
  return {
    text,
    file,
    isPasted,
    isPassport,
    reading,
    /** The starters that match the text; all of them without one. */
    starters,
    /** The text is a search in the starters. */
    isSearch,
    sources: isPasted ? current : isOther ? [] : (found ?? []),
    /** The applications' files have been read. */
    hasLooked: found !== undefined,
    look: () => void looking.run(),
    looking,
    change,
    /** A file's text isn't shown: it can be long. */
    take: (next: ImportFile) => {
      if (isPassportText(next.text.trim())) return change(next.text)
      setFile(next)
      setText('')
    },
  }
}

/** The sources' servers, the user's answers and edits, and the results of adding them. */
export function useImport(
  servers: Readonly<Record<string, ServerConfig>>,
  onAllAdded: (added: ServerConfigs) => void,
  first = '',
) {
  const link = useLink()
  const { sources, change, take, ...source } = useSources(first)
  const [facts, setFacts] = useState<Record<string, RowFacts>>({})
  const [answers, setAnswers] = useState<Answers>({})
  const [isTried, setTried] = useState(false)
  const [failures, setFailures] = useState<string[]>([])
  const [filling, setFilling] = useState<string>()
  const [added, setAdded] = useState<ServerConfigs>({})
  const taken = Object.keys(servers)
  const groups = sources.map((group) => ({ ...group, rows: importRows(group, facts, { answers, taken }) }))
  const rows = groups.flatMap((group) => group.rows)
  const chosen = rows.filter(({ isChosen }) => isChosen)
  const isAsking = chosen.some(({ readiness }) => 'missing' in readiness)

  const note = (key: string, fact: RowFacts): void =>
    setFacts((known) => ({ ...known, [key]: { ...known[key], ...fact } }))
  const clear = (): void => {
    setFacts((known) => Object.fromEntries(Object.entries(known).filter(([key]) => !key.startsWith(':'))))
    setFailures([])
    setFilling(undefined)
    setTried(false)
  }
  const adding = useAction(async () => {
    const ready = chosen.flatMap(({ key, readiness }) =>
      'input' in readiness ? [{ key, input: readiness.input }] : [],
    )
    const outcomes = await addAll(ready, (one) => link.call('addServer', one), note)
    const now = ready.filter((_one, place) => outcomes[place] === undefined)
    const all = { ...added, ...Object.fromEntries(now.map((one) => [one.input.id, one.input.config])) }
    setAdded(all)
    const failed = outcomes.filter((outcome) => outcome !== undefined)
    setFailures(failed)
    if (failed.length === 0) onAllAdded(all)
  })

  return {
    ...source,
    groups,
    rows,
    failures,
    answers,
    /** The user tried to add servers whose questions aren't answered. */
    isTried,
    /** The one in the form. */
    inForm: rows.find(({ key, isAdded }) => key === filling && !isAdded),
    busy: adding.busy,
    /** How many are selected. */
    count: chosen.length,
    questions: questionsIn(chosen),
    answer: (id: string, answer: GapAnswer) => setAnswers((known) => ({ ...known, [id]: answer })),
    /** Adds the selected servers; false if answers are missing. */
    add: (): boolean => {
      setTried(isAsking)
      if (!isAsking) void adding.run()
      return !isAsking
    },
    change: (next: string) => {
      change(next)
      clear()
    },
    take: (next: ImportFile) => {
      take(next)
      clear()
    },
    fill: (row: ImportRow | undefined) => {
      if (row) note(row.key, { edited: row.draft })
      setFilling(row?.key)
    },
    note,
    /** The form added the row's server. */
    noteAdded: (row: ImportRow, config: ServerConfig): ServerConfigs => {
      const all = { ...added, [row.draft.id.trim()]: config }
      setAdded(all)
      note(row.key, { isAdded: true })
      return all
    },
  }
}

/** Servers that were found in a text or in files, as `useImport` returns them. */
export type Import = ReturnType<typeof useImport>

/** A question, and the servers that need its answer. */
export type SharedQuestion = GapQuestion & { ids: string[]; isFromEnvironment: boolean }

/** Each question of the selected servers once. */
function questionsIn(rows: ImportRow[]): SharedQuestion[] {
  const found = new Map<string, SharedQuestion>()
  for (const { questions, draft, server } of rows)
    for (const question of questions) {
      const before = found.get(question.id)
      const isFromEnvironment = server.fromEnvironment.includes(question.id)
      const ids = [...(before?.ids ?? []), draft.id]
      found.set(question.id, {
        ...question,
        ...before,
        secret: question.secret || before?.secret === true,
        ids,
        isFromEnvironment,
      })
    }
  return [...found.values()]
}

import {
  mapLaunch,
  type Answers,
  type Candidate,
  type LaunchTemplate,
  type GapQuestion,
  type Template,
} from '../../../../shared/config/candidate.ts'
import type { ImportClient, Imported, ImportedServer, ImportSuggestion } from '../../../../shared/config/imported.ts'
import type { FoundConfig } from '../../../../shared/contract/import-commands.ts'
import { problemOf } from '../../action.ts'
import { serverForm } from '../../../strings/servers/servers-form.ts'
import { serverImport } from '../../../strings/servers/servers-import.ts'
import { draftOfCandidate, questionsOf } from './candidate-draft.ts'
import { sentencesOf } from './draft-problems.ts'
import { readDraft, type ServerInput } from './read-draft.ts'
import { gapIn, type ServerDraft } from './server-draft.ts'
import { noLimits } from './time-limits.ts'

/** The input for adding a server, or in a sentence why it can't be added yet. `isAsking`: only answers are missing. */
export type Readiness = { input: ServerInput } | { missing: string; isAsking?: true }

/** A server found in pasted text or in another application's file, as listed. */
export type ImportRow = {
  key: string
  server: ImportedServer
  draft: ServerDraft
  /** The questions of its launch; none once it was edited in the form. */
  questions: GapQuestion[]
  /** Questions whose answer can't be used in its place. */
  unfit: string[]
  suggestion: ImportSuggestion['what'] | undefined
  isAdded: boolean
  isChosen: boolean
  readiness: Readiness
}

/** The servers of one text or file. `client` and `file` are absent for pasted text. */
export type ImportGroup = {
  key: string
  client?: ImportClient
  file?: string
  realPath?: string
  /** An administrator's: it has no rows. */
  isManaged?: true
  imported: Imported
  rows: ImportRow[]
}

/** Facts about a row that aren't in its source. */
export type RowFacts = {
  edited?: ServerDraft
  isChosen?: boolean
  isAdded?: boolean
  /** Being added: its own server may be there before the host's answer is. */
  isUnderway?: boolean
  suggestion?: ImportSuggestion['what'] | undefined
}

/** The groups of pasted text, or of other applications' files, with question IDs that fit together. */
export const groupOf = (key: string, imported: Imported, found?: Omit<FoundConfig, 'imported'>): ImportGroup => ({
  key,
  ...found,
  imported: { ...imported, servers: imported.servers.map((server, index) => scoped(server, key, index)) },
  rows: [],
})

/**
 * An environment variable is the same value everywhere; an input means the same within one file; a folder or a gap in a
 * text is a server's own.
 */
function scoped(server: ImportedServer, file: string, index: number): ImportedServer {
  const scope = (id: string): string => {
    if (id.startsWith('env:')) return id
    return /^(cwd$|gap:|workspaceFolderBasename$)/.test(id) ? `${file}#${index}/${id}` : `${file}/${id}`
  }
  const template = (parts: Template): Template =>
    parts.map((part) => (typeof part === 'string' ? part : { ...part, ask: scope(part.ask) }))
  const launchOf = (launch: LaunchTemplate): LaunchTemplate => mapLaunch(launch, template)
  const { candidate, suggestions, fromEnvironment } = server
  return {
    ...server,
    fromEnvironment: fromEnvironment.map(scope),
    suggestions: suggestions.map(({ what, launch }) => ({ what, launch: launchOf(launch) })),
    candidate: {
      ...candidate,
      launch: launchOf(candidate.launch),
      questions: candidate.questions.map((question) => ({ ...question, id: scope(question.id) })),
    },
  }
}

/** A group's rows, as far as the user has answered, edited and added. */
export function importRows(
  { key: file, imported, isManaged }: ImportGroup,
  facts: Readonly<Record<string, RowFacts>>,
  { answers, taken }: { answers: Answers; taken: string[] },
): ImportRow[] {
  if (isManaged) return []
  return imported.servers.map((server, index) => {
    const key = `${file}:${index}`
    const {
      edited,
      isAdded = false,
      isUnderway = false,
      isChosen = server.isOn && server.twin === undefined,
      suggestion,
    } = facts[key] ?? {}
    const better = server.suggestions.find(({ what }) => what === suggestion)
    const candidate: Candidate = { ...server.candidate, ...(better && { launch: better.launch }) }
    const { draft, missing, unfit } = draftOfCandidate(candidate, answers)
    const shown = edited ?? { ...draft, limits: limitsOf(server) }
    const questions = edited ? [] : questionsOf(candidate)
    const labels = questions.filter(({ id }) => [...missing, ...unfit].includes(id)).map(({ label }) => label)
    const readiness: Readiness =
      labels.length > 0
        ? { missing: serverImport.needs(labels.slice(0, 6).join(', ')), isAsking: true }
        : readinessOf(shown, isUnderway ? taken.filter((id) => id !== shown.id.trim()) : taken)
    const canBe = 'input' in readiness || readiness.isAsking === true
    return {
      key,
      server,
      draft: shown,
      questions,
      suggestion,
      isAdded,
      readiness,
      unfit: edited ? [] : unfit,
      isChosen: isChosen && !isAdded && canBe,
    }
  })
}

/** The other application's limit of one call also limits the time without progress. */
function limitsOf({ timeoutSeconds }: ImportedServer): ServerDraft['limits'] {
  const seconds = timeoutSeconds?.toString()
  return seconds === undefined ? noLimits : { ...noLimits, idle: seconds, work: seconds }
}

function readinessOf(draft: ServerDraft, taken: string[]): Readiness {
  const gap = gapIn(draft)
  if (gap !== undefined) return { missing: serverForm.problems.gap(gap) }
  const read = readDraft(draft, undefined, taken)
  return 'input' in read ? read : { missing: sentencesOf(read.problems, draft)[0] ?? serverForm.problems.missing }
}

/**
 * Adds rows one after the other, and notes each outcome at once. A refusal doesn't stop the others: it becomes a sentence
 * at its server.
 */
export async function addAll(
  rows: { key: string; input: ServerInput }[],
  add: (input: ServerInput) => Promise<void>,
  note: (key: string, fact: RowFacts) => void,
): Promise<(string | undefined)[]> {
  const outcomes: (string | undefined)[] = []
  for (const { key } of rows) note(key, { isUnderway: true })
  for (const { key, input } of rows) {
    try {
      await add(input)
      note(key, { isUnderway: false, isAdded: true })
      outcomes.push(undefined)
    } catch (error) {
      note(key, { isUnderway: false })
      outcomes.push(`${serverForm.paste.notAdded(input.id)} ${problemOf(error)}`)
    }
  }
  return outcomes
}

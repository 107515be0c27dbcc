import type { z } from 'zod'
import { withArguments } from '../../../../shared/config/server-config.ts'
import { serverForm } from '../../../strings/servers/servers-form.ts'
import { hasSecretArgument, hasSecretParameter } from '../../../../shared/text/secret-signs.ts'
import { clientNames, clientSentence, type ClientProblems } from './client-draft.ts'
import { rowKindNames, type RowKind, type RowProblem, type RowProblems } from './named-values.ts'
import type { ServerDraft } from './server-draft.ts'
import { limitNames, type LimitName } from './time-limits.ts'

const texts = ['id', 'name', 'command', 'args', 'cwd', 'url', 'inherit', 'tags'] as const

/** Problems by field. `other` belongs to none. */
export type DraftProblems = Partial<
  Record<(typeof texts)[number] | 'other', string> &
    Record<RowKind, RowProblems> & { client: ClientProblems; limits: Partial<Record<LimitName, string>> }
>

type Issue = z.core.$ZodIssue

/** The server schema's messages, by the fields they concern. */
export function problemsOf(issues: Issue[], draft: ServerDraft): DraftProblems {
  const problems: DraftProblems = {}
  for (const issue of issues) {
    const [field, part] = issue.path
    // The form's own problems say which fields signing in without a user needs.
    if (field === 'oauth' && part === 'grant') continue
    const text = texts.find((it) => it === field)
    const limit = limitNames.find((it) => field === 'timeouts' && it === part)
    const client = clientNames.find((it) => field === 'oauth' && it === part)
    const rows = rowKindNames.find((it) => it === field)
    const row = rows && draft[rows].findLast(({ name }) => name.trim() === part)
    if (text) problems[text] ??= sentenceOf(issue)
    else if (limit) problems.limits = { ...problems.limits, [limit]: serverForm.limits.invalid }
    else if (client) problems.client = { [client]: clientSentence(client, issue.message), ...problems.client }
    else if (rows && row) problems[rows] = { [row.key]: rowProblemOf(issue), ...problems[rows] }
    else problems.other ??= `${issue.path.map(String).join('.')}: ${sentenceOf(issue)}`
  }
  return problems
}

const sentenceOf = ({ message }: Pick<Issue, 'message'>): string => `${message}.`

const rowProblemOf = (issue: Issue): RowProblem =>
  issue.code === 'invalid_key'
    ? { at: 'name', says: sentenceOf(issue.issues[0] ?? issue) }
    : { at: 'value', says: sentenceOf(issue) }

/** Merges two sets of problems; the first one's entries win. */
export function joinProblems(first: DraftProblems, second: DraftProblems): DraftProblems {
  const parts = ([...rowKindNames, 'limits', 'client'] as const).map((part) => {
    return [part, { ...second[part], ...first[part] }] as const
  })
  return {
    ...second,
    ...first,
    ...Object.fromEntries(parts.filter(([, problems]) => Object.keys(problems).length > 0)),
  }
}

/** The problems, one line each, with the row's name if there is one. */
export function sentencesOf(problems: DraftProblems, draft: ServerDraft): string[] {
  const rows = rowKindNames.flatMap((kind) =>
    draft[kind].flatMap(({ key, name }) => {
      const problem = problems[kind]?.[key]
      return problem ? [`${name.trim() || serverForm.problems.unnamedRow}: ${problem.says}`] : []
    }),
  )
  const fields = [...texts, 'other' as const].flatMap((field) => problems[field] ?? [])
  return [...fields, ...rows, ...Object.values(problems.client ?? {}), ...Object.values(problems.limits ?? {})]
}

/** Finds text like a secret in the URL or the arguments as typed: it stays readable in servers.json. */
export function exposedSecret({
  kind,
  url,
  args,
  secretArguments,
}: Pick<ServerDraft, 'kind' | 'url' | 'args' | 'secretArguments'>): string | undefined {
  const { exposedInAddress, exposedInArguments } = serverForm.problems
  if (kind === 'http') return hasSecretParameter(url.trim()) ? exposedInAddress : undefined
  const values = Object.fromEntries(secretArguments.map(({ name }) => [name, '']))
  return hasSecretArgument(withArguments(args.split('\n'), values)) ? exposedInArguments : undefined
}

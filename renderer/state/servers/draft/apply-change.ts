import type { SuggestedSettings } from '../../../../shared/events/finding.ts'
import { newNamedValue, type NamedValue } from './named-values.ts'
import type { ServerDraft } from './server-draft.ts'
import { defined } from '../../../../shared/schema/json.ts'

/** A server's form with a suggested change filled in; saving it is up to the user. */
export function withSuggestion(draft: ServerDraft, change: SuggestedSettings): ServerDraft {
  const { command, args, cwd, url, env = {}, inherit = [], networkEnvironment } = change
  return {
    ...draft,
    ...defined({ command }),
    ...(args && { args: args.join('\n'), given: args }),
    ...defined({ cwd, url }),
    env: withVariables(draft.env, env),
    inherit: [...new Set([...draft.inherit.split(/\s+/), ...inherit])].filter((name) => name !== '').join(' '),
    network: draft.network || networkEnvironment === true,
  }
}

/** With a header of this name to fill in, unless it is there. */
export const withHeader = (draft: ServerDraft, name: string): ServerDraft =>
  draft.headers.some((row) => row.name.toLowerCase() === name.toLowerCase())
    ? draft
    : { ...draft, headers: [...draft.headers, newNamedValue({ name })] }

/** Replaces the variables of these names, and adds the others. */
function withVariables(rows: NamedValue[], variables: Record<string, string>): NamedValue[] {
  const replaced = rows.map((row) => {
    const value = variables[row.name]
    return value === undefined ? row : { ...row, value, secret: false, kept: undefined }
  })
  const added = Object.entries(variables)
    .filter(([name]) => !rows.some((row) => row.name === name))
    .map(([name, value]) => newNamedValue({ name, value, secret: false }))
  return [...replaced, ...added]
}

/** A field of the form that a suggestion fills in. */
export type SuggestedField = 'arguments' | 'command' | 'environment' | 'folder' | 'inherit' | 'network' | 'url'

/** The fields that a suggested change fills in. */
export function suggestedFields({
  command,
  args,
  cwd,
  url,
  env,
  inherit,
  networkEnvironment,
}: SuggestedSettings): SuggestedField[] {
  const given: [SuggestedField, unknown][] = [
    ['command', command],
    ['arguments', args],
    ['folder', cwd],
    ['url', url],
    ['environment', env],
    ['inherit', inherit],
    ['network', networkEnvironment],
  ]
  return given.filter(([, value]) => value !== undefined).map(([field]) => field)
}

import { serverForm } from '../../strings/servers/servers-form.ts'
import { problemOf } from '../../state/action.ts'
import { sentencesOf } from './draft-problems.ts'
import { gapOf } from './pasted-entry.ts'
import { readDraft, type ServerInput } from './read-draft.ts'
import type { ServerDraft } from './server-draft.ts'

/** The input for adding a pasted server, or in a sentence why it can't be added yet. */
export type Readiness = { input: ServerInput } | { missing: string }

export function readinessOf(draft: ServerDraft, taken: string[]): Readiness {
  const gap = gapOf(draft)
  if (gap !== undefined) return { missing: gap }
  const read = readDraft(draft, undefined, taken)
  return 'input' in read ? read : { missing: sentencesOf(read.problems, draft)[0] ?? serverForm.problems.missing }
}

/** Adds servers one after the other. A refusal doesn't stop the others: it becomes a sentence at its server. */
export async function addAll(
  inputs: ServerInput[],
  add: (input: ServerInput) => Promise<void>,
): Promise<(string | undefined)[]> {
  const outcomes: (string | undefined)[] = []
  for (const input of inputs) {
    try {
      await add(input)
      outcomes.push(undefined)
    } catch (error) {
      outcomes.push(`${serverForm.paste.notAdded(input.id)} ${problemOf(error)}`)
    }
  }
  return outcomes
}

import { withFolder } from './bundle.ts'
import { type Answers, type Candidate, type FilledLaunch, fillLaunch, type LaunchTemplate } from './candidate.ts'
import type { BundleReference } from './server-config.ts'

/** Escapes a text for storage, so it never becomes a placeholder, even joined with other texts. */
export const escapedText = (text: string): string => text.replaceAll('$', () => '$$')

/** Puts the answers into a bundle's launch, as it is stored. A secret's value is as the program gets it. */
export function fillBundle(
  launch: LaunchTemplate,
  answers: Answers,
  placeholders: Answers = {},
): { launch: FilledBundle; unfit: string[] } {
  const escaped = Object.fromEntries(
    Object.entries(answers).map(([id, answer]) => [
      id,
      Array.isArray(answer) ? answer.map(escapedText) : escapedText(answer),
    ]),
  )
  const { launch: filled, unfit } = fillLaunch(launch, escaped, placeholders)
  if (filled.type !== 'stdio') throw new Error('A bundle starts a program.')
  // A secret has no place for the folder, so this only takes the escapes out.
  const env = filled.env.map((one) => (one.secret ? { ...one, value: withFolder(one.value, '') } : one))
  return { launch: { ...filled, env }, unfit }
}

/** A bundle's program after the user has filled in its gaps. */
export type FilledBundle = Extract<FilledLaunch, { type: 'stdio' }>

/** The bundle with the answers that aren't secret. */
export function bundleWithSettings(
  bundle: BundleReference,
  { questions }: Pick<Candidate, 'questions'>,
  answers: Answers,
): BundleReference {
  const settings = questions.flatMap(({ id, secret }) => {
    const answer = answers[id]
    return secret || answer === undefined ? [] : [[id, answer] as const]
  })
  return { ...bundle, ...(settings.length > 0 && { settings: Object.fromEntries(settings) }) }
}

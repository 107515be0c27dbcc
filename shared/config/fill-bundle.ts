import { withFolder } from './bundle.ts'
import { type Answers, type FilledLaunch, fillLaunch, type LaunchTemplate } from './candidate.ts'

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

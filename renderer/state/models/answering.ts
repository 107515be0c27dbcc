import { answering } from '../../../shared/config/settings.ts'
import type { ModelChoice } from '../../../shared/config/settings.ts'
import { useHost } from '../replica.ts'
import { useBeginning } from './beginning.ts'
import { useChosen } from '../chat/transcript.ts'

/** The model for the visible conversation, or for a new one; undefined if the user runs the tools. */
export function useAnsweringModel(): ModelChoice | undefined {
  const { conversation, choice } = useChosen()
  const beginning = useBeginning()
  const settings = useHost((state) => state.configured.settings)
  return answering(conversation === undefined ? beginning.choice : choice, settings)
}
